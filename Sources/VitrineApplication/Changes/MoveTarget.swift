// Where a record goes that is moved, as a person says it.

import VitrineCatalog
import VitrineModel

/// Where a record goes.
package struct MoveTarget {
  /// The path it gets.
  package let path: String
  /// True where it takes along what lies in its folder.
  package let takesFolder: Bool

  /// What a person who stands in `folder` meant by a new name or place.
  ///
  /// Errors: it lies outside the catalogue.
  package init(_ word: String, of record: String, isKeeper: Bool, in open: OpenCatalogue, folder: String) throws(RequestError) {
    let root = Path.real(open.catalogue.root)
    let old = String(RecordID.folder(ofPath: record))
    let name = String(record.dropFirst(old.isEmpty ? 0 : old.utf8.count + 1))
    let suffix = String(record.dropFirst(RecordID.id(ofPath: record).count))
    func join(_ folder: String, _ rest: String) -> String { folder.isEmpty ? rest : folder + "/" + rest }

    let absolute = Path.absolute(word, from: folder)
    let isFolder = word.hasSuffix("/") || Path.isFolder(absolute)
    let isPath = word.contains("/") || isFolder
    guard isPath else {
      // A name alone: beside where it stands.
      if isKeeper, RecordID.id(ofPath: word) == word {
        path = join(join(String(RecordID.folder(ofPath: old)), word), name)
        takesFolder = true
      } else {
        path = join(old, RecordID.id(ofPath: word) == word ? word + suffix : word)
        takesFolder = false
      }
      return
    }
    guard let place = Path.relative(absolute, to: root) ?? Path.relative(Path.real(absolute), to: root) else {
      throw RequestError("'\(word)' lies outside the catalogue in '\(root)'")
    }
    if isKeeper, RecordID.id(ofPath: place) == place {
      let last = old.split(separator: "/").last.map(String.init) ?? old
      path = join(isFolder ? join(place, last) : place, name)
      takesFolder = true
    } else {
      let isWhole = RecordID.id(ofPath: place) != place
      path = isFolder ? join(place, name) : isWhole ? place : place + suffix
      takesFolder = false
    }
  }
}
