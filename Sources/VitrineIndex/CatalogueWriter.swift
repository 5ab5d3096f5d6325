// The one owner of what is known across files: records, photos, how they hang together, and the report. It changes file by file.

package import VitrineModel
package import VitrineRules
package import VitrineSource

/// Keeps facts, links and findings right while files come, change and go.
///
/// Shape: any number of changes, then `settle`, which says whose findings and photos are different now.
package struct CatalogueWriter: ~Copyable, Sendable {
  /// What `settle` found different.
  package struct Settled: Sendable {
    /// The findings of each file whose findings may be others, in report order, silenced and with the levels in force; none for a file
    /// that has none any more.
    package var findings: [String: [Finding]] = [:]
    /// The paths of records whose photos, or what is known of these, may be others.
    package var photoOwners: Set<String> = []
  }

  /// The report as of the last `settle`.
  package private(set) var report: FindingList

  private var facts: CatalogueFacts
  private var fileFindings: [String: [Finding]]
  /// Facts, links and report in one; goes when nobody asks for it any more.
  package private(set) var snapshot: Snapshot

  /// What is known of a catalogue that was read whole. Shape: `fileFindings` are located, those of one file in any order; `reading` gives the
  /// bytes of a text of the catalogue by its path, and is asked only for files that a rule across files finds something in.
  package init(_ facts: CatalogueFacts, fileFindings: [Finding], reading: @escaping (String) -> [UInt8]?) {
    self.facts = facts
    self.fileFindings = Dictionary(grouping: fileFindings, by: \.path)
    snapshot = Snapshot(facts, fileFindings: fileFindings, reading: reading)
    report = FindingList(snapshot.findings)
  }

  /// The kinds.
  package var kinds: [Kind] { facts.kinds }
  /// What `vitrine.yaml` says.
  package var manifest: Manifest { facts.manifest }
  /// How many records there are.
  package var recordCount: Int { facts.records.count }
  /// How many images there are.
  package var photoCount: Int { facts.photos.count }

  /// How many records and images there are at paths that meet a condition.
  package func counts(where isWanted: (String) -> Bool) -> (records: Int, photos: Int) {
    (facts.records.count { isWanted($0.path) }, facts.photos.count { isWanted($0.path) })
  }

  /// Adds a record or replaces the one at its path. Shape: the terms of the facts are those of `terms`; the findings are located.
  package mutating func put(_ record: RecordFacts, terms: TermTable, findings: [Finding]) {
    var record = record
    for index in record.terms.indices {
      let term = terms.terms[Int(record.terms[index].term)]
      record.terms[index].term = facts.terms.add(term.spelling, field: term.field)
    }
    let place = place(ofRecord: record.path)
    if place < facts.records.count, facts.records[place].path == record.path {
      forgetTerms(of: facts.records[place])
      facts.records[place] = record
    } else {
      facts.records.insert(record, at: place)
    }
    fileFindings[record.path] = findings.isEmpty ? nil : findings
  }

  /// Takes the record at a path out, and the findings of its file.
  package mutating func removeRecord(at path: String) {
    let place = place(ofRecord: path)
    guard place < facts.records.count, facts.records[place].path == path else { return }
    forgetTerms(of: facts.records.remove(at: place))
    fileFindings[path] = nil
  }

  private mutating func forgetTerms(of record: RecordFacts) {
    for occurrence in record.terms { facts.terms.remove(occurrence.term) }
  }

  /// Adds an image or replaces the one at its path. Whose it is is found here.
  package mutating func put(_ photo: PhotoFacts) {
    removePhoto(at: photo.path)
    let place = facts.photos.firstIndex { photo.path.utf8.lexicographicallyPrecedes($0.path.utf8) } ?? facts.photos.count
    facts.photos.insert(photo, at: place)
  }

  /// Takes the image at a path out.
  package mutating func removePhoto(at path: String) { facts.photos.removeAll { $0.path == path } }

  /// Takes what `vitrine.yaml` says now for the levels of rules and for what else rules ask of it. Shape: its collections name the kinds that
  /// they named before, in the same order.
  package mutating func setManifest(_ manifest: Manifest) { facts.manifest = manifest }

  /// Says anew which files are in trouble, all of them.
  package mutating func setTroubles(_ troubles: [FileTrouble]) { facts.troubles = troubles }

  /// Says anew what was found in a file that is no record: the manifest, a schema, a view; or in one that cannot be read. Shape: located.
  package mutating func setFile(_ path: String, findings: [Finding], suppressions: [Suppression]) {
    fileFindings[path] = findings.isEmpty ? nil : findings
    facts.otherSuppressions[path] = suppressions.isEmpty ? nil : suppressions
  }

  /// Finds what follows from the changes since the last call.
  package mutating func settle(reading: @escaping (String) -> [UInt8]?) -> Settled {
    func owners(_ snapshot: Snapshot) -> [String] {
      snapshot.links.photos.indices.filter { !snapshot.links.photos[$0].isEmpty }.map { snapshot.catalogue.records[$0].path }
    }
    let before = owners(snapshot)
    snapshot = Snapshot(facts, fileFindings: fileFindings.values.flatMap { $0 }, reading: reading)
    let next = FindingList(snapshot.findings)
    var settled = Settled()
    for path in Set(report.map(\.path)).union(next.map(\.path)) {
      let findings = next.findings(in: path)
      if findings != report.findings(in: path) { settled.findings[path] = findings }
    }
    settled.photoOwners = Set(before + owners(snapshot))
    report = next
    return settled
  }

  /// The photos of a record in order, by place and by being listed, each with the time that the record gives it; none for what is no record.
  package func photos(ofRecordAt path: String) -> [PhotoFacts] {
    surroundings(ofRecordAt: path).map { around in around.photos.map { Self.timed($0, in: around.facts) } } ?? []
  }

  /// What is known of a record; nil where there is none at the path.
  package func surroundings(ofRecordAt path: String) -> RecordSurroundings? {
    let record = place(ofRecord: path)
    guard record < facts.records.count, facts.records[record].path == path else { return nil }
    let links = snapshot.links
    func neighbour(_ index: Int) -> RecordSurroundings.Neighbour { RecordSurroundings.Neighbour(facts.records[index]) }
    var around = RecordSurroundings(facts.records[record])
    if links.references.indices.contains(record) {
      around.targets = links.references[record].map { resolution in
        switch resolution {
        case .record(let target): .record(neighbour(target))
        case .wrongKind(let target): .wrongKind(neighbour(target))
        case .ambiguous(let targets): .ambiguous(targets.count)
        case .dangling: .dangling
        }
      }
    }
    around.parent = links.parents[record].map(neighbour)
    for child in links.parents.indices where links.parents[child] == record {
      around.childCounts[facts.records[child].kind, default: 0] += 1
    }
    around.users = links.references.indices.filter { links.references[$0].contains(.record(record)) }.map(neighbour)
    around.photos = links.photos[record].map { facts.photos[$0] }
    around.missingPhotos = links.missingPhotos.filter { $0.record == record }.map(\.photo)
    return around
  }

  /// A photo with the time that its record gives it.
  private static func timed(_ photo: PhotoFacts, in record: RecordFacts) -> PhotoFacts {
    guard let taken = PhotoTaken.text(of: photo, in: record) else { return photo }
    var photo = photo
    photo.metadata = photo.metadata ?? PhotoMetadata()
    photo.metadata?.taken = taken
    return photo
  }

  /// The first record that does not come before a path.
  private func place(ofRecord path: String) -> Int {
    var (low, high) = (0, facts.records.count)
    while low < high {
      let middle = (low + high) / 2
      if facts.records[middle].path.utf8.lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
