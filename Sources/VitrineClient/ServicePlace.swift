// Where the service of a catalogue is found.

import Glibc

/// The places that a catalogue's service uses, all told by its root alone.
///
/// Shape: `FOLDER/KEY.sock`, `FOLDER/KEY.lock`; KEY is made of the root's real path.
package struct ServicePlace: Sendable, Hashable {
  /// The folder: `vitrine` in `$XDG_RUNTIME_DIR`, else `/tmp/vitrine-UID`.
  package let folder: String
  /// What tells catalogues apart.
  package let key: String

  /// The socket.
  package var socket: String { folder + "/" + key + ".sock" }
  /// The file that is locked while a service runs.
  package var lock: String { folder + "/" + key + ".lock" }

  /// The place for the catalogue in `root`, an absolute path without links; `environment` gives the value of a variable.
  package init(root: String, environment: (String) -> String?) {
    let runtime = environment("XDG_RUNTIME_DIR") ?? ""
    folder = runtime.hasPrefix("/") ? runtime + "/vitrine" : "/tmp/vitrine-\(getuid())"
    let hash = root.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    key = String(hash, radix: 16)
  }
}
