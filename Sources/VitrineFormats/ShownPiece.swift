// A stretch of a line as a terminal shows it, which can be cut to a number of cells.

import VitrineText

/// Text without control characters and tabs, with its width.
struct ShownPiece {
  /// The text as UTF-8, safe to write to a terminal.
  private(set) var bytes: [UInt8]
  /// Its width in cells.
  private(set) var width: Int

  /// Bytes of a source text: tabs become four spaces, what is no UTF-8 or could do harm is made visible.
  init(source: ArraySlice<UInt8>) {
    if source.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) {
      bytes = Array(source)
      width = source.count
    } else {
      let parts = source.split(separator: 0x09, omittingEmptySubsequences: false).map { TerminalText.visible(Array($0)) }
      let text = parts.joined(separator: "    ")
      bytes = Array(text.utf8)
      width = DisplayWidth.width(of: text)
    }
  }

  /// A text that is `shown` already.
  init(_ text: String) {
    bytes = Array(text.utf8)
    width = DisplayWidth.width(of: text)
  }

  /// A text that is `shown` already, of a width that is known.
  init(_ bytes: [UInt8], width: Int) {
    self.bytes = bytes
    self.width = width
  }

  /// Nothing.
  static let empty = ShownPiece("")

  /// The piece, or its start with `…`, in at most `limit` cells.
  func start(_ limit: Int) -> ShownPiece {
    guard width > limit else { return self }
    return limit < 1 ? .empty : ShownPiece(takeWhileFitting(characters, limit - 1) + "…")
  }

  /// The piece, or its end with `…` before it, in at most `limit` cells.
  func end(_ limit: Int) -> ShownPiece {
    guard width > limit else { return self }
    return limit < 1 ? .empty : ShownPiece("…" + String(takeWhileFitting(characters.reversed(), limit - 1).reversed()))
  }

  /// The piece without spaces at its end.
  var trimmed: ShownPiece {
    var piece = self
    while piece.bytes.last == 0x20 {
      piece.bytes.removeLast()
      piece.width -= 1
    }
    return piece
  }

  private var characters: String { String(decoding: bytes, as: UTF8.self) }
}

/// The first characters that fit in `limit` cells.
private func takeWhileFitting(_ characters: some Sequence<Character>, _ limit: Int) -> String {
  var result = ""
  var width = 0
  for character in characters {
    width += DisplayWidth.width(of: String(character))
    if width > limit { break }
    result.append(character)
  }
  return result
}
