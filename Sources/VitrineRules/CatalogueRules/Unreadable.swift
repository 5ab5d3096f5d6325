// A file that cannot be read.

import VitrineModel
import VitrineSource

/// A file or folder that the operating system does not let be read.
enum Unreadable: CatalogueRule {
  static let rule = Rule(
    "V016", "unreadable", .error, "a file or folder cannot be read",
    help: "check its owner and mode with 'ls -l', and the disk")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for trouble in catalogue.troubles {
      guard case .unreadable(let why) = trouble.cause else { continue }
      report(Finding(rule, in: trouble.path, at: ByteRange(at: 0), "cannot be read: \(why)"))
    }
  }
}
