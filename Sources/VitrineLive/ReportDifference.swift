// Two reports compared: what is new, and what is gone. What only moved within its file is neither.

import VitrineAlgorithms
import VitrineIndex
import VitrineRules
import VitrineSource

/// The difference of two reports.
struct ReportDifference {
  /// The findings that only the later report has, in report order.
  private(set) var appeared: [Finding] = []
  /// The findings that only the earlier report has, in report order.
  private(set) var fixed: [Finding] = []

  /// Compares two reports; only the files at `paths` differ, or any where that is nil.
  init(_ old: FindingList, _ new: FindingList, paths: Set<Path>?) {
    guard let paths else {
      compareAll(old, new)
      return
    }
    for path in paths.sorted() {
      compare(old.findings(in: path)[...], new.findings(in: path)[...])
    }
  }

  /// Goes through both reports file by file.
  private mutating func compareAll(_ old: FindingList, _ new: FindingList) {
    let (old, new) = (Array(old), Array(new))
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let path: Path
      if left == old.count {
        path = new[right].path
      } else if right == new.count || old[left].path < new[right].path {
        path = old[left].path
      } else {
        path = new[right].path
      }
      let (leftEnd, rightEnd) = (Self.end(of: path, old, from: left), Self.end(of: path, new, from: right))
      compare(old[left..<leftEnd], new[right..<rightEnd])
      (left, right) = (leftEnd, rightEnd)
    }
  }

  private static func end(of path: Path, _ findings: [Finding], from start: Int) -> Int {
    var end = start
    while end < findings.count, findings[end].path == path { end += 1 }
    return end
  }

  /// Compares the findings of one file: those that are the same, then those at the same value, then those of the same record.
  private mutating func compare(_ old: ArraySlice<Finding>, _ new: ArraySlice<Finding>) {
    if old.isEmpty || new.isEmpty {
      fixed += old
      appeared += new
      return
    }
    var (before, after) = (Array(old), Array(new))
    Self.takeOut(&before, &after) { $0 }
    Self.takeOut(&before, &after) { [$0.rule.slug, $0.message, $0.pointer] }
    Self.takeOut(&before, &after) { [$0.rule.slug, $0.message, $0.record] }
    fixed += before
    appeared += after
  }

  /// Takes pairs out whose keys are the same.
  private static func takeOut<Key: Hashable>(_ old: inout [Finding], _ new: inout [Finding], _ key: (Finding) -> Key) {
    if old.isEmpty || new.isEmpty { return }
    var counts: [Key: Int] = [:]
    for finding in new { counts[key(finding), default: 0] += 1 }
    var taken: [Key: Int] = [:]
    old.removeAll { finding in
      let key = key(finding)
      guard let count = counts[key], count > 0 else { return false }
      counts[key] = count - 1
      taken[key, default: 0] += 1
      return true
    }
    new.removeAll { finding in
      let key = key(finding)
      guard let count = taken[key], count > 0 else { return false }
      taken[key] = count - 1
      return true
    }
  }
}
