// A cell as a terminal shows it: signs for words that have one, blocks of colour before the names of colours.

/// A text and the places in it that stand in a colour of their own.
struct DressedText {
  /// The text, not yet made safe for a terminal.
  private(set) var text = ""
  /// The blocks of colour: where in the text, counted in UTF-8 bytes, and which colour.
  private(set) var blocks: [(offset: Int, color: RGB)] = []

  /// What a block is made of.
  static let block = "▇"

  /// A cell as it is dressed: on a terminal with signs, with colours with blocks; in a pipe neither.
  init(_ cell: Cell, _ look: Look, separator: String = "; ") {
    add(cell, look, separator: separator)
  }

  private mutating func add(_ cell: Cell, _ look: Look, separator: String) {
    switch cell {
    case .null: break
    case .text(let text), .number(let text), .shown(let text, _): self.text += shown(text)
    case .boolean(let value): text += value ? "true" : "false"
    case .marked(let text, let glyph): self.text += shown(look.isTerminal && !glyph.isEmpty ? glyph : text)
    case .color(let name, let color):
      if look.color {
        blocks.append((text.utf8.count, color))
        text += DressedText.block + " "
      }
      text += shown(name)
    case .list(let cells):
      for (index, cell) in cells.enumerated() {
        if index > 0 { text += separator }
        add(cell, look, separator: ", ")
      }
    case .map(let members):
      var isFirst = true
      for member in members where !member.cell.isEmpty {
        if !isFirst { text += member.isNamed ? ", " : " " }
        isFirst = false
        if member.isNamed { text += shown(member.name) + " " }
        add(member.cell, look, separator: ", ")
      }
    }
  }
}

extension ShownPiece {
  /// Writes the piece, its blocks in their colours.
  func write(_ blocks: [(offset: Int, color: RGB)], _ look: Look, to sink: inout ByteSink) {
    var written = 0
    for block in blocks {
      // What was cut off takes its blocks along.
      let end = block.offset + DressedText.block.utf8.count
      guard end <= bytes.count, bytes[block.offset..<end].elementsEqual(DressedText.block.utf8) else { break }
      sink.write(bytes[written..<block.offset])
      look.write(DressedText.block, block.color, to: &sink)
      written = end
    }
    sink.write(bytes[written...])
  }
}
