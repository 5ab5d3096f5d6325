// Files from outside the catalogue, taken without being held in memory: by a second name where that can be, else as a copy that is compared.

import Glibc
import VitrineChanges
import VitrineFiles
import VitrineSource
import VitrineSystem

extension FileDesk {
  /// Readies a file from outside at a spot. Whatever happens, it stays where it is until it is released.
  ///
  /// Errors: it is not what it was; what the system said of either.
  mutating func take(_ original: OriginalFile, as spot: Spot, isForced: Bool) throws(FileError) {
    let folder = folder(of: spot)
    guard folder >= 0 else { throw FileError(.create, spot.path, errno: -folder) }
    let source = SystemCall.open(original.path.string, SystemCall.readingFlags)
    guard source >= 0 else { throw FileError(.read, original.path, errno: -source) }
    defer { close(source) }
    try Self.check(source, original)
    try remove(spot)
    if original.isLinked {
      let result = calls.link(AT_FDCWD, original.path.string, folder, spot.name)
      if result >= 0 {
        // The name may have come to mean another file since it was opened.
        guard let linked = try status(spot), linked.trace.matches(original.trace) else {
          try remove(spot)
          throw FileError(.read, original.path, .changed)
        }
        if isForced, calls.sync(source) < 0 { throw FileError(.create, spot.path, errno: EIO) }
        return
      }
      guard Self.meansNoLink(result) else { throw FileError(.create, spot.path, errno: -result) }
    }
    do throws(FileError) {
      // Of what stays where it is, nothing is lost by a copy that is not read again.
      let isCompared = original.isMoved || original.digest != nil
      let digest = try copy(source, original, to: folder, spot, isCompared: isCompared, isForced: isForced)
      try Self.check(source, original)
      if isCompared {
        guard original.digest == nil || digest == original.digest, try self.digest(of: spot) == digest else {
          throw FileError(.read, original.path, .changed)
        }
      }
    } catch {
      // Told is what went wrong, not what came of tidying up.
      try? remove(spot)
      throw error
    }
  }

  /// Copies an open file under a new name, by sharing its blocks where the file system can. Gives the digest of what was read, where that is compared.
  private func copy(
    _ source: Int32, _ original: OriginalFile, to folder: Int32, _ spot: Spot, isCompared: Bool, isForced: Bool
  ) throws(FileError) -> ContentDigest {
    let goal = calls.open(folder, spot.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard goal >= 0 else { throw FileError(.create, spot.path, errno: -goal) }
    var builder = DigestBuilder()
    let isShared = SystemCall.shareBlocks(of: source, with: goal) >= 0
    var (reading, writing): (Int32, Int32) = (0, 0)
    if isCompared || !isShared {
      FileDesk.readPieces(source, of: original.trace.size, &reading) { piece in
        if isCompared { builder.add(piece) }
        if !isShared { writing = calls.write(goal, all: piece) }
        return writing >= 0
      }
    }
    if reading >= 0, writing >= 0 { writing = calls.setModified(goal, original.trace.modified) }
    if reading >= 0, writing >= 0, isForced { writing = calls.sync(goal) }
    let closed = calls.close(goal)
    if writing >= 0 { writing = closed }
    if reading < 0 { throw FileError(.read, original.path, errno: -reading) }
    if writing < 0 { throw FileError(.create, spot.path, errno: -writing) }
    return builder.digest()
  }

  private static func check(_ source: Int32, _ original: OriginalFile) throws(FileError) {
    var status = stat()
    guard fstat(source, &status) == 0 else { throw FileError(.read, original.path, errno: errno) }
    let found = FileStatus(status)
    guard found.kind == .regular else { throw FileError(.read, original.path, .notRegular(found.kind)) }
    guard found.trace.matches(original.trace) else { throw FileError(.read, original.path, .changed) }
  }

  /// The digest of the file at a spot, which is read piece by piece; nil where there is none.
  ///
  /// Errors: what the system said.
  mutating func digest(of spot: Spot) throws(FileError) -> ContentDigest? {
    let folder = folder(of: spot)
    let file = folder < 0 ? folder : SystemCall.repeated { openat(folder, spot.name, SystemCall.readingFlags) }
    guard file >= 0 else {
      if FileDesk.meansNothing(file) { return nil }
      throw FileError(.read, spot.path, errno: -file)
    }
    defer { close(file) }
    var builder = DigestBuilder()
    var failure: Int32 = 0
    var status = stat()
    let size = fstat(file, &status) == 0 ? Int(status.st_size) : Self.mostAtOnce
    FileDesk.readPieces(file, of: size, &failure) { piece in
      builder.add(piece)
      return true
    }
    guard failure >= 0 else { throw FileError(.read, spot.path, errno: -failure) }
    return builder.digest()
  }

  /// So much is read of a file at once: less than what the allocator asks the system for each time. Units: bytes.
  private static let mostAtOnce = 1 << 16

  /// Hands the bytes of an open file on until there are no more or `use` has enough. `size` is how many are expected, `failure` is minus the number of an
  /// error.
  private static func readPieces(
    _ file: Int32, of size: Int, _ failure: inout Int32, _ use: (UnsafeRawBufferPointer) -> Bool
  ) {
    var buffer = [UInt8](repeating: 0, count: min(max(size + 1, 4096), mostAtOnce))
    while true {
      let count = buffer.withUnsafeMutableBufferPointer { FileReader.readSome(file, $0.baseAddress, $0.count) }
      if count < 0 { failure = Int32(truncatingIfNeeded: count) }
      guard count > 0, buffer.withUnsafeBytes({ use(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else { return }
    }
  }

  /// True for the errors of a file that cannot have a second name there: another file system, one without links, no rights to make one.
  private static func meansNoLink(_ result: Int32) -> Bool {
    [EPERM, EXDEV, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL, EACCES].contains(-result)
  }
}

extension JournalWriter {
  /// Removes the files outside the catalogue that a change took, now that it has them for sure. Gives those that cannot be removed.
  ///
  /// A file goes only where it is the very one that was taken, under its other name, or was copied: `isVerified` says that the copy was compared just now.
  func release(_ entry: JournalEntry, isVerified: Bool) -> [Path] {
    var desk = FileDesk(writer.root, calls)
    return entry.origins.filter { origin in
      var found = stat()
      guard lstat(origin.path.string, &found) == 0 else { return false }
      let there = FileStatus(found)
      let spot = Spot(entry.steps[origin.step].newPath)
      guard let here = (try? desk.status(spot)) ?? nil, there.kind == .regular else { return true }
      let isSame = there.device == here.device && there.inode == here.inode
      let isCopied = there.size == here.size && there.modified == here.modified
      guard isSame || isCopied && (isVerified || desk.isSame(spot, origin.path)) else { return true }
      return calls.remove(AT_FDCWD, origin.path.string) < 0
    }.map(\.path)
  }

  /// The folders that files of a change came from, and cannot go back to; as the failure of the first file of each.
  func missingHomes(of entry: JournalEntry) -> [FileError] {
    var seen: Set<String> = []
    return entry.origins.compactMap { origin in
      let folder = Path(origin.path.folder).string
      guard seen.insert(folder).inserted, access(folder, W_OK | X_OK) != 0 else { return nil }
      return FileError(.create, origin.path, errno: errno)
    }
  }

  /// Brings files back to where they came from outside the catalogue; the journal keeps them besides, so that the change can be done again. Where another
  /// file has the name by now, a number follows it.
  ///
  /// Errors: what the system said; what was brought back stays there, too.
  func giveBack(_ entry: JournalEntry, _ number: Int) throws(FileError) {
    var desk = FileDesk(writer.root, calls)
    for origin in entry.origins {
      try desk.giveBack(StepPlace(number: number, index: origin.step), to: origin.path)
    }
  }
}

extension FileDesk {
  /// True where the file at a spot and one outside have the same bytes.
  fileprivate mutating func isSame(_ spot: Spot, _ path: Path) -> Bool {
    guard let file = try? OpenRoot(Path(path.folder)) else { return false }
    var outside = FileDesk(file, calls)
    guard let there = (try? outside.digest(of: Spot(Path(path.name)))) ?? nil else { return false }
    return ((try? digest(of: spot)) ?? nil) == there
  }

  fileprivate mutating func giveBack(_ place: StepPlace, to path: Path) throws(FileError) {
    let slot = place.slot(.new)
    guard let kept = try status(slot) else { return }
    let source = folder(of: slot)
    let goal = SystemCall.open(Path(path.folder).string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard source >= 0, goal >= 0 else { throw FileError(.create, path, errno: source < 0 ? -source : -goal) }
    defer { close(goal) }
    for number in 1...1000 {
      let name = Self.name(path.name.string, number)
      var found = stat()
      if fstatat(goal, name, &found, AT_SYMLINK_NOFOLLOW) == 0 {
        let there = FileStatus(found)
        if there.device == kept.device, there.inode == kept.inode { return }
        if there.kind == .regular, there.size == kept.size, there.modified == kept.modified,
          isSame(slot, Path(path.folder).appending(name))
        {
          return
        }
        continue
      }
      var result = calls.link(source, slot.name, goal, name)
      if Self.meansNoLink(result) {
        result = calls.copy(source, slot.name, goal, place.copy)
        if result >= 0 { result = calls.place(goal, place.copy, goal, name) }
        if result < 0 { _ = calls.remove(goal, place.copy) }
      }
      if result == -EEXIST { continue }
      guard result >= 0 else { throw FileError(.create, path, errno: -result) }
      return
    }
    throw FileError(.create, path, .appeared)
  }

  /// A name with a number before its suffix, from 2 on.
  private static func name(_ name: String, _ number: Int) -> String {
    guard number > 1 else { return name }
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name)-\(number)" }
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }
}
