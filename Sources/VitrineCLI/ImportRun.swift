// The work of `vitrine import`: a text to records, records to what they are in the catalogue, that to a plan.

import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineExchange
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// An import, up to its plan.
struct ImportRun {
  /// What is done with the records of the catalogue.
  enum Mode: String {
    /// New records are added; those that are there already are changed in place.
    case add
    /// Afterwards the catalogue has the text's records of the text's kinds, and no others.
    case overwrite
  }

  /// What is counted.
  struct Counts: Sendable, Equatable {
    /// Records that were not there.
    var new = 0
    /// Records that say something else now.
    var changed = 0
    /// Records that say the same.
    var same = 0
    /// Records that go.
    var removed = 0
    /// Records of the text that have errors.
    var faulty = 0

    /// In words: "3 new, 1 changed, 12 same".
    var words: String {
      var parts = ["\(new) new", "\(changed) changed", "\(same) same"]
      if removed > 0 { parts.append("\(removed) removed") }
      if faulty > 0 { parts.append("\(faulty) with errors") }
      return parts.joined(separator: ", ")
    }
  }

  /// The catalogue.
  let catalogue: LoadedCatalogue
  /// Its kinds.
  let kinds: [ExchangeKind]
  /// What is done.
  let mode: Mode
  /// What the text has, by number.
  private(set) var counts = Counts()
  /// What is wrong with the text, located, in the order of the text.
  private(set) var findings: [Finding] = []
  /// The changes.
  private(set) var edits: [FileEdit] = []

  /// An import into a catalogue.
  init(_ catalogue: LoadedCatalogue, mode: Mode) {
    self.catalogue = catalogue
    self.mode = mode
    kinds = ExchangeKind.all(catalogue.kinds, paths: false)
  }

  /// True where the text has no error.
  var isSound: Bool { findings.allSatisfy { $0.severity != .error } }

  /// Reads a text, checks its records, finds what they are and plans what becomes of the files.
  ///
  /// Errors: the catalogue's folder cannot be read.
  mutating func read(
    _ bytes: [UInt8], name: String, _ format: ForeignFormat, kind: Int?, mapping: ImportMapping?
  ) throws(FileError) {
    var reader = ForeignReader(kinds, kind: kind, mapping: mapping)
    let text = reader.read(bytes, format)
    let checked = Self.checked(text.records, kinds)
    var matching = matching()
    let later = matching.findDuplicates(text.records, checked)
    var targets: [ImportTarget] = []
    targets.reserveCapacity(checked.count)
    for (index, record) in text.records.enumerated() {
      let isFit = checked[index].isSound && !later.contains(index)
      if !isFit { matching.checkPlace(of: record, checked[index]) }
      targets.append(isFit ? matching.target(of: record, checked[index]) : .none)
    }
    var found = text.findings + checked.flatMap(\.findings) + matching.findings
    let root = try OpenRoot(catalogue.root)
    for (index, made) in made(text.records, checked, targets, root).enumerated() {
      switch made {
      case .edit(let edit):
        if case .new = targets[index] { counts.new += 1 } else { counts.changed += 1 }
        edits.append(edit)
      case .same: counts.same += 1
      case .refused(let path, let reason):
        var finding = Finding(
          ImportRules.conflict, at: checked[index].place, pointer: text.records[index].pointer,
          "'\(path)' is the same record and cannot be changed: \(reason)")
        finding.record = checked[index].title
        found.append(finding)
        counts.faulty += 1
      case .nothing: counts.faulty += 1
      }
    }
    if mode == .overwrite { try remove(matching.matched, text.kinds, root) }
    findings = SourceText(path: name, bytes: bytes).located(found).sorted(by: Finding.reportOrder)
  }

  private static func checked(_ records: [ForeignRecord], _ kinds: [ExchangeKind]) -> [CheckedRecord] {
    Parallel.map(records.count) {
      ImportCheck(kinds)
    } _: { check, index in
      check.check(records[index])
    }
  }

  private func matching() -> ImportMatching {
    let catalogue = catalogue
    let facts = catalogue.book.withWriter { $0.facts }
    let places = NewPlaces(catalogue)
    return ImportMatching(
      kinds, manifest: catalogue.manifest, records: facts.records, isTaken: { catalogue.isTaken($0) },
      newPath: { places.path($0, $1) })
  }

  // MARK: files

  /// What becomes of the file of one record.
  private enum Made: Sendable {
    case edit(FileEdit)
    case same
    case refused(String, String)
    case nothing
  }

  private func made(
    _ records: [ForeignRecord], _ checked: [CheckedRecord], _ targets: [ImportTarget], _ root: OpenRoot
  ) -> [Made] {
    let (kinds, isWhole) = (kinds, mode == .overwrite)
    return Parallel.map(records.count) {
      FolderReader(root)
    } _: { reader, index in
      switch targets[index] {
      case .none: return .nothing
      case .new(let path): return .edit(.create(path, YAMLDocument.text(checked[index].value)))
      case .existing(let path):
        let bytes: [UInt8]
        do throws(FileError) { bytes = try reader.read(path: path) } catch { return .refused(path, error.reason) }
        switch RecordUpdate(of: bytes, to: checked[index].value, kinds[records[index].kind], isWhole: isWhole) {
        case .same: return .same
        case .refused(let reason): return .refused(path, reason)
        case .edits(let edits):
          return .edit(FileEdit(path: path, expected: .digest(ContentDigest(bytes)), change: .edits(edits)))
        }
      }
    }
  }

  /// Takes the records of some kinds away that are not among those that were met, with the photos that are theirs alone.
  private mutating func remove(_ kept: Set<String>, _ gone: Set<Int>, _ root: OpenRoot) throws(FileError) {
    let records = catalogue.book.withWriter { $0.facts }.records
    let doomed = Set(records.filter { gone.contains($0.kind) && !kept.contains($0.path) }.map(\.path))
    var reader = FolderReader(root)
    var photos: Set<String> = []
    for path in doomed.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let bytes = try reader.read(path: path)
      edits.append(.remove(path, expecting: .digest(ContentDigest(bytes))))
      counts.removed += 1
      guard catalogue.photoCount > 0 else { continue }
      for photo in catalogue.photos(of: path) where photo.owners.allSatisfy({ doomed.contains($0) }) {
        guard photos.insert(photo.path).inserted, let trace = catalogue.trace(at: photo.path) else { continue }
        edits.append(.remove(photo.path, expecting: .file(trace)))
      }
    }
  }
}

/// The places of new records, kind by kind.
private final class NewPlaces {
  private let catalogue: LoadedCatalogue
  private var places: [Int: RecordPlace] = [:]

  init(_ catalogue: LoadedCatalogue) { self.catalogue = catalogue }

  func path(_ kind: Int, _ value: DataValue) -> Result<String, PlanRefusal> {
    var place = places[kind] ?? RecordPlace(catalogue.kinds[kind], in: catalogue)
    places[kind] = nil
    defer { places[kind] = place }
    do throws(PlanRefusal) { return .success(try place.path(for: value)) } catch { return .failure(error) }
  }
}
