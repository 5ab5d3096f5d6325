// The report as a value that changes page by page: who holds one keeps it, and the next one shares all pages that stayed the same.

import VitrineAlgorithms
package import VitrineSource

/// Findings in report order, those of one file together.
///
/// Shape: going through it gives every finding in report order; pages of files without findings do not exist.
package struct FindingList: Sendable {
  /// The findings of one file, in report order.
  private struct Page: Sendable {
    var path: Path
    var findings: [Finding]
  }

  private static let chunkSize = 128

  /// Pages in byte order of their paths, in chunks of which none is empty.
  private var chunks: [[Page]] = []
  /// How many findings there are of each severity.
  private var counts: [Severity: Int] = [:]

  /// No findings.
  package init() {}

  /// The given findings, which stand in report order.
  package init(_ findings: [Finding]) {
    var start = 0
    while start < findings.count {
      var end = start + 1
      while end < findings.count, findings[end].path == findings[start].path { end += 1 }
      append(Page(path: findings[start].path, findings: Array(findings[start..<end])))
      start = end
    }
  }

  /// How many there are.
  package var count: Int { counts.values.reduce(0, +) }

  /// True where there are none.
  package var isEmpty: Bool { chunks.isEmpty }

  /// How many there are of a severity.
  package func count(of severity: Severity) -> Int { counts[severity] ?? 0 }

  /// The findings in a file, in report order.
  package func findings(in path: Path) -> [Finding] {
    guard let chunk = chunk(for: path) else { return [] }
    let place = place(of: path, in: chunks[chunk])
    return place < chunks[chunk].count && chunks[chunk][place].path == path
      ? chunks[chunk][place].findings : []
  }

  /// The findings in the files of a folder and of those below, in report order; all for "".
  package func findings(below folder: Path) -> [Finding] {
    guard !folder.isEmpty else { return Array(self) }
    let prefix = folder.adding(suffix: "/")
    guard var chunk = chunk(for: prefix) else { return [] }
    var found: [Finding] = []
    var page = place(of: prefix, in: chunks[chunk])
    while chunk < chunks.count {
      for page in chunks[chunk][page...] {
        guard page.path.isWithin(prefix) else { return found }
        found += page.findings
      }
      (chunk, page) = (chunk + 1, 0)
    }
    return found
  }

  /// Puts other findings, in report order, in the place of those of a file; gives those it had.
  @discardableResult
  package mutating func set(_ findings: [Finding], in path: Path) -> [Finding] {
    guard let chunk = chunk(for: path) else {
      if !findings.isEmpty { append(Page(path: path, findings: findings)) }
      return []
    }
    let place = place(of: path, in: chunks[chunk])
    let isThere = place < chunks[chunk].count && chunks[chunk][place].path == path
    let before = isThere ? chunks[chunk][place].findings : []
    count(before, by: -1)
    count(findings, by: 1)
    switch (isThere, findings.isEmpty) {
    case (true, true): chunks[chunk].remove(at: place)
    case (true, false): chunks[chunk][place].findings = findings
    case (false, true): return []
    case (false, false): chunks[chunk].insert(Page(path: path, findings: findings), at: place)
    }
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) } else if chunks[chunk].count > Self.chunkSize { split(chunk) }
    return before
  }

  private mutating func append(_ page: Page) {
    count(page.findings, by: 1)
    if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
      chunks[last].append(page)
    } else {
      chunks.append([page])
    }
  }

  private mutating func split(_ chunk: Int) {
    let half = chunks[chunk].count / 2
    let rest = Array(chunks[chunk][half...])
    chunks[chunk].removeSubrange(half...)
    chunks.insert(rest, at: chunk + 1)
  }

  private mutating func count(_ findings: [Finding], by step: Int) {
    for finding in findings { counts[finding.severity, default: 0] += step }
  }

  /// The chunk that has, or should have, the page of a path; nil where there is none at all.
  private func chunk(for path: Path) -> Int? {
    guard !chunks.isEmpty else { return nil }
    return Swift.max(chunks.partitioningIndex { path < $0[0].path } - 1, 0)
  }

  /// The first page of a chunk that does not come before a path.
  private func place(of path: Path, in chunk: [Page]) -> Int {
    chunk.partitioningIndex { $0.path >= path }
  }
}

extension FindingList: Sequence {
  /// Goes through all findings in report order.
  package func makeIterator() -> AnyIterator<Finding> {
    var (chunk, page, finding) = (0, 0, 0)
    return AnyIterator {
      guard chunk < chunks.count else { return nil }
      let found = chunks[chunk][page].findings[finding]
      finding += 1
      if finding == chunks[chunk][page].findings.count { (page, finding) = (page + 1, 0) }
      if page == chunks[chunk].count { (chunk, page) = (chunk + 1, 0) }
      return found
    }
  }
}

extension FindingList: Equatable {
  /// Whether two reports say the same, however they came about.
  package static func == (left: FindingList, right: FindingList) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }
}
