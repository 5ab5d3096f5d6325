// What a file of a catalogue is, told by its path alone.

package import VitrineModel
import VitrinePhotos
import VitrineRules
package import VitrineSource

/// The part that a file plays.
package enum FileRole: Equatable {
  /// `vitrine.yaml` in the root.
  case manifest
  /// A schema or a vocabulary below `schemas/`.
  case schema
  /// A saved query below `views/`.
  case view
  /// A record of a collection; its index in the manifest.
  case record(collection: Int)
  /// A YAML file that nothing claims.
  case unclaimed
  /// A sync tool's copy beside the file of this name.
  case conflictedCopy(of: String)
  /// An image.
  case photo
  /// Anything else: no business of a catalogue. Also what a collection may claim that a broken manifest does not show.
  case other

  /// The role of the file at `path`, relative to the root.
  package static func role(of path: UnsafeBufferPointer<UInt8>, _ manifest: Manifest) -> FileRole {
    let nameStart = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let name = UnsafeBufferPointer(rebasing: path[nameStart...])
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return .other }
    let suffix = Suffix(name[(dot + 1)...])
    guard suffix != nil || ImageSuffix.isImage(name) else { return .other }
    if let original = SyncConflict.original(ofName: name) { return .conflictedCopy(of: original) }
    switch suffix {
    case nil: return .photo
    case .json: return begins(path, with: "schemas/") ? .schema : .other
    case .yaml: break
    }
    if nameStart == 0, begins(path, with: "vitrine.yaml"), path.count == 12 { return .manifest }
    if begins(path, with: "schemas/") { return .schema }
    if begins(path, with: "views/") { return .view }
    guard let collection = manifest.collection(claiming: path) else { return manifest.isWhole ? .unclaimed : .other }
    return .record(collection: collection)
  }

  /// What is the matter with a YAML file that no collection claims.
  static func trouble(ofUnclaimed path: Path, _ manifest: Manifest) -> FileTrouble.Cause {
    let name = path.name.string.lowercased()
    guard let ending = [".yml", ".yaml"].first(where: name.hasSuffix) else { return .unclaimed }
    let renamed = Path(bytes: Array(path.utf8.dropLast(ending.utf8.count)) + Array(".yaml".utf8))
    return renamed == path || renamed.withUTF8 { manifest.collection(claiming: $0) } == nil ? .unclaimed : .otherSuffix(renamed)
  }

  private static func begins(_ path: UnsafeBufferPointer<UInt8>, with word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    return path.count >= count && path[..<count].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count))
  }
}

extension LoadedCatalogue {
  /// The part that the file at a path, relative to the root, plays.
  package func role(of path: Path) -> FileRole { path.withUTF8 { FileRole.role(of: $0, manifest) } }

  /// The kind of the record whose file is at a path, by the place in `kinds`; nil for other files, and where the kind has no schema.
  package func kindIndex(ofRecordAt path: Path) -> Int? {
    guard case .record(let collection) = role(of: path) else { return nil }
    return kinds.firstIndex { $0.name == manifest.collections[collection].kind }
  }

  /// Whether a path, relative to the root, is one of the catalogue's own texts: the manifest, a schema, a vocabulary or a view.
  package func isOwnText(_ path: Path) -> Bool {
    switch path.withUTF8({ FileRole.role(of: $0, manifest) }) {
    case .manifest, .schema, .view: return true
    case .record, .unclaimed, .conflictedCopy, .photo, .other: return false
    }
  }
}

/// The suffixes that matter.
private enum Suffix {
  case yaml, json

  /// The sort of a suffix without its dot, in any case; nil for others.
  init?(_ suffix: Slice<UnsafeBufferPointer<UInt8>>) {
    if Self.same(suffix, "yaml") || Self.same(suffix, "yml") {
      self = .yaml
    } else if Self.same(suffix, "json") {
      self = .json
    } else {
      return nil
    }
  }

  private static func same(_ suffix: Slice<UnsafeBufferPointer<UInt8>>, _ word: StaticString) -> Bool {
    suffix.count == word.utf8CodeUnitCount
      && zip(suffix, UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)).allSatisfy { $0 | 0x20 == $1 }
  }
}
