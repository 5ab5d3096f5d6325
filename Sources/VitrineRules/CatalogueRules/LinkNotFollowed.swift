// A link to a folder, or to nothing.

import VitrineModel
import VitrineSource

/// A symbolic link to a folder, which could lead in circles, or to nothing.
enum LinkNotFollowed: TroubleRule {
  static let rule = Rule(
    "V021", "link-not-followed", .info, "a symbolic link to a folder, or to nothing that can be read, is not followed",
    help: "move the files into the catalogue instead of linking their folder, or delete the link")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    guard case .linkNotFollowed(let what) = trouble.cause else { return }
    report(Finding(rule, in: trouble.path, at: ByteRange(at: 0), "the link leads to \(what) and is not followed"))
  }
}
