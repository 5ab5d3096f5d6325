// Lines and columns for findings whose texts are not at hand.

extension [Finding] {
  /// The findings with lines and columns filled in. `reading` gives the bytes of a path, or nil where there is no text (an image, a lost
  /// file): such places stay at the start. Each text is asked for once in a row of findings about it.
  package func located(reading: @escaping (Path) -> [UInt8]?) -> [Finding] {
    var tables = LineTables(reading: reading)
    return map { finding in
      var finding = finding
      finding.span = tables.span(of: finding.range, in: finding.path)
      for index in finding.related.indices {
        let path = finding.related[index].path.isEmpty ? finding.path : finding.related[index].path
        finding.related[index].path = path
        finding.related[index].span = tables.span(of: finding.related[index].range, in: path)
      }
      return finding
    }
  }
}

/// The line tables met last: findings of one file come together, and a related place is often the same for many.
private struct LineTables {
  /// How many are kept.
  private static let capacity = 8
  let reading: (Path) -> [UInt8]?
  private var kept: [(path: Path, table: LineTable?)] = []

  init(reading: @escaping (Path) -> [UInt8]?) { self.reading = reading }

  mutating func span(of range: ByteRange, in path: Path) -> Span {
    guard range.end > 0 else { return .start }
    if let known = kept.first(where: { $0.path == path }) { return known.table?.span(of: range) ?? .start }
    let table = reading(path).map { LineTable($0) }
    if kept.count == Self.capacity { kept.removeFirst() }
    kept.append((path, table))
    return table?.span(of: range) ?? .start
  }
}
