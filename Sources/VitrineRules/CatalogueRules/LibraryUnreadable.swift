// A photo library that may not be read.

import VitrineModel
import VitrineSource

/// A folder of `libraries` that is there, and that the system does not let this person read.
enum LibraryUnreadable: ManifestRule {
  static let rule = Rule(
    "V612", "library-unreadable", .warning, "a photo library may not be read",
    help: "allow it, as the message says, or take the folder out of 'libraries:' in vitrine.yaml")

  static func check(_ manifest: Manifest, _ report: (Finding) -> Void) {
    for (place, library) in manifest.libraries.enumerated() {
      guard let path = manifest.unreadableLibraries[place] else { continue }
      report(
        Finding(
          rule, in: Manifest.fileName, at: library.range, pointer: "/libraries/\(place)",
          "photos cannot be picked from '\(library.path)': permission denied; 'chmod u+rx \(path)' or 'setfacl -m u:$USER:rx \(path)' would allow it"
        ))
    }
  }
}
