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

extension JSONWriter: CellWriter {
  /// Writes a cell as a JSON value.
  package mutating func cell(_ cell: Cell) { cell.write(to: &self) }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) { string(bytes) }
  mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) { if isJSONNumber(bytes) { raw(bytes) } else { string(bytes) } }
  mutating func shown(_: () -> String, written: (inout JSONWriter) -> Void) { written(&self) }
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>, glyph _: () -> String?) { string(bytes) }
  mutating func color(_ bytes: UnsafeBufferPointer<UInt8>, spoken _: () -> String?, _: () -> RGB?) { string(bytes) }
  mutating func beginList() { beginArray() }
  mutating func endList() { end() }
  mutating func beginMap() { beginObject() }
  mutating func beginMember(_ name: String, isNamed _: Bool) { key(name) }
  mutating func endMember() {}
  mutating func endMap() { end() }
}

/// True where a text is a number by the grammar of RFC 8259, section 6.
private func isJSONNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  var place = 0
  func next() -> UInt8? { place < text.count ? text[place] : nil }
  func digits() -> Int {
    let start = place
    while place < text.count, text[place] &- 0x30 < 10 { place += 1 }
    return place - start
  }
  if next() == 0x2D { place += 1 }
  let startsWithZero = next() == 0x30
  let whole = digits()
  if whole == 0 || (startsWithZero && whole > 1) { return false }
  if next() == 0x2E {
    place += 1
    if digits() == 0 { return false }
  }
  if let letter = next(), letter == 0x65 || letter == 0x45 {
    place += 1
    if let sign = next(), sign == 0x2B || sign == 0x2D { place += 1 }
    if digits() == 0 { return false }
  }
  return place == text.count
}
