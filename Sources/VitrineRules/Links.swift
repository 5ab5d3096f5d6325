// How records hang together: resolved once, used by rules and by queries.

package import VitrineModel

/// What the records' references, folders and photos lead to.
package struct Links: Sendable {
  /// Where each reference leads, by record and by the reference's index in it; empty where no record refers to any.
  package let references: [[ReferenceTable.Resolution]]
  /// The parent of each record by place; nil where its kind has none or none is there.
  package let parents: [Int?]
  /// The photos of each record, by index in the catalogue's photos; by place and by being listed.
  package let photos: [[Int]]
  /// The images that belong to no record.
  package let orphans: [Int]
  /// The listed photos that are not there: the record's index and the index in its list.
  package let missingPhotos: [(record: Int, photo: Int)]
  /// The names of records.
  package let table: ReferenceTable

  /// Resolves everything in a catalogue.
  package init(_ catalogue: CatalogueFacts) {
    let refers = catalogue.records.indices.contains { !catalogue.records[$0].references.isEmpty }
    let table = ReferenceTable(refers ? catalogue.records : [], kinds: catalogue.kinds)
    self.table = table
    references = refers ? catalogue.records.map { record in record.references.map { table.resolve($0) } } : []
    parents = Self.parents(catalogue)
    (photos, orphans, missingPhotos) = Self.photos(catalogue)
  }

  /// The parent: the record of the wanted kind in the same folder, or the nearest above.
  private static func parents(_ catalogue: CatalogueFacts) -> [Int?] {
    guard catalogue.kinds.contains(where: { $0.parent != nil }) else {
      return Array(repeating: nil, count: catalogue.records.count)
    }
    let wanted = Set(catalogue.kinds.compactMap(\.parent))
    var byFolder: [Substring: [Int]] = [:]
    for (index, record) in catalogue.records.enumerated() where wanted.contains(catalogue.kinds[record.kind].name) {
      byFolder[RecordID.folder(ofPath: record.path), default: []].append(index)
    }
    return catalogue.records.indices.map { index in
      guard let parent = catalogue.kinds[catalogue.records[index].kind].parent else { return nil }
      var folder = RecordID.folder(ofPath: catalogue.records[index].path)
      while true {
        if let found = byFolder[folder]?.first(where: {
          $0 != index && catalogue.kinds[catalogue.records[$0].kind].name == parent
        }) {
          return found
        }
        guard !folder.isEmpty else { return nil }
        folder = RecordID.folder(ofPath: String(folder))
      }
    }
  }

  /// The rule of place: for each photo the record that owns it, folder by folder.
  private static func owners(_ catalogue: CatalogueFacts) -> [Int?] {
    let folders = Set(catalogue.photos.map { RecordID.folder(ofPath: $0.path) })
    guard !folders.isEmpty else { return [] }
    var members: [Substring: [Int]] = [:]
    for index in catalogue.records.indices {
      let folder = RecordID.folder(ofPath: catalogue.records[index].path)
      if folders.contains(folder) { members[folder, default: []].append(index) }
    }
    let rules = members.mapValues { members in
      PhotoOwnership(stems: members.map { RecordID.lastPart(ofPath: catalogue.records[$0].path) })
    }
    return catalogue.photos.map { photo in
      let folder = RecordID.folder(ofPath: photo.path)
      guard let rule = rules[folder], let members = members[folder] else { return nil }
      let name = folder.isEmpty ? photo.path : String(photo.path.dropFirst(folder.count + 1))
      return rule.owner(of: name).map { members[$0] }
    }
  }

  /// Photos by place and by list.
  private static func photos(
    _ catalogue: CatalogueFacts
  ) -> (photos: [[Int]], orphans: [Int], missing: [(record: Int, photo: Int)]) {
    var owned = Array(repeating: [Int](), count: catalogue.records.count)
    var isOwned = Array(repeating: false, count: catalogue.photos.count)
    for (index, owner) in owners(catalogue).enumerated() {
      guard let owner else { continue }
      owned[owner].append(index)
      isOwned[index] = true
    }
    var missing: [(record: Int, photo: Int)] = []
    guard catalogue.records.indices.contains(where: { !catalogue.records[$0].photos.isEmpty }) else {
      return (owned, isOwned.indices.filter { !isOwned[$0] }, missing)
    }
    var byPath: [String: Int] = [:]
    for (index, photo) in catalogue.photos.enumerated() { byPath[photo.path] = index }
    for index in catalogue.records.indices where !catalogue.records[index].photos.isEmpty {
      for (position, listed) in catalogue.records[index].photos.enumerated() {
        if let photo = byPath[PhotoPath.resolve(listed.file, from: catalogue.records[index].path)] {
          if !owned[index].contains(photo) { owned[index].append(photo) }
          isOwned[photo] = true
        } else {
          missing.append((index, position))
        }
      }
    }
    return (owned, isOwned.indices.filter { !isOwned[$0] }, missing)
  }
}

/// The paths in `photos:` lists.
package enum PhotoPath {
  /// The path from the root of a file named in a record: relative to the record's folder, or to the root where it starts with `/`. Parts `.`
  /// and `..` are followed as far as the root.
  package static func resolve(_ file: String, from record: String) -> String {
    var parts = file.hasPrefix("/") ? [] : RecordID.folder(ofPath: record).split(separator: "/").map(String.init)
    for part in file.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if !parts.isEmpty { parts.removeLast() }
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
