// What a process that an editor started says to the service that is to serve the editor in its place: the first message at the socket.

import VitrineEditing

/// What makes two processes the same server to an editor.
struct Attachment {
  /// The request's method.
  static let method = "vitrine/attach"
  /// The variables of the environment that name folders for an editor's files.
  static let variables = ["XDG_CACHE_HOME", "HOME"]

  /// The program's version.
  var version: String
  /// What `TZ` says; nil where it is not set.
  var zone: String?
  /// The values of `variables`.
  var folders: [String: String]

  /// An attachment of the given parts.
  init(version: String, zone: String?, folders: [String: String]) {
    self.version = version
    self.zone = zone
    self.folders = folders
  }

  /// The attachment of some parameters; nil where they are none.
  init?(_ params: JSONValue) {
    guard let version = params["version"]?.text else { return nil }
    self.version = version
    zone = params["zone"]?.text
    folders = [:]
    for entry in params["folders"]?.entries ?? [] { folders[entry.key] = entry.value.text }
  }

  /// The request.
  var request: JSONValue {
    let folders = folders.sorted { $0.key < $1.key }.map { JSONValue.Entry($0.key, .string($0.value)) }
    return [
      "jsonrpc": "2.0", "id": 0, "method": .string(Self.method),
      "params": ["version": .string(version), "zone": zone.map { .string($0) } ?? .null, "folders": .map(folders)],
    ]
  }
}
