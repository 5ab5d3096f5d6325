// A YAML file outside all collections.

import VitrineModel
import VitrineSource

/// A YAML file that no collection of the manifest claims.
enum UnclaimedFile: TroubleRule {
  static let rule = Rule(
    "V019", "unclaimed-file", .info, "a YAML file belongs to no collection",
    help: "add a collection to vitrine.yaml, move the file, or name it in .vitrineignore")

  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void) {
    if case .otherSuffix(let path) = trouble.cause {
      let name = path.name.string
      // Safe: nothing stands there, and the text stays as it is; that the file is meant to be a record says its place.
      var fix = Fix("rename to '\(name)'", renamingTo: path)
      fix.isSafe = true
      return report(
        Finding(
          rule, in: trouble.path, at: ByteRange(at: 0),
          "the names of records end in '.yaml', so that no collection in vitrine.yaml claims this file; it is not checked",
          fixes: [fix]))
    }
    guard case .unclaimed = trouble.cause else { return }
    report(
      Finding(rule, in: trouble.path, at: ByteRange(at: 0), "no collection in vitrine.yaml claims this file; it is not checked")
    )
  }
}
