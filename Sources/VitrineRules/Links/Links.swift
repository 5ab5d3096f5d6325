// How the records and photos of a catalogue hang together: kept right while they come, change and go; used by rules and by pages.

import VitrineAlgorithms
package import VitrineModel
package import VitrineSource

/// All records and photos of a catalogue, each at a slot that stays its own, with what leads from one to another.
///
/// Shape: after changes, `settle` says what rules must look at anew; questions about what hangs together are answered rightly after it. The
/// slot of what went is free for another after the next `settle`.
package struct Links: Sendable {
  /// The kinds.
  package let kinds: [Kind]
  /// What `vitrine.yaml` says.
  package var manifest: Manifest
  /// The records by slot: those of a catalogue that was read whole are in byte order of their paths. A free slot has no path.
  package private(set) var records: [RecordFacts]
  /// The images by slot, in the same way.
  package private(set) var photos: [PhotoFacts]
  /// The spellings of vocabularies.
  package private(set) var terms: TermTable
  /// How many records there are.
  package private(set) var recordCount: Int
  /// How many images there are.
  package private(set) var photoCount: Int

  private var touched = Touched()
  private var freeRecords: [Int] = []
  private var freePhotos: [Int] = []
  /// The records that went since the last `settle`, with what their paths were.
  private var goneRecords: [(slot: Int, path: Path)] = []
  private var gonePhotos: [Int] = []

  /// The records by id, of which the hash is FNV-1a's; nil until somebody looks for one.
  private var ids: SlotGroups?
  private(set) var identities: IdentityLinks
  private var likenesses: LikenessLinks
  private var periods: PeriodLinks
  private(set) var references: ReferenceLinks
  private var parents: ParentLinks
  private var spellings: TermLinks
  private var images = PhotoLinks()
  private var places = PlaceLinks()

  /// The links of a catalogue that was read whole.
  package init(_ catalogue: CatalogueFacts) {
    kinds = catalogue.kinds
    manifest = catalogue.manifest
    records = catalogue.records
    photos = catalogue.photos
    terms = catalogue.terms
    recordCount = records.count
    photoCount = photos.count
    identities = IdentityLinks(slots: records.count)
    likenesses = LikenessLinks(.slips, slots: records.count)
    periods = PeriodLinks(kinds, records)
    references = ReferenceLinks(kinds)
    parents = ParentLinks(kinds)
    spellings = TermLinks(terms)
    for slot in records.indices { addIdentity(slot) }
    for slot in records.indices { records[slot].location.map { places.add(slot, $0, kind: records[slot].kind) } }
    if parents.isOn { for slot in records.indices { parents.add(slot, kind: records[slot].kind, records[slot].path) } }
    if records.indices.contains(where: { !records[$0].references.isEmpty }) {
      references.begin(records)
    }
    if !photos.isEmpty {
      needIDs()
      images.begin(records)
      for slot in photos.indices { images.addPhoto(slot, photos, &touched) }
    }
    for slot in records.indices where !records[slot].photos.isEmpty { images.addList(slot, records[slot], &touched) }
    _ = settle()
  }

  // MARK: changes

  /// Looks up everything that changes need; the first change does so otherwise.
  package mutating func prepare() {
    needIDs()
    parents.keepChildren { enter in
      for slot in records.indices where !records[slot].path.isEmpty { enter(slot, records[slot].kind, records[slot].path) }
    }
    spellings.prepare(records, terms)
  }

  /// Adds a record or replaces the one at its path. Shape: its terms are those of `spelled`.
  package mutating func put(_ record: RecordFacts, terms spelled: TermTable) {
    prepare()
    var record = record
    for index in record.terms.indices {
      let term = spelled.terms[Int(record.terms[index].term)]
      record.terms[index].term = terms.add(term.spelling, field: term.field)
    }
    if let slot = slot(ofRecordAt: record.path) {
      // The text that others hold as well, not a second one beside it.
      record.path = records[slot].path
      guard records[slot].kind != record.kind else { return replace(slot, with: record) }
      remove(slot)
    }
    let slot: Int
    if let free = freeRecords.popLast() {
      slot = free
      records[slot] = record
    } else {
      slot = records.count
      records.append(record)
    }
    recordCount += 1
    touched.records.insert(slot)
    ids?.add(slot, hash: SlotHash.path(record.path.stem))
    addIdentity(slot)
    addReferences(slot, isNew: true)
    references.addName(slot, records)
    parents.add(slot, kind: record.kind, record.path)
    touched.records.formUnion(parents.children(below: record.path, kind: record.kind) ?? [])
    spellings.add(slot, record, terms)
    record.location.map { places.add(slot, $0, kind: record.kind, &touched.records) }
    images.addRecord(slot, record)
    if !record.photos.isEmpty {
      images.addList(slot, record, &touched)
      touched.changePhotos(of: slot)
    }
  }

  /// Takes the record at a path out; false where there is none.
  @discardableResult
  package mutating func removeRecord(at path: Path) -> Bool {
    prepare()
    guard let slot = slot(ofRecordAt: path) else { return false }
    remove(slot)
    return true
  }

  private mutating func replace(_ slot: Int, with record: RecordFacts) {
    let before = records[slot]
    let hasOtherIdentity =
      before.identity?.key != record.identity?.key || before.identity?.leadCount != record.identity?.leadCount
    let refersToOthers = !before.references.elementsEqual(record.references) {
      $0.target.utf8.elementsEqual($1.target.utf8) && $0.wantedKind == $1.wantedKind
    }
    let hasOtherTerms = !before.terms.elementsEqual(record.terms) { $0.term == $1.term }
    let listsOthers = before.photos != record.photos
    touched.records.insert(slot)
    if !before.title.utf8.elementsEqual(record.title.utf8) { touched.photos.formUnion(images.photos(of: slot, records, photos)) }
    for occurrence in before.terms { terms.remove(occurrence.term) }
    if hasOtherTerms { spellings.remove(before) }
    if hasOtherIdentity {
      identities.remove(slot)
      likenesses.remove(slot)
      periods.remove(slot)
    }
    if refersToOthers { references.removeReferences(slot) }
    if before.location.map(PlaceLinks.Cell.init) != record.location.map(PlaceLinks.Cell.init) {
      places.remove(slot, &touched.records)
      record.location.map { places.add(slot, $0, kind: record.kind, &touched.records) }
    }
    if listsOthers {
      images.removeList(slot, before, &touched)
      touched.changePhotos(of: slot)
    }
    records[slot] = record
    if hasOtherTerms { spellings.add(slot, record, terms) }
    if hasOtherIdentity { addIdentity(slot) }
    if refersToOthers { addReferences(slot) }
    if listsOthers { images.addList(slot, record, &touched) }
  }

  private mutating func remove(_ slot: Int) {
    let record = records[slot]
    if !images.photos(of: slot, records, photos).isEmpty { touched.photoOwners.insert(slot) }
    for occurrence in record.terms { terms.remove(occurrence.term) }
    spellings.remove(record)
    identities.remove(slot)
    likenesses.remove(slot)
    periods.remove(slot)
    places.remove(slot, &touched.records)
    references.removeName(slot, records)
    references.removeReferences(slot)
    parents.remove(slot, kind: record.kind, record.path)
    touched.records.formUnion(parents.children(below: record.path, kind: record.kind) ?? [])
    images.removeRecord(slot, record)
    if !record.photos.isEmpty { images.removeList(slot, record, &touched) }
    ids?.remove(slot)
    records[slot] = RecordFacts(path: "", kind: record.kind)
    goneRecords.append((slot, record.path))
    recordCount -= 1
  }

  private mutating func addIdentity(_ slot: Int) {
    guard let identity = records[slot].identity else { return }
    let kind = records[slot].kind
    identities.add(slot, identity, kind: kind)
    if kinds[kind].identity.count > 1 { likenesses.add(slot, identity, kind: kind) }
    periods.add(slot, identity, records)
  }

  private mutating func addReferences(_ slot: Int, isNew: Bool = false) {
    guard !records[slot].references.isEmpty else { return }
    if !references.isOn {
      // All but this one's: they come next, and so does the name of a new one.
      var others = records
      if isNew { others[slot].path = "" }
      others[slot].references = []
      references.begin(others)
    }
    references.addReferences(slot, records[slot])
  }

  private mutating func needIDs() {
    guard ids == nil else { return }
    var groups = SlotGroups(slots: records.count, groups: records.count)
    for slot in records.indices where !records[slot].path.isEmpty {
      groups.add(slot, hash: SlotHash.path(records[slot].path.stem))
    }
    ids = groups
  }

  /// Adds an image or replaces the one at its path.
  package mutating func put(_ photo: PhotoFacts) {
    prepare()
    images.begin(records)
    if let slot = images.slot(ofPhotoAt: photo.path, photos) {
      photos[slot] = photo
      touched.photos.insert(slot)
      return images.photoChanged(slot, records, photos, &touched)
    }
    let slot: Int
    if let free = freePhotos.popLast() {
      slot = free
      photos[slot] = photo
    } else {
      slot = photos.count
      photos.append(photo)
    }
    photoCount += 1
    images.addPhoto(slot, photos, &touched)
  }

  /// Takes the image at a path out; false where there is none.
  @discardableResult
  package mutating func removePhoto(at path: Path) -> Bool {
    prepare()
    guard let slot = images.slot(ofPhotoAt: path, photos) else { return false }
    images.removePhoto(slot, photos, &touched)
    photos[slot].path = ""
    gonePhotos.append(slot)
    photoCount -= 1
    return true
  }

  /// Finds what follows from the changes. Shape: slots of records and photos that are there.
  package mutating func settle() -> Touched {
    identities.settle(records, &touched.records)
    likenesses.settle(records, &touched.records)
    periods.settle(records, &touched.records)
    references.settle(records, &touched.records)
    spellings.settle(records, &terms, &touched.records)
    if Invariants.areChecked { spellings.checkInvariants(records, terms) }
    images.settle(records, photos, ids ?? SlotGroups(), &touched)
    // A record that went may have come again at the same path.
    for (slot, path) in goneRecords where touched.photoOwners.contains(slot) {
      if let other = self.slot(ofRecordAt: path) { touched.photoOwners.insert(other) }
    }
    let result = touched.filtered(records, photos)
    touched = Touched()
    freeRecords += goneRecords.map(\.slot)
    freePhotos += gonePhotos
    goneRecords = []
    gonePhotos = []
    return result
  }
}

/// What changes concern: rules look at it anew.
package struct Touched: Sendable {
  /// Slots of records.
  package var records: Set<Int> = []
  /// Slots of images.
  package var photos: Set<Int> = []
  /// Slots of records whose images, or what is known of these, are others.
  package var photoOwners: Set<Int> = []

  /// Nothing.
  package init() {}

  /// Notes that the images of a record are others.
  mutating func changePhotos(of record: Int) {
    records.insert(record)
    photoOwners.insert(record)
  }

  /// What of it is still there.
  func filtered(_ all: [RecordFacts], _ images: [PhotoFacts]) -> Touched {
    var result = self
    result.records = records.filter { !all[$0].path.isEmpty }
    result.photoOwners = photoOwners.filter { !all[$0].path.isEmpty }
    result.photos = photos.filter { !images[$0].path.isEmpty }
    return result
  }
}

extension Links {
  // MARK: questions

  /// The slot of the record at a path.
  package func slot(ofRecordAt path: Path) -> Int? {
    guard let ids else {
      // Nothing has changed yet: all stand in byte order.
      var (low, high) = (0, records.count)
      while low < high {
        let middle = (low + high) / 2
        if records[middle].path < path { low = middle + 1 } else { high = middle }
      }
      return low < records.count && records[low].path == path ? low : nil
    }
    return ids.members(SlotHash.path(path.stem)).first { records[$0].path == path }
  }

  /// The slot of the image at a path.
  package func slot(ofPhotoAt path: Path) -> Int? { images.slot(ofPhotoAt: path, photos) }

  /// The first record in byte order with the identity of another; nil where that is the other itself.
  package func first(withIdentityOf slot: Int) -> Int? { identities.first(for: slot, records) }

  /// The first earlier record whose name is nearly that of another, or else one of the same name whose date is a period that the other's lies in.
  package func earlier(nearlyLike slot: Int) -> Int? { likenesses.earlier(than: slot) ?? periods.earlier(than: slot) }

  /// Whether a record is far from all others of its kind, and would be near some if its latitude and longitude changed places.
  package func seemsSwapped(_ slot: Int) -> Bool { places.seemsSwapped(slot) }

  /// The parent of a record by place; nil where its kind has none or none is there.
  package func parent(of slot: Int) -> Int? {
    parents.parent(of: slot, kind: records[slot].kind, records[slot].path)
  }

  /// The records that have a given one as their parent, in byte order of their paths.
  package func children(of slot: Int) -> [Int] {
    mayBeChildren(of: slot).filter { parent(of: $0) == slot }.sorted { records[$0].path < records[$1].path }
  }

  private func mayBeChildren(of slot: Int) -> Set<Int> {
    if let children = parents.children(below: records[slot].path, kind: records[slot].kind) { return children }
    return Set(records.indices.filter { parents.isParent(records[slot].kind, of: records[$0].kind) })
  }

  /// How many records of each kind have a given one as their parent.
  package func childCounts(of slot: Int) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for child in mayBeChildren(of: slot) where parent(of: child) == slot {
      counts[records[child].kind, default: 0] += 1
    }
    return counts
  }

  /// The spelling to use in the place of one; nil where there is no better one.
  package func variant(of term: UInt32) -> Variant? { spellings.variant(of: term) }

  /// Whether there is any better spelling of anything.
  package var hasVariants: Bool { spellings.hasVariants }

  /// The images of a record, in order: by place, then those that it lists besides.
  package func photos(of slot: Int) -> [Int] { images.photos(of: slot, records, photos) }

  /// The places of the listed images of a record that are not there.
  package func missingPhotos(of slot: Int) -> [Int] { images.missing(of: slot) }

  /// The records of an image, in byte order of their paths; none for an orphan.
  package func owners(ofPhoto slot: Int) -> [Int] { images.owners(of: slot, records, photos) }

  /// The first image in byte order with the bytes of another; nil where that is the only one, or the first itself.
  package func first(withBytesOfPhoto slot: Int) -> Int? { images.copies.first(withBytesOf: slot) }

  /// The record beside an image that its name is nearly of, and how many bytes of the name that is.
  package func nearName(ofPhoto slot: Int) -> (record: Int, length: Int)? { images.nearName(of: slot, records, photos) }

  /// The records beside an image, and which of them have images by place; nil where there are more than three.
  package func neighbours(ofPhoto slot: Int) -> [(record: Int, hasPhotos: Bool)]? { images.neighbours(of: slot, records, photos) }

  /// Whether there is an image at a path, of the same characters, besides one.
  package func hasPhoto(at path: Path, besides image: Path) -> Bool {
    images.photo(at: path, photos).map { photos[$0].path != image } ?? false
  }

  /// The path of the first image anywhere with a name.
  package func photo(named name: Path.Slice) -> Path? { images.photo(named: name, photos).map { photos[$0].path } }

  /// The names of the images in a record's folder.
  package func photoNames(beside slot: Int) -> [String] { images.names(beside: records[slot], photos) }
}
