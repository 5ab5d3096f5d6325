// Reading a person's photo library without saying why.

import VitrineModel
import VitrineSource

/// A manifest with `libraries` and without the text that explains them.
enum PermissionTextMissing: ManifestRule {
  static let rule = Rule(
    "V608", "permission-text-missing", .warning, "photo libraries are set, but nothing explains why they are read",
    help: "add 'permissions: {photoLibrary: {description: …}}' with a sentence for the people who use this catalogue")

  static func check(_ manifest: Manifest, _ report: (Finding) -> Void) {
    guard let library = manifest.libraries.first, !manifest.describesPhotoLibrary else { return }
    report(
      Finding(
        rule, in: Manifest.fileName, at: library.range, pointer: "/libraries/0",
        "photos may be picked from '\(library.path)', but 'permissions.photoLibrary.description' does not say why"))
  }
}
