// A view file as it is read: the view, and where each part of it stands in the file.

package import VitrineSource
package import VitrineSyntax

/// A file of `views/`.
package struct ViewFile: Sendable {
  /// The path relative to the root.
  package let path: Path
  /// The view; nil where there is no query to be asked.
  package let view: SavedView?
  /// The kind's name in the file.
  let kind: ViewText?
  /// The query in the file.
  let query: ViewText?
  /// The keys of the order, as they are written.
  let sort: [ViewText]
  /// What rows are grouped by.
  let group: [ViewText]
  /// The columns.
  let columns: [ViewText]

  /// Reads a view as far as it can be read: what is of another type than its schema wants counts as not given.
  package init(_ tree: Tree, path: Path) {
    self.path = path
    let parts = tree.roots.first.map { root in tree.withReader { ViewParts($0, root) } } ?? ViewParts()
    kind = parts.kind
    query = parts.query
    sort = parts.sort
    group = parts.group
    columns = parts.columns
    guard let query else {
      view = nil
      return
    }
    var view = SavedView(name: SavedView.name(ofPath: path), title: parts.title, kind: kind?.text, query: query.text)
    view.description = parts.description
    (view.titles, view.descriptions) = (parts.titles, parts.descriptions)
    view.sort = sort.map { key in
      let isDescending = key.text.hasPrefix("-")
      return Query.SortKey(path: Query.Path(dotted: String(key.text.dropFirst(isDescending ? 1 : 0))), isDescending: isDescending)
    }
    view.group = group.map { Query.Path(dotted: $0.text) }
    view.columns = columns.map { Query.Path(dotted: $0.text) }
    view.limit = parts.limit
    view.layout = parts.layout
    self.view = view
  }
}

/// A text of a view file, and how its bytes lie in the file.
struct ViewText: Sendable {
  /// What it says.
  var text: String
  /// The whole scalar in the file.
  var range: ByteRange
  /// The JSON Pointer.
  var pointer: String
  /// How it is written.
  var style: Node.Style
  /// For each byte of the text, and for its end, the byte in the file; nil where the two do not lie side by side.
  var places: [UInt32]?

  /// The place in the file of some bytes of the text; the whole scalar where that cannot be told.
  func place(of range: ByteRange) -> ByteRange {
    guard let places, range.end < places.count else { return self.range }
    return ByteRange(places[Int(range.start)], places[Int(range.end)])
  }

  /// True where bytes of the text have places of their own in the file.
  var isExact: Bool { places != nil }

  /// A scalar; nil for anything else.
  init?(_ reader: TreeReader, _ id: NodeID, root: NodeID) {
    let node = reader.node(id)
    let resolved = reader.resolved(id)
    guard resolved.isScalar, resolved.kind != .null else { return nil }
    text = reader.text(id)
    range = node.range
    pointer = reader.pointer(of: id, root: root)
    style = node.style
    places = node.kind == .alias ? nil : ScalarPlaces.places(of: node, reader)
  }
}

/// The parts of a view as they are found.
private struct ViewParts {
  var title: String?
  var description = ""
  var titles: [String: String] = [:]
  var descriptions: [String: String] = [:]
  var kind: ViewText?
  var query: ViewText?
  var sort: [ViewText] = []
  var group: [ViewText] = []
  var columns: [ViewText] = []
  var limit: Int?
  var layout: SavedView.Layout?

  init() {}

  init(_ reader: TreeReader, _ root: NodeID) {
    func text(_ name: StaticString) -> ViewText? {
      reader.value(root, name).flatMap { ViewText(reader, $0, root: root) }
    }
    func texts(_ name: StaticString) -> [ViewText] {
      guard let list = reader.value(root, name) else { return [] }
      return reader.items(list).compactMap { ViewText(reader, $0, root: root) }
    }
    title = reader.value(root, "title").flatMap { Self.words(reader, $0) }
    description = reader.value(root, "description").flatMap { Self.words(reader, $0) } ?? ""
    titles = reader.value(root, "title").map { Self.languages(reader, $0) } ?? [:]
    descriptions = reader.value(root, "description").map { Self.languages(reader, $0) } ?? [:]
    kind = text("kind")
    query = text("query")
    sort = texts("sort")
    group = texts("group")
    columns = texts("columns")
    limit = text("limit").flatMap { Int($0.text) }.flatMap { $0 > 0 ? $0 : nil }
    layout = text("layout").flatMap { SavedView.Layout(rawValue: $0.text) }
  }

  /// Words for people in several languages; empty where they are one text.
  private static func languages(_ reader: TreeReader, _ id: NodeID) -> [String: String] {
    guard !reader.resolved(id).isScalar else { return [:] }
    var texts: [String: String] = [:]
    for entry in reader.writtenEntries(id) where reader.resolved(entry.value).isScalar {
      texts[reader.text(entry.key)] = reader.text(entry.value)
    }
    return texts
  }

  /// Words for people: one text, or of several languages the English one, else the first.
  private static func words(_ reader: TreeReader, _ id: NodeID) -> String? {
    if reader.resolved(id).isScalar { return reader.text(id) }
    if let english = reader.value(id, "en"), reader.resolved(english).isScalar { return reader.text(english) }
    return reader.writtenEntries(id).first { reader.resolved($0.value).isScalar }.map { reader.text($0.value) }
  }
}

/// Where the bytes of a scalar's content stand in its source.
enum ScalarPlaces {
  /// One place for each byte of the content and one for its end; nil for a scalar over several lines, or with escapes that are not known.
  static func places(of node: Node, _ reader: TreeReader) -> [UInt32]? {
    let source = reader.bytes[Int(node.start)..<Int(node.end)]
    guard !source.contains(0x0A), !source.contains(0x0D) else { return nil }
    guard node.flags.contains(.decoded) else { return (0...node.contentCount).map { node.content + $0 } }
    guard node.style == .singleQuoted || node.style == .doubleQuoted, node.end - node.start >= 2 else { return nil }
    var places: [UInt32] = []
    var place = node.start + 1
    let end = node.end - 1
    while place < end {
      let (length, count) = step(reader.bytes, at: Int(place), before: Int(end), node.style)
      guard length > 0 else { return nil }
      places += Array(repeating: place, count: count)
      place += UInt32(length)
    }
    places.append(end)
    return places.count == Int(node.contentCount) + 1 ? places : nil
  }

  /// How many bytes of the source stand for how many of the content. Source: YAML 1.2.2, section 5.7.
  private static func step(
    _ bytes: UnsafeBufferPointer<UInt8>, at place: Int, before end: Int, _ style: Node.Style
  ) -> (length: Int, count: Int) {
    let byte = bytes[place]
    if style == .singleQuoted { return byte == UInt8(ascii: "'") ? (2, 1) : (1, 1) }
    guard byte == UInt8(ascii: "\\") else { return (1, 1) }
    guard place + 1 < end else { return (0, 0) }
    switch bytes[place + 1] {
    case UInt8(ascii: "N"), UInt8(ascii: "_"): return (2, 2)
    case UInt8(ascii: "L"), UInt8(ascii: "P"): return (2, 3)
    case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
      let digits = bytes[place + 1] == UInt8(ascii: "x") ? 2 : bytes[place + 1] == UInt8(ascii: "u") ? 4 : 8
      guard place + 2 + digits <= end else { return (0, 0) }
      let text = String(decoding: bytes[place + 2..<place + 2 + digits], as: UTF8.self)
      guard let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else { return (0, 0) }
      return (2 + digits, String(scalar).utf8.count)
    default: return (2, 1)
    }
  }
}
