// Where a record goes that is moved, as a person says it.

import VitrineCatalog
import VitrineModel
package import VitrineSource

/// Where a record goes.
package struct MoveTarget {
  /// The path it gets.
  package let path: Path
  /// True where it takes along what lies in its folder.
  package let takesFolder: Bool

  /// What a person who stands in `folder` meant by a new name or place.
  ///
  /// Errors: it lies outside the catalogue.
  package init(_ word: String, of record: Path, isKeeper: Bool, in open: OpenCatalogue, folder: String) throws(RequestError) {
    let root = Path.real(open.catalogue.root)
    let old = Path(record.folder)
    let name = record.name
    let suffix = record.slice.rest(after: record.stem)?.string ?? ""

    let absolute = Path.absolute(word, from: folder)
    let isFolder = word.utf8.last == 0x2F || Path.isFolder(absolute)
    let isPath = word.utf8.contains(0x2F) || isFolder
    guard isPath else {
      // A name alone: beside where it stands.
      if isKeeper, !Path(word).isRecordFile {
        path = Path(old.folder).appending(word).appending(name)
        takesFolder = true
      } else {
        path = old.appending(Path(word).isRecordFile ? word : word + suffix)
        takesFolder = false
      }
      return
    }
    guard let place = (Path.relative(absolute, to: root) ?? Path.relative(Path.real(absolute), to: root)).map({ Path($0) }) else {
      throw RequestError("'\(word)' lies outside the catalogue in '\(root)'")
    }
    if isKeeper, !place.isRecordFile {
      path = (isFolder ? place.appending(old.name) : place).appending(name)
      takesFolder = true
    } else {
      path = isFolder ? place.appending(name) : place.isRecordFile ? place : place.adding(suffix: suffix)
      takesFolder = false
    }
  }
}
