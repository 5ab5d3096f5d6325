// A file that is none.

import VitrineModel
import VitrineSource

/// A FIFO, socket or device among the records; it is never opened.
enum SpecialFile: TroubleRule {
  static let rule = Rule(
    "V017", "special-file", .warning, "a FIFO, socket or device stands where a file is expected",
    help: "delete it, or name it in .vitrineignore")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    guard case .special(let what) = trouble.cause else { return }
    report(Finding(rule, in: trouble.path, at: ByteRange(at: 0), "this is \(what), not a file; it is not opened"))
  }
}
