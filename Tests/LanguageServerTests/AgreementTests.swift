// The editor and `check` say the same, whatever is typed, saved, and done to files behind the editor's back.

import FoundationEssentials
import Testing
import VitrineCatalog
import VitrineEditing
import VitrineIndex
import VitrineLanguageServer
import VitrineLive
import VitrineRules
import VitrineSource
import VitrineTesting

/// Random editing, and a copy of the catalogue with the texts as the editor has them.
private final class RandomEditing {
  let talk: Conversation
  private let copy: TemporaryFolder
  private var random: SplitMix
  /// The texts that are open.
  private var open: [String: DocumentText] = [:]
  private let names: [String]
  private let parts = ["minis", "recipes", "views", "vitrine.yaml"]
  /// What columns count in this conversation.
  private let encoding: PositionEncoding
  /// Schemas of the catalogue's own.
  private static let own = [
    "schemas/recipe.schema.yaml": """
    title: Recipe
    required: [name]
    additionalProperties: false
    x-vitrine: {plural: recipes, display: name, sort: [name]}
    properties:
      name: {type: string, x-vitrine: {trimmed: true}}
      miniature_type: {$ref: vocabulary/miniature-type.yaml}
      notes: {type: string}

    """,
    "schemas/vocabulary/miniature-type.yaml": "title: Type\nenum: [troop, character]\nx-vitrine: {aliases: {hero: character}}\n",
  ]
  private static let words = [
    "\n", " ", "  ", ": ", "- ", "name: ", "\"", "'", "#", "é", "😀", "\t", "[", "]", "{", "}", "1", "null", "2026-05-29", "&a",
    "*a", "\r\n",
    "title: X\n", "x-vitrine: ", "enum: [a]\n", "type: string\n", "$ref: x.yaml\n", "query: @",
    "# vitrine: ignore unknown-field why\n", "status: ", "foo: 1\n", "project: ", "<<<<<<< a\n", "\\", ",",
    "name: A\n", "\r", "\u{FEFF}", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\u{2028}", "\0", "\u{85}",
  ]

  /// Editing of files of all sorts, or of records that are there.
  init(seed: UInt64, hosted: Bool = false, ofRecords: Bool = false) throws {
    encoding = PositionEncoding.allCases[Int(seed % 3)]
    talk = try Conversation(
      parts: parts, files: Self.own, capabilities: ["general": ["positionEncodings": [.string(encoding.rawValue)]]],
      hosted: hosted)
    copy = try TemporaryFolder(inMemory: true)
    for part in parts { try FileManager.default.copyItem(atPath: talk.folder.path + "/" + part, toPath: copy.path + "/" + part) }
    for (name, text) in Self.own { try copy.write(text, to: name) }
    random = SplitMix(state: seed)
    let all = try FileManager.default.subpathsOfDirectory(atPath: talk.folder.path).filter { $0.hasSuffix(".yaml") }.sorted()
    var generator = SplitMix(state: seed)
    if ofRecords {
      let records = all.filter { $0.hasPrefix("minis/") || $0.hasPrefix("recipes/") }
      names = (0..<10).map { _ in records[generator.below(records.count)] }
    } else {
      names =
        (0..<14).map { _ in all[generator.below(all.count)] } + ["recipes/new.yaml", "minis/new/project.yaml", "other.yaml"]
        + Self.own.keys.sorted() + ["schemas/new.schema.yaml", "vitrine.yaml", "views/on-the-table.view.yaml"]
    }
  }

  private func anyName() -> String { names[random.below(names.count)] }

  /// Does one thing to one file, here and in the copy.
  func step() throws {
    let name = anyName()
    switch (random.below(20), open[name]) {
    case (0..<14, .some(let text)): try type(name, text)
    case (14..<15, .some):
      // Saved.
      try talk.folder.write(open[name]?.bytes ?? [], to: name)
      talk.notify("textDocument/didSave", ["textDocument": ["uri": .string(talk.uri(name))]])
    case (15..<16, .some):
      talk.close(name)
      open[name] = nil
      if let bytes = try? talk.folder.read(name) { try copy.write(bytes, to: name) } else { remove(name, copy) }
    case (16..<17, _):
      // From outside, by another program.
      let other = try? talk.folder.read(anyName())
      try talk.folder.write(other ?? [], to: name)
      if open[name] == nil { try copy.write(other ?? [], to: name) }
    case (17..<18, _) where name != "vitrine.yaml":
      remove(name, talk.folder)
      if open[name] == nil { remove(name, copy) }
    case (_, nil):
      var text = String(decoding: (try? talk.folder.read(name)) ?? [], as: UTF8.self)
      if random.below(6) == 0 { text = text.replacing("\n", with: "\r\n") }
      talk.open(name, text)
      open[name] = DocumentText(Array(text.utf8))
      try copy.write(text, to: name)
    case (_, .some(let text)): try type(name, text)
    }
  }

  /// Changes one to three stretches of an open text.
  private func type(_ name: String, _ text: DocumentText) throws {
    var text = text
    var changes: [JSONValue] = []
    for _ in 0...random.below(3) {
      // Now and then outside of the text, or ending before it begins.
      let isOutside = random.below(25) == 0
      let line = isOutside ? text.lineStarts.count + random.below(3) : random.below(text.lineStarts.count)
      let start = DocumentPosition(line: line, character: random.below(40) == 0 ? Int(Int32.max) : random.below(30))
      let length = [0, 0, 0, 1, 3, 12][random.below(6)]
      let back = isOutside && random.below(2) == 0
      let end =
        back
        ? DocumentPosition(line: 0, character: 0)
        : DocumentPosition(line: start.line + (random.below(12) == 0 ? 1 : 0), character: start.character + length)
      let word = random.below(5) == 0 ? "" : Self.words[random.below(Self.words.count)]
      let range: JSONValue = ["start": start.json, "end": end.json]
      let change: JSONValue = ["range": range, "text": .string(word)]
      changes.append(change)
      text = try #require(text.applying(change, encoding))
    }
    open[name] = text
    talk.change(name, changes)
    try copy.write(text.bytes, to: name)
  }

  private func remove(_ name: String, _ folder: TemporaryFolder) {
    try? FileManager.default.removeItem(atPath: folder.path + "/" + name)
  }

  /// What the editor shows and what a check of the copy says, in lines.
  func compare() throws -> (shown: [String], expected: [String]) {
    talk.publish()
    let shown = talk.shown.sorted { $0.key < $1.key }.flatMap { name, items in
      items.map { item in
        let range = item["range"] ?? .null
        func place(_ end: String) -> String {
          "\(range.member(end, "line")?.integer ?? -1):\(range.member(end, "character")?.integer ?? -1)"
        }
        let message = item["message"]?.text ?? ""
        let related = (item["relatedInformation"]?.items ?? []).map { place in
          "\(place.member("location", "range", "start", "line")?.integer ?? -1) \(place["message"]?.text ?? "")"
        }
        return "\(name) \(place("start"))-\(place("end")) \(item["code"]?.text ?? "") \(item["severity"]?.integer ?? 0) "
          + "\(message.split(separator: "\n")[0]) \(related)"
      }
    }
    let check = try CatalogueLoader.load(root: copy.path)
    let expected = check.findings.map { finding in
      func place(_ place: Position) -> String { "\(place.line - 1):\(column(place, of: finding, finding.path) - 1)" }
      let severity = finding.severity == .error ? 1 : finding.severity == .warning ? 2 : 3
      let question = finding.label.hasPrefix("did you mean") ? "; " + finding.label : ""
      let related = finding.related.map { "\($0.span.start.line - 1) \($0.message)" }
      return "\(finding.path.string) \(place(finding.span.start))-\(place(finding.span.end)) "
        + "\(finding.rule.slug) \(severity) \((finding.message + question).split(separator: "\n")[0]) \(related)"
    }
    return (shown.sorted(), expected.sorted())
  }

  /// What a service that follows the catalogue says of it, and what a check of its folder says, in lines.
  func compareHost(_ live: LiveCatalog) throws -> (followed: [String], expected: [String]) {
    func lines(_ findings: FindingList) -> [String] {
      findings.map { "\($0.path.string) \($0.range) \($0.rule.slug) \($0.message) \($0.related.map(\.message))" }
    }
    return (
      lines(talk.settled(live).catalogue.findings), lines(try CatalogueLoader.load(root: talk.folder.path).findings)
    )
  }

  /// The column of a place in the copy as the editor counts it, from 1. A check counts code points and code units of UTF-16; bytes are counted here.
  private func column(_ place: Position, of finding: Finding, _ path: Path) -> Int {
    // Within the text that the editor sent, a byte order mark is a character.
    let mark = place.line == 1 && finding.range.end > 0 && open[path.string]?.countsByteOrderMark == true
    switch encoding {
    case .utf16: return place.utf16Column + (mark ? 1 : 0)
    case .utf32: return place.column + (mark ? 1 : 0)
    case .utf8:
      guard let bytes = try? copy.read(path.string) else { return place.column }
      let line = DocumentText(bytes, isFile: true).content(ofLine: place.line - 1)
      return 1 + (mark ? 3 : 0)
        + String(decoding: line, as: UTF8.self).unicodeScalars.prefix(place.column - 1).reduce(0) { $0 + UTF8.width($1) }
    }
  }
}

@Suite struct AgreementTests {
  /// How many changes each run makes: VITRINE_LSP_EDITS, or few enough for every day. VITRINE_SEED is the first of the seeds.
  private static let edits = ProcessInfo.processInfo.environment["VITRINE_LSP_EDITS"].flatMap { Int($0) } ?? 120

  private static let seed = ProcessInfo.processInfo.environment["VITRINE_SEED"].flatMap { UInt64($0) } ?? 1

  @Test("after any changes, typed, saved or made by others, the editor shows what a check says", arguments: seed..<seed + 3)
  func agreement(seed: UInt64) throws { try agree(seed, try RandomEditing(seed: seed)) }

  @Test(
    "the same where a service follows the catalogue; and that stays what a check of the folder says",
    arguments: seed..<seed + 3, [false, true])
  func hosted(seed: UInt64, ofRecords: Bool) throws {
    try agree(seed, try RandomEditing(seed: seed, hosted: true, ofRecords: ofRecords))
  }

  private func agree(_ seed: UInt64, _ editing: RandomEditing) throws {
    for number in 0..<Self.edits {
      try editing.step()
      guard number % 15 == 0 || number == Self.edits - 1 else { continue }
      func isSame(_ shown: [String], _ expected: [String], _ what: String) -> Bool {
        if shown == expected { return true }
        let difference = expected.difference(from: shown)
        let lines = difference.prefix(6).map { "\($0)" }.joined(separator: "\n")
        Issue.record("seed \(seed), after \(number) changes, \(what): \(lines)")
        return false
      }
      let (shown, expected) = try editing.compare()
      guard isSame(shown, expected, "the editor") else { return }
      guard let live = editing.talk.live, FileManager.default.fileExists(atPath: editing.talk.folder.path + "/vitrine.yaml")
      else { continue }
      let (followed, found) = try editing.compareHost(live)
      guard live.state.status.freeze != nil || isSame(followed, found, "the service") else { return }
    }
  }
}
