// A change as it may be made: edits that are not proved yet.

import VitrineSource

/// Some edits that belong together, in any order.
struct EditDraft {
  /// The edits.
  private(set) var edits: [TextEdit] = []

  /// Replaces a stretch by some bytes; nothing for nothing.
  func replacing(_ start: Int, _ end: Int, _ bytes: [UInt8]) -> EditDraft {
    guard start < end || !bytes.isEmpty else { return self }
    var draft = self
    draft.edits.append(TextEdit(ByteRange(start, end), bytes))
    return draft
  }

  /// Takes a stretch away.
  func deleting(_ start: Int, _ end: Int) -> EditDraft { replacing(start, end, []) }

  /// Puts bytes at a place.
  func inserting(_ bytes: [UInt8], at place: Int) -> EditDraft { replacing(place, place, bytes) }

  /// The same with a line break at the end of a text of so many bytes.
  func closing(_ count: Int, _ lineBreak: [UInt8]) -> EditDraft {
    var draft = self
    if let last = draft.edits.indices.max(by: { draft.edits[$0].range < draft.edits[$1].range }),
      draft.edits[last].range.end == count
    {
      draft.edits[last].replacement += lineBreak
      return draft
    }
    return draft.inserting(lineBreak, at: count)
  }

  /// The edits in order; nil where they overlap or there is none.
  var sorted: [TextEdit]? {
    guard !edits.isEmpty else { return nil }
    let sorted = edits.count == 1 ? edits : edits.sorted { $0.range < $1.range }
    var position: UInt32 = 0
    for edit in sorted {
      guard edit.range.start >= position else { return nil }
      position = edit.range.end
    }
    return sorted
  }
}

extension [TextEdit] {
  /// The bytes with these edits made, which are in order and do not overlap.
  func applied(to bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.replacement.count })
    var position = 0
    for edit in self {
      result += bytes[position..<Int(edit.range.start)]
      result += edit.replacement
      position = Int(edit.range.end)
    }
    result += bytes[position...]
    return result
  }
}

extension [UInt8] {
  /// So many spaces.
  static func spaces(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: Swift.max(count, 0)) }
}
