// What a catalogue's folder holds: names and kinds of all its files, sorted, in a few bytes each.

package import VitrineSource
package import VitrineSystem

/// The files below a root folder that a catalogue is made of.
///
/// Shape: files are sorted by the bytes of their paths, so that those of one folder and of all below it stand together.
package struct Listing: Sendable {
  /// The root's path as it was given.
  package let root: String
  /// The files.
  package internal(set) var files: [ListedFile] = []
  /// What is wrong with the tree itself, sorted by path.
  package internal(set) var problems: [ListingProblem] = []
  /// The folders below that have a `vitrine.yaml` of their own and so are no part of this catalogue, sorted by path.
  package internal(set) var nestedCatalogues: [Path] = []
  /// The folders and the names.
  var table = FolderTable()
  /// Where symbolic links lead, by the number of the file, ascending.
  var links: [(file: UInt32, target: Path)] = []

  /// The folders, the root first; a folder's parent always has a smaller number.
  package var folders: [ListedFolder] { table.folders }

  /// The path of a file relative to the root, with `/` between parts.
  package func path(of file: ListedFile) -> Path {
    table.path(in: Int(file.folder), nameStart: Int(file.nameStart), nameCount: Int(file.nameCount))
  }

  /// The path of a folder relative to the root; "" for the root itself.
  package func path(ofFolder folder: UInt32) -> Path { table.path(ofFolder: Int(folder)) }

  /// The listing with regular files added that it does not have. Shape: the paths are in byte order.
  package func adding(_ paths: [Path]) -> Listing {
    var rest = paths[...]
    var maker = ListingMaker(root: root)
    for (index, file) in files.enumerated() {
      let path = path(of: file)
      while let next = rest.first, next <= path {
        if next < path { maker.add(next.utf8) }
        rest.removeFirst()
      }
      maker.add(path.utf8, target: target(ofFileAt: index))
    }
    for path in rest { maker.add(path.utf8) }
    return maker.finished(problems: problems, nestedCatalogues: nestedCatalogues)
  }

  /// The last part of a file's path.
  package func name(of file: ListedFile) -> String {
    String(decoding: table.names[file.nameRange], as: UTF8.self)
  }

  /// Gives the bytes of a file's name without making a string.
  @inline(__always)
  package func withName<Result>(of file: ListedFile, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    table.names.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[file.nameRange])) }
  }

  /// True where a file's name ends in `suffix`, in ASCII and regardless of case.
  package func hasSuffix(_ file: ListedFile, _ suffix: StaticString) -> Bool {
    let count = suffix.utf8CodeUnitCount
    guard Int(file.nameCount) >= count else { return false }
    let wanted = UnsafeBufferPointer(start: suffix.utf8Start, count: count)
    return withName(of: file) { name in
      for index in 0..<count {
        var byte = name[name.count - count + index]
        if byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") { byte |= 0x20 }
        if byte != wanted[index] { return false }
      }
      return true
    }
  }

  /// The path, relative to the root, of the file a symbolic link leads to; nil for a file that is no link.
  package func target(ofFileAt index: Int) -> Path? {
    guard files.indices.contains(index), files[index].kind == .link else { return nil }
    var low = 0
    var high = links.count
    while low < high {
      let middle = (low + high) / 2
      if links[middle].file < index { low = middle + 1 } else { high = middle }
    }
    return low < links.count && links[low].file == index ? links[low].target : nil
  }
}

/// One file of a listing: plain data. Its name and its folder lie in the listing.
package struct ListedFile: Sendable {
  /// The number of its folder.
  package var folder: UInt32
  /// Where its name starts in the arena. Units: bytes.
  var nameStart: UInt32
  /// The bytes of its name.
  var nameCount: UInt16
  /// `.regular`, or `.link` for a symbolic link to a regular file below the root.
  package var kind: FileKind

  /// The bytes of its name in the arena.
  var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }
}

/// Something in the tree that is not as it should be. The rules make findings of these.
package struct ListingProblem: Sendable, Hashable {
  /// What is wrong.
  package enum Kind: Sendable, Hashable {
    /// A folder could not be listed.
    case unreadableFolder
    /// A `.vitrineignore` could not be read, so that nothing it names is ignored.
    case unreadableIgnoreFile
    /// A symbolic link leads out of the catalogue; it is not followed.
    case linkOutside
    /// A symbolic link leads to a folder; it is not followed, since it could make a loop.
    case folderLink
    /// A symbolic link leads nowhere, in a circle, or where it may not be read.
    case brokenLink
    /// A symbolic link leads to a file below the root whose name, or that of a folder on the way, is not UTF-8; it is not followed.
    case linkTargetNotUTF8
    /// A pipe, socket or device, or a link to one; it is never opened.
    case special(FileKind)
    /// A name that is not UTF-8; the file or folder is left out.
    case nameNotUTF8
    /// A name with a line break or another control character; the file or folder is taken in.
    case nameControlCharacter
    /// A folder deeper than a listing goes; it is left out.
    case tooDeep
    /// A path longer than the system takes; the file or folder is left out.
    case pathTooLong

    /// Whether it may be over without a change of the folder that it is found in: what a symbolic link leads to is elsewhere.
    package var dependsOnOtherFolders: Bool {
      switch self {
      case .linkOutside, .folderLink, .brokenLink, .linkTargetNotUTF8, .special: true
      case .unreadableFolder, .unreadableIgnoreFile, .nameNotUTF8, .nameControlCharacter, .tooDeep, .pathTooLong: false
      }
    }
  }

  /// The path relative to the root, "" for the root, made safe to show (bytes that are not UTF-8 and control characters are escaped) but for
  /// `.nameControlCharacter`, whose file is listed under just this path.
  package var path: Path
  /// What is wrong.
  package var kind: Kind
  /// The number of the system's error, or 0.
  package var errno: Int32

  /// A problem at a path.
  package init(path: Path, kind: Kind, errno: Int32 = 0) {
    self.path = path
    self.kind = kind
    self.errno = errno
  }
}
