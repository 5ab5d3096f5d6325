// Two names that some disks take for one.

import VitrineModel
import VitrineSource

/// Paths that differ only in case, or in how accents are composed.
enum CaseCollision: TroubleRule {
  static let rule = Rule(
    "V013", "case-collision", .warning, "two paths differ only in case",
    help: "rename one: on macOS and Windows only one of them can exist")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    guard case .caseCollision(let other) = trouble.cause else { return }
    let message =
      trouble.path.isCanonicallyEqual(to: other)
      ? "the path looks like '\(other.string)' and differs only in Unicode form: in how an accented letter is composed"
      : "the path differs from '\(other.string)' only in case"
    report(Finding(rule, in: trouble.path, at: ByteRange(at: 0), message))
  }
}
