// A file that cannot be read.

import VitrineModel
import VitrineSource

/// A file or folder that the operating system does not let be read.
enum Unreadable: TroubleRule {
  static let rule = Rule(
    "V016", "unreadable", .error, "a file or folder cannot be read",
    help: "check its owner and mode with 'ls -l', and the disk")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    guard case .unreadable(let why) = trouble.cause else { return }
    report(Finding(rule, in: trouble.path, at: ByteRange(at: 0), "cannot be read: \(why)"))
  }
}
