// A way out of the catalogue.

import VitrineModel
import VitrineSource

/// A symbolic link that is not followed.
enum SymlinkOutside: TroubleRule {
  static let rule = Rule(
    "V012", "symlink-outside", .warning, "a symbolic link leads out of the catalogue",
    help: "copy the file into the catalogue, or name the link in .vitrineignore")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    guard case .linkOutside = trouble.cause else { return }
    report(Finding(rule, in: trouble.path, at: ByteRange(at: 0), "the link leads out of the catalogue and is not followed"))
  }
}
