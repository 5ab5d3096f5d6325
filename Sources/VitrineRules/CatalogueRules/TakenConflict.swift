// A record and its photos that speak of different days.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// A record whose date is another than all of its photos have.
///
/// Clocks of cameras are often in the wrong time zone, parties go on after midnight, and a record of several days begins with the first: so a day more or less
/// is none, and any day between the first photo and the last is right.
enum TakenConflict: RecordRule {
  static let rule = Rule(
    "V409", "taken-conflict", .warning, "a record's date is another than its photos have",
    help: "correct the date, or say under 'photos:' when the photo was really taken")

  private static let day = 86_400.0

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    let facts = links.records[record]
    guard let written = facts.taken, let said = period(written.text) else { return }
    let photos = links.photos(of: record).compactMap { slot -> (path: Path, taken: String, moment: CivilMoment, end: Double)? in
      guard let text = PhotoTaken.text(of: links.photos[slot], in: facts), let moment = PhotoTaken.moment(text) else {
        return nil
      }
      // Of some only the day is known.
      return (links.photos[slot].path, text, moment, moment.civilSeconds + (text.utf8.count == 10 ? day : 0))
    }
    guard let first = photos.min(by: { $0.moment.civilSeconds < $1.moment.civilSeconds }),
      let last = photos.map(\.end).max(),
      said.end + day < first.moment.civilSeconds || said.start - day > last,
      let field = links.kinds[facts.kind].takenField
    else { return }
    let taken = first.taken
    let text =
      field.meaning == .dateTime
      ? taken.utf8.count == 10 ? taken + "T00:00" : taken
      : field.meaning == .dateInt ? first.moment.day.description.filter { $0 != "-" } : first.moment.day.description
    let edit = TextEdit(written.range, ScalarText.yaml(for: text, style: written.style))
    let comment = TextEdit(ByteRange(at: 0), "# vitrine: ignore \(rule.slug) the photo's clock was wrong\n")
    report(
      Finding(
        rule, in: facts.path, at: written.range, pointer: written.pointer, record: facts.title,
        "the record says \(written.text), but \(photos.count == 1 ? "its photo was" : "the first of its \(photos.count) photos was") taken on \(first.moment.day.description)",
        note: "'\(first.path.string)' says \(taken)",
        fixes: [
          Fix("take \(text) from the photo", [edit], isSafe: false),
          Fix("keep \(written.text), and say that the photo is wrong", [comment], isSafe: false),
        ]))
  }

  /// The first and the last second of what a record says, by the clock on the wall.
  private static func period(_ text: String) -> (start: Double, end: Double)? {
    if let date = PartialDate(text) {
      return (Double(date.first.number) * day, Double(date.last.number + 1) * day)
    }
    return PhotoTaken.moment(text).map { ($0.civilSeconds, $0.civilSeconds) }
  }
}
