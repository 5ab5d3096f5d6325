// How the neighbourhood of a change is written, so that what is new looks like what is there.

import VitrineSource
import VitrineSyntax

/// The manner in which values are written.
struct EditStyle {
  /// What ends a line.
  var lineBreak: [UInt8] = [0x0A]
  /// How far the keys of a map stand behind the key it belongs to.
  var indent = 2
  /// How far the dashes of a list stand behind the key it belongs to.
  var listIndent = 2
  /// How many spaces stand between a dash and its item.
  var dashGap = 1
  /// The widest line that a collection in brackets may make.
  var width = 100
  /// Whether a space stands behind `{` and before `}`.
  var padsBraces = false
  /// Whether a space stands behind `[` and before `]`.
  var padsBrackets = false
  /// Whether maps in lists are written in braces.
  var itemsInBraces = false
  /// Whether lists of scalars have an item a line: where the text has such lists, and none in brackets.
  var listsInLines = false
  /// The quotes of strings that need none; `.plain` for none.
  var quotes = Node.Style.plain
  /// The quotes of strings that need some: single ones, unless the neighbours have double ones.
  var neededQuotes = Node.Style.singleQuoted
  /// The quotes of keys that need none.
  var keyQuotes = Node.Style.plain
  /// Whether texts of several lines may stand behind `|`.
  var allowsBlockScalars = true
  /// Whether a day or a moment may stand without quotes.
  var plainDates = true

  /// The house's own style.
  init() {}

  /// The style around `place`, which is a collection, or a value whose neighbours count. `item` is the item of a list that new ones should
  /// look like.
  init(near place: NodeID?, item: NodeID? = nil, at offset: Int, _ reader: TreeReader, _ scan: TextScan) {
    lineBreak = scan.lineBreak(near: offset)
    findIndents(reader, scan)
    findLists(reader)
    findPadding([item, place, 0], reader)
    if let item {
      let node = reader.node(item)
      itemsInBraces = node.kind == .mapping && node.style == .flow
    }
    findQuotes(near: item ?? place, reader)
  }

  /// Looks for a block map in a block map and a block list in a block map.
  private mutating func findIndents(_ reader: TreeReader, _ scan: TextScan) {
    var foundMap = false
    var foundList = false
    var foundItem = false
    for (index, node) in reader.nodes.enumerated() where node.style == .block {
      if foundMap, foundList, foundItem { return }
      if node.kind == .sequence, !foundItem {
        guard node.content > 0, case let first = reader.node(NodeID(index + 1)), !first.range.isEmpty else { continue }
        let between = Int(node.start) + 1..<Int(first.propertiesStart)
        guard between.lowerBound < between.upperBound, between.allSatisfy({ scan.bytes[$0] == 0x20 }) else { continue }
        dashGap = min(between.count, 8)
        foundItem = true
      }
      guard node.kind == .mapping, !foundMap || !foundList else { continue }
      for entry in reader.writtenEntries(NodeID(index)) {
        let value = reader.node(entry.value)
        guard value.style == .block, value.start > reader.node(entry.key).end else { continue }
        let distance = scan.column(Int(value.start)) - scan.column(Int(node.start))
        if value.kind == .mapping, !foundMap, distance > 0 {
          indent = min(distance, 16)
          foundMap = true
        } else if value.kind == .sequence, !foundList, distance >= 0 {
          listIndent = min(distance, 16)
          foundList = true
        }
      }
    }
  }

  private mutating func findLists(_ reader: TreeReader) {
    for (index, node) in reader.nodes.enumerated() where node.kind == .sequence && node.content > 0 {
      if node.style == .flow {
        listsInLines = false
        return
      }
      if reader.nodes[index + 1].isScalar { listsInLines = true }
    }
  }

  /// Looks at the first brackets and braces of the item, of the place, or of the whole text.
  private mutating func findPadding(_ places: [NodeID?], _ reader: TreeReader) {
    var foundBrace = false
    var foundBracket = false
    for place in places.compactMap({ $0 }) where Int(place) < reader.nodes.count {
      let nodes = place == 0 ? 0..<reader.nodes.count : Int(place)..<Int(reader.node(place).next)
      for node in reader.nodes[nodes] where node.style == .flow && node.content > 0 && Int(node.start) + 1 < reader.bytes.count {
        let first = reader.bytes[Int(node.start)]
        let isPadded = reader.bytes[Int(node.start) + 1] == 0x20
        if first == UInt8(ascii: "{"), !foundBrace {
          padsBraces = isPadded
          foundBrace = true
        } else if first == UInt8(ascii: "["), !foundBracket {
          padsBrackets = isPadded
          foundBracket = true
        }
        if foundBrace, foundBracket { return }
      }
    }
  }
}

// MARK: quotes

extension EditStyle {
  /// How many scalars are looked at.
  private static let sample = 48

  /// What was seen of quotes.
  private struct Counts {
    var plain = 0
    var single = 0
    var double = 0
    var needed = 0

    /// The quotes that all have who could do without; `.plain` where one does without, nil where nothing was seen.
    var common: Node.Style? {
      if plain > 0 { return .plain }
      guard single + double > 0 else { return nil }
      return double >= single ? .doubleQuoted : .singleQuoted
    }
  }

  private mutating func findQuotes(near place: NodeID?, _ reader: TreeReader) {
    guard !reader.nodes.isEmpty else { return }
    var keys = Counts()
    var values = Counts()
    if let place { Self.count(place, reader, &keys, &values) }
    if values.common == nil || keys.common == nil {
      var allKeys = Counts()
      var allValues = Counts()
      Self.count(0, reader, &allKeys, &allValues)
      if keys.common == nil { keys = allKeys }
      if values.common == nil {
        allValues.needed += values.needed
        values = allValues
      }
    }
    quotes = values.common ?? .plain
    keyQuotes = keys.common ?? .plain
    if values.needed > 0 || quotes == .doubleQuoted { neededQuotes = .doubleQuoted }
  }

  /// Counts the quotes of a collection's scalars, and of those below it.
  private static func count(_ id: NodeID, _ reader: TreeReader, _ keys: inout Counts, _ values: inout Counts) {
    var left = sample
    var stack = [id]
    while let next = stack.popLast() {
      let node = reader.node(next)
      switch node.kind {
      case .mapping:
        for entry in reader.writtenEntries(next) where left > 0 {
          left -= 1
          count(scalar: entry.key, reader, &keys)
          if reader.node(entry.value).isCollection {
            stack.append(entry.value)
          } else {
            count(scalar: entry.value, reader, &values)
          }
        }
      case .sequence:
        for item in reader.items(next) where left > 0 {
          left -= 1
          if reader.node(item).isCollection { stack.append(item) } else { count(scalar: item, reader, &values) }
        }
      case .null, .bool, .int, .float, .string, .alias: count(scalar: next, reader, &values)
      }
    }
  }

  private static func count(scalar id: NodeID, _ reader: TreeReader, _ counts: inout Counts) {
    let node = reader.node(id)
    guard node.kind == .string else { return }
    switch node.style {
    case .plain: counts.plain += 1
    case .singleQuoted, .doubleQuoted:
      let isNeedless = ScalarText.yaml(for: Array(reader.content(id))).first == reader.content(id).first
      if !isNeedless {
        if node.style == .doubleQuoted { counts.needed += 1 } else { counts.needed -= 1 }
      } else if node.style == .singleQuoted {
        counts.single += 1
      } else {
        counts.double += 1
      }
    case .literal, .folded, .block, .flow: break
    }
  }
}
