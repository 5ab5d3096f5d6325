// Edits one after the other, told as edits of the first text.

import VitrineSource

/// A text that was edited, as pieces of the first text and new bytes between them.
struct EditComposition {
  /// A piece of the text as it is now.
  private enum Piece {
    /// Bytes of the first text.
    case kept(Range<Int>)
    /// New bytes.
    case new([UInt8])

    var count: Int {
      switch self {
      case .kept(let range): range.count
      case .new(let bytes): bytes.count
      }
    }
  }

  /// The first text.
  let original: [UInt8]
  private var pieces: [Piece]

  /// A text without edits.
  init(_ original: [UInt8]) {
    self.original = original
    pieces = original.isEmpty ? [] : [.kept(0..<original.count)]
  }

  /// Makes edits, which are meant on the text as it is now, in order and not overlapping.
  mutating func apply(_ edits: [TextEdit]) {
    var result: [Piece] = []
    var rest = pieces[...]
    /// How much of the first piece of `rest` is used already.
    var used = 0
    var position = 0
    func take(_ count: Int, keep: Bool) {
      var left = count
      while left > 0, let piece = rest.first {
        let taken = min(left, piece.count - used)
        if keep, taken > 0 {
          switch piece {
          case .kept(let range): result.append(.kept(range.lowerBound + used..<range.lowerBound + used + taken))
          case .new(let bytes): result.append(.new(Array(bytes[used..<used + taken])))
          }
        }
        left -= taken
        used += taken
        if used == piece.count {
          rest = rest.dropFirst()
          used = 0
        }
      }
    }
    for edit in edits {
      take(Int(edit.range.start) - position, keep: true)
      take(edit.range.count, keep: false)
      position = Int(edit.range.end)
      if !edit.replacement.isEmpty { result.append(.new(edit.replacement)) }
    }
    take(.max, keep: true)
    pieces = result
  }

  /// The edits of the first text that give the text as it is now, each as short as can be.
  func edits() -> [TextEdit] {
    var edits: [TextEdit] = []
    var position = 0
    var new: [UInt8] = []
    func flush(upTo end: Int) {
      if let edit = Self.trimmed(position..<end, new, original) { edits.append(edit) }
      new = []
    }
    for piece in pieces {
      switch piece {
      case .new(let bytes): new += bytes
      case .kept(let range):
        if range.lowerBound > position || !new.isEmpty { flush(upTo: range.lowerBound) }
        position = range.upperBound
      }
    }
    if position < original.count || !new.isEmpty { flush(upTo: original.count) }
    return edits
  }

  /// An edit without what is the same at its start and at its end, whole characters only; nil where nothing is left.
  static func trimmed(_ range: Range<Int>, _ replacement: [UInt8], _ bytes: [UInt8]) -> TextEdit? {
    let most = min(range.count, replacement.count)
    var head = 0
    while head < most, bytes[range.lowerBound + head] == replacement[head] { head += 1 }
    func isInside(_ old: Int, _ new: Int) -> Bool {
      (old < range.upperBound && bytes[old] & 0xC0 == 0x80) || (new < replacement.count && replacement[new] & 0xC0 == 0x80)
    }
    while head > 0, isInside(range.lowerBound + head, head) { head -= 1 }
    var tail = 0
    while tail < most - head, bytes[range.upperBound - 1 - tail] == replacement[replacement.count - 1 - tail] { tail += 1 }
    while tail > 0, isInside(range.upperBound - tail, replacement.count - tail) { tail -= 1 }
    guard head + tail < range.count || head + tail < replacement.count else { return nil }
    return TextEdit(
      ByteRange(range.lowerBound + head, range.upperBound - tail), Array(replacement[head..<replacement.count - tail]))
  }
}
