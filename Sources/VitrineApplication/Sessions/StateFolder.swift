// Where what outlasts a run is kept that belongs to a person and to no catalogue.

/// The state folder of a person. Source: XDG Base Directory Specification 0.8.
package enum StateFolder {
  /// Its path; nil where the environment names none.
  package static func path(_ environment: (String) -> String?) -> String? {
    if let named = environment("XDG_STATE_HOME"), named.utf8.first == UInt8(ascii: "/") { return named + "/vitrine" }
    if let home = environment("HOME"), home.utf8.first == UInt8(ascii: "/") { return home + "/.local/state/vitrine" }
    return nil
  }
}
