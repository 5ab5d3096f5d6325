// The long lists of a JSON text, read in parts: on as many threads as there are, with what one reading would give.

package import VitrineSource

/// A list of objects in a JSON text, cut into parts that are read by themselves, in any order.
///
/// Where an item begins is guessed: where it looks as the first one does. Whether it does is proved by the reading. The first part is right,
/// and a part that is right and ends exactly where the next one begins proves that that one is right, too. So what all parts give is
/// what one reading gives, or else `end(of:)` is nil, and the text is read by `JSON.parse`.
package struct JSONList: Sendable {
  /// The smallest part. Units: bytes.
  package static let partSize = 1 << 18

  /// The text.
  package let bytes: [UInt8]
  /// Where the list begins: its bracket.
  package let start: Int
  /// How many collections are open within it.
  private let depth: Int
  /// Where the parts begin, and where the last one ends at the latest.
  private let bounds: [Int]

  /// How the reading of a part ended.
  package enum End: Sendable, Hashable {
    /// Where the next part begins.
    case met
    /// The list ended: the byte behind its bracket.
    case closed(Int)
    /// Something is wrong, with the text or with the guess.
    case lost
  }

  /// The list that begins at `start`, within `depth` others; `size` is how long its parts are. Nil where it does not begin with an object.
  init?(_ bytes: [UInt8], at start: Int, depth: Int, size: Int) {
    self.bytes = bytes
    self.start = start
    self.depth = depth + 1
    let bounds = bytes.withUnsafeBufferPointer { Self.bounds(in: $0, from: start + 1, size) }
    guard let bounds else { return nil }
    self.bounds = bounds
  }

  /// How many parts there are.
  package var count: Int { bounds.count - 1 }

  /// Reads a part into `buffer`: `body` is handed a root for each item, and what comes of it goes with how the part ended. A part that is lost is
  /// not handed on.
  package func withPart<Result>(
    _ index: Int, _ buffer: JSONPartBuffer, _ body: (TreeReader, _ roots: [NodeID]) -> Result
  ) -> (result: Result?, end: End) {
    bytes.withUnsafeBufferPointer { text in
      let stretch = UnsafeBufferPointer(rebasing: text[bounds[index]..<bounds[index + 1]])
      guard UTF8Check.firstInvalid(in: stretch) == nil else { return (nil, .lost) }
      var reader = JSONReader(text, into: buffer.nodes(JSONReader.mostNodes(in: stretch)))
      reader.index = bounds[index]
      reader.depth = depth
      var roots: [NodeID] = []
      var end = End.lost
      do throws(JSONFault) { end = try reader.readItems(upTo: bounds[index + 1], into: &roots) } catch {}
      guard end != .lost, reader.findings.isEmpty else { return (nil, .lost) }
      return (reader.withReader { body($0, roots) }, end)
    }
  }

  /// The byte behind the list, by the ends of its parts from the first one on; nil where they do not prove each other.
  ///
  /// What lies behind a part in which the list ends is no part of it.
  package func end(of parts: [End]) -> (parts: Int, offset: Int)? {
    for (index, end) in parts.enumerated() {
      switch end {
      case .met: continue
      case .closed(let offset): return (index + 1, offset)
      case .lost: return nil
      }
    }
    return nil
  }
}

/// Memory for the nodes of parts, one after the other. One thread uses one.
package final class JSONPartBuffer {
  private var nodes = UnsafeMutableBufferPointer<Node>(start: nil, count: 0)

  /// A buffer, which takes no memory before it is used.
  package init() {}

  deinit { nodes.deallocate() }

  fileprivate func nodes(_ count: Int) -> UnsafeMutableBufferPointer<Node> {
    if nodes.count < count {
      nodes.deallocate()
      nodes = .allocate(capacity: count + count / 4)
    }
    return nodes
  }
}

extension JSONList {
  /// One value of a text that was read before, by its range: a tree of it alone, whose places are those of the text.
  package static func item(of bytes: [UInt8], at range: ByteRange) -> Tree {
    var tree = Tree(bytes: bytes)
    bytes.withUnsafeBufferPointer { text in
      let stretch = UnsafeBufferPointer(rebasing: text[range.indices])
      tree.nodes = [Node](unsafeUninitializedCapacity: JSONReader.mostNodes(in: stretch)) { buffer, count in
        var reader = JSONReader(UnsafeBufferPointer(rebasing: text[..<Int(range.end)]), into: buffer)
        reader.index = Int(range.start)
        _ = reader.read()
        tree.decoded = reader.decoded
        count = reader.nodeCount
      }
    }
    if !tree.nodes.isEmpty { tree.roots = [0] }
    return tree
  }

  /// The longest beginning that items are known by. Units: bytes.
  private static let longestMark = 256

  /// Where parts seem to begin in a list whose first byte within stands at `start`, and the text's end.
  private static func bounds(in text: UnsafeBufferPointer<UInt8>, from start: Int, _ size: Int) -> [Int]? {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
    var first = start
    while first < text.count, isSpace(text[first]) { first += 1 }
    guard first < text.count, text[first] == UInt8(ascii: "{") else { return nil }
    // Items are known by their bracket, what stands behind it, and their first key.
    var markEnd = first + 1
    while markEnd < text.count, isSpace(text[markEnd]) { markEnd += 1 }
    guard markEnd < text.count, text[markEnd] == UInt8(ascii: "\"") else { return nil }
    markEnd += 1
    while markEnd < text.count, text[markEnd] != UInt8(ascii: "\""), text[markEnd] != UInt8(ascii: "\\") { markEnd += 1 }
    guard markEnd < text.count, markEnd - first < longestMark else { return nil }
    let mark = UnsafeBufferPointer(rebasing: text[first...markEnd])

    var bounds = [first]
    var nominal = first + size
    while nominal < text.count - size / 2 {
      let end = min(nominal + size, text.count) - mark.count
      var found: Int?
      var place = nominal
      while place < end, found == nil {
        if text[place] == UInt8(ascii: "{"), UnsafeBufferPointer(rebasing: text[place..<place + mark.count]).elementsEqual(mark) {
          var before = place - 1
          while isSpace(text[before]) { before -= 1 }
          if text[before] == UInt8(ascii: ",") { found = place }
        }
        place += 1
      }
      if let found { bounds.append(found) }
      nominal = (found ?? nominal) + size
    }
    return bounds + [text.count]
  }
}

/// What stands around the long lists of a JSON document.
package enum JSONFrame: Sendable {
  /// A list that is not known yet: of a member of the outermost object, by its name, or the outermost list.
  case list(JSONList, key: String?)
  /// All lists are known: the tree, in which they have no items.
  case whole(Tree)

  /// The most nodes that may stand around the lists.
  private static let mostNodes = 4_096

  /// Reads what stands around the lists that are known by their ranges, up to the first that is not. Nil where something is wrong with it, or
  /// it is no text for this: then `JSON.parse` reads it all. `partSize` is how long the parts of a list are. Units: bytes.
  package init?(_ bytes: [UInt8], lists: [Range<Int>], partSize: Int = JSONList.partSize) {
    var tree = Tree(bytes: bytes)
    var found: (start: Int, depth: Int)?
    bytes.withUnsafeBufferPointer { text in
      tree.nodes = [Node](unsafeUninitializedCapacity: Self.mostNodes) { buffer, count in
        var reader = JSONReader(text, into: buffer)
        reader.passed = lists
        do throws(JSONFault) {
          try reader.readText()
          if reader.findings.isEmpty, Self.isUTF8(text, outside: lists) { tree.roots = [0] }
        } catch {
          let isList = error.offset < text.count && text[error.offset] == UInt8(ascii: "[")
          if isList, reader.depth < 2 { found = (error.offset, reader.depth) }
        }
        count = reader.nodeCount
        tree.decoded = reader.decoded
      }
    }
    if let found {
      // A bracket where none may stand is found again after its list was read: then it is the fault.
      guard !lists.contains(where: { $0.lowerBound == found.start }) else { return nil }
      guard let list = JSONList(bytes, at: found.start, depth: found.depth, size: partSize) else { return nil }
      let key = found.depth == 1 ? tree.withReader { $0.text(NodeID(tree.nodes.count - 1)) } : nil
      self = .list(list, key: key)
    } else {
      guard !tree.roots.isEmpty else { return nil }
      self = .whole(tree)
    }
  }

  /// Whether what stands before, between and behind the lists is UTF-8.
  private static func isUTF8(_ text: UnsafeBufferPointer<UInt8>, outside lists: [Range<Int>]) -> Bool {
    guard UTF8Check.detectedEncoding(text) == .utf8 || UTF8Check.detectedEncoding(text) == .utf8WithMark else { return false }
    var start = 0
    for end in lists.map(\.lowerBound) + [text.count] {
      guard UTF8Check.firstInvalid(in: UnsafeBufferPointer(rebasing: text[start..<end])) == nil else { return false }
      start = lists.first { $0.lowerBound == end }?.upperBound ?? end
    }
    return true
  }
}
