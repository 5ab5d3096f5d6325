// More photos than a record may have.

import VitrineModel
import VitrineSource

/// A record with more photos than its kind allows.
enum ExtraPhoto: RecordRule {
  static let rule = Rule(
    "V406", "extra-photo", .warning, "a record has more photos than its kind allows",
    help: "keep the best, and move or delete the others")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard let most = links.kinds[links.records[record].kind].photos.most else { return }
    let photos = links.photos(of: record)
    let record = links.records[record]
    guard photos.count > most else { return }
    let names = PhotoTaken.chronological(photos.map { links.photos[$0] }, in: record).dropFirst(most).map {
      "'\($0.path.name.string)'"
    }
    report(
      Finding(
        rule, in: record.path, at: record.place, record: record.title,
        "the record has \(photos.count) photos; at most \(most) \(most == 1 ? "is" : "are") allowed",
        note: "beyond that: \(names.prefix(5).joined(separator: ", "))\(names.count > 5 ? ", …" : "")"))
  }
}
