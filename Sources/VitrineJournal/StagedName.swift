// The names of files that wait beside their places: what tells them from everybody else's.

import VitrineSource

/// The name of a staged file: a new text or a copy that is to be renamed to its place. Nothing else has such a name, so that one that was left behind
/// is found again wherever its folder went.
///
/// Shape: `.vitrine-000012-3.tmp`, of the step 3 of the change 12; with `-copy` before the dot where it is a copy.
struct StagedName: Hashable, Sendable {
  /// The name.
  let text: String
  /// The number of the change.
  let change: Int

  /// The name of a step's new text.
  static func text(_ change: Int, _ step: Int) -> String { "\(start)\(JournalPlaces.name(change))-\(step)\(end)" }
  /// The name of a step's copy.
  static func copy(_ change: Int, _ step: Int) -> String { "\(start)\(JournalPlaces.name(change))-\(step)\(copyEnd)" }

  private static let start = ".vitrine-"
  private static let end = ".tmp"
  private static let copyEnd = "-copy.tmp"

  /// Reads a name; nil for what is none.
  init?(_ name: String) {
    guard name.hasPrefix(Self.start), name.hasSuffix(Self.end) else { return nil }
    let parts = name.dropFirst(Self.start.utf8.count).dropLast(Self.end.utf8.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 || (parts.count == 3 && parts[2] == "copy"), let change = JournalPlaces.number(String(parts[0])),
      let step = Int(parts[1]), String(step) == parts[1], step >= 0
    else { return nil }
    (text, self.change) = (name, change)
  }
}
