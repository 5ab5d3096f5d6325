// From the bytes of a text to its records: which form it has, and what each form says of kinds and versions.

import VitrineChanges
import VitrineEditing
package import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineText

/// The forms that are read.
package enum ForeignFormat: String, CaseIterable, Sendable {
  /// One JSON document.
  case json
  /// A JSON object a line.
  case ndjson
  /// Comma-separated values.
  case csv
  /// YAML documents.
  case yaml

  /// The form that a file's name and its first bytes speak for.
  package static func guess(name: String, _ bytes: [UInt8]) -> ForeignFormat {
    let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch suffix {
    case "json": return .json
    case "ndjson", "jsonl": return .ndjson
    case "csv", "tsv": return .csv
    case "yaml", "yml": return .yaml
    default: break
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard let first = text.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) else { return .json }
    if first == 0x5B { return .json }
    if first == 0x7B {
      let line = text.prefix { $0 != 0x0A }
      let rest = text.dropFirst(line.count)
      let isWhole = rest.contains { $0 == 0x7B } && JSON.parse(Array(line)).isComplete
      return isWhole ? .ndjson : .json
    }
    return text.starts(with: Array("---".utf8)) ? .yaml : .csv
  }
}

/// Reads foreign texts.
package struct ForeignReader: Sendable {
  /// The largest text that is read. Units: bytes.
  package static let mostBytes = 1 << 30
  /// The most values and names that one text may have.
  static let mostNodes = 200_000_000

  /// The kinds.
  let kinds: [ExchangeKind]
  /// The kind of records that do not say theirs.
  let given: Int?
  /// How records of another shape become ours.
  let mapping: ImportMapping?
  /// The text of a kind's schema, which says what leads from older versions to today's; nil where there is none.
  package var schemaText: @Sendable (Kind) -> [UInt8]? = { _ in nil }
  /// The name to write for what a record is called, where one of a kind is wanted.
  package var reference: @Sendable (String, String?) -> String = { name, _ in name }
  var result = ForeignText()
  /// The versions that the document says its records are written for, where these are older ones; by the places of their kinds.
  var versions: [Int: Int] = [:]
  /// The kinds whose records may say themselves which version they are written for, by their places.
  private let sayVersion: Set<Int>
  /// The steps between versions, of kinds that were asked for them.
  private var migrations: [Int: [Migration]] = [:]

  /// A reader for a catalogue's kinds; `kind` is the place of the one that records are of which do not say so.
  package init(_ kinds: [ExchangeKind], kind: Int?, mapping: ImportMapping?) {
    self.kinds = kinds
    given = mapping?.kind ?? kind
    self.mapping = mapping
    sayVersion = Set(kinds.indices.filter { kinds[$0].kind.field(FieldPath([Migration.versionField])) != nil })
  }

  /// The records of a text, and what is wrong with it.
  package mutating func read(_ bytes: [UInt8], _ format: ForeignFormat) -> ForeignText {
    (result, versions) = (ForeignText(), [:])
    if let given { result.kinds.insert(given) }
    var maker = mapping.map { RecordMaker($0, kinds[$0.kind].kind, reference: reference) }
    switch format {
    case .json: readJSON(bytes, &maker)
    case .ndjson: readLines(bytes, &maker)
    case .yaml: readYAML(bytes, &maker)
    case .csv: readTable(bytes, &maker)
    }
    result.account = maker?.account
    result.mappingFindings = maker?.findings() ?? []
    return result
  }
}

// MARK: JSON

extension ForeignReader {
  private mutating func readJSON(_ bytes: [UInt8], _ maker: inout RecordMaker?) {
    let parsed = JSON.parse(bytes, mostBytes: Self.mostBytes, mostNodes: Self.mostNodes)
    result.findings += parsed.findings
    guard parsed.isComplete, let root = parsed.tree.roots.first else { return }
    parsed.tree.withReader { reader in
      if maker != nil { return readMapped(reader, root, "", offset: 0, &maker) }
      switch reader.node(root).kind {
      case .mapping: readDocument(parsed.tree, reader, root)
      case .sequence: addAll(of: root, "", parsed.tree, reader, kind: given)
      default:
        result.note(
          ImportRules.form, reader.node(root).range, "", "there is no object and no list here, but \(reader.words(root))")
      }
    }
  }

  /// What a document says around its lists, which have no records in this tree.
  mutating func readFrame(_ tree: Tree, _ reader: TreeReader, _ root: NodeID) {
    if reader.node(root).kind == .mapping { readDocument(tree, reader, root) }
  }

  private mutating func readDocument(_ tree: Tree, _ reader: TreeReader, _ root: NodeID) {
    let known = ["schemaVersion", "kindVersions"]
    if noteMapOfRecords(root, reader, nil, "", offset: 0) { return }
    var lists: [(kind: Int, entry: Entry)] = []
    for entry in reader.writtenEntries(root) {
      let name = reader.text(entry.key)
      if let kind = kinds.firstIndex(where: { $0.kind.plural == name }) {
        lists.append((kind, entry))
        result.kinds.insert(kind)
      } else if !known.contains(name) {
        let nearest = NearestWord.nearest(to: name, in: kinds.map(\.kind.plural) + known)
        result.note(
          ImportRules.form, reader.node(entry.key).range, "/" + TreeReader.escaped(name),
          "'\(name)' is the plural of no kind of this catalogue", label: nearest.map { "did you mean '\($0)'?" } ?? "",
          help:
            "use one of \(kinds.map { "'\($0.kind.plural)'" }.joined(separator: ", ")), or --mapping for a text of another form")
      }
    }
    checkVersions(reader, root, lists.map(\.kind))
    for (kind, entry) in lists {
      let name = reader.text(entry.key)
      guard reader.node(entry.value).kind == .sequence else {
        result.note(
          ImportRules.form, reader.node(entry.value).range, "/" + TreeReader.escaped(name),
          "'\(name)' must be a list, but is \(reader.words(entry.value))")
        continue
      }
      addAll(of: entry.value, "/" + TreeReader.escaped(name), tree, reader, kind: kind)
    }
  }

  private mutating func checkVersions(_ reader: TreeReader, _ root: NodeID, _ found: [Int]) {
    let only = found.count == 1 ? found[0] : nil
    guard let version = reader.value(root, "schemaVersion") else {
      let start = reader.node(root).start
      return result.note(
        ImportRules.version, ByteRange(start, start + 1), "", "there is no 'schemaVersion' here",
        help: "add \"schemaVersion\": \(only.map { kinds[$0].kind.version } ?? 1), if the records are of that version")
    }
    let said = check(version, reader, "/schemaVersion", of: only, offset: 0)
    if let only, let said { versions[only] = said }
    let all = reader.value(root, "kindVersions")
    for place in found where found.count > 1 {
      let kind = kinds[place].kind
      if let all, let own = reader.value(all, named: kind.name) {
        if let said = check(own, reader, "/kindVersions/\(kind.name)", of: place, offset: 0) { versions[place] = said }
      } else if kind.version > 1 {
        if leadsOn(from: 1, place) {
          versions[place] = 1
          continue
        }
        result.note(
          ImportRules.version, reader.node(all ?? version).range, all == nil ? "/schemaVersion" : "/kindVersions",
          "the records of '\(kind.name)' are of version 1, and the catalogue's of version \(kind.version)",
          help: Self.olderHelp)
      }
    }
  }

  private static let olderHelp =
    "no migration leads from that version to this one; change the records to what the schema says today, then write its version"

  /// Compares a version that a text says with the one of today, which is 1 for documents of several kinds. Answers it where it is an older one that
  /// migrations lead on from.
  private mutating func check(
    _ id: NodeID, _ reader: TreeReader, _ pointer: String, of kind: Int?, offset: Int
  ) -> Int? {
    let range = reader.node(id).range.moved(by: offset)
    guard reader.resolved(id).kind == .int, let number = Int(reader.text(id)) else {
      let isNumber = reader.resolved(id).kind == .int || reader.resolved(id).kind == .float
      let found = isNumber ? String(reader.text(id).prefix(40)) : reader.words(id)
      result.note(ImportRules.version, range, pointer, "a version must be a whole number such as 1, but this is \(found)")
      return nil
    }
    let wanted = kind.map { kinds[$0].kind.version } ?? 1
    if number == wanted { return nil }
    if let kind, leadsOn(from: number, kind) { return number }
    let what = kind.map { "records of '\(kinds[$0].kind.name)'" } ?? "exports of several kinds"
    result.note(
      ImportRules.version, range, pointer,
      "version \(number) is \(number > wanted ? "newer" : "older") than version \(wanted), which is today's of \(what)",
      help: number > wanted ? "use the schema of version \(number), or a newer vitrine" : Self.olderHelp)
    return nil
  }

  /// Whether the schema of a kind says for each version after an older one what leads to it.
  private mutating func leadsOn(from version: Int, _ kind: Int) -> Bool {
    let wanted = kinds[kind].kind.version
    guard version >= 0, version < wanted else { return false }
    let steps = migrations(of: kind)
    return (version + 1...wanted).allSatisfy { next in steps.contains { $0.to == next } }
  }

  private mutating func migrations(of kind: Int) -> [Migration] {
    if let known = migrations[kind] { return known }
    let read = schemaText(kinds[kind].kind).map { Migration.all(in: $0) } ?? []
    migrations[kind] = read
    return read
  }
}

// MARK: records

extension ForeignReader {
  /// Adds the records of a list.
  private mutating func addAll(of list: NodeID, _ pointer: String, _ tree: Tree, _ reader: TreeReader, kind: Int?) {
    result.records.reserveCapacity(result.records.count + Int(reader.node(list).content))
    let source = ForeignSource(list: pointer, .tree(tree), .text(offset: 0))
    for (index, item) in reader.items(list).enumerated() { add(item, source, index, reader, kind: kind) }
  }

  /// Adds one record: a map, with or without members beside its own; `number` is its place in the source's list, below 0 for none.
  mutating func add(_ id: NodeID, _ source: ForeignSource, _ number: Int, _ reader: TreeReader, kind: Int?) {
    let offset = source.origin.offset
    var pointer: String { source.pointer(number) }
    let range = reader.node(id).range.moved(by: offset)
    guard reader.node(id).kind == .mapping else {
      return result.note(ImportRules.form, range, pointer, "a record must be an object, but this is \(reader.words(id))")
    }
    var kind = kind
    var path: (text: String, range: ByteRange)?
    var version: NodeID?
    let beside = ExchangeMember.entries(beside: id, reader)
    for (entry, name) in beside {
      let here = reader.node(entry.value).range.moved(by: offset)
      switch name {
      case ExchangeMember.kind:
        let word = reader.text(entry.value)
        guard let found = kinds.firstIndex(where: { $0.kind.name == word || $0.kind.plural == word }) else {
          let nearest = NearestWord.nearest(to: word, in: kinds.map(\.kind.name))
          return result.note(
            ImportRules.form, here, "\(pointer)/@kind", "'\(word)' is no kind of this catalogue",
            label: nearest.map { "did you mean '\($0)'?" } ?? "")
        }
        kind = found
      case ExchangeMember.path: path = (reader.text(entry.value), here)
      case ExchangeMember.version: version = entry.value
      default: continue
      }
    }
    guard let kind else {
      return result.note(
        ImportRules.form, ByteRange(range.start, range.start + 1), pointer, "it is not said of which kind this record is",
        help: "name the kind with --kind, or in the record as \"@kind\"")
    }
    result.kinds.insert(kind)
    var said = versions[kind]
    if let version { said = check(version, reader, "\(pointer)/@version", of: kind, offset: offset) }
    // What a record says itself comes first.
    if sayVersion.contains(kind), let own = reader.value(id, named: Migration.versionField).flatMap({ Int(reader.text($0)) }) {
      said = leadsOn(from: own, kind) ? own : nil
    }
    if let said {
      // Who reads in parts gives up on such records, whatever becomes of them.
      guard case .tree(let tree) = source.content else {
        result.migrated[kind, default: 0] += 1
        return
      }
      let value = reader.dataValue(id).without(Set(beside.map(\.name)))
      let older = OlderRecord(tree: tree, root: id, offset: offset)
      return add(value, of: older, range, path: path, pointer, kind: kind, from: said)
    }
    if beside.isEmpty, noteMapOfRecords(id, reader, kind, pointer, offset: offset) { return }
    var record = ForeignRecord(
      kind: kind, range: range, number: number, source: source, root: id, hasOthersBeside: !beside.isEmpty)
    if !beside.isEmpty {
      if case .tree(let tree) = source.content {
        let own = source.own(.tree(tree.copy(of: id, without: Set(beside.map(\.entry.key)))), path: path)
        record = ForeignRecord(kind: kind, range: range, number: number, source: own, root: 0, hasOthersBeside: false)
      } else if path != nil {
        record.source = source.own(path: path)
      }
    }
    result.records.append(record)
  }

  /// Adds a record of an older version, brought up to that of today.
  private mutating func add(
    _ value: DataValue, of older: OlderRecord, _ range: ByteRange, path: (text: String, range: ByteRange)?, _ pointer: String,
    kind: Int, from version: Int
  ) {
    let today = kinds[kind].kind
    var older = older
    var migrated = MigratedRecord(value)
    do throws(PlanRefusal) {
      let saysVersion = sayVersion.contains(kind) && migrated.version != nil
      try migrated.migrate(by: migrations(of: kind), from: version, to: today.version, saysVersion: saysVersion)
    } catch {
      return result.note(
        ImportRules.version, ByteRange(range.start, range.start + 1), pointer,
        "this \(today.name) cannot be brought from version \(version) to version \(today.version): \(error.message)",
        help: "change the record so that each step of the schema can be made")
    }
    older.moved = migrated.moved
    result.migrated[kind, default: 0] += 1
    append(migrated.value, range, path: path, pointer, kind: kind, .migrated(older))
  }

  private mutating func readLines(_ bytes: [UInt8], _ maker: inout RecordMaker?) {
    guard let text = whole(bytes) else { return }
    var number = 0
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { number += 1 }
      guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { continue }
      readPart(JSON.parse(Array(line)), "/\(result.records.count)", offset: line.startIndex, &maker)
    }
  }

  private mutating func readYAML(_ bytes: [UInt8], _ maker: inout RecordMaker?) {
    guard let text = whole(bytes) else { return }
    var start = text.startIndex
    var position = start
    func isMarker(_ place: Int) -> Bool {
      guard place + 3 <= text.endIndex, text[place] == 0x2D, text[place + 1] == 0x2D, text[place + 2] == 0x2D else {
        return false
      }
      return place + 3 == text.endIndex || [0x20, 0x09, 0x0A, 0x0D].contains(text[place + 3])
    }
    func flush(_ end: Int, _ reader: inout ForeignReader, _ maker: inout RecordMaker?) {
      let part = Array(text[start..<end])
      let parsed = YAML.parse(part, for: .stream)
      if parsed.tree.roots.isEmpty, parsed.findings.isEmpty { return }
      reader.readPart(parsed, "/\(reader.result.records.count)", offset: start, &maker)
    }
    // A line that begins with three dashes begins a document wherever it stands (YAML 1.2.2, production 206).
    while position < text.endIndex {
      if position > start, isMarker(position) {
        flush(position, &self, &maker)
        start = position
      }
      guard let feed = text[position...].firstIndex(of: 0x0A) else { break }
      position = feed + 1
    }
    flush(text.endIndex, &self, &maker)
  }

  /// A text without its byte order mark; nil where it is not UTF-8.
  private mutating func whole(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    if let finding = bytes.withUnsafeBufferPointer({ UTF8Check.finding(for: $0) }) {
      result.findings.append(finding)
      return nil
    }
    return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }

  /// Adds a record that is a text by itself.
  private mutating func readPart(
    _ parsed: ParsedText, _ pointer: String, offset: Int, _ maker: inout RecordMaker?
  ) {
    for finding in parsed.findings {
      var finding = finding
      finding.range = finding.range.moved(by: offset)
      for index in finding.related.indices { finding.related[index].range = finding.related[index].range.moved(by: offset) }
      finding.pointer = pointer + finding.pointer
      finding.fixes = []
      result.findings.append(finding)
    }
    guard parsed.isComplete, let root = parsed.tree.roots.first else { return }
    parsed.tree.withReader { reader in
      if maker != nil { return readMapped(reader, root, pointer, offset: offset, &maker) }
      // A document may be a list of records, too.
      let isList = reader.node(root).kind == .sequence
      for (index, item) in (isList ? Array(reader.items(root)) : [root]).enumerated() {
        let here = isList ? "\(pointer)/\(index)" : pointer
        add(item, ForeignSource(list: here, .tree(parsed.tree), .text(offset: offset)), -1, reader, kind: given)
      }
    }
  }
}
