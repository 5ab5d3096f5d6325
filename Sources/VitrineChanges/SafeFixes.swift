// From findings to the edits that fix them: one round of `check --fix`.

package import VitrineSource

/// What can be fixed at once.
package struct SafeFixes: Sendable {
  /// Which fixes are made, and where.
  package struct Options: Sendable {
    /// True where a finding's only fix is made though it is not safe.
    package var takesUnsafe = false
    /// Files of which one fix alone is made.
    package var single: Set<Path> = []
    /// Files that are left as they are.
    package var held: Set<Path> = []

    /// All safe fixes.
    package init() {}

    /// The fix that is made of a finding; nil for none.
    package func fix(of finding: Finding) -> Fix? {
      finding.fixes.first(where: \.isSafe) ?? (takesUnsafe && finding.fixes.count == 1 ? finding.fixes[0] : nil)
    }
  }

  /// The edits, each file's bound to the bytes they were computed from.
  package let plan: Plan
  /// The findings that they fix.
  package let findings: [Finding]
  /// How many findings they fix.
  package var fixed: Int { findings.count }
  /// How many findings have a fix that overlaps another's and must wait for the next run.
  package let postponed: Int

  /// The plan for these findings. `reading` gives the present bytes of a file by its path.
  ///
  /// Shape: of fixes whose edits overlap or touch, the first in report order is taken; the rest wait.
  package init(_ findings: [Finding], _ options: Options = Options(), reading: (Path) -> [UInt8]?) {
    var edits: [FileEdit] = []
    var fixed: [Finding] = []
    var postponed = 0
    var start = findings.startIndex
    while start < findings.endIndex {
      let path = findings[start].path
      let end = findings[start...].firstIndex { $0.path != path } ?? findings.endIndex
      var taken: [TextEdit] = []
      for finding in findings[start..<end] where !options.held.contains(path) {
        guard let fix = options.fix(of: finding), fix.newPath == nil else { continue }
        let isFree = taken.isEmpty || !options.single.contains(path)
        if isFree, fix.edits.allSatisfy({ edit in !taken.contains { Self.collide($0, edit) } }) {
          taken += fix.edits
          fixed.append(finding)
        } else {
          postponed += 1
        }
      }
      start = end
      guard !taken.isEmpty, let bytes = reading(path) else { continue }
      edits.append(FileEdit(path: path, expected: .bytes(bytes), change: .edits(taken)))
    }
    plan = Plan("fix \(fixed.count) finding\(fixed.count == 1 ? "" : "s")", edits)
    self.findings = fixed
    self.postponed = postponed
  }

  private static func collide(_ left: TextEdit, _ right: TextEdit) -> Bool {
    left.range.start <= right.range.end && right.range.start <= left.range.end
  }
}
