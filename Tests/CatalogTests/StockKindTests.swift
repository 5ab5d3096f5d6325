// What the stock kinds take and what they refuse: a table a requirement.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrineSource
import VitrineTesting

/// A sound record, one of whose lines is written in another way.
struct StockCase: Sendable, CustomTestStringConvertible {
  /// The record to change.
  let base: Base
  /// The line that takes the place of the one with the same key; `-key` takes it away.
  let line: String
  /// What must be found: each rule with the text it marks.
  let findings: [String]

  init(_ base: Base, _ line: String, _ findings: [String] = []) {
    self.base = base
    self.line = line
    self.findings = findings
  }

  var testDescription: String { line.isEmpty ? "an empty line" : line }

  /// A sound record of each kind.
  enum Base: String {
    case game = "games/a.yaml"
    case project = "minis/a/project.yaml"
    case miniature = "minis/a/b.yaml"
    case recipe = "recipes/a.yaml"
    case memory = "memories/a.yaml"
    case garment = "wardrobe/a.yaml"
    case shot = "shots/a.yaml"

    var lines: [String] {
      switch self {
      case .game: ["title: Hades", "release: 20200917", "status: library", "properties: {}"]
      case .project: ["game_system: Warhammer 40K", "army: Ultramarines"]
      case .miniature: ["name: Captain", "miniature_type: character"]
      case .recipe: ["name: Gold trim"]
      case .memory: ["title: Sunset", "date: 2026-05-29", "category: Travel", "location: {lat: 41.0256, lon: 28.9744}"]
      case .garment: ["name: Blazer", "category: jacket", "colors: [navy]"]
      case .shot: ["taken: 2026-11-20T17:02:31+03:00"]
      }
    }
  }

  /// The record's text.
  var text: String {
    var lines = base.lines
    let key = line.hasPrefix("-") ? String(line.dropFirst()) : String(line.prefix { $0 != ":" })
    let place = lines.firstIndex { $0.hasPrefix(key + ":") }
    if line.hasPrefix("-") {
      if let place { lines.remove(at: place) }
    } else if let place {
      lines[place] = line
    } else {
      lines.append(line)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Expects what the case promises, and nothing else.
  func check() throws {
    let found = try found()
    #expect(found == findings, "\(line)")
  }

  /// What is found: each rule with the text it marks.
  func found() throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(RulePage.manifest, to: "vitrine.yaml")
    try folder.write(StockCase.Base.project.lines.joined(separator: "\n"), to: StockCase.Base.project.rawValue)
    try folder.write(text, to: base.rawValue)
    let bytes = Array(text.utf8)
    return try CatalogueLoader.load(root: folder.path).snapshot.findings.map { finding in
      let start = Int(finding.range.start)
      let end = Int(finding.range.end)
      guard finding.path == Path(base.rawValue), start <= end, end <= bytes.count else {
        return "\(finding.path.string) \(finding.rule.slug)"
      }
      return "\(finding.rule.slug) «\(String(decoding: bytes[start..<end], as: UTF8.self))»"
    }
  }
}

@Suite("Stock kinds")
struct StockKindTests {
  @Test(
    "the titles of games (G3.1, G4.1, G3.5)",
    arguments: [
      StockCase(.game, "title: Hades"),
      StockCase(.game, "title: ゼルダの伝説 時のオカリナ"),
      StockCase(.game, "title: \"NieR:Automata\""),
      StockCase(.game, "title: Pokémon"),
      StockCase(.game, "-title", ["required «release»"]),
      StockCase(.game, "title:", ["empty «»"]),
      StockCase(.game, "title: ~", ["empty «~»"]),
      StockCase(.game, "title: \"\"", ["empty «\"\"»"]),
      StockCase(.game, "title: \"   \"", ["empty «\"   \"»"]),
      StockCase(.game, "title: \"\u{A0}\"", ["empty «\"\u{A0}\"»"]),
      StockCase(.game, "title: \"\u{200B}\"", ["empty «\"\u{200B}\"»"]),
      StockCase(.game, "title: \" Hades\"", ["surrounding-space «\" Hades\"»"]),
      StockCase(.game, "title: \"Hades\u{A0}\"", ["surrounding-space «\"Hades\u{A0}\"»"]),
      StockCase(.game, "title: \"\u{200B}Hades\"", ["surrounding-space «\"\u{200B}Hades\"»"]),
      StockCase(.game, "title: \"Hades\\t\"", ["surrounding-space «\"Hades\\t\"»"]),
      StockCase(.game, "title: 1942", ["type «1942»"]),
      StockCase(.game, "title: 3.5", ["type «3.5»"]),
      StockCase(.game, "title: true", ["type «true»"]),
      StockCase(.game, "title: [Hades]", ["type «[Hades]»"]),
      StockCase(.game, "title: \"🎮🎮\"", ["empty-identity «\"🎮🎮\"»"]),
      StockCase(.game, "title: \"!!!\"", ["empty-identity «\"!!!\"»"]),
    ])
  func titles(_ row: StockCase) throws { try row.check() }

  @Test(
    "the release dates of games (G3.2)",
    arguments: [
      StockCase(.game, "release: 20220225"),
      StockCase(.game, "release: 20240229"),
      StockCase(.game, "release: 20000229"),
      StockCase(.game, "release: 19500101"),
      StockCase(.game, "release: 20991231"),
      StockCase(.game, "-release", ["required «title»"]),
      StockCase(.game, "release:", ["type «»"]),
      StockCase(.game, "release: 20230229", ["date-invalid «20230229»"]),
      StockCase(.game, "release: 21000229", ["date-invalid «21000229»"]),
      StockCase(.game, "release: 20220230", ["date-invalid «20220230»"]),
      StockCase(.game, "release: 20221301", ["date-invalid «20221301»"]),
      StockCase(.game, "release: 20220001", ["date-invalid «20220001»"]),
      StockCase(.game, "release: 20220100", ["date-invalid «20220100»"]),
      StockCase(.game, "release: 220225", ["date-invalid «220225»"]),
      StockCase(.game, "release: 2022022", ["date-invalid «2022022»"]),
      StockCase(.game, "release: 202202255", ["date-invalid «202202255»"]),
      StockCase(.game, "release: 00010101", ["range «00010101»", "ambiguous-scalar «00010101»"]),
      StockCase(.game, "release: -20220225", ["date-invalid «-20220225»"]),
      StockCase(.game, "release: 2022-02-25", ["date-invalid «2022-02-25»"]),
      StockCase(.game, "release: \"20220225\"", ["date-invalid «\"20220225\"»"]),
      StockCase(.game, "release: \"2022-02-25\"", ["date-invalid «\"2022-02-25\"»"]),
      StockCase(.game, "release: 2022-02-30", ["date-invalid «2022-02-30»"]),
      StockCase(.game, "release: 20220225.0"),
      StockCase(.game, "release: 20220225.5", ["type «20220225.5»"]),
      StockCase(.game, "release: 2.0220225e7"),
      StockCase(.game, "release: 0x1348941"),
      StockCase(.game, "release: 99999999999999999999", ["date-invalid «99999999999999999999»"]),
      StockCase(.game, "release: .nan", ["type «.nan»"]),
      StockCase(.game, "release: soon", ["type «soon»"]),
      StockCase(.game, "release: 2022"),
      StockCase(.game, "release: 202202"),
      StockCase(.game, "release: 202213", ["date-invalid «202213»"]),
      StockCase(.game, "release: 1949", ["range «1949»"]),
      StockCase(.game, "release: 210001", ["range «210001»"]),
    ])
  func releases(_ row: StockCase) throws { try row.check() }

  @Test(
    "status, lists, platforms and notes of games (G2.2, GF6, G3.3, G3.4, G3.6, G3.7, G3.8)",
    arguments: [
      StockCase(.game, "status: wishlist"),
      StockCase(.game, "-status", ["required «title»"]),
      StockCase(.game, "status: owned", ["enum «owned»"]),
      StockCase(.game, "status: Library", ["enum «Library»"]),
      StockCase(.game, "status: true", ["enum «true»"]),
      StockCase(.game, "-properties", ["required «title»"]),
      StockCase(.game, "properties:", ["type «»"]),
      StockCase(.game, "properties: []", ["type «[]»"]),
      StockCase(.game, "developers: [Supergiant]", ["unknown-field «developers»"]),
      StockCase(.game, "properties: {developer: [Supergiant]}", ["unknown-field «developer»"]),
      StockCase(.game, "properties: {developers: Supergiant}", ["type «Supergiant»"]),
      StockCase(.game, "properties: {developers: []}"),
      StockCase(.game, "properties: {developers: [\"\"]}", ["empty «\"\"»"]),
      StockCase(.game, "properties: {genres: [RPG, RPG]}", ["not-unique «RPG»"]),
      StockCase(.game, "properties: {genres: [RPG, rpg]}", ["case-variant «rpg»"]),
      StockCase(.game, "properties: {genres: [\"RPG \"]}", ["surrounding-space «\"RPG \"»"]),
      StockCase(.game, "properties: {modes: [single-player]}"),
      StockCase(.game, "properties: {modes: [singel-player]}", ["enum «singel-player»"]),
      StockCase(.game, "properties: {modes: [single-player, single-player]}", ["not-unique «single-player»"]),
      StockCase(.game, "properties: {platforms: [{system: Windows, format: digital}]}"),
      StockCase(.game, "properties: {platforms: [{system: Windows, format: digital}, {system: Windows, format: physical}]}"),
      StockCase(
        .game, "properties: {platforms: [{system: Windows, format: digital}, {format: digital, system: Windows}]}",
        ["not-unique «{format: digital, system: Windows}»"]),
      StockCase(.game, "properties: {platforms: [{system: Windows}]}", ["required «system»"]),
      StockCase(.game, "properties: {platforms: [{system: Windows, format: disk}]}", ["enum «disk»"]),
      StockCase(.game, "properties: {platforms: [{system: PlayStation 9, format: digital}]}", ["enum «PlayStation 9»"]),
      StockCase(.game, "properties: {platforms: [Windows]}", ["type «Windows»"]),
      StockCase(.game, "notes: Any words"),
      StockCase(.game, "x-shelf: B2"),
      StockCase(.game, "shelf: B2", ["unknown-field «shelf»"]),
    ])
  func properties(_ row: StockCase) throws { try row.check() }

  @Test(
    "projects, miniatures and recipes (M1.1, M1.5, M2.1, M2.3, M2.5, M3.1, M3.2)",
    arguments: [
      StockCase(.project, "-game_system", ["required «army»"]),
      StockCase(.project, "-army", ["required «game_system»"]),
      StockCase(.project, "army: \"\"", ["empty «\"\"»"]),
      StockCase(.project, "army: \"  \"", ["empty «\"  \"»"]),
      StockCase(.project, "army: null", ["empty «null»"]),
      StockCase(.project, "game_system: Age of Sigmar"),
      StockCase(.project, "game_system: Horus Heresy"),
      StockCase(.project, "game_system: 40k", ["enum «40k»"]),
      StockCase(.project, "game_system: Warhammer 40k", ["enum «Warhammer 40k»"]),
      StockCase(.project, "game_system: Kill Team", ["enum «Kill Team»"]),
      StockCase(.project, "started: 2026-02-31", ["date-invalid «2026-02-31»"]),
      StockCase(.project, "points: -5", ["range «-5»"]),
      StockCase(.miniature, "-name", ["required «miniature_type»"]),
      StockCase(.miniature, "name: \" \"", ["empty «\" \"»"]),
      StockCase(.miniature, "-miniature_type", ["required «name»"]),
      StockCase(.miniature, "miniature_type: troop"),
      StockCase(.miniature, "miniature_type: hero", ["enum «hero»"]),
      StockCase(.miniature, "progress_status: basecoated"),
      StockCase(.miniature, "progress_status: done", ["enum «done»"]),
      StockCase(.miniature, "progress_updated: 2026-11-20T21:15:00+03:00"),
      StockCase(.miniature, "progress_updated: 2026-11-20 21:15", ["date-invalid «2026-11-20 21:15»"]),
      StockCase(.miniature, "count: 0", ["range «0»"]),
      StockCase(.miniature, "recipes: [nothing]", ["dangling-reference «nothing»"]),
      StockCase(.recipe, "-name", ["empty-file «»"]),
      StockCase(.recipe, "name: \"\"", ["empty «\"\"»"]),
      StockCase(.recipe, "paints_used: [{brand: Citadel, name: Retributor Armour, code: 22-61, ratio: \"2:1\"}]"),
      StockCase(.recipe, "paints_used: [{name: Retributor Armour}]", ["required «name»"]),
      StockCase(.recipe, "paints_used: [{brand: Vallejo, name: Gold, code: 70.950}]", ["type «70.950»"]),
      StockCase(.recipe, "paints_used: [{brand: Vallejo, name: Gold, ratio: 2:1}]", ["ambiguous-scalar «2:1»"]),
      StockCase(.recipe, "steps: [{n: 1, text: Prime it, technique: priming, minutes: 10}]"),
      StockCase(.recipe, "steps: [{n: 1}]", ["required «n»"]),
      StockCase(.recipe, "steps: [{text: Prime, minutes: 0}]", ["range «0»"]),
      StockCase(.recipe, "steps: [Prime it]", ["type «Prime it»"]),
      StockCase(.recipe, "techniques: [dryburshing]", ["enum «dryburshing»"]),
    ])
  func painting(_ row: StockCase) throws { try row.check() }

  @Test(
    "memories (S2.1, S2.2, S2.4, S2.V1, S5.2, S5.3a, S5.3b, S5.3c, S5.4a, S5.4b, S5.5)",
    arguments: [
      StockCase(.memory, "title: 1984", ["type «1984»"]),
      StockCase(.memory, "title: yes", ["ambiguous-scalar «yes»"]),
      StockCase(.memory, "title: true", ["type «true»"]),
      StockCase(.memory, "title: \"\"", ["empty «\"\"»"]),
      StockCase(.memory, "title: \(String(repeating: "👩‍👩‍👧", count: 50))"),
      StockCase(
        .memory, "title: \(String(repeating: "👩‍👩‍👧", count: 51))", ["length «\(String(repeating: "👩‍👩‍👧", count: 51))»"]),
      StockCase(.memory, "title: \(String(repeating: "e\u{301}", count: 50))"),
      StockCase(
        .memory, "title: \(String(repeating: "e\u{301}", count: 51))", ["length «\(String(repeating: "e\u{301}", count: 51))»"]),
      StockCase(.memory, "note: \(String(repeating: "x", count: 500))"),
      StockCase(.memory, "note: \(String(repeating: "x", count: 501))", ["length «\(String(repeating: "x", count: 501))»"]),
      StockCase(.memory, "note: ~"),
      StockCase(.memory, "note: 12", ["type «12»"]),
      StockCase(.memory, "-date", ["required «title»"]),
      StockCase(.memory, "date: 2024-02-29"),
      StockCase(.memory, "date: 2026-02-29", ["date-invalid «2026-02-29»"]),
      StockCase(.memory, "date: 29.05.2026", ["date-invalid «29.05.2026»"]),
      StockCase(.memory, "date: 20260529", ["date-invalid «20260529»"]),
      StockCase(.memory, "date: 2026-05-29T20:21:00+03:00", ["date-invalid «2026-05-29T20:21:00+03:00»"]),
      StockCase(.memory, "date: 2026-5-9", ["date-invalid «2026-5-9»"]),
      StockCase(.memory, "time: \"20:21:00+03:00\""),
      StockCase(.memory, "time: \"25:00:00Z\"", ["date-invalid «\"25:00:00Z\"»"]),
      StockCase(.memory, "category: Food"),
      StockCase(.memory, "category: travel", ["enum «travel»"]),
      StockCase(.memory, "category: Hobby", ["enum «Hobby»"]),
      StockCase(.memory, "id: 8c1f6a52-6d0b-4b7e-9f6e-2f0d7b1c3a55"),
      StockCase(.memory, "id: 8c1f6a52", ["format «8c1f6a52»"]),
      StockCase(.memory, "created: 2026-05-29T23:02:10+03:00"),
      StockCase(.memory, "created: yesterday", ["date-invalid «yesterday»"]),
      StockCase(.memory, "-location", ["required «title»"]),
      StockCase(.memory, "location: {lat: 41.0}", ["required «lat»"]),
      StockCase(.memory, "location: {lat: 90, lon: -180}"),
      StockCase(.memory, "location: {lat: 90.0001, lon: 0}", ["range «90.0001»"]),
      StockCase(.memory, "location: {lat: -91, lon: 0}", ["range «-91»"]),
      StockCase(.memory, "location: {lat: 0, lon: 180.5}", ["range «180.5»"]),
      StockCase(.memory, "location: {lat: .nan, lon: 0}", ["range «.nan»"]),
      StockCase(.memory, "location: {lat: .inf, lon: 0}", ["range «.inf»"]),
      StockCase(.memory, "location: {lat: \"41.02\", lon: 0}", ["type «\"41.02\"»"]),
      StockCase(.memory, "location: {lat: \"41,02\", lon: 28.9}", ["type «\"41,02\"»"]),
      StockCase(.memory, "location: 41.0256", ["type «41.0256»"]),
      StockCase(.memory, "location: Galata", ["type «Galata»"]),
    ])
  func memories(_ row: StockCase) throws { try row.check() }

  @Test(
    "garments and shots (W2.2, C-FR1, C-FR2)",
    arguments: [
      StockCase(.garment, "colors: [navy, \"#1b2a4b\"]"),
      StockCase(.garment, "-colors", ["required «name»"]),
      StockCase(.garment, "colors: []", ["item-count «[]»"]),
      StockCase(.garment, "colors: [navvy]", ["enum «navvy»"]),
      StockCase(.garment, "colors: [\"#12345\"]", ["pattern «\"#12345\"»"]),
      StockCase(.garment, "colors: [navy, navy]", ["not-unique «navy»"]),
      StockCase(
        .garment, "colors: [navy, red, white, black, gold, grey]", ["item-count «grey»"]),
      StockCase(.garment, "colors: navy", ["type «navy»"]),
      StockCase(.shot, "exposure: {iso: 400, shutter: 1/250, aperture: 2.8}"),
      StockCase(.shot, "exposure: {iso: 0}", ["range «0»"]),
      StockCase(.shot, "exposure: {shutter: 1/0}", ["pattern «1/0»"]),
      StockCase(.shot, "exposure: {shutter: 2}"),
      StockCase(.shot, "taken: 2026-11-20", ["date-invalid «2026-11-20»"]),
    ])
  func garmentsAndShots(_ row: StockCase) throws { try row.check() }
}
