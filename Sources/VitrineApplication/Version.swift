// The version of the programs, in one place.

/// The version of `vitrine` and of `vitrined`, which only speak with each other where it is the same.
package enum Version {
  /// The version, as `--version` prints it.
  package static let number = "0.1.0"
  /// The day of that version.
  package static let date = "2026-11-21"
}
