// A text with its name: where findings get their lines and columns. Decision 0007 says why.

/// The bytes of one file and the path they came from.
package struct SourceText: Sendable {
  /// The path relative to the catalogue's root, with `/` between parts.
  package let path: Path
  /// The bytes as read.
  package let bytes: [UInt8]

  /// A text of the given path and bytes.
  package init(path: Path, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The findings with path, lines and columns filled in, wherever they have no path yet.
  package func located(_ findings: [Finding]) -> [Finding] {
    guard !findings.isEmpty else { return [] }
    let lines = LineTable(bytes)
    return findings.map { finding in
      var finding = finding
      if finding.path.isEmpty {
        finding.path = path
        finding.span = lines.span(of: finding.range)
      }
      for index in finding.related.indices where finding.related[index].path.isEmpty {
        finding.related[index].path = path
        finding.related[index].span = lines.span(of: finding.related[index].range)
      }
      return finding
    }
  }
}

extension [TextEdit] {
  /// The bytes with all edits made. Shape: the edits may come in any order; of two that overlap, the later one is left out.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.replacement.count })
    var position = 0
    for edit in sorted(by: { $0.range < $1.range }) {
      guard Int(edit.range.start) >= position, Int(edit.range.end) <= bytes.count else { continue }
      result += bytes[position..<Int(edit.range.start)]
      result += edit.replacement
      position = Int(edit.range.end)
    }
    result += bytes[position...]
    return result
  }
}
