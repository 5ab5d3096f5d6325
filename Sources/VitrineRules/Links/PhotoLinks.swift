// Whose an image is: by its place, and by being listed.

import VitrineModel
import VitrineSource
import VitrineText

/// The images of a catalogue and their records. Nothing is kept while there is neither an image nor a list of images.
///
/// By place: in a folder with one record, that record owns every image. In a folder with several, an image belongs to the record with the longest
/// stem (its file's name without `.yaml`) that begins the image's name and is followed there by `.`, `-`, `_` or a space. In a folder without records,
/// every image belongs to the record beside the folder whose stem is the folder's name. Names are compared by bytes; of records with one stem the
/// first in byte order owns.
struct PhotoLinks: Sendable {
  /// What has changed among the records of a folder.
  private struct Change: Sendable {
    /// True where any image may belong to another record now.
    var isAll = false
    /// Else the stems that came or went.
    var stems: [Path.Slice] = []
  }

  /// The images by path, as lists name them, and by folder.
  private var byPath = SlotGroups()
  private var byFolder = SlotGroups()
  /// The images by the last part of their paths; nil until a listed one is missing.
  private var byName: SlotGroups?
  /// The records that have images by place: the images of each are a group.
  private var owned = SlotGroups()
  /// The records by folder, and by id, of which the hash is FNV-1a's.
  private var recordsByFolder = SlotGroups()
  /// The records by folder and folded stem; nil until an image belongs to none.
  private(set) var names: StemNames?
  /// Whether the records are known.
  private(set) var isOn = false
  /// The records that list an image, by its path.
  private var listers: [Path.Canonical: [Int]] = [:]
  /// The listed images that are not there: places in the records' lists.
  private var missing: [Int: [Int]] = [:]
  private var missingByName: [Path.Canonical: Set<Int>] = [:]
  private var missingByFolder: [Path: Set<Int>] = [:]

  /// The images by their bytes.
  private(set) var copies = DuplicatePhotos()
  /// The paths that images with the suffix of another format should have, and the images by these paths: whether one is free is part of a finding.
  private var rightPaths: [Int: Path.Canonical] = [:]
  private var byRightPath: [Path.Canonical: Set<Int>] = [:]

  private var folderChanges: [UInt64: Change] = [:]
  private var pendingPhotos: Set<Int> = []
  /// The records that have other images by place than before.
  private var ownersWithOthers: Set<Int> = []
  /// The folders in which an image came or went, by their hashes.
  private var foldersWithChanges: Set<UInt64> = []
  private var pendingRecords: Set<Int> = []

  // MARK: changes

  /// Begins to keep which records lie in which folder, because there are images. Shape: all records there are.
  mutating func begin(_ records: [RecordFacts]) {
    guard !isOn else { return }
    isOn = true
    recordsByFolder = SlotGroups(slots: records.count)
    for slot in records.indices where !records[slot].path.isEmpty {
      recordsByFolder.add(slot, hash: Self.folder(records[slot].path))
    }
  }

  /// Adds a record.
  mutating func addRecord(_ slot: Int, _ record: RecordFacts) {
    guard isOn else { return }
    recordsByFolder.add(slot, hash: Self.folder(record.path))
    names?.add(slot, record)
    stemChanged(record)
  }

  /// Takes a record out. Its images are looked at anew.
  mutating func removeRecord(_ slot: Int, _ record: RecordFacts) {
    guard isOn else { return }
    recordsByFolder.remove(slot)
    names?.remove(slot)
    for photo in owned.members(UInt64(slot)) {
      owned.remove(photo)
      pendingPhotos.insert(photo)
    }
    stemChanged(record)
  }

  private mutating func stemChanged(_ record: RecordFacts) {
    let own = Self.folderNamed(after: record.path)
    if byFolder.first(own) != nil { folderChanges[own] = Change(isAll: true) }
    let hash = Self.folder(record.path)
    guard byFolder.first(hash) != nil else { return }
    var change = folderChanges[hash] ?? Change()
    change.stems.append(record.path.stem.name)
    // With one record or none, or the second one, another rule holds; many stems are looked at at once.
    if recordsByFolder.members(hash, most: 3).count < 3 || change.stems.count > 8 { change = Change(isAll: true) }
    folderChanges[hash] = change
  }

  /// Adds what a record lists.
  mutating func addList(_ slot: Int, _ record: RecordFacts, _ touched: inout Touched) {
    for path in Set(record.photos.map { PhotoPath.resolve($0.file, from: record.path) }) {
      listers[path.canonical, default: []].append(slot)
      noteListed(path, &touched)
    }
    pendingRecords.insert(slot)
  }

  /// Takes out what a record lists.
  mutating func removeList(_ slot: Int, _ record: RecordFacts, _ touched: inout Touched) {
    for path in Set(record.photos.map { PhotoPath.resolve($0.file, from: record.path) }) {
      listers[path.canonical]?.removeAll { $0 == slot }
      if listers[path.canonical]?.isEmpty == true { listers[path.canonical] = nil }
      noteListed(path, &touched)
    }
    pendingRecords.insert(slot)
  }

  private func noteListed(_ path: Path, _ touched: inout Touched) {
    for photo in byPath.members(SlotHash.text(path.slice)) { touched.photos.insert(photo) }
  }

  /// Adds an image.
  mutating func addPhoto(_ slot: Int, _ photos: [PhotoFacts], _ touched: inout Touched) {
    let path = photos[slot].path
    byPath.add(slot, hash: SlotHash.text(path.slice))
    byFolder.add(slot, hash: Self.folder(path))
    byName?.add(slot, hash: SlotHash.text(path.name))
    copies.add(slot, photos[slot])
    noteRightPath(of: slot, photos[slot])
    pendingPhotos.insert(slot)
    photoCame(slot, photos, &touched)
  }

  /// Takes an image out.
  mutating func removePhoto(_ slot: Int, _ photos: [PhotoFacts], _ touched: inout Touched) {
    if let owner = owner(of: slot) {
      touched.changePhotos(of: owner)
      ownersWithOthers.insert(owner)
    }
    photoCame(slot, photos, &touched)
    byPath.remove(slot)
    byFolder.remove(slot)
    byName?.remove(slot)
    copies.remove(slot)
    forgetRightPath(of: slot)
    owned.remove(slot)
    pendingPhotos.remove(slot)
  }

  /// What hangs on an image being there.
  private mutating func photoCame(_ slot: Int, _ photos: [PhotoFacts], _ touched: inout Touched) {
    let path = photos[slot].path
    foldersWithChanges.insert(Self.folder(path))
    for lister in listers[path.canonical] ?? [] {
      pendingRecords.insert(lister)
      touched.changePhotos(of: lister)
    }
    // Of paths that Unicode calls the same a list means one.
    for other in byPath.members(SlotHash.text(path.slice)) where other != slot { touched.photos.insert(other) }
    if let waiting = byRightPath[path.canonical] { touched.photos.formUnion(waiting) }
    guard !missing.isEmpty else { return }
    pendingRecords.formUnion(missingByName[path.name.canonical] ?? [])
    pendingRecords.formUnion(missingByFolder[Path(path.folder)] ?? [])
  }

  /// Notes that something else is known of an image.
  mutating func photoChanged(_ slot: Int, _ records: [RecordFacts], _ photos: [PhotoFacts], _ touched: inout Touched) {
    copies.remove(slot)
    copies.add(slot, photos[slot])
    forgetRightPath(of: slot)
    noteRightPath(of: slot, photos[slot])
    for owner in owners(of: slot, records, photos) { touched.changePhotos(of: owner) }
  }

  private mutating func noteRightPath(of slot: Int, _ photo: PhotoFacts) {
    guard let path = PhotoSuffix.rightPath(of: photo)?.canonical else { return }
    rightPaths[slot] = path
    byRightPath[path, default: []].insert(slot)
  }

  private mutating func forgetRightPath(of slot: Int) {
    guard let path = rightPaths.removeValue(forKey: slot) else { return }
    byRightPath[path]?.remove(slot)
    if byRightPath[path]?.isEmpty == true { byRightPath[path] = nil }
  }

  // MARK: what follows

  /// Finds the owners of images, and the images that are missing.
  mutating func settle(_ records: [RecordFacts], _ photos: [PhotoFacts], _ ids: SlotGroups, _ touched: inout Touched) {
    for (hash, change) in folderChanges {
      for photo in byFolder.members(hash)
      where change.isAll || !owned.contains(photo) || Self.begins(photos[photo].path, with: change.stems) {
        pendingPhotos.insert(photo)
      }
    }
    for photo in pendingPhotos where byFolder.contains(photo) {
      let before = owner(of: photo)
      let after = ownerByPlace(photos[photo].path, records, ids)
      guard before != after || before == nil else { continue }
      if before != after {
        owned.remove(photo)
        if let after { owned.add(photo, hash: UInt64(after)) }
        ownersWithOthers.formUnion([before, after].compactMap { $0 })
      }
      if after == nil, names == nil { names = StemNames(records) }
      touched.photos.insert(photo)
      if let before { touched.changePhotos(of: before) }
      if let after { touched.changePhotos(of: after) }
    }
    // What is said of an image that belongs to none says which records beside it have some.
    // And the name that it should have may be free now, or taken.
    for folder in foldersWithChanges.union(ownersWithOthers.lazy.map { Self.folder(records[$0].path) }) {
      for photo in byFolder.members(folder) where !owned.contains(photo) { touched.photos.insert(photo) }
    }
    ownersWithOthers = []
    foldersWithChanges = []
    copies.settle(photos, &touched)
    for slot in pendingRecords { findMissing(slot, records, photos, &touched) }
    folderChanges = [:]
    pendingPhotos = []
    pendingRecords = []
  }

  private mutating func findMissing(_ slot: Int, _ records: [RecordFacts], _ photos: [PhotoFacts], _ touched: inout Touched) {
    let record = records[slot]
    let after = record.photos.indices.filter { photo(listed: record.photos[$0], by: record, photos) == nil }
    let before = missing.removeValue(forKey: slot) ?? []
    guard !before.isEmpty || !after.isEmpty else { return }
    touched.records.insert(slot)
    if !before.isEmpty { forgetNames(slot) }
    guard !after.isEmpty else { return }
    missing[slot] = after
    if byName == nil {
      var groups = SlotGroups(slots: photos.count)
      for photo in photos.indices where !photos[photo].path.isEmpty {
        groups.add(photo, hash: SlotHash.text(photos[photo].path.name))
      }
      byName = groups
    }
    let names = after.map { PhotoNames.last(record.photos[$0].file).canonical }
    let folder = Path(record.path.folder)
    for name in names { missingByName[name, default: []].insert(slot) }
    missingByFolder[folder, default: []].insert(slot)
    noted[slot] = (names, folder)
  }

  /// Under which names and which folder a record stands in `missingByName` and `missingByFolder`.
  private var noted: [Int: (names: [Path.Canonical], folder: Path)] = [:]

  private mutating func forgetNames(_ slot: Int) {
    guard let (names, folder) = noted.removeValue(forKey: slot) else { return }
    for name in names {
      missingByName[name]?.remove(slot)
      if missingByName[name]?.isEmpty == true { missingByName[name] = nil }
    }
    missingByFolder[folder]?.remove(slot)
    if missingByFolder[folder]?.isEmpty == true { missingByFolder[folder] = nil }
  }
}

extension PhotoLinks {
  // MARK: questions

  /// The record that owns an image by place.
  func owner(of photo: Int) -> Int? { owned.contains(photo) ? Int(owned.hash(of: photo)) : nil }

  /// The records of an image, by place and by list, in byte order of their paths.
  func owners(of photo: Int, _ records: [RecordFacts], _ photos: [PhotoFacts]) -> [Int] {
    let place = owner(of: photo)
    let path = photos[photo].path
    guard !listers.isEmpty, let known = listers[path.canonical] else { return [place].compactMap { $0 } }
    // Only where there are several images whose paths Unicode calls the same, a list that names one may mean another.
    let isOnly = byPath.members(SlotHash.text(path.slice)).allSatisfy {
      $0 == photo || !photos[$0].path.isCanonicallyEqual(to: path)
    }
    let listing =
      isOnly
      ? known
      : known.filter { lister in
        records[lister].photos.contains { self.photo(listed: $0, by: records[lister], photos) == photo }
      }
    return Set(listing + [place].compactMap { $0 }).sorted { records[$0].path < records[$1].path }
  }

  /// The images of a record: those by place in byte order, then those listed besides.
  func photos(of slot: Int, _ records: [RecordFacts], _ photos: [PhotoFacts]) -> [Int] {
    var result = owned.members(UInt64(slot))
    if result.count > 1 { result.sort { photos[$0].path < photos[$1].path } }
    for listed in records[slot].photos {
      if let photo = photo(listed: listed, by: records[slot], photos), !result.contains(photo) { result.append(photo) }
    }
    return result
  }

  /// The places of the listed images of a record that are not there.
  func missing(of slot: Int) -> [Int] { missing.isEmpty ? [] : missing[slot] ?? [] }

  /// The record beside an image whose name begins the image's, but for case, marks and what parts words, and how much of that name it is; nil where none
  /// or several are so. Units: bytes.
  func nearName(of photo: Int, _ records: [RecordFacts], _ photos: [PhotoFacts]) -> (record: Int, length: Int)? {
    names?.nearName(of: photos[photo].path, records)
  }

  /// The records beside an image, in byte order of their paths, and which of them have images by place; nil where there are more than three.
  func neighbours(of photo: Int, _ records: [RecordFacts], _ photos: [PhotoFacts]) -> [(record: Int, hasPhotos: Bool)]? {
    let slots = recordsByFolder.members(Self.folder(photos[photo].path), most: 4)
    guard slots.count <= 3 else { return nil }
    return slots.sorted { records[$0].path < records[$1].path }.map { ($0, owned.first(UInt64($0)) != nil) }
  }

  /// The first image anywhere whose name is the last part of a path.
  func photo(named name: Path.Slice, _ photos: [PhotoFacts]) -> Int? {
    byName?.members(SlotHash.text(name)).filter { photos[$0].path.name.isCanonicallyEqual(to: name) }
      .min { photos[$0].path < photos[$1].path }
  }

  /// The names of the images in a record's folder.
  func names(beside record: RecordFacts, _ photos: [PhotoFacts]) -> [String] {
    byFolder.members(Self.folder(record.path)).map { photos[$0].path.name.string }
  }

  /// The image at a path: the one with its very bytes, else the one whose path is canonically equal; of several the first in byte order.
  func photo(at path: Path, _ photos: [PhotoFacts]) -> Int? {
    let alike = byPath.members(SlotHash.text(path.slice)).filter { photos[$0].path.isCanonicallyEqual(to: path) }
    return alike.first { photos[$0].path == path } ?? alike.min { photos[$0].path < photos[$1].path }
  }

  /// The image with exactly this path.
  func slot(ofPhotoAt path: Path, _ photos: [PhotoFacts]) -> Int? {
    byPath.members(SlotHash.text(path.slice)).first { photos[$0].path == path }
  }

  private func photo(listed: ListedPhoto, by record: RecordFacts, _ photos: [PhotoFacts]) -> Int? {
    photo(at: PhotoPath.resolve(listed.file, from: record.path), photos)
  }

  /// The rule of place.
  private func ownerByPlace(_ path: Path, _ records: [RecordFacts], _ ids: SlotGroups) -> Int? {
    let first = recordsByFolder.first(Self.folder(path))
    guard let first else { return ownerOfFolder(path, records, ids) }
    guard recordsByFolder.next(first) != nil else { return first }
    return path.withUTF8 { bytes in
      let start = bytes.lastIndex(of: 0x2F).map { $0 + 1 } ?? 0
      var hash = SlotHash.seed
      var owner: Int?
      for (index, byte) in bytes.enumerated() {
        if index >= start, Self.isSeparator(byte),
          let found = Self.record(withID: UnsafeBufferPointer(rebasing: bytes[..<index]), hash, records, ids)
        {
          owner = found
        }
        hash = SlotHash.adding(byte, to: hash)
      }
      return owner
    }
  }

  /// The record that a folder without records is named after.
  private func ownerOfFolder(_ path: Path, _ records: [RecordFacts], _ ids: SlotGroups) -> Int? {
    let folder = path.folder
    guard !folder.isEmpty else { return nil }
    return folder.withUTF8 { Self.record(withID: $0, SlotHash.path(folder), records, ids) }
  }

  /// The first record with an id in byte order of the paths.
  private static func record(
    withID id: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ records: [RecordFacts], _ ids: SlotGroups
  ) -> Int? {
    ids.members(hash).filter { records[$0].path.stem.utf8.elementsEqual(id) }
      .min { records[$0].path < records[$1].path }
  }

  private static func begins(_ path: Path, with stems: [Path.Slice]) -> Bool {
    let name = path.name.utf8
    return stems.contains { stem in
      let count = stem.utf8.count
      return name.count > count && name.starts(with: stem.utf8)
        && isSeparator(name[name.index(name.startIndex, offsetBy: count)])
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ")
  }

  /// The key of the folder that a record has for images of its own.
  private static func folderNamed(after path: Path) -> UInt64 {
    path.stem.withUTF8 { SlotHash.bytes(UnsafeRawBufferPointer($0), in: 0) }
  }

  private static func folder(_ path: Path) -> UInt64 {
    return path.withUTF8 { bytes in
      SlotHash.bytes(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<(bytes.lastIndex(of: 0x2F) ?? 0)]), in: 0)
    }
  }
}
