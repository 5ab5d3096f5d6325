// Values with places for other values: what a mapping makes of the values of its source.

import VitrineEditing

/// A value of which texts may have places for values of the source.
///
/// Shape: `{}` is the value itself, `{name}` and `{a.b}` a member of it or of the record; `{{` and `}}` are the characters themselves. A text that is
/// one place and nothing else is the value as it is; other texts are put together.
struct ValueTemplate: Sendable {
  private enum Part: Sendable {
    case plain(DataValue)
    case text([Piece])
    case list([Part])
    case map([(key: String, value: Part)])

    /// True where a value of the source has a place in it.
    var hasPlace: Bool {
      switch self {
      case .plain: false
      case .text: true
      case .list(let parts): parts.contains(where: \.hasPlace)
      case .map(let entries): entries.contains(where: \.value.hasPlace)
      }
    }
  }

  /// A piece of a text.
  enum Piece: Sendable, Hashable {
    /// It stands for itself.
    case literal(String)
    /// The place of a value; "" for the value itself.
    case place(String)
  }

  /// What is wrong with a text with places.
  struct Fault: Error {
    /// The fault, in words.
    let message: String
  }

  /// The names of the places, in their order; "" for the value itself.
  let names: [String]
  private let root: Part

  /// A template of a value as it stands in a mapping file.
  ///
  /// Errors: a brace without its other one, or a blank name.
  init(_ value: DataValue) throws(Fault) {
    var names: [String] = []
    root = try Self.part(value, &names)
    self.names = names
  }

  private static func part(_ value: DataValue, _ names: inout [String]) throws(Fault) -> Part {
    switch value {
    case .null, .bool, .number: return .plain(value)
    case .string(let text):
      let pieces = try pieces(text)
      for case .place(let name) in pieces { names.append(name) }
      if pieces.isEmpty { return .plain(.string("")) }
      if pieces.count == 1, case .literal(let text) = pieces[0] { return .plain(.string(text)) }
      return .text(pieces)
    case .list(let items):
      var parts: [Part] = []
      for item in items { parts.append(try part(item, &names)) }
      return .list(parts)
    case .map(let entries):
      var parts: [(key: String, value: Part)] = []
      for entry in entries { parts.append((entry.key, try part(entry.value, &names))) }
      return .map(parts)
    }
  }

  /// The pieces of a text.
  private static func pieces(_ text: String) throws(Fault) -> [Piece] {
    var pieces: [Piece] = []
    var literal = ""
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "{" || first == "}" else {
        literal.append(first)
        continue
      }
      if rest.first == first {
        literal.append(first)
        rest.removeFirst()
        continue
      }
      guard first == "{", let end = rest.firstIndex(of: "}") else {
        throw Fault(
          message: "this '\(first)' has no '\(first == "{" ? "}" : "{")'; write '\(first)\(first)' for the character itself")
      }
      let name = String(rest[..<end])
      guard !name.contains("{"), name.isEmpty || name.contains(where: { $0 != " " }) else {
        throw Fault(message: "'{\(name)}' names nothing; write '{}' for the value, '{name}' for a member, '{{' for a brace")
      }
      if !literal.isEmpty { pieces.append(.literal(literal)) }
      literal = ""
      pieces.append(.place(name))
      rest = rest[rest.index(after: end)...]
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    return pieces
  }

  /// The value with those of `source` in their places, by their names. What has a place without a value is left out: an entry, an item, or all of it.
  func filled(_ source: (String) -> [DataValue]) -> DataValue? { Self.filled(root, source) }

  private static func filled(_ part: Part, _ source: (String) -> [DataValue]) -> DataValue? {
    switch part {
    case .plain(let value): return value
    case .list(let parts): return .list(parts.compactMap { filled($0, source) })
    case .map(let entries):
      var made: [DataValue.Entry] = []
      var (found, lost) = (false, false)
      for entry in entries {
        if let value = filled(entry.value, source) {
          made.append(DataValue.Entry(entry.key, value))
          if entry.value.hasPlace { found = true }
        } else {
          lost = true
        }
      }
      // A map of which nothing is left but what always stands in it says nothing.
      return lost && !found ? nil : .map(made)
    case .text(let pieces):
      if pieces.count == 1, case .place(let name) = pieces[0] {
        let values = source(name)
        return values.count > 1 ? .list(values) : values.first
      }
      var text = ""
      for piece in pieces {
        switch piece {
        case .literal(let literal): text += literal
        case .place(let name):
          let words = source(name).compactMap(\.word)
          if words.isEmpty { return nil }
          text += words.joined(separator: ", ")
        }
      }
      return .string(text)
    }
  }
}

extension DataValue {
  /// A scalar as the word that it is written as; nil for nothing and for collections.
  var word: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .list, .map: nil
    }
  }
}
