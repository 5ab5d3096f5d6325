// The files of a commit or of git's index, taken in by the rules of a listing: as if they lay in a folder.

import Glibc
import VitrineGit
import VitrineSource
import VitrineSystem

/// Makes the listing of a version. Shape: what `FileTree.list` does with names on a disk is done with names in git.
struct VersionListing {
  /// How many symbolic links a path may lead through. Source: path_resolution(7).
  private static let maximumLinks = 40
  /// The longest text that is where a symbolic link leads to. Units: bytes.
  private static let maximumTarget = 4096
  /// The biggest ignore file that is read. Units: bytes.
  private static let maximumIgnoreFile = 1_048_576

  private let root: String
  private let entries: [GitEntry]
  /// The entries that are links or files, by path.
  private var numbers: [[UInt8]: Int] = [:]
  private var folders: [[UInt8]: Folder] = [:]
  /// All folders that have something in them.
  private var known: Set<[UInt8]> = [[]]
  private var catalogues: Set<[UInt8]> = []
  private var problems: [ListingProblem] = []
  private var nested: [Path] = []

  /// A folder as the listing sees it.
  private enum Folder {
    case leftOut
    case taken(ignores: IgnoreChain?, depth: Int)
  }

  /// Looks at the entries of a version, in byte order, of the catalogue in `root`.
  init(_ entries: [GitEntry], root: String) {
    self.root = root
    self.entries = entries
    numbers.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated() {
      let (folder, name) = Self.parts(entry.path)
      if entry.kind != .submodule { numbers[entry.path] = number }
      var above = folder[...]
      while known.insert(Array(above)).inserted {
        above = above[..<(above.lastIndex(of: UInt8(ascii: "/")) ?? above.startIndex)]
      }
      if !folder.isEmpty, name.elementsEqual(FileTree.manifestName.utf8), entry.kind != .submodule { catalogues.insert(folder) }
    }
  }

  /// The listing; `text` gives the bytes of an entry, so many at most.
  consuming func listing(text: (GitEntry, Int) -> [UInt8]?) -> Listing {
    var maker = ListingMaker(root: root)
    for entry in entries where entry.kind != .submodule {
      let (folder, name) = Self.parts(entry.path)
      guard case .taken(let ignores, _) = state(of: folder, text) else { continue }
      let isSkipped = name.withUnsafeBufferPointer { SkippedNames.contain($0) }
      guard !isSkipped, !Self.leaves(out: entry.path, ignores, isFolder: false), takes(name, entry.path) else { continue }
      if entry.kind == .file {
        maker.add(entry.path)
      } else if let target = target(of: entry, text) {
        maker.add(entry.path, target: target)
      }
    }
    problems.sort { $0.path != $1.path ? $0.path < $1.path : $0.errno < $1.errno }
    return maker.finished(problems: problems, nestedCatalogues: nested.sorted())
  }

  /// The folder of a path and the name in it.
  private static func parts(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  private static func leaves(out path: [UInt8], _ ignores: IgnoreChain?, isFolder: Bool) -> Bool {
    guard let ignores else { return false }
    return path.withUnsafeBufferPointer { ignores.leavesOut($0, isFolder: isFolder) }
  }

  /// What becomes of a folder, found once.
  private mutating func state(of folder: [UInt8], _ text: (GitEntry, Int) -> [UInt8]?) -> Folder {
    if let state = folders[folder] { return state }
    // From the top down, without recursion: a hostile path may have any number of parts.
    var state = Folder.taken(ignores: nil, depth: 0)
    var ends = folder.indices.filter { folder[$0] == UInt8(ascii: "/") }
    if !folder.isEmpty { ends.append(folder.count) }
    if folders[[]] == nil { folders[[]] = .taken(ignores: ignores(of: [], above: nil, text), depth: 0) }
    state = folders[[]] ?? state
    for end in ends.prefix(FileTree.mostDepth + 1) {
      let path = Array(folder[..<end])
      if let known = folders[path] {
        state = known
      } else {
        state = entered(path, from: state, text)
        folders[path] = state
      }
      if case .leftOut = state { return state }
    }
    return ends.count > FileTree.mostDepth ? .leftOut : state
  }

  /// What becomes of a folder whose folder is taken.
  private mutating func entered(_ path: [UInt8], from above: Folder, _ text: (GitEntry, Int) -> [UInt8]?) -> Folder {
    guard case .taken(let ignores, let depth) = above else { return .leftOut }
    let name = Self.parts(path).name
    let isSkipped = name.withUnsafeBufferPointer { SkippedNames.contain($0) }
    guard !isSkipped, !Self.leaves(out: path, ignores, isFolder: true), takes(name, path) else { return .leftOut }
    guard depth < FileTree.mostDepth else {
      problems.append(ListingProblem(path: Path(Path.shown(path)), kind: .tooDeep))
      return .leftOut
    }
    if catalogues.contains(path) {
      nested.append(Path(bytes: path))
      return .leftOut
    }
    return .taken(ignores: self.ignores(of: path, above: ignores, text), depth: depth + 1)
  }

  /// The ignore files in force in a folder.
  private mutating func ignores(
    of folder: [UInt8], above: IgnoreChain?, _ text: (GitEntry, Int) -> [UInt8]?
  ) -> IgnoreChain? {
    let path = folder + (folder.isEmpty ? [] : [UInt8(ascii: "/")]) + Array(FileTree.ignoreName.utf8)
    guard let number = numbers[path] else { return above }
    guard entries[number].kind == .file, let bytes = text(entries[number], Self.maximumIgnoreFile) else {
      problems.append(
        ListingProblem(
          path: Path(Path.shown(path)), kind: .unreadableIgnoreFile, errno: entries[number].kind == .link ? ELOOP : EIO))
      return above
    }
    return IgnoreChain(
      above: above, prefixCount: folder.isEmpty ? 0 : folder.count + 1, source: bytes)
  }

  /// Whether a name can be taken in; a problem where it cannot, or should not.
  private mutating func takes(_ name: [UInt8], _ path: [UInt8]) -> Bool {
    let (isText, hasControls) = name.withUnsafeBufferPointer { (Path.isUTF8($0), $0.hasControlCharacter) }
    guard isText else {
      problems.append(ListingProblem(path: Path(Path.shown(path)), kind: .nameNotUTF8))
      return false
    }
    if hasControls { problems.append(ListingProblem(path: Path(bytes: path), kind: .nameControlCharacter)) }
    guard path.count < Int(PATH_MAX) - 1 else {
      problems.append(ListingProblem(path: Path(Path.shown(path)), kind: .pathTooLong))
      return false
    }
    return true
  }

  /// The file that a link leads to, relative to the root; nil, and a problem, where it leads to none of the version.
  private mutating func target(of link: GitEntry, _ text: (GitEntry, Int) -> [UInt8]?) -> Path? {
    func report(_ kind: ListingProblem.Kind, _ number: Int32 = 0) {
      problems.append(ListingProblem(path: Path(Path.shown(link.path)), kind: kind, errno: number))
    }
    var parts = link.path.split(separator: UInt8(ascii: "/")).map { Array($0) }[...]
    var place: [[UInt8]] = []
    var links = 0
    while let part = parts.popFirst() {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        guard place.popLast() != nil else {
          report(.linkOutside)
          return nil
        }
        continue
      }
      place.append(part)
      let path = Array(place.joined(separator: [UInt8(ascii: "/")]))
      guard let number = numbers[path], entries[number].kind == .link else { continue }
      links += 1
      guard links <= Self.maximumLinks, var leads = text(entries[number], Self.maximumTarget), !leads.contains(0) else {
        report(.brokenLink, links > Self.maximumLinks ? ELOOP : EIO)
        return nil
      }
      place.removeLast()
      if leads.first == UInt8(ascii: "/") {
        let own = Array(root.utf8) + [UInt8(ascii: "/")]
        guard leads.starts(with: own) else {
          report(.linkOutside)
          return nil
        }
        leads.removeFirst(own.count)
        place = []
      }
      parts = leads.split(separator: UInt8(ascii: "/")).map { Array($0) }[...] + parts
    }
    let path = Array(place.joined(separator: [UInt8(ascii: "/")]))
    if numbers[path] != nil { return Path(bytes: path) }
    report(known.contains(path) ? .folderLink : .brokenLink, known.contains(path) ? 0 : ENOENT)
    return nil
  }
}
