// Photos of a catalogue as people name them.

import VitrineCatalog
import VitrineIndex
package import VitrineModel
import VitrineRules
package import VitrineSource

/// Finds the photos that names mean.
package enum PhotoName {
  /// A name of a file without its suffix, and without the mark of a phone's edited copy: `IMG_E0042` is a copy of `IMG_0042`.
  package static func stem(of name: String) -> String {
    let stem = name.split(separator: ".").dropLast().joined(separator: ".")
    return stem.hasPrefix("IMG_E") ? "IMG_" + stem.dropFirst(5) : stem
  }

  /// What files have in common that are one shot: their folder, and their name without its suffix, in small letters.
  package static func shot(of path: Path) -> String { "\(path.folder.string)/\(stem(of: path.name.string).lowercased())" }

  /// The path of a file that a record lists.
  package static func path(_ file: String, from record: Path) -> Path { PhotoPath.resolve(file, from: record) }

  /// The path from the root of a file that a person who stands in `folder` names.
  ///
  /// Errors: it lies outside of the catalogue.
  package static func inside(_ name: String, root: String, folder: String) throws(RequestError) -> Path {
    let absolute = Path.absolute(name, from: folder)
    let root = Path.real(root)
    guard let found = Path.relative(absolute, to: root) ?? Path.relative(Path.real(absolute), to: root) else {
      throw RequestError("'\(name)' lies outside the catalogue in '\(root)'")
    }
    return Path(found)
  }

  /// The path from the root of the file that a name leads to, with symbolic links followed; nil where it lies outside of the catalogue.
  package static func target(of name: String, root: String, folder: String) -> Path? {
    Path.relative(Path.real(Path.absolute(name, from: folder)), to: Path.real(root)).map { Path($0) }
  }

  /// The photo of some that a name means: its path from where the person stands, from the root, or its last part.
  ///
  /// Errors: it means none, or several.
  package static func find(_ name: String, among photos: [Path], root: String, folder: String) throws(RequestError) -> Path {
    let here = try? inside(name, root: root, folder: folder)
    for wanted in [here, Path(name)] {
      if let wanted, let found = photos.first(where: { $0 == wanted }) { return found }
    }
    let named = Set(photos.filter { $0.name.string == name })
    guard let found = named.first else {
      let names = Set(photos.map { $0.name.string }).sorted()
      let advice = names.isEmpty ? "; it has none" : "; its photos are \(names.prefix(5).joined(separator: ", "))"
      throw RequestError("'\(name)' is no photo of the record\(advice)")
    }
    guard named.count == 1 else { throw RequestError("several photos of the record are called '\(name)'; write the whole path") }
    return found
  }
}

extension OpenCatalogue {
  /// What the first photo of a record says that was taken; nil where it has none that says something.
  package func firstPhoto(ofRecordAt path: Path) -> PhotoMetadata? {
    catalogue.book.withWriter { $0.photos(ofRecordAt: path) }.lazy.compactMap { catalogue.metadata(of: $0) }.first
  }
}
