// A copy that a file sync tool left.

import VitrineModel
import VitrineSource

/// A file whose name says that two machines changed it at once.
enum ConflictedCopy: TroubleRule {
  static let rule = Rule(
    "V011", "conflicted-copy", .warning, "a sync tool left a conflicted copy",
    help: "compare the two files, keep what is right in one, and delete the other")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    guard case .conflictedCopy(let original) = trouble.cause else { return }
    report(
      Finding(
        rule, in: trouble.path, at: ByteRange(at: 0),
        "a sync tool left this copy beside '\(original)'; it is no record of its own"))
  }
}
