// All records of a catalogue, read and checked on all cores.

import Synchronization
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineSystem

/// A record's file to be read.
struct RecordFileToLoad: Sendable {
  /// The index in the listing.
  var file: Int
  /// The path.
  var path: Path
  /// The index of its kind.
  var kind: Int
}

/// What reading the records gives, in the order of the files.
struct LoadedRecords: Sendable {
  var records: [RecordFacts] = []
  var findings: [Finding] = []
  var faults = Faults()
  var terms = TermTable()

  /// The files that give no record, or none that is whole.
  struct Faults: Sendable {
    /// Those that cannot be read.
    var troubles: [FileTrouble] = []
    /// The paths of those that are too large.
    var tooLarge: [Path] = []
    /// The paths of records whose syntax is broken.
    var broken: [Path] = []
    /// The paths of those that were gone before they could be read.
    var gone: [Path] = []
    /// What there was too little of to read them all.
    var scarcity: FileError?
  }

  /// Puts the workers' parts together in the order of the files. Shape: once for what was gathered.
  init(_ read: GatheredRecords) {
    var parts = read.take()
    var places = [(part: Int32, index: Int32)](repeating: (-1, -1), count: read.fileCount)
    var remaps: [[UInt32]] = []
    for (number, part) in parts.enumerated() {
      for (index, position) in part.positions.enumerated() { places[position] = (Int32(number), Int32(index)) }
      remaps.append(terms.merge(part.terms))
      findings += part.findings
      faults.troubles += part.faults.troubles
      faults.tooLarge += part.faults.tooLarge
      faults.broken += part.faults.broken
      faults.gone += part.faults.gone
      faults.scarcity = faults.scarcity ?? part.faults.scarcity
    }
    records.reserveCapacity(read.fileCount)
    for place in places where place.part >= 0 {
      // Moved, not copied: what a copy refers to would have to be counted, and counted again as the parts go.
      var facts = RecordFacts(path: "", kind: 0, title: "")
      swap(&facts, &parts[Int(place.part)].records[Int(place.index)])
      for index in facts.terms.indices { facts.terms[index].term = remaps[Int(place.part)][Int(facts.terms[index].term)] }
      records.append(facts)
    }
  }
}

/// All records as the workers read them, each its own part. A class, so that the parts are let go of as soon as they are put together.
final class GatheredRecords: Sendable {
  /// What goes into the index, where one is wanted.
  let indexParts: [IndexPart]
  /// What the files were when they were opened, where somebody wants to know.
  let snapshots: [FileSnapshots]
  /// How many files there were.
  fileprivate let fileCount: Int
  /// In no particular order.
  private let parts: Mutex<[RecordPart]>

  /// Reads all `files` of `listing`. One that cannot be read is a trouble, not the end. `index` makes the index, where one is wanted.
  init(
    _ files: [RecordFileToLoad], of listing: Listing, in root: OpenRoot, kinds: [Kind],
    notesSnapshots: Bool = false, index builder: IndexBuilder? = nil
  ) {
    fileCount = files.count
    let share = Parallel.share(of: files.count)
    let parts = Parallel.fold(files.count) {
      RecordWorker(root: root, kinds: kinds, notesSnapshots: notesSnapshots, index: builder?.part(), room: share)
    } _: { worker, index in
      worker.load(files[index], at: index, listing)
    } finish: { worker in
      worker.part
    }
    indexParts = parts.compactMap(\.index)
    snapshots = parts.compactMap(\.snapshots)
    self.parts = Mutex(parts)
  }

  /// The parts; none from then on.
  fileprivate func take() -> [RecordPart] {
    parts.withLock { parts in
      defer { parts = [] }
      return parts
    }
  }
}

/// What one worker has read.
private struct RecordPart: Sendable {
  var positions: [Int] = []
  var records: [RecordFacts] = []
  var findings: [Finding] = []
  var faults = LoadedRecords.Faults()
  var terms = TermTable()
  var index: IndexPart?
  var snapshots: FileSnapshots?
}

/// One thread's reader and check, and what they gave.
private struct RecordWorker: ~Copyable {
  private var reader: FolderReader
  private var check: RecordCheck
  private var loaded = RecordPart()
  private var index: IndexPart?

  /// A worker with room for so many records.
  init(root: OpenRoot, kinds: [Kind], notesSnapshots: Bool, index: IndexPart?, room: Int) {
    reader = FolderReader(root)
    if notesSnapshots { reader.snapshots = FileSnapshots(room: room) }
    loaded.positions.reserveCapacity(room)
    loaded.records.reserveCapacity(room)
    check = RecordCheck(kinds: kinds)
    self.index = index
  }

  /// What was read, with its spellings.
  var part: RecordPart {
    var part = loaded
    part.terms = check.terms
    part.index = index
    part.snapshots = reader.snapshots
    return part
  }

  mutating func load(_ file: RecordFileToLoad, at position: Int, _ listing: Listing) {
    switch ReadRecord(file, of: listing, &reader, &check, keepsTree: index != nil) {
    case .record(let outcome, let modified):
      loaded.positions.append(position)
      loaded.records.append(outcome.facts)
      loaded.findings += outcome.findings
      if !outcome.isReadable { loaded.faults.broken.append(file.path) }
      if let tree = outcome.tree { index?.add(tree, path: file.path, kind: file.kind, modified: modified, position: position) }
    case .tooLarge(let findings):
      loaded.findings += findings
      loaded.faults.tooLarge.append(file.path)
    case .unreadable(let error):
      if error.isGone { loaded.faults.gone.append(file.path) }
      if error.isScarcity { loaded.faults.scarcity = error }
      loaded.faults.troubles.append(FileTrouble(path: file.path, cause: .unreadable(error.reason)))
    }
  }
}

/// What the reading of one record's file gave.
enum ReadRecord: Sendable {
  /// A record, and when its file last changed. Units: nanoseconds since 1970.
  case record(RecordCheck.Outcome, modified: Int64)
  /// Nothing, since the file is too large; what is to be said of that, located.
  case tooLarge([Finding])
  /// Nothing.
  case unreadable(FileError)

  /// Reads and checks a file.
  init(
    _ file: RecordFileToLoad, of listing: Listing, _ reader: inout FolderReader, _ check: inout RecordCheck, keepsTree: Bool
  ) {
    do throws(FileError) {
      let (bytes, status) = try reader.readWithStatus(fileAt: file.file, of: listing)
      self = .record(check.check(bytes, path: file.path, kind: file.kind, keepsTree: keepsTree), modified: status.modified)
    } catch {
      if case .tooLarge(let size, _) = error.cause {
        self = .tooLarge(SourceText(path: file.path, bytes: []).located([YAML.tooLarge(byteCount: size)]))
      } else {
        self = .unreadable(error)
      }
    }
  }
}
