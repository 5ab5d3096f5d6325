// What a loaded catalogue says of its references, compared with the naive graph.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// The comparison of one state.
struct TwinStateCheck {
  private let catalogue: LoadedCatalogue
  private let open: OpenCatalogue
  private let root: String
  private let graph: NaiveGraph
  /// What is wrong.
  private(set) var faults: [String] = []

  /// A comparison of a catalogue that has its columns.
  init(_ catalogue: LoadedCatalogue, root: String, _ graph: NaiveGraph) {
    self.catalogue = catalogue
    self.root = root
    self.graph = graph
    open = OpenCatalogue(catalogue, now: CivilMoment(day: CivilDay(number: 20_000)))
  }

  /// Compares everything.
  ///
  /// Errors: a question that must have an answer has none.
  mutating func compare(_ files: [Path: [UInt8]]) throws {
    let records = graph.records.values.sorted { $0.path < $1.path }
    expect("records", rows().map(\.path), records.map(\.path))
    guard faults.isEmpty else { return }
    compareFindings(records, files)
    for (path, row) in rows() {
      expect("used-by of \(path.shown)", paths(row, \.usedBy), graph.users(of: path))
      if let record = graph.records[path], record.kind != "note" {
        expect("parent of \(path.shown)", paths(row, \.parent), [graph.parent(of: record)].compactMap { $0 })
      }
      let around = catalogue.book.surroundings(ofRecordAt: path)
      expect(
        "surroundings of \(path.shown)", around?.users.map(\.path) ?? [],
        records.filter { graph.found(by: $0).contains(path) }.map(\.path))
    }
    for record in records { compareQuestions(record, records) }
    compareFrame(files, records)
  }

  private mutating func expect(_ what: String, _ found: [Path], _ wanted: [Path]) {
    if found != wanted { faults.append("\(what): \(found.map(\.escaped)), not \(wanted.map(\.escaped))") }
  }

  private func rows() -> [(path: Path, row: RowID)] {
    open.index.tables.enumerated().flatMap { number, table in
      (0..<table.rowCount).filter { table.isLive($0) }.map { (table.path(ofRow: $0), RowID(table: number, row: $0)) }
    }.sorted { $0.path < $1.path }
  }

  private func paths(_ row: RowID, _ column: (BuiltInColumns) -> Int?) -> [Path] {
    let table = open.index.tables[row.table]
    guard let column = column(table.layout.builtIns) else { return [] }
    return table.values(row.row, column).map { Path(table.pools[column].text($0)) }
  }

  /// What a check says of references, by file and JSON Pointer; and that it speaks of no file that is not there.
  private mutating func compareFindings(_ records: [NaiveRecord], _ files: [Path: [UInt8]]) {
    let slugs = ["dangling-reference", "wrong-kind", "ambiguous-reference"]
    var found: [String] = []
    for finding in catalogue.findings {
      if slugs.contains(finding.rule.slug) { found.append("\(finding.path.escaped)\(finding.pointer) \(finding.rule.slug)") }
      if files[finding.path] == nil { faults.append("a finding of '\(finding.path.escaped)', which is not there: \(finding)") }
    }
    var wanted: [String] = []
    for record in records {
      var counts: [String: Int] = [:]
      for (link, target) in graph.targets(of: record) {
        let number = counts[link.field, default: 0]
        counts[link.field] = number + 1
        let pointer = "\(record.path.escaped)/\(link.field)\(link.field == "likes" ? "/\(number)" : "")"
        switch target {
        case .record: break
        case .dangling: wanted.append(pointer + " dangling-reference")
        case .wrongKind: wanted.append(pointer + " wrong-kind")
        case .ambiguous: wanted.append(pointer + " ambiguous-reference")
        }
      }
    }
    if found.sorted() != wanted.sorted() { faults.append("findings: \(found.sorted()), not \(wanted.sorted())") }
  }

  /// What a record's references and names lead to, asked as a person asks.
  private mutating func compareQuestions(_ record: NaiveRecord, _ records: [NaiveRecord]) {
    let resolver = RecordResolver(open, standingIn: root)
    expect("show \(record.path.escaped)", (try? [resolver.path(of: record.path.string)]) ?? [], [record.path])
    for (link, target) in graph.targets(of: record) {
      let kind = NaiveGraph.wanted[link.field] ?? ""
      let shown = try? resolver.path(of: "\(kind):\(link.text.string)")
      switch target {
      case .record(let path):
        expect("show \(kind):\(link.text.escaped)", [shown].compactMap { $0 }, [path])
        let title = graph.records[path]?.title ?? ""
        let meant = records.filter { $0.kind == record.kind && leads($0, by: link.field, to: path) }.map(\.path)
        ask("kind:\(record.kind) \(link.field).title:eq:\"\(title)\"", meant)
        ask("kind:\(record.kind) \(link.field):\"\(title)\"", meant)
      case .ambiguous where !link.text.isRecordFile:
        expect("show \(kind):\(link.text.escaped)", [shown].compactMap { $0 }, [])
      default: break
      }
    }
  }

  private func leads(_ record: NaiveRecord, by field: String, to path: Path) -> Bool {
    graph.targets(of: record).contains { $0.link.field == field && $0.target == .record(path) }
  }

  private mutating func ask(_ query: String, _ meant: [Path]) {
    let found = (try? open.ask([query]))?.answer.rows.map { open.index.path(of: $0) }
    expect("list \(Path(query).escaped)", (found ?? ["no answer"]).sorted(), meant)
  }

  /// Each view and each schema has findings of its own, and a view is known by the bytes of its name.
  private mutating func compareFrame(_ files: [Path: [UInt8]], _ records: [NaiveRecord]) {
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where path.isWithin("views") || path.isWithin("schemas/vocabulary")
    {
      let text = String(decoding: bytes, as: UTF8.self)
      let isRight = text.hasSuffix("kind:work\"\n") || text == "enum: [a, b]\n"
      let count = catalogue.findings.count { $0.path == path && $0.rule.slug != "case-collision" }
      if isRight != (count == 0) { faults.append("\(path.escaped) has \(count) findings, and says \(text)") }
      guard path.isWithin("views"), isRight else { continue }
      let name = path.name.dropping(suffix: ".view.yaml").string
      let found = open.count(ofView: name)
      let works = records.count { $0.kind == "work" }
      if found != works { faults.append("@\(Path(name).escaped) finds \(found.map(String.init) ?? "nothing"), not \(works)") }
    }
  }
}

extension Path {
  /// The path in ASCII, so that twins look different.
  var escaped: String {
    string.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
  }
}
