// From where a person stands to the catalogue they mean, and to places in it.

import VitrineCatalog
import VitrineModel
package import VitrineSource

extension RequestContext {
  /// The root of the catalogue: that of `path` if one is given, else that of the folder worked in.
  ///
  /// Errors: the folder is none; there is no catalogue there, or above, or it cannot be seen whether there is.
  package func root(for path: String? = nil) throws(RequestError) -> String {
    let start = path.map { Path.absolute($0, from: folder) } ?? folder
    guard Path.exists(start) else {
      throw RequestError("cannot read '\(path ?? start)': there is no such file or folder", .unavailable)
    }
    guard Path.isFolder(folder) else { throw RequestError("'\(folder)' is not a folder", .unavailable) }
    if let root = RootSearch.root(above: Path.real(start)) { return root }
    if let failure = RootSearch.failure(above: Path.real(start)) { throw RequestError("\(failure)", .unavailable) }
    let looked = Path.isFolder(start) ? start : Path.parent(of: start)
    throw RequestError(
      "there is no catalogue here: no '\(Manifest.fileName.string)' in '\(looked)' or above; 'vitrine init' makes one",
      .unavailable)
  }

  /// Paths a person gave, relative to a catalogue's root; "" for the root.
  ///
  /// Errors: a path that is not there, or lies outside.
  package func relativePaths(_ paths: [String], in root: String) throws(RequestError) -> [Path] {
    var relative: [Path] = []
    for path in paths {
      let absolute = Path.absolute(path, from: folder)
      let isThere = Path.exists(absolute)
      guard isThere || Path.relative(absolute, to: root) != nil else {
        throw RequestError("cannot read '\(path)': there is no such file or folder", .unavailable)
      }
      guard let found = Path.relative(Path.real(absolute), to: root) ?? Path.relative(absolute, to: root) else {
        throw RequestError("'\(path)' lies outside the catalogue in '\(root)'", .unavailable)
      }
      guard isThere else {
        throw RequestError("cannot read '\(path)': there is no such file or folder", .unavailable)
      }
      relative.append(Path(found))
    }
    return relative
  }
}
