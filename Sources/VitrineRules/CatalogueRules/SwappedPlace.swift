// A place far from all others that would be among them the other way round.

import VitrineModel
import VitrineSource

/// A record whose latitude and longitude seem to have changed places.
enum SwappedPlace: RecordRule {
  static let rule = Rule(
    "V206", "swapped-place", .warning, "latitude and longitude seem to have changed places",
    help: "exchange 'lat' and 'lon'; if the place is right, silence it with '# vitrine: ignore swapped-place REASON'")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard let point = links.records[record].location, links.seemsSwapped(record) else { return }
    let facts = links.records[record]
    let kind = links.kinds[facts.kind]
    report(
      Finding(
        rule, in: facts.path, at: point.range, pointer: "/\((kind.location?.names ?? []).joined(separator: "/"))/lat",
        record: facts.title, "no other \(kind.name) is anywhere near, and with 'lat' and 'lon' exchanged some are",
        label: "have 'lat' and 'lon' changed places?"))
  }
}
