// Fixes that leave their finding as it was: made again and again, they only make a file longer.

import VitrineSource

/// The files in which a round of fixes did nothing about what was found.
struct IdleFixes {
  /// What makes a finding the same one after the fix.
  private struct Likeness: Hashable {
    let code: String
    let start: UInt32
    let message: String

    init(_ finding: Finding) {
      code = finding.rule.code
      start = finding.range.start
      message = finding.message
    }
  }

  /// The files.
  let paths: Set<Path>

  /// Compares the findings that were fixed with those of the file afterwards. A file that became shorter is on its way, though the next of several faults
  /// may now stand where the last one stood.
  ///
  /// - Parameter isShorter: whether a file has fewer bytes than before.
  init(_ fixed: [Finding], of before: [Finding], after: (Path) -> [Finding], isShorter: (Path) -> Bool) {
    let found = Dictionary(grouping: before, by: \.path)
    paths = Set(
      Dictionary(grouping: fixed, by: \.path).filter { path, fixed in
        guard !isShorter(path) else { return false }
        let (was, still) = (Self.counts(found[path] ?? []), Self.counts(after(path)))
        return fixed.contains { finding in still[Likeness(finding), default: 0] >= was[Likeness(finding), default: 1] }
      }.map(\.key))
  }

  private static func counts(_ findings: [Finding]) -> [Likeness: Int] {
    Dictionary(findings.map { (Likeness($0), 1) }, uniquingKeysWith: +)
  }
}
