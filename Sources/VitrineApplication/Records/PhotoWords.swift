// What a record's list of photos says of each.

import VitrineChanges
import VitrineFormats
package import VitrineModel
import VitrineRules
package import VitrineSource
package import VitrineSyntax

/// What a record says of one of its photos.
package struct PhotoWords {
  /// Where the photo is.
  package var path: Path
  /// All that is said, in one line.
  package var line: String
  /// What it shows; "" where that is not said.
  package var caption: String
}

extension RecordFields.PhotoList {
  /// What it says of photos of the record at `path`, whose kind is `kind`; their numbers say nothing of what they show.
  package func words(_ reader: TreeReader, of kind: Kind, at path: Path) -> [PhotoWords] {
    let captions = PhotoCaptioning.fields(of: kind).map(\.path)
    return reader.items(node).compactMap { item in
      guard reader.resolved(item).kind == .mapping, let name = file.path.names.last, let file = reader.value(item, named: name)
      else { return nil }
      func text(_ field: Kind.Field) -> String? {
        guard let last = field.path.names.last, last != PhotoOrdering.numberName,
          let value = reader.value(item, named: last), reader.resolved(value).isScalar, reader.resolved(value).kind != .null
        else { return nil }
        return reader.text(value)
      }
      let said = others.compactMap { field in text(field).map { ShownValue.piece($0, field).text } }
      return PhotoWords(
        path: PhotoPath.resolve(reader.text(file), from: path), line: said.joined(separator: " · "),
        caption: others.first { captions.contains($0.path) }.flatMap(text) ?? "")
    }
  }
}
