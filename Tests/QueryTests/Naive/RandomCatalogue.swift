// Records of chance: mostly as their kinds want them, often not.

import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// A catalogue of random records, as an index and as the naive list.
struct RandomCatalogue {
  let kinds: [Kind]
  private(set) var naive: NaiveCatalogue
  private(set) var index: RecordIndex
  private(set) var texts: [String] = []

  static let now = CivilMoment(day: CivilDay(number: 20_600), seconds: 43_200, offset: 0)
  /// All stock kinds.
  static let stock: [Kind] = {
    var store = SchemaStore()
    return store.kindNames.compactMap { store.kind(named: $0) }
  }()

  /// Words that values are made of: few, so that values meet.
  static let words = [
    "Zelda", "zelda", "ZELDA", "Éclair", "eclair", "Café au lait", "a", "", "Mario Kart", "7", "07", "1/250", "3.5", "-1", "true",
    "yes",
    "library", "painted", "navy", "#1b2a4b", "İstanbul", "ポケモン", "ss", "ß", "2024-02-29", "20240229", "x\\ty", "50mm", "a: b",
    "- c", "*", "null",
    "Çay", "cz", "çaydan", "Işık", "ışık", "ızgara",
    "Nintendo Switch", "digital", "2026-05-27T10:00:00+03:00", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
  ]

  /// So many records of the given kinds, the same for the same seed. With `changes` the index is reached by changes, else made in one go.
  init(seed: UInt64, count: Int, kinds: [Kind], changes: Bool = false) {
    self.kinds = kinds
    var random = SplitMix(state: seed)
    let layouts = kinds.map { TableLayout(kind: $0) }
    let fields = layouts.map { $0.columns.map(\.field) }
    var paths: [String] = []
    let folders = ["", "a/", "a/b/", "a/b/c/", "d/", "D/"]
    for number in 0..<count {
      paths.append(
        folders[random.below(folders.count)] + (random.below(3) == 0 ? "r\(random.below(6))" : "R\(number)")
          + ["", "", "\u{E9}", "e\u{301}"][random.below(4)]
          + (random.below(6) == 0 ? ".yml" : ".yaml"))
    }
    var seen: Set<String> = []
    paths = paths.filter { seen.insert($0).inserted }
    paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let names =
      paths.flatMap { [NaiveCatalogue.id($0), NaiveCatalogue.lastPart($0)] } + ["nowhere", ""]
      + paths.map { NaiveCatalogue.lastPart($0).replacing("\u{E9}", with: random.below(2) == 0 ? "\u{E9}" : "e\u{301}") }
    var records: [IndexedRecord] = []
    var naive: [NaiveRecord] = []
    for path in paths {
      let (record, text) = Self.record(path, kinds, names, &random)
      texts.append("# \(path) (\(kinds[record.kind].name))\n" + text)
      records.append(record)
      let kind = kinds[record.kind]
      var entry = NaiveRecord(path: path, kind: record.kind, record.tree, kind.fields)
      entry.add(record.context) { name in !kind.fields.contains { $0.path.names.first == name } }
      entry.add("path", path)
      naive.append(entry)
    }
    self.naive = NaiveCatalogue(kinds: kinds, fields: fields, records: naive, now: Self.now)
    self.naive.link()
    if changes {
      index = RecordIndex.reached(records, kinds: kinds, &random) { Self.record($1.string, kinds, names, &$0).record }
    } else {
      index = RecordIndex(kinds: kinds, records: records, offset: RandomContext.offset)
    }
  }

  /// A record of any of the kinds.
  private static func record(
    _ path: String, _ kinds: [Kind], _ names: [String], _ random: inout SplitMix
  ) -> (record: IndexedRecord, text: String) {
    let kind = random.below(kinds.count)
    var writer = RecordWriter(random: random, names: names)
    let text = writer.record(kinds[kind])
    random = writer.random
    let tree = YAML.parse(Array(text.utf8)).tree
    return (IndexedRecord(path: Path(path), kind: kind, tree: tree, context: RandomContext.next(&random, path: path)), text)
  }
}

extension RandomCatalogue {
  /// A binder for the records' kinds and the views.
  var binder: QueryBinder {
    let views = Dictionary(naive.views.map { ($0.saved.name, $0.saved) }) { first, _ in first }
    return QueryBinder(layouts: index.tables.map(\.layout), views: views, now: Self.now)
  }

  /// Adds a view.
  mutating func add(_ view: NaiveView) { naive.views.append(view) }

  /// Takes the last view away.
  mutating func removeLastView() { naive.views.removeLast() }
}

/// Writes records as YAML in flow style.
private struct RecordWriter {
  var random: SplitMix
  let names: [String]

  mutating func record(_ kind: Kind) -> String {
    if random.below(40) == 0 { return ["", "- a\n", "just text\n", "a: [\n", "{title: x"][random.below(5)] }
    return map(kind, "") + "\n"
  }

  private mutating func map(_ kind: Kind, _ base: String) -> String {
    let members = kind.fields.filter { field in
      field.path.names.count == (base.isEmpty ? 1 : base.split(separator: ".").count + 1)
        && (base.isEmpty || field.path.dotted.hasPrefix(base + "."))
    }
    var parts: [String] = []
    for field in members where random.below(10) < 6 { parts.append("\(field.path.names.last ?? ""): \(value(field, kind))") }
    if random.below(10) == 0 { parts.append("unknown: \(scalar())") }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private mutating func value(_ field: Kind.Field, _ kind: Kind) -> String {
    switch random.below(24) {
    case 0: return "null"
    case 1: return scalar()
    case 2: return "[]"
    case 3: return "[\(scalar()), null, [\(item(field, kind))], {a: 1}]"
    case 4: return map(kind, field.path.dotted)
    default: break
    }
    guard field.isOwnList else { return item(field, kind) }
    let count = random.below(50) == 0 ? 40 : random.below(4)
    return "[" + (0..<count).map { _ in random.below(12) == 0 ? "null" : item(field, kind) }.joined(separator: ", ") + "]"
  }

  private mutating func item(_ field: Kind.Field, _ kind: Kind) -> String {
    if field.isMap { return map(kind, field.path.dotted) }
    if random.below(8) == 0 { return scalar() }
    let list = RandomCatalogue.values(of: field, &random)
    if case .reference = field.meaning { return quoted(names[random.below(names.count)]) }
    let text = list.isEmpty ? RandomCatalogue.words[random.below(RandomCatalogue.words.count)] : list[random.below(list.count)]
    switch field.meaning {
    case .number, .boolean, .dateInt: return random.below(6) == 0 ? quoted(text) : text.isEmpty ? "0" : text
    default: return quoted(text)
    }
  }

  private mutating func scalar() -> String {
    random.below(4) == 0
      ? ["1", "true", "0.5", "-3", ".inf", "20240101", "0x10", "~"][random.below(8)]
      : quoted(RandomCatalogue.words[random.below(RandomCatalogue.words.count)])
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}

extension RandomCatalogue {
  /// Values that suit a field, and that queries ask for.
  static func values(of field: Kind.Field, _ random: inout SplitMix) -> [String] {
    switch field.meaning {
    case .text, .reference, .location, .map: []
    case .enumeration: field.values
    case .color: Array(field.palette.map(\.name).prefix(12)) + ["#1b2a4b", "#ffffff"]
    case .number: ["0", "1", "2", "7", "3.5", "-1", "100", "1.0", "0.004", "41.01", "28.97", "-179.5", "179.5"]
    case .boolean: ["true", "false"]
    case .date: ["2024-02-29", "2026-05-27", "2026-05-28", "2025-12-31", "2026-01-01", "1999-01-01"]
    case .dateInt: ["20240229", "20260527", "20251231", "20260101", "19990101"]
    case .dateTime: ["2026-05-27T10:00:00+03:00", "2026-05-27T08:00:00Z", "2026-05-27T10:00:00", "2025-12-31T23:59:59.5Z"]
    case .time: ["19:42", "06:00:30", "00:00", "23:59"]
    }
  }
}
