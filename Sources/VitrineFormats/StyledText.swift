// A cell as a terminal shows it: signs for words that have one, blocks of colour before the names of colours.

import VitrineText

/// A text for a terminal, and the places in it that stand in a colour of their own. It is written like any cell.
struct StyledText: CellWriter {
  /// A list or a map that is not at its end.
  private struct Open {
    /// What stands between the values of a list; nil in a map.
    var separator: String?
    /// True before the first value, or the first member that has one.
    var isFirst = true
    /// Where the member that is being written began, and how many blocks there were.
    var start = 0
    var blockCount = 0
    /// Whether there was something to read before that.
    var hadWords = false
  }

  /// The text as UTF-8, safe to write to a terminal.
  private(set) var bytes: [UInt8] = []
  /// The blocks of colour: where in the text, counted in UTF-8 bytes, and which colour.
  private(set) var blocks: [(offset: Int, color: RGB)] = []
  private let look: Look
  private let separator: String
  private var open: [Open] = []
  /// False where some of it may take more or fewer cells than bytes.
  private var isPlain = true
  /// Whether there is something to read.
  private var hasWords = false

  /// What a block is made of.
  static let block = "▇"

  /// No text yet. `separator` stands between the values of a list that is no other's: those of lists within are always parted by ", ".
  init(_ look: Look, separator: String = "; ") {
    self.look = look
    self.separator = separator
  }

  /// A cell as it is dressed: on a terminal with signs, with colours with blocks; in a pipe neither.
  init(_ cell: Cell, _ look: Look, separator: String = "; ") {
    self.init(look, separator: separator)
    cell.write(to: &self)
  }

  /// Makes room for another text.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    blocks.removeAll(keepingCapacity: true)
    isPlain = true
    hasWords = false
  }

  /// Its width in cells.
  var width: Int { isPlain ? bytes.count : DisplayWidth.width(of: String(decoding: bytes, as: UTF8.self)) }
}

extension StyledText {
  mutating func null() { separate() }

  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    separate()
    append(bytes)
    if !bytes.isEmpty { hasWords = true }
  }

  mutating func number(_ bytes: UnsafeBufferPointer<UInt8>) { text(bytes) }

  mutating func boolean(_ value: Bool) { text(value ? "true" : "false") }

  mutating func shown(_ text: () -> String, written _: (inout StyledText) -> Void) { self.text(text()) }

  mutating func word(_ bytes: UnsafeBufferPointer<UInt8>, glyph: () -> String?) {
    guard look.isTerminal, let glyph = glyph(), !glyph.isEmpty else { return text(bytes) }
    separate()
    append(glyph)
    if !bytes.isEmpty { hasWords = true }
  }

  mutating func color(_ bytes: UnsafeBufferPointer<UInt8>, spoken: () -> String?, _ color: () -> RGB?) {
    guard var name = spoken() else { return self.color(name: bytes, color) }
    name.withUTF8 { self.color(name: $0, color) }
  }

  private mutating func color(name bytes: UnsafeBufferPointer<UInt8>, _ color: () -> RGB?) {
    guard look.color, let color = color() else { return text(bytes) }
    separate()
    blocks.append((self.bytes.count, color))
    self.bytes += (StyledText.block + " ").utf8
    isPlain = false
    append(bytes)
    if !bytes.isEmpty { hasWords = true }
  }

  mutating func beginList() {
    separate()
    open.append(Open(separator: open.isEmpty ? separator : ", "))
  }

  mutating func endList() { open.removeLast() }

  mutating func beginMap() {
    separate()
    open.append(Open())
  }

  mutating func beginMember(_ name: String, isNamed: Bool) {
    let place = open.count - 1
    open[place].start = bytes.count
    open[place].blockCount = blocks.count
    open[place].hadWords = hasWords
    hasWords = false
    if !open[place].isFirst { append(isNamed ? ", " : " ") }
    if isNamed {
      append(name)
      append(" ")
    }
  }

  /// A member with nothing to read is left out, and its name with it.
  mutating func endMember() {
    let place = open.count - 1
    if hasWords {
      open[place].isFirst = false
    } else {
      bytes.removeLast(bytes.count - open[place].start)
      blocks.removeLast(blocks.count - open[place].blockCount)
    }
    hasWords = hasWords || open[place].hadWords
  }

  mutating func endMap() { open.removeLast() }

  /// Writes what stands between two values of a list.
  private mutating func separate() {
    guard let place = open.indices.last, let separator = open[place].separator else { return }
    if !open[place].isFirst { append(separator) }
    open[place].isFirst = false
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Appends a text, every character that could steer a terminal made visible.
  private mutating func append(_ utf8: UnsafeBufferPointer<UInt8>) {
    if utf8.isPrintable() {
      bytes.append(contentsOf: utf8)
    } else {
      bytes += VitrineFormats.shown(String(decoding: utf8, as: UTF8.self)).utf8
      isPlain = false
    }
  }
}

extension ByteSink {
  /// Writes a text, its blocks in their colours.
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, _ blocks: ArraySlice<(offset: Int, color: RGB)>, _ look: Look) {
    var written = 0
    for block in blocks {
      // What was cut off takes its blocks along.
      let end = block.offset + StyledText.block.utf8.count
      guard end <= bytes.count, bytes[block.offset..<end].elementsEqual(StyledText.block.utf8) else { break }
      write(UnsafeBufferPointer(rebasing: bytes[written..<block.offset]))
      look.write(StyledText.block, block.color, to: &self)
      written = end
    }
    write(UnsafeBufferPointer(rebasing: bytes[written...]))
  }
}
