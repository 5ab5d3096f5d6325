// The entries of maps in another order. Text moves as it is, and comments go with what they belong to.
//
// Comments: one behind a value goes with it; so do comment lines above, and those below that are indented deeper. Comment lines at the top of
// the document stay, unless others stand above them. Blank lines stay where they are, as the gaps between the first and the second entry,
// the second and the third.

import VitrineAlgorithms
import VitrineSource
import VitrineSyntax

/// The sorting of all maps of a text.
struct EntrySorting {
  private let reader: TreeReader
  private let scan: TextScan
  private let root: NodeID
  private let keyOrder: TreeEditor.KeyOrder
  private var moves: [EntryMoves] = []

  /// The edits that bring all entries into order and the text they lead to; nil where they stand so already.
  ///
  /// Errors: an alias would come before its anchor; a text would read otherwise.
  static func edits(
    of text: ParsedText, _ keyOrder: @escaping TreeEditor.KeyOrder
  ) throws(EditRefusal) -> ([TextEdit], ParsedText)? {
    guard let root = text.tree.roots.first else { return nil }
    let result = text.tree.withReader { reader in
      var sorting = EntrySorting(reader, root, keyOrder)
      return Result { () throws(EditRefusal) in try sorting.edits(of: text) }
    }
    return try result.get()
  }

  private init(_ reader: TreeReader, _ root: NodeID, _ keyOrder: @escaping TreeEditor.KeyOrder) {
    self.reader = reader
    self.root = root
    self.keyOrder = keyOrder
    scan = TextScan(bytes: reader.bytes)
  }

  private mutating func edits(of text: ParsedText) throws(EditRefusal) -> ([TextEdit], ParsedText)? {
    try visit(root, [])
    guard !moves.isEmpty else { return nil }
    let orders = Dictionary(moves.map { ($0.map, $0.order) }) { first, _ in first }
    if let alias = OrderedComparison(orders: orders).earlyAlias(in: reader, root: root) {
      let range = reader.node(alias).range
      let written = String(decoding: reader.bytes[range.indices], as: UTF8.self)
      throw EditRefusal(.anchored, "in the order of the schema '\(written)' would come before what it stands for", at: range)
    }
    if let made = made(moves.count, text) { return made }
    // Which of the maps it is: the first one that, with those before it, does not read back.
    var known = 0
    var failing = moves.count
    while failing - known > 1 {
      let middle = (known + failing) / 2
      if made(middle, text) == nil { failing = middle } else { known = middle }
    }
    let isOpen = scan.bytes.last.map { $0 != 0x0A && $0 != 0x0D } ?? false
    throw EditRefusal(
      .unwritable,
      isOpen
        ? "the entries cannot be moved: the last one ends without a line break, and would get one that does not belong to it"
        : "the entries cannot be moved: in another order they would read otherwise",
      at: ByteRange(at: UInt32(moves[failing - 1].region.lowerBound)))
  }

  /// The text with the first of the moves made; nil where it reads otherwise than meant.
  private func made(_ count: Int, _ text: ParsedText) -> ([TextEdit], ParsedText)? {
    let moves = moves.prefix(count)
    let comparison = OrderedComparison(orders: Dictionary(moves.map { ($0.map, $0.order) }) { first, _ in first })
    for endsWithBreak in [false, true] {
      let writer = EntryWriter(moves: Array(moves), scan: scan, endsWithBreak: endsWithBreak)
      let edits = writer.edits()
      let result = YAML.parse(edits.applied(to: text.tree.bytes))
      if comparison.holds(between: text, and: result) { return (edits, result) }
      if scan.bytes.last.map({ $0 == 0x0A || $0 == 0x0D }) ?? true { return nil }
    }
    return nil
  }

  private mutating func visit(_ id: NodeID, _ path: [PathStep]) throws(EditRefusal) {
    let node = reader.node(id)
    switch node.kind {
    case .sequence:
      for (index, item) in reader.items(id).enumerated() { try visit(item, path + [.item(index)]) }
    case .mapping:
      let entries = Array(reader.writtenEntries(id))
      let order = order(of: entries, keyOrder(path))
      if !order.elementsEqual(order.indices) {
        let children = ChildPlaces(of: id, reader, scan)
        let move = node.style == .flow ? try inBraces(children, order) : inLines(children, order)
        for (entry, next) in zip(move.entries, move.entries.dropFirst()) where next.lowerBound < entry.upperBound {
          throw EditRefusal(
            .unwritable, "the entries cannot be moved: two of them share a line", at: ByteRange(at: UInt32(next.lowerBound)))
        }
        moves.append(move)
      }
      for entry in entries {
        try visit(entry.key, path)
        try visit(entry.value, path + [.key(reader.text(entry.key))])
      }
    case .null, .bool, .int, .float, .string, .alias: return
    }
  }

  /// Which entry comes at each place: merge keys, those that the order names, the others as they stand.
  private func order(of entries: [Entry], _ names: [String]) -> [Int] {
    guard entries.count > 1, !names.isEmpty else { return Array(entries.indices) }
    var ranks: [String: Int] = [:]
    for (rank, name) in names.enumerated() where ranks[name] == nil { ranks[name] = rank }
    let own = entries.map { entry -> Int in
      let key = reader.resolved(entry.key)
      if key.style == .plain, reader.content(entry.key, equals: "<<") { return -1 }
      return key.isScalar ? ranks[reader.text(entry.key)] ?? .max : .max
    }
    return entries.indices.sorted { own[$0] != own[$1] ? own[$0] < own[$1] : $0 < $1 }
  }

  // MARK: what moves

  private func inBraces(_ children: ChildPlaces, _ order: [Int]) throws(EditRefusal) -> EntryMoves {
    let places = children.places
    for (place, following) in zip(places, places.dropFirst()) where scan.hasComment(place.end, following.start) {
      throw EditRefusal(
        .unwritable, "a comment stands between entries in braces, and nothing says which of them it belongs to",
        at: ByteRange(place.end, following.start))
    }
    return EntryMoves(
      map: children.id, order: order, entries: places.map { $0.start..<$0.end }, startsInLine: false, column: nil)
  }

  private func inLines(_ children: ChildPlaces, _ order: [Int]) -> EntryMoves {
    var entries: [Range<Int>] = []
    for (index, place) in children.places.enumerated() {
      let end = scan.commentsBelow(lineBehind(place), deeperThan: children.column)
      var start = place.start
      if let last = entries.last {
        start = last.upperBound
        while start < place.start, scan.isBlankLine(start) { start = scan.nextLine(start) }
        start = min(start, place.start)
      } else if scan.isFirstInLine(start) {
        let line = scan.lineStart(start)
        start = scan.commentsAbove(line, column: children.column)
        if children.id == root, index == 0, !scan.hasComment(scan.start, start) { start = line }
      }
      entries.append(start..<max(start, end))
    }
    let startsInLine = entries.first.map { scan.isFirstInLine($0.lowerBound) } ?? true
    return EntryMoves(
      map: children.id, order: order, entries: entries, startsInLine: !startsInLine, column: children.column)
  }

  /// The start of the line behind an entry, with the blank lines that its text keeps.
  private func lineBehind(_ place: ChildPlaces.Place) -> Int {
    var line = scan.nextLine(place.end)
    var last = place.value
    while reader.node(last).isCollection, reader.node(last).content > 0 {
      last =
        reader.node(last).kind == .mapping
        ? reader.writtenEntries(last).reduce(last) { $1.value } : reader.items(last).reduce(last) { $1 }
    }
    let node = reader.node(last)
    guard node.style == .literal || node.style == .folded else { return line }
    let head = Int(node.start)..<min(scan.bytes.count, Int(node.start) + 3)
    guard scan.bytes[head].contains(UInt8(ascii: "+")) else { return line }
    while line < scan.bytes.count, scan.isBlankLine(line), scan.nextLine(line) > line { line = scan.nextLine(line) }
    return line
  }
}

/// The entries of one map and their new order.
struct EntryMoves {
  /// The map.
  let map: NodeID
  /// For each place, which entry comes there.
  let order: [Int]
  /// Where each entry stands with what belongs to it, as it is now.
  let entries: [Range<Int>]
  /// Whether something stands before the first entry in its line: the dash of a list.
  let startsInLine: Bool
  /// The column of the keys; nil for a map in braces.
  let column: Int?

  /// All that is written anew.
  var region: Range<Int> { (entries.first?.lowerBound ?? 0)..<(entries.last?.upperBound ?? 0) }
}

/// The writing of moved entries, the maps in them moved too.
struct EntryWriter {
  /// The moves, outer ones before those within.
  let moves: [EntryMoves]
  /// The text.
  let scan: TextScan
  /// Whether the text ends with a line break where it had none.
  let endsWithBreak: Bool

  /// The edits, one for each outermost map.
  func edits() -> [TextEdit] {
    var edits: [TextEdit] = []
    for move in moves where Int(edits.last?.range.end ?? 0) <= move.region.lowerBound {
      var text: [UInt8] = []
      write(move, to: &text)
      edits.append(TextEdit(ByteRange(move.region.lowerBound, move.region.upperBound), text))
    }
    return edits
  }

  private func write(_ move: EntryMoves, to text: inout [UInt8]) {
    for (place, index) in move.order.enumerated() {
      var range = move.entries[index]
      if place > 0 { text += scan.bytes[move.entries[place - 1].upperBound..<move.entries[place].lowerBound] }
      if let column = move.column {
        if move.startsInLine, place == 0, index != 0 { range = scan.skipBlanks(range.lowerBound)..<range.upperBound }
        if move.startsInLine, place != 0, index == 0 { text += [UInt8].spaces(column) }
        write(range, to: &text)
        if place < move.order.count - 1 || endsWithBreak {
          if !Self.hasBreak(text) { text += scan.lineBreak(near: range.lowerBound) }
        } else if !scan.isBreak(move.region.upperBound - 1) {
          Self.dropBreak(&text)
        }
      } else {
        write(range, to: &text)
      }
    }
  }

  private static func hasBreak(_ text: [UInt8]) -> Bool { text.last == 0x0A || text.last == 0x0D }

  private static func dropBreak(_ text: inout [UInt8]) {
    guard let last = text.last, last == 0x0A || last == 0x0D else { return }
    text.removeLast()
    if last == 0x0A, text.last == 0x0D { text.removeLast() }
  }

  /// Writes a stretch of the text, with the moves within it made.
  private func write(_ range: Range<Int>, to text: inout [UInt8]) {
    var position = range.lowerBound
    var index = firstMove(from: position)
    while index < moves.count, moves[index].region.lowerBound < range.upperBound {
      let move = moves[index]
      index += 1
      guard move.region.lowerBound >= position, move.region.upperBound <= range.upperBound else { continue }
      text += scan.bytes[position..<move.region.lowerBound]
      write(move, to: &text)
      position = move.region.upperBound
    }
    text += scan.bytes[position..<range.upperBound]
  }

  /// The first move that begins at an offset or behind it.
  private func firstMove(from offset: Int) -> Int {
    moves.partitioningIndex { $0.region.lowerBound >= offset }
  }
}
