// Where a bundle goes, and in which form: what the name that a person gives says, and whether it may be.

import Glibc
import VitrineFiles
import VitrineSharing
import VitrineSource
import VitrineText

/// The target of `vitrine share`.
package struct ShareTarget {
  /// The form of a bundle.
  enum Form: Hashable {
    /// A folder that is a catalogue.
    case folder
    /// The same in one file.
    case archive(ArchiveForm)
    /// A page for a browser.
    case page
  }

  /// Whether it is a page alone.
  package var isPage: Bool { form == .page }
  /// The absolute path.
  let path: String
  /// The name as it was given.
  package let name: String
  /// The form.
  let form: Form

  /// The target of a name.
  ///
  /// Errors: the name is of no form that is known; it lies in the catalogue; something stands there already.
  package init(_ name: String, root: String, overwrites: Bool, in context: RequestContext) throws {
    self.name = name
    guard name != "-", !name.isEmpty else { throw RequestError("a bundle is no stream; name a file or a folder with -o") }
    path = Path.absolute(name, from: context.folder)
    form = try Self.form(of: path, isFolder: name.hasSuffix("/") || Path.isFolder(path))
    let parent = Path.parent(of: path)
    guard Path.isFolder(parent) else {
      throw RequestError("cannot write '\(name)': there is no folder '\(parent)'", .unavailable)
    }
    try checkOutside(root)
    try checkFree(overwrites: overwrites)
  }

  private static let forms: [(suffix: String, form: Form)] = [
    (".tar", .archive(.tar)), (".tar.gz", .archive(.gzippedTar)), (".tgz", .archive(.gzippedTar)), (".zip", .archive(.zip)),
    (".html", .page), (".htm", .page),
  ]
  /// Suffixes of archives and documents that are not made here; a folder of such a name is nobody's choice.
  private static let others = [
    ".7z", ".rar", ".gz", ".xz", ".bz2", ".zst", ".tbz", ".txz", ".iso", ".dmg", ".pdf", ".json", ".csv", ".xml", ".epub", ".jpg",
    ".png", ".docx", ".yaml",
  ]

  private static func form(of path: String, isFolder: Bool) throws -> Form {
    let name = path.lowercased()
    if isFolder { return .folder }
    if let known = forms.first(where: { name.hasSuffix($0.suffix) }) { return known.form }
    if let other = others.first(where: { name.hasSuffix($0) }) {
      throw RequestError("'\(other)' is no form of a bundle; name a folder, or a file ending in .zip, .tar, .tar.gz or .html")
    }
    return .folder
  }

  /// What lies in the catalogue would be part of it, unless it is left out there.
  private func checkOutside(_ root: String) throws {
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let real = Path.real(path) == path ? Path.real(Path.parent(of: path)) + "/" + last : Path.real(path)
    guard let relative = Path.relative(real, to: root) else { return }
    var folder = root
    var left = relative.split(separator: "/").map(String.init)
    while !left.isEmpty {
      if left[0].hasPrefix(".") { return }
      let ignore = folder + "/" + FileTree.ignoreName
      if Path.isReadableFile(ignore),
        IgnorePatterns(try FileReader.read(path: Path(ignore))).isIgnored(
          path: left.joined(separator: "/"), isDirectory: form == .folder)
      {
        return
      }
      folder += "/" + left.removeFirst()
    }
    throw RequestError(
      "'\(name)' would lie in the catalogue itself and become a part of it; name a place outside, or in a folder that \(FileTree.ignoreName) leaves out"
    )
  }

  private func checkFree(overwrites: Bool) throws {
    guard Path.exists(path) else { return }
    guard form == .folder else {
      if !overwrites { throw RequestError("'\(name)' is there already; --overwrite replaces it") }
      return
    }
    guard Path.isFolder(path) else { throw RequestError("'\(name)' is there already, and is no folder") }
    guard Self.isEmptyFolder(path) else {
      throw RequestError("the folder '\(name)' has something in it; name a new one, or an empty one")
    }
  }

  /// Whether a folder has nothing in it. Source: readdir(3).
  private static func isEmptyFolder(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil, count < 3 { count += 1 }
    return count < 3
  }
}
