// What a fault of the syntax leaves no trust in: one slip is told once, and not again by all that follows from it.

import VitrineAlgorithms
import VitrineSource
import VitrineSyntax

/// The parts of a text that were read, but not as they were meant.
struct Misread {
  /// From here on reading went wrong; nil where it did not.
  private var start: UInt32?
  /// The values of tags without a meaning, each to the end of its line. Shape: ascending by their starts.
  private var tagged: [ByteRange] = []

  /// What is misread of a text, by the findings about it.
  init(_ parsed: ParsedText, _ bytes: [UInt8]) {
    for finding in parsed.findings where finding.rule == SyntaxRules.unknownTag {
      // A line may have very many: its end is looked for once.
      if let last = tagged.last, finding.range.start <= last.end {
        tagged.append(ByteRange(finding.range.start, last.end))
      } else {
        let end = bytes[Int(finding.range.start)...].firstIndex(of: 0x0A) ?? bytes.count
        tagged.append(ByteRange(finding.range.start, UInt32(end)))
      }
    }
    guard !parsed.isComplete, let fault = parsed.findings.first(where: { $0.severity == .error }) else { return }
    let line = bytes[..<Int(fault.range.start)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    start = UInt32(line)
  }

  /// Whether all was read as it was meant.
  var isNothing: Bool { start == nil && tagged.isEmpty }

  /// Whether something at a place may not be what was meant.
  func contains(_ range: ByteRange) -> Bool {
    if let start, range.end > start { return true }
    // Those of one line end alike, so that the last one before the place decides.
    let next = tagged.partitioningIndex { $0.start > range.start }
    return next > 0 && range.start <= tagged[next - 1].end
  }
}
