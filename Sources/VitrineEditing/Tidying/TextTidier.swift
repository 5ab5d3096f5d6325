// What a text may be rid of, or brought into order in, without saying anything else.

package import VitrineSource
import VitrineSyntax

/// A way in which a text may be tidied, in the order in which they are done.
package enum Tidying: Sendable, Hashable, CaseIterable {
  /// The entries of all maps stand in a given order.
  case keys
  /// No line ends with blanks, but where they are a part of a text.
  case trailingSpaces
  /// The last line ends with a line break.
  case finalNewline
  /// Lines end with LF.
  case lineFeeds
  /// Lines end with CR LF.
  case carriageReturns
}

/// Tidies YAML (and JSON) texts.
///
/// Each result is read again: values, their kinds, anchors, tags and aliases must be the same, and entries of maps stand where they were meant to.
package enum TextTidier {
  /// What became of a text.
  package struct Result: Sendable {
    /// The edits in terms of the text as it was: in order, none overlapping.
    package var edits: [TextEdit]
    /// What of the options changed anything.
    package var done: [Tidying]
  }

  /// The edits that tidy a text.
  ///
  /// - Parameter keyOrder: the order of keys of the map at a path; those that it does not name come after those that it names, as they stood.
  ///   A merge key comes first.
  ///
  /// Errors: `EditRefusal`, where the text does not parse, or would say something else.
  package static func edits(
    _ options: Set<Tidying>, in bytes: [UInt8], keyOrder: @escaping TreeEditor.KeyOrder
  ) throws(EditRefusal) -> Result {
    var present = YAML.parse(bytes)
    guard present.isComplete, present.tree.roots.count <= 1 else { throw TreeEditor.unreadable(present) }
    var composition = EditComposition(bytes)
    var done: [Tidying] = []
    for option in Tidying.allCases where options.contains(option) {
      guard let (edits, result) = try make(option, of: present, keyOrder) else { continue }
      composition.apply(edits)
      present = result
      done.append(option)
    }
    return Result(edits: composition.edits(), done: done)
  }

  /// The edits of one option and what they lead to; nil where all is so already.
  private static func make(
    _ option: Tidying, of text: ParsedText, _ keyOrder: @escaping TreeEditor.KeyOrder
  ) throws(EditRefusal) -> ([TextEdit], ParsedText)? {
    if option == .keys { return try EntrySorting.edits(of: text, keyOrder) }
    let drafts = text.tree.withReader { reader in
      let lines = TextLines(reader)
      switch option {
      case .keys: return [[TextEdit]]()
      case .trailingSpaces: return lines.withoutTrailingSpaces
      case .finalNewline: return lines.withFinalNewline
      case .lineFeeds: return lines.ending(with: [0x0A])
      case .carriageReturns: return lines.ending(with: [0x0D, 0x0A])
      }
    }
    guard let first = drafts.first, !first.isEmpty else { return nil }
    for draft in drafts {
      guard !draft.isEmpty else { return nil }
      let result = YAML.parse(draft.applied(to: text.tree.bytes))
      if OrderedComparison(orders: [:]).holds(between: text, and: result) { return (draft, result) }
    }
    throw EditRefusal(.unwritable, option.refusal, at: first.first?.range)
  }
}

extension Tidying {
  /// Why it is not done.
  fileprivate var refusal: String {
    switch self {
    case .keys, .trailingSpaces: "a text would lose blanks that belong to it"
    case .finalNewline: "the last text would get a line break that does not belong to it"
    case .lineFeeds, .carriageReturns: "a text would read otherwise with other line ends"
    }
  }
}

/// The lines of a text, as far as what they end with can be changed.
private struct TextLines {
  private let scan: TextScan
  /// Where texts in lines (`|`, `>`) stand, from the line behind the mark on, and where their last character that is no blank is.
  private let blocks: [(start: Int, last: Int, end: Int)]

  init(_ reader: TreeReader) {
    let scan = TextScan(bytes: reader.bytes)
    self.scan = scan
    blocks = reader.nodes.compactMap { node in
      guard node.style == .literal || node.style == .folded else { return nil }
      let start = scan.nextLine(Int(node.start))
      var end = max(start, scan.nextLine(Int(node.end)))
      while end < scan.bytes.count, scan.isBlankLine(end), scan.nextLine(end) > end { end = scan.nextLine(end) }
      return (start, max(start, Int(node.end)), end)
    }
  }

  /// The blanks before the ends of lines, with those behind texts in lines, and without.
  var withoutTrailingSpaces: [[TextEdit]] {
    var all: [TextEdit] = []
    var sure: [TextEdit] = []
    var block = blocks[...]
    var line = scan.start
    while line < scan.bytes.count {
      let end = scan.lineEnd(line)
      let blanks = max(scan.skipBlanksBack(end), line)
      while let first = block.first, first.end <= line { block = block.dropFirst() }
      let isInBlock = block.first.map { $0.start <= line } ?? false
      let isContent = block.first.map { $0.start <= line && line < $0.last } ?? false
      if blanks < end, !isContent, !isEscaped(blanks) {
        all.append(TextEdit(ByteRange(blanks, end), []))
        if !isInBlock { sure.append(TextEdit(ByteRange(blanks, end), [])) }
      }
      line = scan.pastBreak(end)
    }
    return all == sure ? [all] : [all, sure]
  }

  /// Whether the blank at an offset is made a part of a text by a backslash.
  private func isEscaped(_ offset: Int) -> Bool { offset > 0 && scan.bytes[offset - 1] == UInt8(ascii: "\\") }

  /// A line break at the end, where there is a line and none.
  var withFinalNewline: [[TextEdit]] {
    let count = scan.bytes.count
    guard count > scan.start, !scan.isBreak(count - 1) else { return [] }
    return [[TextEdit(ByteRange(at: UInt32(count)), scan.lineBreak(near: count))]]
  }

  /// All line breaks as one.
  func ending(with lineBreak: [UInt8]) -> [[TextEdit]] {
    var edits: [TextEdit] = []
    var line = scan.start
    while line < scan.bytes.count {
      let end = scan.lineEnd(line)
      line = scan.pastBreak(end)
      guard end < line, !scan.bytes[end..<line].elementsEqual(lineBreak) else { continue }
      edits.append(TextEdit(ByteRange(end, line), lineBreak))
    }
    return [edits]
  }
}
