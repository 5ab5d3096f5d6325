// Options that were called otherwise in an earlier version.

/// A name that an option of a command no longer has. On a line it is an error that gives the new name.
package struct FormerSpelling: Sendable {
  /// The old name with its dashes: `-n`.
  let name: String
  /// What to write instead: `--limit`.
  let replacement: String

  /// `name` was what `replacement` is now.
  package init(_ name: String, now replacement: String) {
    self.name = name
    self.replacement = replacement
  }
}
