// One value of a row, typed enough for every row format to write it in its own way.

/// A value in a table.
///
/// Lists within lists go as deep as their author makes them: take them from values within the limits of the syntax room only.
package enum Cell: Sendable, Hashable {
  /// No value.
  case null
  /// Words.
  case text(String)
  /// A number as it is written, such as "20220225" or "12.50"; JSON gets it as a number where JSON allows it so written, else as a string.
  case number(String)
  /// True or false.
  case boolean(Bool)
  /// A value that people read in other words than it is written in: a day, a moment, a number with its unit.
  indirect case shown(String, written: Cell)
  /// A word that has a sign, which stands for it where room is short.
  case marked(String, glyph: String)
  /// A colour, by its name or as it is written.
  case color(String, RGB)
  /// Several values.
  case list([Cell])
  /// A map.
  case map([Member])

  /// One member of a map.
  package struct Member: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// Its value.
    package var cell: Cell
    /// True where people are told the name, too.
    package var isNamed: Bool

    /// A member of the given name and value.
    package init(_ name: String, _ cell: Cell, isNamed: Bool = false) {
      self.name = name
      self.cell = cell
      self.isNamed = isNamed
    }
  }

  /// A whole number.
  package static func integer(_ value: Int) -> Cell { .number(String(value)) }

  /// True where there is nothing to show: no value, or a list of none.
  package var isEmpty: Bool {
    switch self {
    case .null: true
    case .list(let cells): cells.allSatisfy(\.isEmpty)
    case .map(let members): members.allSatisfy(\.cell.isEmpty)
    case .text(let text), .number(let text), .shown(let text, _), .marked(let text, _), .color(let text, _): text.isEmpty
    case .boolean: false
    }
  }
}

extension Cell {
  /// The value in words, as people read it where nothing is dressed. Shape: list values joined by "; ", the members of a map by blanks, or by
  /// ", " where their names are told; null as "".
  package var words: String { words { $0 } }

  /// The value in words, each scalar as it is written in its file.
  package var written: String {
    words { if case .shown(_, let written) = $0 { written } else { $0 } }
  }

  /// The words of each scalar that `choose` makes of it.
  private func words(_ choose: (Cell) -> Cell) -> String {
    switch choose(self) {
    case .null: ""
    case .text(let text), .number(let text), .shown(let text, _), .marked(let text, _), .color(let text, _): text
    case .boolean(let value): value ? "true" : "false"
    case .list(let cells): cells.map { $0.words(choose) }.joined(separator: "; ")
    case .map(let members): Cell.joined(members) { $0.words(choose) }
    }
  }

  /// The members of a map in words. Those without a value are left out; lists within are joined by ", ".
  static func joined(_ members: [Member], _ words: (Cell) -> String) -> String {
    var text = ""
    for member in members {
      let own =
        if case .list(let cells) = member.cell { cells.map(words).joined(separator: ", ") } else { words(member.cell) }
      if own.isEmpty { continue }
      if !text.isEmpty { text += member.isNamed ? ", " : " " }
      text += member.isNamed ? "\(member.name) \(own)" : own
    }
    return text
  }
}

extension JSONWriter {
  /// Writes a cell as a JSON value.
  package mutating func cell(_ cell: Cell) {
    switch cell {
    case .null: null()
    case .text(let text), .marked(let text, _), .color(let text, _): string(text)
    case .number(let text): if isJSONNumber(text) { raw(text.utf8) } else { string(text) }
    case .boolean(let value): boolean(value)
    case .shown(_, let written): self.cell(written)
    case .list(let values):
      beginArray()
      for value in values { self.cell(value) }
      end()
    case .map(let members):
      beginObject()
      for member in members {
        key(member.name)
        self.cell(member.cell)
      }
      end()
    }
  }
}

/// True where a text is a number by the grammar of RFC 8259, section 6.
func isJSONNumber(_ text: String) -> Bool {
  var rest = text.utf8[...]
  func digits() -> Int {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    rest.removeFirst(count)
    return count
  }
  if rest.first == 0x2D { rest.removeFirst() }
  let startsWithZero = rest.first == 0x30
  let whole = digits()
  if whole == 0 || (startsWithZero && whole > 1) { return false }
  if rest.first == 0x2E {
    rest.removeFirst()
    if digits() == 0 { return false }
  }
  if let letter = rest.first, letter == 0x65 || letter == 0x45 {
    rest.removeFirst()
    if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest.removeFirst() }
    if digits() == 0 { return false }
  }
  return rest.isEmpty
}
