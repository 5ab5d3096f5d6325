// The work of `vitrine import`: a text to records, records to what they are in the catalogue, that to a plan.

package import VitrineCatalog
package import VitrineChanges
package import VitrineExchange
import VitrineFiles
import VitrineIndex
package import VitrineModel
import VitrineRules
package import VitrineSource
package import VitrineSystem
import VitrineText

/// An import, up to its plan.
package struct ImportRun {
  /// What is done with the records of the catalogue.
  package enum Mode: String {
    /// New records are added; those that are there already are changed in place.
    case add
    /// Afterwards the catalogue has the text's records of the text's kinds, and no others.
    case overwrite
  }

  /// What is counted.
  package struct Counts: Sendable, Equatable {
    /// Records that were not there.
    package var new = 0
    /// Records that say something else now.
    package var changed = 0
    /// Records that say the same.
    package var same = 0
    /// Records that go.
    package var removed = 0
    /// Records of the text that have errors.
    package var faulty = 0

    /// In words: "3 new, 1 changed, 12 same".
    package var words: String {
      var parts = ["\(new) new", "\(changed) changed", "\(same) same"]
      if removed > 0 { parts.append("\(removed) removed") }
      if faulty > 0 { parts.append("\(faulty) with errors") }
      return parts.joined(separator: ", ")
    }
  }

  /// What part of a catalogue's records a text may have, at the most, for each to be looked up.
  private static let fewRecords = 8

  /// The catalogue.
  package let catalogue: LoadedCatalogue
  /// Its kinds.
  package let kinds: [ExchangeKind]
  /// What is done.
  package let mode: Mode
  /// What the text has, by number.
  package private(set) var counts = Counts()
  /// How many records were of an older version of their kind and are brought up to that of today.
  package private(set) var migrated: [(kind: Kind, count: Int)] = []
  /// What is wrong with the text, located, in the order of the text.
  package private(set) var findings: [Finding] = []
  /// What became of the text's values, where a mapping says what becomes of them.
  package private(set) var account: ImportAccount?
  /// What was found of the mapping file, not yet located.
  package private(set) var mappingFindings: [Finding] = []
  /// How many errors of records are counted, and not among the findings.
  package private(set) var unlistedErrors = 0
  /// So many findings are kept: of records behind them errors are only counted.
  let mostFindings: Int
  private var edits: [FileEdit] = []

  /// An import into a catalogue. With `listsAll`, all findings are kept, however many there are; else some ten thousand.
  package init(_ catalogue: LoadedCatalogue, mode: Mode, listsAll: Bool = false) {
    mostFindings = listsAll ? .max : 10_000
    self.catalogue = catalogue
    self.mode = mode
    kinds = ExchangeKind.all(catalogue.kinds, paths: false)
  }

  /// What makes imports into a catalogue impossible: errors of its schemas and of its manifest. Without an identity, for one, each import would add the same
  /// records once more.
  package static func obstacles(in catalogue: LoadedCatalogue) -> [Finding] {
    (catalogue.findings.findings(in: Manifest.fileName) + catalogue.findings.findings(below: SchemaStore.folder))
      .filter { $0.severity == .error }
  }

  /// The changes.
  package func plan(_ title: String) -> Plan { Plan("\(title): \(counts.words)", edits, summary: [counts.words]) }

  /// True where the text has no error.
  package var isSound: Bool { unlistedErrors == 0 && findings.allSatisfy { $0.severity != .error } }
  /// True where the records that have no error can be taken without the others.
  package var isDivisible: Bool { !findings.contains { $0.rule == ImportRules.version } }

  /// Reads a text, checks its records, finds what they are and plans what becomes of the files.
  ///
  /// Errors: the catalogue's folder cannot be read.
  package mutating func read(
    _ bytes: [UInt8], name: String, _ format: ForeignFormat, kind: Int?, mapping: ImportMapping?, count: WorkCount? = nil
  ) throws(FileError) {
    var reader = ForeignReader(kinds, kind: kind, mapping: mapping)
    reader.schemaText = { [catalogue] kind in catalogue.text(at: kind.schemaPath) ?? Stock.file(named: kind.schemaPath) }
    reader.reference = { [catalogue] name, kind in ReferenceWords(catalogue).name(for: name, kind: kind) }
    let (text, checked) = reading(bytes, format, reader, count)
    (account, mappingFindings) = (text.account, text.mappingFindings)
    migrated = text.migrated.sorted { $0.key < $1.key }.map { (kinds[$0.key].kind, $0.value) }
    count?.begin("comparing with the catalogue")
    let root = try OpenRoot(Path(catalogue.root))
    let (doubles, homes) = tables(text.records, checked)
    let taken = TakenPaths(root)
    var matching = ImportMatching(
      kinds, manifest: catalogue.manifest, records: candidates(for: text.records, checked), homes: homes,
      isTaken: { taken.contains($0) })
    let later = matching.note(doubles, text.records, checked)
    let broken = Self.broken(text)
    var new: [(index: Int, path: Path)] = []
    var present: [(index: Int, path: Path)] = []
    new.reserveCapacity(checked.count)
    for (index, record) in text.records.enumerated() {
      let isFit = checked[index].isSound && !later.contains(index) && !broken.contains(index)
      if !isFit { matching.checkPlace(of: record, checked[index]) }
      switch isFit ? matching.target(of: record, checked[index], number: index) : .none {
      case .none: counts.faulty += 1
      case .existing(let path): present.append((index, path))
      case .new(let path): new.append((index, path))
      }
    }
    counts.new = new.count
    let texts = ImportedTexts(text.records, kinds)
    edits.reserveCapacity(new.count)
    // In the order of a plan, so that nothing need be moved there.
    for place in new.places(byPath: \.path) {
      edits.append(.create(new[place].path, FileText(texts, new[place].index)))
    }
    var found = text.findings + matching.findings
    for (record, checked) in zip(text.records, checked) where !checked.isClean {
      guard found.count < mostFindings else {
        unlistedErrors += checked.errorCount
        continue
      }
      found += checked.findings.map { finding in
        var finding = record.relocated(finding)
        finding.record = checked.title
        return finding
      }
    }
    for (place, update) in zip(present, updates(text.records, present, root)) {
      switch update {
      case .same: counts.same += 1
      case .edit(let edit):
        counts.changed += 1
        edits.append(edit)
      case .refused(let reason):
        var finding = Finding(
          ImportRules.conflict, at: checked[place.index].place, pointer: text.records[place.index].pointer,
          "'\(place.path.string)' is the same record and cannot be changed: \(reason)")
        finding.record = checked[place.index].title
        found.append(finding)
        counts.faulty += 1
      }
    }
    if mode == .overwrite { try remove(matching.matched, text.kinds, root) }
    findings = SourceText(path: Path(name), bytes: bytes).located(found).sorted(by: Finding.reportOrder)
  }

  /// The records that a fault of the text itself lies in, such as a name that stands twice.
  private static func broken(_ text: ForeignText) -> Set<Int> {
    var broken: Set<Int> = []
    for finding in text.findings where finding.severity == .error {
      var (low, high) = (0, text.records.count)
      while low < high {
        let middle = (low + high) / 2
        if text.records[middle].range.start <= finding.range.start { low = middle + 1 } else { high = middle }
      }
      if low > 0, finding.range.start < text.records[low - 1].range.end { broken.insert(low - 1) }
    }
    return broken
  }

  /// The records of the catalogue that those of a text may be, in byte order of their paths: of few in a large catalogue that can look them up, those
  /// of the same identity, title or path; else all.
  private func candidates(for records: [ForeignRecord], _ checked: [CheckedRecord]) -> [RecordFacts] {
    guard let index = catalogue.index, index.keepsNames, records.count < catalogue.recordCount / Self.fewRecords else {
      return catalogue.book.withWriter { $0.facts }.records
    }
    var paths: Set<Path> = []
    var identities: [(key: [UInt8], kind: Int)] = []
    for (record, checked) in zip(records, checked) {
      if let path = record.path { paths.insert(Path(path.text)) }
      if let identity = checked.identity {
        identities.append((Array(identity.bytes), record.kind))
      } else if let rows = index.tables[record.kind].rows(maybeTitled: Folding.fold(checked.title)) {
        paths.formUnion(rows.map { index.tables[record.kind].path(ofRow: $0) })
      }
    }
    return catalogue.book.withWriter { [paths, identities] writer in
      let same = identities.flatMap { writer.paths(withIdentity: $0.key, ofKind: $0.kind) }
      return paths.union(same).sorted().compactMap { writer.facts(ofRecordAt: $0) }
    }
  }

  // MARK: files

  /// What becomes of the file of a record that is there.
  private enum Update: Sendable {
    case edit(FileEdit)
    case same
    case refused(String)
  }

  /// What becomes of the files of those records that are there: their numbers in the text, and their paths.
  private func updates(_ records: [ForeignRecord], _ present: [(index: Int, path: Path)], _ root: OpenRoot) -> [Update] {
    let (kinds, isWhole) = (kinds, mode == .overwrite)
    return Parallel.map(present.count) {
      FolderReader(root)
    } _: { reader, number -> Update in
      let (index, path) = present[number]
      let shape = kinds[records[index].kind].shape
      let bytes: [UInt8]
      do throws(FileError) { bytes = try reader.read(path: path) } catch { return .refused(error.reason) }
      switch RecordUpdate(of: bytes, to: records[index].saidValue(shape), shape, isWhole: isWhole) {
      case .same: return .same
      case .refused(let reason): return .refused(reason)
      case .edits(let edits):
        return .edit(FileEdit(path: path, expected: .digest(ContentDigest(bytes)), change: .edits(edits)))
      }
    }
  }

  /// Takes the records of some kinds away that are not among those that were met, with the photos that are theirs alone.
  private mutating func remove(_ kept: Set<Path>, _ gone: Set<Int>, _ root: OpenRoot) throws(FileError) {
    let records = catalogue.book.withWriter { $0.facts }.records
    let doomed = Set(records.filter { gone.contains($0.kind) && !kept.contains($0.path) }.map(\.path))
    var reader = FolderReader(root)
    var photos: Set<Path> = []
    for path in doomed.sorted() {
      let bytes = try reader.read(path: path)
      edits.append(.remove(path, expecting: .digest(ContentDigest(bytes))))
      counts.removed += 1
      guard catalogue.photoCount > 0 else { continue }
      for photo in catalogue.photos(of: path) where photo.owners.allSatisfy({ doomed.contains($0) }) {
        guard photos.insert(photo.path).inserted, let trace = catalogue.trace(at: photo.path) else { continue }
        edits.append(.remove(photo.path, expecting: .file(trace)))
      }
    }
    edits += catalogue.removals(ofCompanionsOf: photos)
  }
}

/// The texts of new records.
private final class ImportedTexts: FileTextMaker {
  private let records: [ForeignRecord]
  private let kinds: [ExchangeKind]

  init(_ records: [ForeignRecord], _ kinds: [ExchangeKind]) {
    self.records = records
    self.kinds = kinds
  }

  func text(_ number: Int) -> [UInt8] { records[number].document(kinds[records[number].kind].shape) }
}
