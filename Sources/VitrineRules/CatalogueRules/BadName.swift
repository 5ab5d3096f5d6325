// A name that cannot be shown.

import VitrineModel
import VitrineSource

/// A file name that is not UTF-8 or holds control characters.
enum BadName: TroubleRule {
  static let rule = Rule(
    "V018", "bad-name", .warning, "a file name is not UTF-8 or holds control characters",
    help: "rename the file")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    guard case .name(let why) = trouble.cause else { return }
    report(
      Finding(
        rule, in: trouble.path, at: ByteRange(at: 0), why)
    )
  }
}
