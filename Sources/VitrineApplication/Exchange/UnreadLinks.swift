// Files that cannot be read and that records refer to, or that lie below records.

import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// What whoever follows records does not find because it cannot be read.
///
/// Nobody knows what such a file says; but what a record refers to is said by the record, and what stands below it by the place. A folder that cannot be listed
/// may hold either.
struct UnreadLinks {
  private let catalogue: LoadedCatalogue
  /// What a record is called where it is referred to.
  private struct Name: Hashable {
    var kind: String
    var name: String
  }

  /// The files by what they are called; those of kinds that stand below another, with that; and the folders that cannot be listed.
  private var files: [Name: [Path]] = [:]
  private var children: [(path: Path, parent: String)] = []
  private var folders: [Path] = []
  /// What was found so far.
  private(set) var found: Set<Path> = []

  /// Nothing was followed yet.
  init(_ catalogue: LoadedCatalogue) {
    self.catalogue = catalogue
    for path in catalogue.unreadRecords(ofKinds: Array(catalogue.kinds.indices)) {
      guard case .record(let collection) = path.withUTF8({ FileRole.role(of: $0, catalogue.manifest) }) else {
        folders.append(path)
        continue
      }
      let kind = catalogue.manifest.collections[collection].kind
      files[Name(kind: kind, name: path.stem.name.string), default: []].append(path)
      if let parent = catalogue.kinds.first(where: { $0.name == kind })?.parent { children.append((path, parent)) }
    }
  }

  /// A record is followed.
  mutating func note(_ path: Path) {
    if files.isEmpty && folders.isEmpty { return }
    let (facts, targets) = catalogue.book.withWriter { ($0.facts(ofRecordAt: path), $0.links(ofRecordAt: path).targets.count) }
    guard let facts else { return }
    for reference in facts.references {
      found.formUnion(files[Name(kind: reference.wantedKind, name: Path(reference.target).name.string)] ?? [])
    }
    let isMissing = facts.references.count > targets
    let kind = catalogue.kinds[facts.kind].name
    let below = Path(path.folder.string)
    found.formUnion(children.lazy.filter { $0.parent == kind && $0.path.isWithin(below) }.map(\.path))
    let isParent = catalogue.kinds.contains { $0.parent == kind }
    found.formUnion(folders.lazy.filter { isMissing || isParent && $0.isWithin(below) })
  }
}
