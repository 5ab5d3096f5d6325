// What a person should know besides an answer.

/// A remark on what was done, one line.
package enum Remark: Sendable, Hashable {
  /// It is always told.
  case always(String)
  /// It is shown unless somebody wants quiet.
  case unlessQuiet(String)
}
