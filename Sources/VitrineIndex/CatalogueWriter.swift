// The one owner of what is known across files: records, photos, how they hang together, and the report. It changes file by file.
// Decision 0015 says why.

package import VitrineModel
package import VitrineRules
package import VitrineSource

/// Keeps facts, links and findings right while files come, change and go.
///
/// Shape: any number of changes, then `settle`, which says whose findings and photos are different now. What is asked between a change and
/// `settle` may be answered as before it.
package struct CatalogueWriter: ~Copyable, Sendable {
  /// What `settle` found different.
  package struct Settled: Sendable {
    /// The findings of each file whose findings are others, in report order, silenced and with the levels in force; none for a file that has
    /// none any more.
    package var findings: [Path: [Finding]] = [:]
    /// The paths of records whose photos, or what is known of these, may be others.
    package var photoOwners: Set<Path> = []
  }

  /// The report as of the last `settle`.
  package private(set) var report = FindingList()

  private var links: Links
  private var levels: RuleLevels
  private var fileFindings: [Path: [Finding]]
  private var otherSuppressions: [Path: [Suppression]]
  private var troubles: [Path: [FileTrouble]]
  private var related = RelatedFiles()
  /// The files whose findings are to be found anew, besides those of records and photos that the links know of.
  private var dirty: Set<Path> = []
  private var isAllDirty = false

  /// What is known of a catalogue that was read whole. Shape: `fileFindings` are located, those of one file in any order; `reading` gives the
  /// bytes of a text of the catalogue by its path, and is asked only for files that a rule across files finds something in.
  package init(_ facts: CatalogueFacts, fileFindings: [Finding], reading: @escaping (Path) -> [UInt8]?) {
    links = Links(facts)
    levels = RuleLevels(facts.manifest)
    self.fileFindings = Dictionary(grouping: fileFindings) { $0.path }
    otherSuppressions = [:]
    for (path, suppressions) in facts.otherSuppressions where !suppressions.isEmpty {
      otherSuppressions[path] = suppressions
    }
    troubles = Dictionary(grouping: facts.troubles) { $0.path }
    let pages = everything(reading)
    report = FindingList(
      pages.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
        .flatMap(\.value))
  }

  /// The kinds.
  package var kinds: [Kind] { links.kinds }
  /// What `vitrine.yaml` says.
  package var manifest: Manifest { links.manifest }
  /// How many records there are.
  package var recordCount: Int { links.recordCount }
  /// How many images there are.
  package var photoCount: Int { links.photoCount }

  /// How many records and images there are at paths that meet a condition.
  package func counts(where isWanted: (Path) -> Bool) -> (records: Int, photos: Int) {
    // A free slot has no path.
    func isThere(_ path: Path) -> Bool { !path.isEmpty && isWanted(path) }
    return (links.records.count { isThere($0.path) }, links.photos.count { isThere($0.path) })
  }

  // MARK: changes

  /// Looks up everything that changes need, as the first change would do otherwise.
  package mutating func prepare() { links.prepare() }

  /// Adds a record or replaces the one at its path. Shape: the terms of the facts are those of `terms`; the findings are located.
  package mutating func put(_ record: RecordFacts, terms: TermTable, findings: [Finding]) {
    let path = record.path
    fileChanged(path)
    fileFindings[path] = findings.isEmpty ? nil : findings
    otherSuppressions[path] = nil
    links.put(record, terms: terms)
  }

  /// Takes the record at a path out, and the findings of its file. Nothing where there is none.
  package mutating func removeRecord(at path: Path) {
    guard links.removeRecord(at: path) else { return }
    fileChanged(path)
    fileFindings[path] = nil
    dirty.insert(path)
  }

  /// Adds an image or replaces the one at its path. Whose it is is found here.
  package mutating func put(_ photo: PhotoFacts) { links.put(photo) }

  /// Takes the image at a path out. Nothing where there is none.
  package mutating func removePhoto(at path: Path) {
    if links.removePhoto(at: path) { dirty.insert(path) }
  }

  /// Says anew which files are in trouble, all of them.
  package mutating func setTroubles(_ troubles: [FileTrouble]) {
    let after = Dictionary(grouping: troubles) { $0.path }
    for (path, own) in after where self.troubles[path] != own { dirty.insert(path) }
    for path in self.troubles.keys where after[path] == nil { dirty.insert(path) }
    self.troubles = after
  }

  /// Says anew what was found in a file that is no record: the manifest, a schema, a view; or in one that cannot be read. Shape: located.
  package mutating func setFile(_ path: Path, findings: [Finding], suppressions: [Suppression]) {
    fileChanged(path)
    fileFindings[path] = findings.isEmpty ? nil : findings
    otherSuppressions[path] = suppressions.isEmpty ? nil : suppressions
    dirty.insert(path)
  }

  /// Says anew what `vitrine.yaml` says of rules, libraries and permissions. What it says of collections stays as it was: other collections make
  /// another catalogue.
  package mutating func setManifest(_ manifest: Manifest) {
    let before = links.manifest
    links.manifest = manifest
    let isSame =
      before.describesPhotoLibrary == manifest.describesPhotoLibrary
      && before.rules.elementsEqual(manifest.rules) { $0.rule == $1.rule && $0.severity == $1.severity && $0.range == $1.range }
      && before.unreadableLibraries == manifest.unreadableLibraries && before.libraryFiles == manifest.libraryFiles
      && before.libraries.elementsEqual(manifest.libraries) { $0.path == $1.path && $0.range == $1.range }
    if isSame { return }
    levels = RuleLevels(manifest)
    isAllDirty = true
  }

  /// What was found in a file itself, and what its comments silence where it is no record.
  func ownFindings(of path: Path) -> (findings: [Finding], suppressions: [Suppression]) {
    (fileFindings[path] ?? [], otherSuppressions[path] ?? [])
  }

  /// The spelling of a term of a record's facts.
  func spelling(_ term: UInt32) -> TermTable.Term { links.terms.terms[Int(term)] }

  /// Has the report be the one that it was before changes which were taken back.
  mutating func restore(_ report: FindingList) { self.report = report }

  private mutating func fileChanged(_ path: Path) { dirty.formUnion(related.sources(of: path)) }

  // MARK: what follows

  /// Finds what follows from the changes since the last call.
  package mutating func settle(reading: @escaping (Path) -> [UInt8]?) -> Settled {
    let touched = links.settle()
    let pages = isAllDirty ? everything(reading) : pages(touched, dirty, reading)
    isAllDirty = false
    dirty = []
    var settled = Settled()
    for (path, findings) in pages where report.set(findings, in: path) != findings {
      settled.findings[path] = findings
    }
    for slot in touched.photoOwners { settled.photoOwners.insert(links.records[slot].path) }
    return settled
  }

  /// The findings of every file that has or had any.
  private mutating func everything(_ reading: @escaping (Path) -> [UInt8]?) -> [Path: [Finding]] {
    var all = Touched()
    all.records = Set(links.records.indices.filter { !links.records[$0].suppressions.isEmpty })
    var paths = Set(fileFindings.keys).union(otherSuppressions.keys).union(troubles.keys)
    for finding in report { paths.insert(finding.path) }
    paths.insert(Manifest.fileName)
    return pages(all, paths, reading, isWhole: true)
  }

  /// The findings of some files, anew. Shape: where the catalogue is looked at as a whole, files that nothing is found in may be left out.
  private mutating func pages(
    _ touched: Touched, _ paths: Set<Path>, _ reading: @escaping (Path) -> [UInt8]?, isWhole: Bool = false
  ) -> [Path: [Finding]] {
    var touched = touched
    var paths = paths
    if !isWhole {
      for path in paths {
        if let slot = links.slot(ofRecordAt: path) { touched.records.insert(slot) }
        if let slot = links.slot(ofPhotoAt: path) { touched.photos.insert(slot) }
      }
      for slot in touched.photos { paths.insert(links.photos[slot].path) }
    }
    var suppressions: [Path: [Suppression]] = [:]
    for slot in touched.records {
      let path = links.records[slot].path
      paths.insert(path)
      if !links.records[slot].suppressions.isEmpty { suppressions[path] = links.records[slot].suppressions }
    }
    let across = acrossFiles(touched, paths, isWhole: isWhole).located(reading: reading)
    let found = Dictionary(grouping: across) { $0.path }
    if isWhole { paths.formUnion(found.keys) }
    var pages: [Path: [Finding]] = [:]
    pages.reserveCapacity(paths.count)
    for path in paths {
      let own = found.isEmpty ? [] : found[path] ?? []
      related.set(own, of: path)
      let comments = otherSuppressions[path] ?? suppressions[path] ?? []
      pages[path] = page(of: path, (fileFindings[path] ?? []) + own, comments, reading)
    }
    return pages
  }

  /// What rules find that look across files, in report order.
  private func acrossFiles(_ touched: Touched, _ paths: Set<Path>, isWhole: Bool) -> [Finding] {
    var result: [Finding] = []
    // Records that a broken manifest does not show would be missed everywhere: as owners of photos, as what references lead to.
    guard links.manifest.isWhole else { return [] }
    let levels = levels
    if isWhole {
      let records = links.records.indices.filter { !links.records[$0].path.isEmpty }
      let photos = links.photos.indices.filter { !links.photos[$0].path.isEmpty }
      RuleBook.check(records: records, photos: photos, links, isOn: levels.isOn) { result.append($0) }
    } else {
      let (records, photos) = (Array(touched.records), Array(touched.photos))
      RuleBook.check(records: records, photos: photos, links, isOn: levels.isOn) { result.append($0) }
    }
    if !troubles.isEmpty {
      RuleBook.check(paths.flatMap { troubles[$0] ?? [] }, isOn: levels.isOn) { result.append($0) }
    }
    if paths.contains(Manifest.fileName) {
      result += levels.findings
      RuleBook.check(links.manifest, isOn: levels.isOn) { result.append($0) }
    }
    return result.sorted(by: Finding.reportOrder)
  }

  /// The findings of one file as the report has them.
  private func page(
    of path: Path, _ findings: [Finding], _ suppressions: [Suppression], _ reading: @escaping (Path) -> [UInt8]?
  ) -> [Finding] {
    guard !findings.isEmpty || !suppressions.isEmpty else { return [] }
    var silencer = Silencer(suppressions, in: path)
    let left = silencer.unsilenced(findings) + silencer.faults(levels).located(reading: reading)
    return RootCauses.alone(left.compactMap { levels.applied(to: $0) }).sorted(by: Finding.reportOrder)
  }
}

extension CatalogueWriter {
  // MARK: questions

  /// Files that are no record and no image, and those that cannot be read: their trouble, in byte order of their paths.
  package var fileTroubles: [FileTrouble] { troubles.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// All facts, in stable order: what a writer could begin with.
  package var facts: CatalogueFacts {
    var facts = CatalogueFacts()
    facts.manifest = links.manifest
    facts.kinds = links.kinds
    facts.records = links.records.filter { !$0.path.isEmpty }.sorted { $0.path < $1.path }
    facts.photos = links.photos.filter { !$0.path.isEmpty }.sorted { $0.path < $1.path }
    facts.terms = links.terms
    facts.troubles = fileTroubles
    for (path, suppressions) in otherSuppressions { facts.otherSuppressions[path] = suppressions }
    return facts
  }

  /// What an index shows of a record besides its values: its findings in the report, and its photos in order, each with the time
  /// that the record gives it. Nothing for what is no record.
  package func context(ofRecordAt path: Path) -> (findings: [Finding], photos: [PhotoFacts]) {
    guard let slot = links.slot(ofRecordAt: path) else { return ([], []) }
    return (report.findings(in: path), timedPhotos(of: slot))
  }

  /// The same for all records of which there is anything to show, by their places in the facts that the writer began with. Shape: before any
  /// change.
  package func contexts() -> [Int: (findings: [Finding], photos: [PhotoFacts])] {
    var result: [Int: (findings: [Finding], photos: [PhotoFacts])] = [:]
    var slot = 0
    // Findings and records both stand in byte order of their paths.
    for finding in report {
      while slot < links.records.count, links.records[slot].path < finding.path { slot += 1 }
      guard slot < links.records.count else { break }
      if links.records[slot].path == finding.path { result[slot, default: ([], [])].findings.append(finding) }
    }
    guard links.photoCount > 0 else { return result }
    for slot in links.records.indices {
      let photos = timedPhotos(of: slot)
      if !photos.isEmpty { result[slot, default: ([], [])].photos = photos }
    }
    return result
  }

  /// The photos of a record, by place and by being listed, in the order they were taken, each with the time that the record gives it; none for what is no record.
  package func photos(ofRecordAt path: Path) -> [PhotoFacts] {
    links.slot(ofRecordAt: path).map { timedPhotos(of: $0) } ?? []
  }

  private func timedPhotos(of slot: Int) -> [PhotoFacts] {
    PhotoTaken.chronological(links.photos(of: slot).map { links.photos[$0] }, in: links.records[slot])
  }

  /// The path of the record above a record, and those of the records that it refers to; nothing for what is no record.
  package func links(ofRecordAt path: Path) -> (parent: Path?, targets: [Path]) {
    guard let slot = links.slot(ofRecordAt: path) else { return (nil, []) }
    let targets = links.records[slot].references.compactMap { reference -> Path? in
      if case .record(let target) = links.resolve(reference) { return links.records[target].path }
      return nil
    }
    return (links.parent(of: slot).map { links.records[$0].path }, targets)
  }

  /// The facts of a record; nil where there is none at the path.
  package func facts(ofRecordAt path: Path) -> RecordFacts? { links.slot(ofRecordAt: path).map { links.records[$0] } }

  /// The facts of all records of a kind, in byte order of their paths.
  package func records(ofKind kind: Int) -> [RecordFacts] {
    let records = links.records.filter { $0.kind == kind && !$0.path.isEmpty }
    return records.sorted { $0.path < $1.path }
  }

  /// The paths of the records of a kind whose identity has these bytes.
  package func paths(withIdentity key: [UInt8], ofKind kind: Int) -> [Path] {
    links.records(withIdentity: key, ofKind: kind).map { links.records[$0].path }
  }

  /// The references that lead to a record, with the records that make them, in byte order of the paths and of the places in each.
  package func references(toRecordAt path: Path) -> [(path: Path, reference: Reference)] {
    guard let slot = links.slot(ofRecordAt: path) else { return [] }
    return links.backlinks(of: slot).flatMap { user in
      links.records[user].references.filter { links.resolve($0) == .record(slot) }.map { (links.records[user].path, $0) }
    }
  }

  /// The records of any kind whose id, or the last part of it, Unicode calls the same as a text's id.
  package func records(named text: Path) -> [RecordFacts] { links.records(named: text).map { links.records[$0] } }

  /// The references that lead to a record now, of all records that have one which would mean the record at a path, were there no other.
  package func references(nearPath path: Path) -> [(path: Path, reference: Reference, target: Path)] {
    links.users(ofNamesOf: path).flatMap { user in
      let path = links.records[user].path
      return references(fromRecordAt: path).map { (path, $0.reference, $0.target) }
    }
  }

  /// The references of a record that lead to others, each with the path of the one that it leads to, in their order.
  package func references(fromRecordAt path: Path) -> [(reference: Reference, target: Path)] {
    guard let slot = links.slot(ofRecordAt: path) else { return [] }
    return links.records[slot].references.compactMap { reference in
      guard case .record(let target) = links.resolve(reference) else { return nil }
      return (reference, links.records[target].path)
    }
  }

  /// The record above another by place; nil where there is none.
  package func parent(ofRecordAt path: Path) -> RecordFacts? {
    links.slot(ofRecordAt: path).flatMap { links.parent(of: $0) }.map { links.records[$0] }
  }

  /// The records that have a given one as their parent, in byte order of their paths.
  package func children(ofRecordAt path: Path) -> [RecordFacts] {
    links.slot(ofRecordAt: path).map { links.children(of: $0).map { links.records[$0] } } ?? []
  }

  /// The facts of an image; nil where there is none at the path.
  package func facts(ofPhotoAt path: Path) -> PhotoFacts? { links.slot(ofPhotoAt: path).map { links.photos[$0] } }

  /// The records that an image belongs to, by place or by being listed, in byte order of their paths.
  package func owners(ofPhotoAt path: Path) -> [RecordFacts] {
    links.slot(ofPhotoAt: path).map { links.owners(ofPhoto: $0).map { links.records[$0] } } ?? []
  }

  /// What is known of a record; nil where there is none at the path.
  package func surroundings(ofRecordAt path: Path) -> RecordSurroundings? {
    guard let slot = links.slot(ofRecordAt: path) else { return nil }
    func neighbour(_ slot: Int) -> RecordSurroundings.Neighbour { RecordSurroundings.Neighbour(links.records[slot]) }
    var around = RecordSurroundings(links.records[slot])
    around.targets = around.facts.references.map { reference in
      switch links.resolve(reference) {
      case .record(let target): .record(neighbour(target))
      case .wrongKind(let target): .wrongKind(neighbour(target))
      case .ambiguous(_, let count): .ambiguous(count)
      case .dangling: .dangling
      }
    }
    around.parent = links.parent(of: slot).map(neighbour)
    around.childCounts = links.childCounts(of: slot)
    around.users = links.backlinks(of: slot).map(neighbour)
    around.photos = links.photos(of: slot).map { links.photos[$0] }
    around.missingPhotos = links.missingPhotos(of: slot)
    return around
  }
}
