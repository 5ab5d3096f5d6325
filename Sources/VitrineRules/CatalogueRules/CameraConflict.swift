// A record and its photos that speak of different cameras or lenses.

import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// A record whose camera or lens is another than all of its photos have.
///
/// People write less than cameras, or more: a name that holds the other, makers aside, means the same. A lens without a number, such as
/// the `Telephoto` of a phone, is no lens that could be compared.
enum CameraConflict: RecordRule {
  static let rule = Rule(
    "V411", "camera-conflict", .info, "a record's camera or lens is another than its photos have",
    help: "correct the record, or say with a comment that the photo is wrong")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    let facts = links.records[record]
    guard !facts.equipment.isEmpty else { return }
    let photos = links.photos(of: record).map { links.photos[$0] }
    for written in facts.equipment {
      let said = photos.compactMap { photo -> (path: Path, text: String)? in
        guard let metadata = photo.metadata, let text = written.member == "lens" ? metadata.lens : metadata.camera else {
          return nil
        }
        return (photo.path, text)
      }
      guard let first = said.first,
        let field = links.kinds[facts.kind].equipmentFields.first(where: { $0.member == written.member }),
        !said.contains(where: { Self.mayBeSame(written.text, $0.text, isLens: written.member == "lens") })
      else { continue }
      let edit = TextEdit(written.range, ScalarText.yaml(for: first.text, style: written.style))
      let comment = TextEdit(ByteRange(at: 0), "# vitrine: ignore \(rule.slug) the photo is wrong\n")
      report(
        Finding(
          rule, in: facts.path, at: written.range, pointer: "/" + field.field.path.names.joined(separator: "/"),
          record: facts.title,
          "the record says \(written.text), but \(said.count == 1 ? "its photo" : "the first of its \(said.count) photos") says \(first.text)",
          note: "'\(first.path.string)' says \(written.member) \(first.text)",
          fixes: [
            Fix("take \(first.text) from the photo", [edit], isSafe: false),
            Fix("keep \(written.text), and say that the photo is wrong", [comment], isSafe: false),
          ]))
    }
  }

  /// Whether two names may mean the same.
  private static func mayBeSame(_ left: String, _ right: String, isLens: Bool) -> Bool {
    let (left, right) = (words(left), words(right))
    if isLens, !left.contains(where: hasDigit) || !right.contains(where: hasDigit) { return true }
    if holds(left, right) { return true }
    let models = (left.filter { !makers.contains($0) }, right.filter { !makers.contains($0) })
    // A maker alone is another camera only where the other has a maker, too.
    if models.0.isEmpty || models.1.isEmpty { return models.0.count == left.count || models.1.count == right.count }
    return holds(models.0, models.1)
  }

  private static func holds(_ left: [String], _ right: [String]) -> Bool {
    let (left, right) = (left.joined(), right.joined())
    return left.contains(right) || right.contains(left)
  }

  private static func hasDigit(_ word: String) -> Bool { word.utf8.contains { (0x30...0x39).contains($0) } }

  /// The words of a name, folded, without what stands between them.
  private static func words(_ name: String) -> [String] {
    String(decoding: Folding.fold(name), as: UTF8.self).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Words of makers, as cameras and people write them.
  private static let makers: Set<String> = [
    "ag", "apple", "camera", "canon", "carl", "casio", "co", "company", "computer", "corp", "corporation", "dji", "eastman",
    "electronics", "epson", "fuji", "fujifilm", "google", "gopro", "hasselblad", "htc", "huawei", "imaging", "inc", "kodak",
    "konica", "leica", "lg", "limited", "ltd", "minolta", "motorola", "nikon", "nokia", "olympus", "om", "oneplus", "optical",
    "panasonic", "pentax", "ricoh", "samsung", "samyang", "sanyo", "sigma", "solutions", "sony", "system", "tamron", "techwin",
    "tokina", "xiaomi", "zeiss",
  ]
}
