// Where the service of a catalogue is found.

import Glibc
import VitrineAlgorithms

/// The places that a catalogue's service uses, all told by its root alone.
///
/// Shape: `FOLDER/KEY.sock`, `FOLDER/KEY.lsp`, `FOLDER/KEY.lock`, `FOLDER/KEY.log`; KEY is made of the root's real path.
package struct ServicePlace: Sendable, Hashable {
  /// The folder: `vitrine` in `$XDG_RUNTIME_DIR`; `/tmp/vitrine-UID` where that is not set, not there, or too long for a socket.
  package let folder: String
  /// What tells catalogues apart.
  package let key: String

  /// The socket.
  package var socket: String { folder + "/" + key + ".sock" }
  /// The socket for editors' processes, which speak the Language Server Protocol there.
  package var editorSocket: String { folder + "/" + key + ".lsp" }
  /// The file that is locked while a service runs.
  package var lock: String { folder + "/" + key + ".lock" }

  /// What a service without a terminal tells.
  package var log: String { folder + "/" + key + ".log" }

  /// The longest path of a socket. Units: bytes. Source: unix(7), sun_path without its zero.
  package static let longestSocket = 107

  /// The place for the catalogue in `root`, an absolute path without links; `environment` gives the value of a variable.
  package init(root: String, environment: (String) -> String?) {
    let runtime = environment("XDG_RUNTIME_DIR") ?? ""
    key = String(FNV1a.hash(root.utf8), radix: 16)
    let length = runtime.utf8.count + "/vitrine/0123456789abcdef.sock".utf8.count
    let isUsable = runtime.hasPrefix("/") && length <= Self.longestSocket && access(runtime, F_OK) == 0
    folder = isUsable ? runtime + "/vitrine" : "/tmp/vitrine-\(getuid())"
  }
}
