// Which record each reference leads to, told by bytes and dictionaries alone: the truth that commands are compared with.

import VitrineSource

/// A record as its file says it, read without the parser.
struct NaiveRecord {
  /// A value that names another record.
  struct Link: Hashable {
    /// The field it stands in.
    var field: String
    /// The name as it is written.
    var text: Path
  }

  /// The file.
  let path: Path
  /// Its kind, by its path.
  let kind: String
  /// The values of its fields, in order.
  let values: [(field: String, text: String)]

  /// The title, which no two records share.
  var title: String { values.first { $0.field == "title" }?.text ?? "" }

  /// The values that name others, in order.
  var links: [Link] {
    values.filter { NaiveGraph.fields[kind]?.contains($0.field) == true }.map { Link(field: $0.field, text: Path($0.text)) }
  }

  /// The record in a file: lines of `field: value`, `field: [value, value]`, or `field:` and lines of `- value`.
  init(path: Path, kind: String, text: String) {
    (self.path, self.kind) = (path, kind)
    var values: [(String, String)] = []
    var field = ""
    func plain(_ text: Substring) -> String {
      var plain = text.trimmed.unicodeScalars
      plain.removeAll { $0 == "\"" || $0 == "'" }
      return String(plain)
    }
    for line in text.split(separator: "\n") {
      let line = line.trimmed
      if line.unicodeScalars.starts(with: "- ".unicodeScalars) {
        values.append((field, plain(line.dropFirst(2))))
      } else if let colon = line.unicodeScalars.firstIndex(of: ":") {
        field = String(line[..<colon])
        let rest = line[line.unicodeScalars.index(after: colon)...].trimmed
        let items = rest.unicodeScalars.first == "[" ? rest.dropFirst().dropLast().split(separator: ",") : [rest]
        for item in items where !item.trimmed.isEmpty { values.append((field, plain(item))) }
      }
    }
    self.values = values
  }
}

/// The records of a folder and what their references lead to.
struct NaiveGraph {
  /// Where a reference leads.
  enum Target: Equatable {
    case record(Path)
    case wrongKind
    case ambiguous
    case dangling
  }

  /// The kinds that the fields of references want.
  static let wanted = ["maker": "maker", "friend": "maker", "after": "work", "likes": "work", "best": "work", "about": "work"]
  /// The fields of each kind that name records.
  static let fields = ["work": ["maker", "after", "likes"], "maker": ["friend", "best"], "note": ["about"], "shelf": ["best"]]
  /// The kinds that have a parent by place.
  static let hasParent: Set<String> = ["work", "note", "shelf"]

  /// The records by path.
  let records: [Path: NaiveRecord]
  private let byID: [Path.Slice: [NaiveRecord]]
  private let byName: [Path.Slice: [NaiveRecord]]

  /// The graph of all files of a catalogue.
  init(_ files: [Path: [UInt8]]) {
    var records: [Path: NaiveRecord] = [:]
    let ignored = Self.ignored(files[".vitrineignore"] ?? [])
    for (path, bytes) in files {
      guard !ignored.contains(where: { path.isWithin($0) }), let kind = Self.kind(of: path) else { continue }
      records[path] = NaiveRecord(path: path, kind: kind, text: String(decoding: bytes, as: UTF8.self))
    }
    self.records = records
    byID = Dictionary(grouping: records.values) { Self.composed($0.path.stem) }
    byName = Dictionary(grouping: records.values) { Self.composed($0.path.stem.name) }
  }

  /// What an ignore file names. Shape: lines of a path from the root, `/folder/name.yaml`.
  private static func ignored(_ text: [UInt8]) -> [Path] {
    text.split(separator: 0x0A).map { Path(bytes: $0.dropFirst()) }
  }

  /// The kind of the record in a file, as the manifest of `TwinCatalogue` says.
  static func kind(of path: Path) -> String? {
    guard path.isRecordFile, !path.isWithin("schemas"), !path.isWithin("views"), path != "vitrine.yaml" else { return nil }
    if path.name == ("shelf.yaml" as Path.Slice) { return "shelf" }
    if path.isWithin("makers") { return "maker" }
    if path.isWithin("notes") { return "note" }
    return "work"
  }

  /// A name with its composed letters: the few that the names of these tests have.
  static func composed(_ name: Path.Slice) -> Path.Slice {
    var scalars: [Unicode.Scalar] = []
    for scalar in name.string.unicodeScalars {
      switch (scalars.last, scalar) {
      case ("e", "\u{301}"): scalars[scalars.count - 1] = "\u{E9}"
      case ("E", "\u{301}"): scalars[scalars.count - 1] = "\u{C9}"
      case ("o", "\u{308}"): scalars[scalars.count - 1] = "\u{F6}"
      case (_, "\u{212A}"): scalars.append("K")
      default: scalars.append(scalar)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return Path(String(text)).slice
  }

  // MARK: references

  /// Where a name leads in references to a kind.
  func resolve(_ text: Path, kind: String) -> Target {
    let id = text.stem
    let alike = byID[Self.composed(id)] ?? []
    let steps: [(NaiveRecord) -> Bool] = [
      { $0.path == text }, { $0.path.stem == id }, { _ in true },
    ]
    for isMeant in steps {
      let found = alike.filter(isMeant)
      let own = found.filter { $0.kind == kind }
      if own.count == 1 { return .record(own[0].path) }
      if own.count > 1 { return .ambiguous }
      if !found.isEmpty { return .wrongKind }
    }
    let sharing = byName[Self.composed(id)] ?? []
    let own = sharing.filter { $0.kind == kind }
    let exact = own.filter { $0.path.stem.name == id }
    let named = exact.isEmpty ? own : exact
    if named.count == 1 { return .record(named[0].path) }
    if named.count > 1 { return .ambiguous }
    return sharing.isEmpty ? .dangling : .wrongKind
  }

  /// Where each reference of a record leads, in order.
  func targets(of record: NaiveRecord) -> [(link: NaiveRecord.Link, target: Target)] {
    record.links.map { ($0, resolve($0.text, kind: Self.wanted[$0.field] ?? "")) }
  }

  /// The records that the references of a record lead to.
  func found(by record: NaiveRecord) -> [Path] {
    targets(of: record).compactMap { if case .record(let path) = $0.target { path } else { nil } }
  }

  // MARK: places and users

  /// The shelf above a record: the first in its folder that is not itself, or the nearest above.
  func parent(of record: NaiveRecord) -> Path? {
    guard Self.hasParent.contains(record.kind) else { return nil }
    var folder: Path.Slice? = record.path.folder
    while let here = folder {
      let shelf = Path(here).appending("shelf.yaml")
      if shelf != record.path, records[shelf]?.kind == "shelf" { return shelf }
      folder = here.parent
    }
    return nil
  }

  /// The records that name one, or have it as their parent, in byte order.
  func users(of path: Path) -> [Path] {
    records.values.filter { found(by: $0).contains(path) || parent(of: $0) == path }.map(\.path).sorted()
  }

  /// What goes with some records: all below them; where it `cascades`, all that name one, too.
  func closure(of paths: [Path], cascades: Bool) -> Set<Path> {
    var gone: Set<Path> = []
    var open = paths
    while let next = open.popLast() {
      guard gone.insert(next).inserted else { continue }
      for record in records.values {
        if parent(of: record) == next || (cascades && found(by: record).contains(next)) { open.append(record.path) }
      }
    }
    return gone
  }

  /// Each reference that leads to a record, by the titles of both.
  var edges: [String] {
    records.values.flatMap { record in
      targets(of: record).compactMap { link, target -> String? in
        guard case .record(let path) = target, let other = records[path] else { return nil }
        return "\(record.title) \(link.field) \(other.title)"
      }
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension Substring {
  /// Without spaces at both ends.
  fileprivate var trimmed: Substring {
    var rest = unicodeScalars
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return Substring(rest)
  }
}
