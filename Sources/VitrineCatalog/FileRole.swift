// What a file of a catalogue is, told by its path alone.

import VitrineModel
import VitrinePhotos
import VitrineRules

/// The part that a file plays.
enum FileRole: Equatable {
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
  /// Anything else: no business of a catalogue.
  case other

  /// The role of the file at `path`, relative to the root.
  static func role(of path: String, _ manifest: Manifest) -> FileRole {
    let name = path.utf8.lastIndex(of: 0x2F).map { path.utf8[path.utf8.index(after: $0)...] } ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return .other }
    let suffix = Suffix(name[name.index(after: dot)...])
    let isImage = suffix == nil && ImageSuffix.isImage(path)
    guard suffix != nil || isImage else { return .other }
    if name.count >= SyncConflict.shortestName, let original = SyncConflict.original(ofName: Substring(name)) {
      return .conflictedCopy(of: original)
    }
    switch suffix {
    case nil: return .photo
    case .json: return path.hasPrefix("schemas/") ? .schema : .other
    case .yaml: break
    }
    if path == Manifest.fileName { return .manifest }
    if path.hasPrefix("schemas/") { return .schema }
    if path.hasPrefix("views/") { return .view }
    var path = path
    guard let collection = path.withUTF8({ manifest.collection(claiming: $0) }) else { return .unclaimed }
    return .record(collection: collection)
  }
}

/// The suffixes that matter.
private enum Suffix {
  case yaml, json

  /// The sort of a suffix without its dot, in any case; nil for others.
  init?(_ suffix: Substring.UTF8View) {
    guard suffix.count >= 2, suffix.count <= 5 else { return nil }
    switch String(decoding: suffix.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self) {
    case "yaml", "yml": self = .yaml
    case "json": self = .json
    default: return nil
    }
  }
}
