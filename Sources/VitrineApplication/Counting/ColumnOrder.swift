// The order of counted rows, as `--sort` says it: by the columns that they have.

import VitrineText

/// The columns that rows are sorted by, the first before the others.
package struct ColumnOrder: Sendable {
  /// A column, and which way.
  package struct Key: Sendable, Hashable {
    /// The column's name.
    package let column: String
    /// True where the greatest comes first.
    package let isDescending: Bool
  }

  /// What a row has in a column.
  package enum Value {
    /// Nothing: such rows come last, whichever way.
    case missing
    /// A number, or the position in an order of its own.
    case number(Double)
    /// A text, compared without case and marks.
    case text(String)
  }

  /// Why a text is no order.
  package struct Failure: Error {
    /// What is wrong with it, as a message.
    package let message: String
  }

  /// The keys; none for the usual order.
  package var keys: [Key] = []

  /// The usual order.
  package init() {}

  /// The order that a text such as `-records,genre` says. `former` are words of earlier versions with what to write instead.
  ///
  /// Errors: it names no column, or one that is not there.
  package init(_ text: String, columns: [String], former: [String: String] = [:]) throws(Failure) {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(word.first == "-" ? word.dropFirst() : word)
      guard columns.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
        if name.isEmpty { throw Failure(message: "option '--sort' needs the names of fields") }
        let found = "there is no field '\(name)' to sort by"
        if let now = former[name] { throw Failure(message: "\(found); '--sort \(name)' is '--sort \(now)' now") }
        if let near = NearestWord.nearest(to: name, in: columns) { throw Failure(message: "\(found); did you mean '\(near)'?") }
        throw Failure(message: "\(found); the fields are \(columns.joined(separator: ", "))")
      }
      keys.append(Key(column: name, isDescending: word.first == "-"))
    }
  }

  /// The rows in this order, those that are equal in it in the order they have; as they are where nothing was asked for.
  package func sorted<Row>(_ rows: [Row], by value: (Row, _ column: String) -> Value) -> [Row] {
    guard !keys.isEmpty else { return rows }
    return rows.enumerated().sorted { left, right in
      for key in keys {
        switch Self.comparison(value(left.element, key.column), value(right.element, key.column), key.isDescending) {
        case let order where order < 0: return true
        case let order where order > 0: return false
        default: continue
        }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Less than 0 where the first comes first, 0 where neither does.
  private static func comparison(_ left: Value, _ right: Value, _ isDescending: Bool) -> Int {
    let order: Int
    switch (left, right) {
    case (.missing, .missing): return 0
    case (.missing, _): return 1
    case (_, .missing): return -1
    case (.number(let left), .number(let right)): order = left < right ? -1 : left > right ? 1 : 0
    case (.number, .text): order = -1
    case (.text, .number): order = 1
    case (.text(let left), .text(let right)):
      let (one, other) = (Folding.fold(left), Folding.fold(right))
      if one.lexicographicallyPrecedes(other) {
        order = -1
      } else {
        order = other.lexicographicallyPrecedes(one) ? 1 : 0
      }
    }
    return isDescending ? -order : order
  }
}
