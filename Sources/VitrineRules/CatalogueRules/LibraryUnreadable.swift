// A photo library that may not be read.

import VitrineModel
import VitrineSource

/// What `libraries` names and is there, and is no folder or none that the system lets this person read.
enum LibraryUnreadable: ManifestRule {
  static let rule = Rule(
    "V612", "library-unreadable", .warning, "a photo library may not be read",
    help: "do as the message says, or take the folder out of 'libraries:' in vitrine.yaml")

  static func check(_ manifest: Manifest, _ report: (Finding) -> Void) {
    for (place, library) in manifest.libraries.enumerated() {
      let reason: String
      if manifest.libraryFiles.contains(place) {
        reason = "it is no folder; name the folder it lies in"
      } else if let path = manifest.unreadableLibraries[place] {
        reason = "permission denied; 'chmod u+rx \(path)' or 'setfacl -m u:$USER:rx \(path)' would allow it"
      } else {
        continue
      }
      report(
        Finding(
          rule, in: Manifest.fileName, at: library.range, pointer: "/libraries/\(place)",
          "photos cannot be picked from '\(library.path)': \(reason)"))
    }
  }
}
