// Reading one folder: every name is taken in, passed over or a problem.

import Glibc
import VitrineSource
import VitrineSystem
import VitrineText

/// What is alike for all folders of a walk.
struct FolderScan: Sendable {
  /// The root's path with all links resolved: what the target of a link must begin with.
  let realRoot: Path

  /// The biggest ignore file that is read. Units: bytes.
  private static let mostIgnoreBytes = 1_048_576
  private static let nameOffset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19

  /// Reads a folder that the table names.
  func read(
    _ folder: Int, of table: borrowing FolderTable, with cursor: inout FolderCursor, ignores: IgnoreChain?
  ) -> FolderContents {
    var contents = FolderContents()
    contents.ignores = ignores
    let entry = table.folders[folder]
    let descriptor: Int32
    do throws(FileError) {
      let parent = try cursor.descriptor(of: entry.parent, in: table)
      let dot: [UInt8] = [UInt8(ascii: "."), 0]
      descriptor =
        folder == 0
        ? dot.withUnsafeBufferPointer { SystemCall.openFolder(parent, $0.baseAddress) }
        : table.names.withUnsafeBufferPointer { names in
          SystemCall.openFolder(parent, names.baseAddress.map { $0 + Int(entry.nameStart) })
        }
    } catch {
      if case .system(let number) = error.cause { fail(number, folder, table, &contents) }
      return contents
    }
    guard descriptor >= 0 else {
      fail(-descriptor, folder, table, &contents)
      return contents
    }
    return read(descriptor, folder, of: table, contents)
  }

  /// Reads an open folder and closes it. Shape: `contents` has the ignore files in force for it.
  func read(_ descriptor: Int32, _ folder: Int, of table: borrowing FolderTable, _ contents: FolderContents) -> FolderContents {
    var contents = contents
    let entry = table.folders[folder]
    guard let stream = fdopendir(descriptor) else {
      fail(errno, folder, table, &contents)
      close(descriptor)
      return contents
    }
    defer { closedir(stream) }
    var place = Place(folder: folder, descriptor: descriptor, pathCount: Int(entry.pathCount), depth: Int(entry.depth))
    readNames(stream, &place, table, &contents)
    if place.hasManifest, folder > 0 {
      var nested = FolderContents()
      nested.isCatalogue = true
      return nested
    }
    contents.hasIgnoreFile = place.hasIgnoreFile
    if place.hasIgnoreFile { readIgnoreFile(place, table, &contents) }
    applyIgnores(place, table, &contents)
    contents.sort()
    return contents
  }

  /// What a listing makes of single names of an open folder. Shape: `ignores` are in force in the folder itself.
  func look(
    at names: [FolderName], _ descriptor: Int32, _ folder: Int, of table: borrowing FolderTable, ignores: IgnoreChain?
  ) -> FolderContents {
    var contents = FolderContents()
    contents.ignores = ignores
    let entry = table.folders[folder]
    var place = Place(folder: folder, descriptor: descriptor, pathCount: Int(entry.pathCount), depth: Int(entry.depth))
    for name in names {
      (name.bytes + [0]).withUnsafeBufferPointer { bytes in
        let bytes = UnsafeBufferPointer(rebasing: bytes.dropLast())
        if !SkippedNames.contain(bytes) { take(bytes, name.kind, &place, table, &contents) }
      }
    }
    applyIgnores(place, table, &contents)
    contents.sort()
    return contents
  }

  /// Where the work is.
  private struct Place {
    var folder: Int
    var descriptor: Int32
    var pathCount: Int
    var depth: Int
    var hasManifest = false
    var hasIgnoreFile = false
  }

  /// A folder that went away meanwhile is no problem: it is as if the listing had come later.
  private func fail(_ number: Int32, _ folder: Int, _ table: borrowing FolderTable, _ contents: inout FolderContents) {
    contents.failure = number
    guard folder > 0, number != ENOENT else { return }
    contents.problems.append(
      ListingProblem(path: Path(table.path(ofFolder: folder).shown), kind: .unreadableFolder, errno: number))
  }

  private func readNames(
    _ stream: OpaquePointer, _ place: inout Place, _ table: borrowing FolderTable, _ contents: inout FolderContents
  ) {
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { fail(errno, place.folder, table, &contents) }
        return
      }
      let start = UnsafeRawPointer(entry).advanced(by: Self.nameOffset).assumingMemoryBound(to: UInt8.self)
      let count = start.withMemoryRebound(to: CChar.self, capacity: 1) { strlen($0) }
      let name = UnsafeBufferPointer(start: start, count: count)
      if SkippedNames.contain(name) {
        if name.elementsEqual(FileTree.ignoreName.utf8) { place.hasIgnoreFile = true }
        continue
      }
      take(name, FileKind(entryType: entry.pointee.d_type), &place, table, &contents)
    }
  }

  private func take(
    _ name: UnsafeBufferPointer<UInt8>, _ listedKind: FileKind, _ place: inout Place, _ table: borrowing FolderTable,
    _ contents: inout FolderContents
  ) {
    var kind = listedKind
    if kind == .unknown {
      var status = stat()
      let result = SystemCall.status(place.descriptor, name.baseAddress, &status)
      if result < 0 { return }
      kind = FileKind(mode: UInt32(status.st_mode))
    }
    if name.contains(where: { $0 < 0x20 || $0 >= 0x7F }) {
      guard Path.isUTF8(name) else { return report(.nameNotUTF8, name, place, table, &contents) }
      if name.hasControlCharacter {
        // The file is taken in, so that its findings and this one must have the same path: those who show it make it safe.
        let folder = table.path(ofFolder: place.folder)
        let path = folder.appending(String(decoding: name, as: UTF8.self))
        contents.problems.append(ListingProblem(path: path, kind: .nameControlCharacter))
      }
    }
    guard place.pathCount + name.count < Int(PATH_MAX) - 1 else { return report(.pathTooLong, name, place, table, &contents) }
    switch kind {
    case .regular:
      if name.count == 12, name.elementsEqual(FileTree.manifestName.utf8) { place.hasManifest = true }
    case .folder:
      guard place.depth < FileTree.mostDepth else { return report(.tooDeep, name, place, table, &contents) }
    case .link:
      guard let target = resolve(name, place, table, &contents) else { return }
      if name.elementsEqual(FileTree.manifestName.utf8) { place.hasManifest = true }
      contents.links.append((UInt32(truncatingIfNeeded: contents.names.count), target))
    case .pipe, .socket, .device, .unknown:
      return report(.special(kind), name, place, table, &contents)
    }
    guard contents.names.count + name.count < Int(UInt32.max) else { return fail(EOVERFLOW, place.folder, table, &contents) }
    contents.entries.append(
      FolderEntry(
        nameStart: UInt32(truncatingIfNeeded: contents.names.count), nameCount: UInt16(truncatingIfNeeded: name.count), kind: kind
      ))
    contents.names.append(contentsOf: name)
    contents.names.append(0)
  }

  private func report(
    _ kind: ListingProblem.Kind, _ name: UnsafeBufferPointer<UInt8>, _ place: Place, _ table: borrowing FolderTable,
    _ contents: inout FolderContents, errno number: Int32 = 0
  ) {
    contents.problems.append(ListingProblem(path: table.shownPath(in: place.folder, name: name), kind: kind, errno: number))
  }

  /// The path, relative to the root, of the regular file a link leads to; else nil, and a problem.
  private func resolve(
    _ name: UnsafeBufferPointer<UInt8>, _ place: Place, _ table: borrowing FolderTable, _ contents: inout FolderContents
  ) -> Path? {
    let folder = table.path(ofFolder: place.folder)
    let path = realRoot.appending(folder).appending(String(decoding: name, as: UTF8.self))
    let real = RealPath.below(realRoot, path)
    switch real {
    case .failure(let number):
      report(.brokenLink, name, place, table, &contents, errno: number)
    case .outside:
      report(.linkOutside, name, place, table, &contents)
    case .root:
      report(.folderLink, name, place, table, &contents)
    case .below, .notUTF8:
      var status = stat()
      let result = SystemCall.status(place.descriptor, name.baseAddress, &status, following: true)
      let kind = result < 0 ? .unknown : FileKind(mode: UInt32(status.st_mode))
      switch kind {
      case .regular:
        if case .below(let target) = real { return target }
        report(.linkTargetNotUTF8, name, place, table, &contents)
      case .folder: report(.folderLink, name, place, table, &contents)
      case .pipe, .socket, .device, .link: report(.special(kind), name, place, table, &contents)
      case .unknown: report(.brokenLink, name, place, table, &contents, errno: result < 0 ? -result : 0)
      }
    }
    return nil
  }
}

extension FolderScan {
  /// The bytes of the ignore file of an open folder.
  static func ignoreFile(in folder: Int32) throws(FileError) -> [UInt8] {
    try FileReader.read(FileTree.ignoreName, in: folder, limit: mostIgnoreBytes)
  }

  private func readIgnoreFile(_ place: Place, _ table: borrowing FolderTable, _ contents: inout FolderContents) {
    do throws(FileError) {
      let bytes = try Self.ignoreFile(in: place.descriptor)
      contents.ignores = IgnoreChain(above: contents.ignores, prefixCount: place.pathCount, source: bytes)
    } catch {
      let number: Int32 = if case .system(let number) = error.cause { number } else { 0 }
      if number == ENOENT { return }
      let folder = table.path(ofFolder: place.folder)
      let path = folder.appending(FileTree.ignoreName)
      contents.problems.append(ListingProblem(path: Path(path.shown), kind: .unreadableIgnoreFile, errno: number))
    }
  }

  private func applyIgnores(_ place: Place, _ table: borrowing FolderTable, _ contents: inout FolderContents) {
    guard let ignores = contents.ignores else { return }
    contents.problems.removeAll { problem in
      let path = problem.path
      switch problem.kind {
      case .unreadableFolder, .unreadableIgnoreFile: return false
      case .tooDeep: return path.withUTF8 { ignores.leavesOut($0, isFolder: true) }
      case .linkOutside, .folderLink, .brokenLink, .linkTargetNotUTF8, .special, .nameNotUTF8, .nameControlCharacter,
        .pathTooLong:
        return path.withUTF8 { ignores.leavesOut($0, isFolder: false) }
      }
    }
    let names = contents.names
    var path = Array(table.path(ofFolder: place.folder).utf8)
    if !path.isEmpty { path.append(UInt8(ascii: "/")) }
    let prefixCount = path.count
    contents.entries.removeAll { entry in
      path.removeSubrange(prefixCount...)
      path.append(contentsOf: names[entry.nameRange])
      return path.withUnsafeBufferPointer { ignores.leavesOut($0, isFolder: entry.kind == .folder) }
    }
  }
}
