// The words an option or an argument may be given, each with what it means.

/// One word out of a closed list.
package struct Choice: Sendable, Hashable {
  /// The word as it is typed.
  package let name: String
  /// What it means, in a few words; or "".
  package let summary: String

  /// A word and what it means.
  package init(_ name: String, _ summary: String = "") {
    self.name = name
    self.summary = summary
  }
}

/// An enum whose cases are the words of an option.
///
/// Shape:
/// ```swift
/// enum ListFormat: String, OptionChoice {
///   case table, json
///   var summary: String {
///     switch self {
///     case .table: "aligned columns"
///     case .json: "one JSON array"
///     }
///   }
/// }
/// ```
package protocol OptionChoice: Sendable, CaseIterable, RawRepresentable where RawValue == String {
  /// What the word means, in a few words.
  var summary: String { get }
}

extension OptionChoice {
  /// All words in the order of declaration.
  static var choices: [Choice] { allCases.map { Choice($0.rawValue, $0.summary) } }
}
