// A plan held against the disk: every file looked at once, before anything is written.

import Glibc
import VitrineChanges
import VitrineSource
import VitrineSystem

/// What is to be done, and all that was found out about the files for it.
struct PreparedPlan: Sendable {
  /// The steps, new names first, so that nothing is missing in between that is there before and after.
  var steps: [PreparedStep] = []
  /// The folders that are missing, outer ones first.
  var madeFolders: [Path] = []
  /// The folders that files leave, inner ones first.
  var leftFolders: [JournalEntry.LeftFolder] = []
  /// How much the journal will hold. Units: bytes.
  var kept = 0

  /// The entry that the journal keeps of it.
  func entry(_ head: JournalEntry.Head) -> JournalEntry {
    var entry = JournalEntry(
      head: head, steps: steps.map(\.step), madeFolders: madeFolders, leftFolders: leftFolders)
    entry.kept = kept
    for (index, step) in steps.enumerated() {
      if let original = step.text?.original, original.isMoved {
        entry.origins.append(JournalEntry.Origin(step: index, path: original.path))
      }
    }
    return entry
  }
}

/// A step, and what it is made of.
struct PreparedStep: Sendable {
  /// The step.
  var step: JournalStep
  /// The path that a person gave.
  var shownPath: Path
  /// The new text, to be written beside its place.
  var text: FileText?
  /// The file whose bytes come to stand here as they are.
  var origin: Spot?
  /// The old file, whose mode and owner a new text gets.
  var status: FileStatus?
}

/// A file as it was found.
struct LookedAt: Sendable {
  /// Where it really stands: symbolic links followed for an edit, none below the name for a removal or a move.
  var path: Path
  /// What it holds; nil where there is none.
  var content: FileContent?
  /// Its status, where there is one.
  var status: FileStatus?
  /// The text it shall have, and its content; nil where it stays as it is, or goes.
  var result: (text: FileText, content: FileContent)?
}

/// Looks at files for a plan.
struct PlanReader: ~Copyable {
  private let writer: FileWriter
  private var desk: FileDesk
  /// A folder that was asked for last and is not there: as it was named, and without links. Many new files go into one.
  private var absent: (named: Path, real: Path)?
  /// How many bytes of texts that were made may still be kept until they are written. The others are made once more.
  private var room = mostKept

  /// The most bytes of such texts that one thread keeps.
  private static let mostKept = 32 << 20

  /// A reader below the root of `writer`.
  init(_ writer: FileWriter) {
    self.writer = writer
    desk = FileDesk(writer.root, writer.calls)
  }

  /// Looks at the file of an edit or a removal.
  ///
  /// Errors: it is not as expected, write-protected, or cannot be read.
  mutating func look(at edit: FileEdit) throws(FileError) -> LookedAt {
    switch edit.change {
    case .remove: return try look(at: edit.path, edit.expected, .remove)
    case .replace, .edits:
      var spot = try spot(of: edit.path)
      var status = try status(spot, edit.path)
      if status?.kind == .link {
        spot = Spot(try writer.resolved(edit.path))
        status = try self.status(spot, edit.path)
      }
      guard status != nil else { return try lookAtNothing(edit, spot) }
      if case .absent = edit.expected { throw FileError(.write, edit.path, .appeared) }
      guard let (bytes, status) = try read(spot, edit.path) else { throw FileError(.create, edit.path, .vanished) }
      guard edit.expected.matches(bytes) || isTraced(edit.expected, status) else {
        throw FileError(.write, edit.path, .changed)
      }
      guard let result = edit.result(on: bytes) else { throw FileError(.write, edit.path, .unusableEdits) }
      let isSame = result == bytes
      if !isSame { try checkMayWrite(spot, edit.path) }
      return LookedAt(
        path: spot.path, content: .digest(ContentDigest(bytes)), status: status,
        result: isSame ? nil : (FileText(result), .digest(ContentDigest(result))))
    }
  }

  private mutating func lookAtNothing(_ edit: FileEdit, _ spot: Spot) throws(FileError) -> LookedAt {
    guard case .absent = edit.expected else { throw FileError(.create, edit.path, .vanished) }
    guard let text = edit.text(on: nil) else { throw FileError(.write, edit.path, .unusableEdits) }
    if let original = text.original {
      return LookedAt(path: spot.path, content: nil, status: nil, result: (text, original.content))
    }
    let bytes = text.bytes
    let isKept = bytes.count <= room
    if isKept { room -= bytes.count }
    let content = FileContent.digest(ContentDigest(bytes))
    return LookedAt(path: spot.path, content: nil, status: nil, result: (isKept ? FileText(bytes) : text, content))
  }

  /// Looks at a file that leaves its place: its bytes are read only where they are what is expected.
  ///
  /// Errors: as above.
  mutating func look(
    at path: Path, _ expected: ExpectedContent, _ operation: FileOperation
  ) throws(FileError) -> LookedAt {
    let spot = try spot(of: path)
    guard let status = try status(spot, path) else { throw FileError(operation, path, .vanished) }
    var found = LookedAt(path: spot.path, content: nil, status: status, result: nil)
    let trace = FileContent.trace(FileTrace(size: status.size, modified: status.modified))
    switch (expected, status.kind) {
    case (.absent, _): throw FileError(operation, path, .appeared)
    case (.file, .regular), (.file, .link): found.content = isTraced(expected, status) ? trace : nil
    case (_, .link):
      // The link goes, and what it leads to stays; only its text can say whether it is the one that was meant.
      guard let (bytes, _) = try read(Spot(try writer.resolved(path)), path) else {
        throw FileError(operation, path, .vanished)
      }
      found.content = expected.matches(bytes) ? trace : nil
    case (_, .regular):
      guard let (bytes, _) = try read(spot, path) else { throw FileError(operation, path, .vanished) }
      found.content = expected.matches(bytes) ? .digest(ContentDigest(bytes)) : nil
    default: throw FileError(operation, path, .notRegular(status.kind))
    }
    if found.content == nil { throw FileError(operation, path, .changed) }
    return found
  }

  /// Sees to it that nothing stands where a file shall go, and gives the path without links.
  ///
  /// Errors: something does.
  mutating func vacancy(at path: Path) throws(FileError) -> Path {
    let spot = try spot(of: path)
    if try status(spot, path) != nil { throw FileError(.create, path, .appeared) }
    return spot.path
  }

  /// A path without links in its folders.
  ///
  /// Errors: it leads out of the root.
  mutating func spot(of path: Path) throws(FileError) -> Spot {
    guard path.isBelowRoot else { throw FileError(.write, path, .invalidPath) }
    let spot = Spot(path)
    if let absent, absent.named == spot.folder { return Spot(folder: absent.real, name: spot.name) }
    if desk.folder(of: spot) >= 0 { return spot }
    // A link on the way, a folder that is not there yet, or one that may not be entered.
    do throws(FileError) {
      let real = Spot(folder: Spot(try writer.resolved(spot.folder.appending("x"))).folder, name: spot.name)
      if desk.folder(of: real) == -ENOENT { absent = (spot.folder, real.folder) }
      return real
    } catch {
      throw FileError(.write, path, error.cause)
    }
  }

  /// The status of a folder; nil where there is none.
  mutating func folderStatus(_ path: Path) throws(FileError) -> FileStatus? { try desk.status(Spot(path)) }

  private func isTraced(_ expected: ExpectedContent, _ status: FileStatus) -> Bool {
    if case .file(let trace) = expected { trace.matches(status.trace) } else { false }
  }

  private mutating func status(_ spot: Spot, _ shown: Path) throws(FileError) -> FileStatus? {
    if let absent, absent.real.utf8.elementsEqual(spot.folder.utf8) { return nil }
    do throws(FileError) { return try desk.status(spot) } catch { throw FileError(.write, shown, error.cause) }
  }

  private mutating func read(_ spot: Spot, _ shown: Path) throws(FileError) -> ([UInt8], FileStatus)? {
    do throws(FileError) { return try desk.read(spot) } catch { throw FileError(.write, shown, error.cause) }
  }

  /// A file that is write-protected stays as it is, though a rename could replace it.
  private mutating func checkMayWrite(_ spot: Spot, _ shown: Path) throws(FileError) {
    let folder = desk.folder(of: spot)
    let result = SystemCall.repeated { faccessat(folder, spot.name, W_OK, AT_EACCESS) }
    if result < 0, result != -ENOENT { throw FileError(.write, shown, errno: -result) }
  }
}
