// What cells are written to: JSON, the columns of a terminal, or a `Cell` that is kept.

/// Takes a cell part by part, in the order in which its parts are written, so that no strings and lists have to be made of it first.
///
/// Shape: one call for a scalar; for a list `beginList`, its items, `endList`; for a map `beginMap`, then for each member `beginMember`, its
/// value and `endMember`, then `endMap`. Texts are UTF-8; what is not is read as U+FFFD.
protocol CellWriter {
  /// No value.
  mutating func null()
  /// Words.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>)
  /// A number as it is written.
  mutating func number(_ bytes: UnsafeBufferPointer<UInt8>)
  /// True or false.
  mutating func boolean(_ value: Bool)
  /// A value that people read in other words than it is written in; the one that is wanted is asked for, or both.
  mutating func shown(_ text: () -> String, written: (inout Self) -> Void)
  /// A word, and what to ask for its sign; it may have none.
  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>, glyph: () -> String?)
  /// A colour, by its name or as it is written, and what to ask for it; it may be unknown. `spoken` is what people read in place of the name, if they do.
  mutating func color(_ bytes: UnsafeBufferPointer<UInt8>, spoken: () -> String?, _ color: () -> RGB?)
  /// Several values follow.
  mutating func beginList()
  /// The list is at its end.
  mutating func endList()
  /// The members of a map follow.
  mutating func beginMap()
  /// The value of a member follows; where `isNamed`, people are told its name, too.
  mutating func beginMember(_ name: String, isNamed: Bool)
  /// The member is at its end.
  mutating func endMember()
  /// The map is at its end.
  mutating func endMap()
}

extension CellWriter {
  /// Words.
  mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { self.text($0) }
  }

  /// A colour, by its name or as it is written.
  mutating func color(_ bytes: UnsafeBufferPointer<UInt8>, _ color: () -> RGB?) { self.color(bytes, spoken: { nil }, color) }

  /// A number as it is written.
  mutating func number(_ text: String) {
    var text = text
    text.withUTF8 { number($0) }
  }
}

extension Cell {
  /// Writes the cell part by part.
  func write(to writer: inout some CellWriter) {
    switch self {
    case .null: writer.null()
    case .text(let text): writer.text(text)
    case .number(let text): writer.number(text)
    case .boolean(let value): writer.boolean(value)
    case .shown(let text, let written): writer.shown({ text }, written: { written.write(to: &$0) })
    case .marked(var text, let glyph): text.withUTF8 { writer.word($0) { glyph } }
    case .color(var text, let color): text.withUTF8 { writer.color($0) { color } }
    case .list(let cells):
      writer.beginList()
      for cell in cells { cell.write(to: &writer) }
      writer.endList()
    case .map(let members):
      writer.beginMap()
      for member in members {
        writer.beginMember(member.name, isNamed: member.isNamed)
        member.cell.write(to: &writer)
        writer.endMember()
      }
      writer.endMap()
    }
  }
}

/// Makes a cell of what is written to it.
struct CellBuilder: CellWriter {
  /// A list or a map that is not at its end.
  private struct Open {
    var cells: [Cell] = []
    /// For each cell of a map, its member's name, and whether people are told it.
    var names: [(name: String, isNamed: Bool)] = []
  }

  /// What was written.
  private(set) var cell = Cell.null
  private var open: [Open] = []

  private mutating func add(_ cell: Cell) {
    if open.isEmpty { self.cell = cell } else { open[open.count - 1].cells.append(cell) }
  }

  mutating func null() { add(.null) }
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) { add(.text(String(decoding: bytes, as: UTF8.self))) }
  mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) { add(.number(String(decoding: bytes, as: UTF8.self))) }
  mutating func boolean(_ value: Bool) { add(.boolean(value)) }

  mutating func shown(_ text: () -> String, written: (inout CellBuilder) -> Void) {
    var inner = CellBuilder()
    written(&inner)
    add(.shown(text(), written: inner.cell))
  }

  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>, glyph: () -> String?) {
    let text = String(decoding: bytes, as: UTF8.self)
    add(glyph().map { .marked(text, glyph: $0) } ?? .text(text))
  }

  mutating func color(_ bytes: UnsafeBufferPointer<UInt8>, spoken: () -> String?, _ color: () -> RGB?) {
    let text = String(decoding: bytes, as: UTF8.self)
    let cell = color().map { Cell.color(text, $0) } ?? .text(text)
    add(spoken().map { .shown($0, written: cell) } ?? cell)
  }

  mutating func beginList() { open.append(Open()) }
  mutating func endList() { if let done = open.popLast() { add(.list(done.cells)) } }
  mutating func beginMap() { open.append(Open()) }
  mutating func beginMember(_ name: String, isNamed: Bool) { open[open.count - 1].names.append((name, isNamed)) }
  mutating func endMember() {}

  mutating func endMap() {
    guard let done = open.popLast() else { return }
    add(.map(zip(done.names, done.cells).map { Cell.Member($0.name, $1, isNamed: $0.isNamed) }))
  }
}
