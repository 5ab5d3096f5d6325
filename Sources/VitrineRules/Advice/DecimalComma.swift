// A number with a comma among braces: `{lat: 41,02}` is 41, and a key '02'.

import VitrineAlgorithms
import VitrineSource
import VitrineSyntax

/// What is said of the digits behind a comma that ended a number.
enum DecimalComma {
  /// Whether the unknown field is the rest of a number; then the finding says so.
  static func advise(_ finding: inout Finding, _ file: RecordFile) -> Bool {
    let (bytes, start, end) = (file.reader.bytes, Int(finding.range.start), Int(finding.range.end))
    guard start > 1, start < end, end <= bytes.count, end - start <= 20, bytes[start - 1] == UInt8(ascii: ","),
      bytes[start..<end].allSatisfy({ (0x30...0x39).contains($0) }),
      let number = node(before: start - 1, file.reader), Int(number.end) == start - 1, number.kind == .int, number.style == .plain
    else { return false }
    let whole = String(decoding: bytes[Int(number.start)..<start - 1], as: UTF8.self)
    let meant = "\(whole).\(String(decoding: bytes[start..<end], as: UTF8.self))"
    let range = number.range.start..<finding.range.end
    finding.message += ": the comma ends the number \(whole)"
    finding.label = "did you mean \(meant)?"
    finding.help = "write decimals with a point"
    finding.fixes = [Fix("write \(meant)", [TextEdit(ByteRange(range.lowerBound, range.upperBound), meant)], isSafe: false)]
    return true
  }

  /// The last node that begins before a place. Nodes stand in the order in which they begin.
  private static func node(before place: Int, _ reader: TreeReader) -> Node? {
    let next = reader.nodes.partitioningIndex { Int($0.start) >= place }
    return next == 0 ? nil : reader.nodes[next - 1]
  }
}
