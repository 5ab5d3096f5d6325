// A record and its photos that speak of different exposures.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// A record whose sensitivity, shutter, aperture or focal length is another than all of its photos have.
///
/// Cameras and people round in different ways, and neighbouring values are a third of a stop apart; so a tenth more or less is none, and so is any value between
/// those of several photos, such as a bracketed series.
enum ExposureConflict: RecordRule {
  static let rule = Rule(
    "V410", "exposure-conflict", .warning, "a record's exposure is another than its photos have",
    help: "correct the record, or say with a comment that the photo is wrong")

  private static let tolerance = 1.1

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    let facts = links.records[record]
    guard !facts.exposure.isEmpty else { return }
    let photos = links.photos(of: record).map { links.photos[$0] }
    for written in facts.exposure {
      let said = photos.compactMap { photo -> (path: Path, text: String, number: Double)? in
        guard let text = photo.metadata?.texts.first(where: { $0.name == written.member })?.text, let number = number(text) else {
          return nil
        }
        return (photo.path, text, number)
      }
      guard let first = said.first, let least = said.map(\.number).min(), let most = said.map(\.number).max(),
        written.number * tolerance < least || written.number > most * tolerance
      else { continue }
      let edit = TextEdit(written.range, ScalarText.yaml(for: first.text, style: written.style))
      let comment = TextEdit(ByteRange(at: 0), "# vitrine: ignore \(rule.slug) the photo is wrong\n")
      report(
        Finding(
          rule, in: facts.path, at: written.range, pointer: written.pointer, record: facts.title,
          "the record says \(written.text), but \(said.count == 1 ? "its photo" : "the first of its \(said.count) photos") says \(first.text)",
          note: "'\(first.path.string)' says \(written.member) \(first.text)",
          fixes: [
            Fix("take \(first.text) from the photo", [edit], isSafe: false),
            Fix("keep \(written.text), and say that the photo is wrong", [comment], isSafe: false),
          ]))
    }
  }

  /// A number as photos say it: `800`, `2.8`, `1/250`.
  private static func number(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { ValueNumber.number($0) }
  }
}
