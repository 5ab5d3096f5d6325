// A latitude that is none, beside a longitude that would be one.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// What is said of a latitude out of range where the other number would fit.
enum SwappedCoordinates {
  /// Where the two numbers fit the other way round, says so, and brings the edits that exchange them.
  static func advise(_ finding: inout Finding, _ file: RecordFile) {
    guard finding.pointer.hasSuffix("/lat") else { return }
    let names = finding.pointer.split(separator: "/").dropLast().map(String.init)
    let map = FieldPath(names)
    guard file.kind.field(map)?.meaning == .location,
      let latitude = map.appending("lat").member(file.reader, from: file.root), let first = number(latitude, file),
      let longitude = map.appending("lon").member(file.reader, from: file.root), let second = number(longitude, file),
      abs(first) <= 180, abs(second) <= 90
    else { return }
    let (left, right) = (file.reader.node(latitude).range, file.reader.node(longitude).range)
    finding.label = "have 'lat' and 'lon' changed places?"
    finding.help = "write the latitude (north and south, at most 90) as 'lat', and the longitude as 'lon'"
    finding.fixes = [
      Fix(
        "exchange the two", [TextEdit(left, file.reader.text(longitude)), TextEdit(right, file.reader.text(latitude))],
        isSafe: false)
    ]
  }

  /// A plain number of the text itself.
  private static func number(_ id: NodeID, _ file: RecordFile) -> Double? {
    let node = file.reader.node(id)
    guard node.kind == .int || node.kind == .float, node.style == .plain else { return nil }
    return Double(file.reader.text(id))
  }
}
