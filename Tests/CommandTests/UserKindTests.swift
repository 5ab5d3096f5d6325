// Kinds that nobody foresaw: paints, creatures and gear, with schemas written here, on data written here and on that of other people.

import FoundationEssentials
import Testing
import VitrineTesting

@Suite("Kinds of one's own") struct UserKindTests {
  /// Whether all paints are taken, not those of some brands: `VITRINE_ALL_PAINTS`.
  private static let takesAll = ProcessInfo.processInfo.environment["VITRINE_ALL_PAINTS"] != nil

  @Test(
    "thousands of paints: doubles are found, the rest is taken in, asked for, written out and found the same (M8.1)",
    arguments: UserData.allCases)
  func paints(_ data: UserData) throws {
    guard let bytes = try data.paints() else { return }
    let whole = String(decoding: bytes, as: UTF8.self)
    let lines = whole.split(separator: "\n").map(String.init)
    let brands = ["Citadel Colour,", "Mig,", "Scale75,"]
    let chosen = lines.dropFirst().filter { line in Self.takesAll || brands.contains { line.hasPrefix($0) } }
    let home = try Household(
      [
        ".data/paints.csv": ([lines[0]] + chosen).joined(separator: "\n") + "\n",
        ".data/mapping.yaml": "kind: paint\nfields: {brand: brand, name: name, range: set, code: code, colour: hex}\n",
      ])

    // Reckoned without vitrine: brand, name, code and range make a paint; the second of two is a double.
    var paints: Set<[String]> = []
    let doubles = chosen.count { line in !paints.insert(Array(Self.cells(line).prefix(4))).inserted }
    let first = try home.run("import .data/paints.csv --mapping .data/mapping.yaml")
    #expect(doubles > 0 && first.status == 1)
    #expect(
      first.errors.contains("nothing was imported (\(paints.count) new, 0 changed, 0 same, \(doubles) with errors;"),
      "\(first.errors.suffix(300))")
    #expect(first.errors.occurrences(of: "error[import-duplicate") == doubles)
    #expect(try home.count("paints") == 0)

    _ = try home.run("import .data/paints.csv --mapping .data/mapping.yaml --partial --yes --quiet")
    let check = try home.run("check")
    #expect(check.status == 0 && check.output.hasPrefix("\(paints.count) records, 0 photos: no findings"), "\(check.output)")

    #expect(try home.count("paint brand:citadel") == paints.count { $0[0] == "Citadel Colour" })
    #expect(
      try home.count("paint range:base -brand:mig") == paints.count { $0[3].lowercased().contains("base") && $0[0] != "Mig" })
    #expect(try home.count("paint has:code") == paints.count { !$0[2].isEmpty })
    try home.expectSameAfterExport("paints", count: paints.count)
  }

  @Test(
    "creatures: values that no list has are told one by one, and mapped where that is said (M8.1)",
    arguments: UserData.allCases)
  func creatures(_ data: UserData) throws {
    guard let bytes = try data.creatures() else { return }
    let creatures = try JSONDecoder().decode([Creature].self, from: Data(bytes))
    let home = try Household([:])
    try home.folder.write(bytes, to: ".data/monsters.json")
    try home.folder.write(UserKinds.creatureMapping, to: ".data/plain.yaml")
    try home.folder.write(
      UserKinds.creatureMapping.replacing("type: type", with: "type: {from: type, map: {swarm of Tiny beasts: beast}}"),
      to: ".data/mapping.yaml")

    let swarms = creatures.count { $0.type.hasPrefix("swarm") }
    let plain = try home.run("import .data/monsters.json --mapping .data/plain.yaml")
    #expect(swarms > 0 && plain.status == 1 && plain.errors.occurrences(of: "error[enum") == swarms)
    #expect(plain.errors.occurrences(of: "error[") == swarms, "\(plain.errors.prefix(2_000))")

    let mapped = try home.run("import .data/monsters.json --mapping .data/mapping.yaml --yes --quiet")
    #expect(mapped.status == 0, "\(mapped.errors.prefix(2_000))")
    #expect(try home.run("check").output.hasPrefix("\(creatures.count) records, 0 photos: no findings"))
    let large = ["Large", "Huge", "Gargantuan"]
    #expect(try home.count("creature size:large..") == creatures.count { large.contains($0.size) })
    #expect(try home.count("creature type:beast") == swarms + creatures.count { $0.type == "beast" })
    #expect(try home.count("creature challenge:..0.5") == creatures.count { $0.challenge_rating <= 0.5 })
    #expect(
      try home.count("creature armor_class.value:18..") == creatures.count { $0.armor_class.contains { $0.value >= 18 } })
    try home.expectSameAfterExport("creatures", count: creatures.count)
  }

  @Test("gear that names other gear: what leads nowhere is found, and nothing else (M3.1)", arguments: UserData.allCases)
  func gear(_ data: UserData) throws {
    guard let bytes = try data.gear() else { return }
    let gear = try JSONDecoder().decode([Gear].self, from: Data(bytes))
    let home = try Household([:])
    try home.folder.write(bytes, to: ".data/gear.json")
    try home.folder.write(UserKinds.gearMapping, to: ".data/plain.yaml")
    try home.folder.write(
      UserKinds.gearMapping.replacing("weight: weight", with: "weight: {from: weight, skip: [\"0\"]}"), to: ".data/mapping.yaml")
    let plain = try home.run("import .data/gear.json --mapping .data/plain.yaml")
    let weightless = gear.count { $0.weight == 0 }
    #expect(weightless > 0 && plain.errors.occurrences(of: "error[range") == weightless)
    #expect(plain.errors.occurrences(of: "error[") == weightless, "\(plain.errors.prefix(2_000))")
    let taken = try home.run("import .data/gear.json --mapping .data/mapping.yaml --yes --quiet")
    #expect(taken.status == 0, "\(taken.errors.prefix(2_000))")

    #expect(try home.run("check").output.hasPrefix("\(gear.count) records, 0 photos: no findings"))
    #expect(try home.count("gear contents.item.index:backpack") == gear.count { $0.names("backpack") })
    #expect(
      try home.count("gear cost.unit:gp cost.quantity:100..") == gear.count { $0.cost.unit == "gp" && $0.cost.quantity >= 100 })
    try home.expectSameAfterExport("gear", count: gear.count)

    // Whoever names what is removed is told, and found by the next check.
    let users = gear.count { $0.names("backpack") }
    #expect(try home.run("rm backpack --dry-run").errors.contains(" keep a name that leads nowhere then; --unlink takes it out"))
    _ = try home.run("rm backpack --yes --quiet")
    let check = try home.run("check --format short")
    #expect(check.output.occurrences(of: "error[dangling-reference]") == users && users > 1)
    #expect(check.output.split(separator: "\n").count == users, "\(check.output.prefix(2_000))")
  }

  /// The cells of a line of a table without line breaks in cells, without blanks around them.
  private static func cells(_ line: String) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells.map { cell in String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
  }
}

/// A catalogue with kinds of its own, and the program at work in it.
private struct Household {
  let folder: TemporaryFolder
  let scratch: TemporaryFolder

  init(_ texts: [String: String]) throws {
    folder = try TemporaryFolder(inMemory: true)
    scratch = try TemporaryFolder(inMemory: true)
    for (path, text) in UserKinds.texts { try folder.write(text, to: path) }
    for (path, text) in texts { try folder.write(text, to: path) }
  }

  /// Runs `vitrine`.
  func run(_ words: String) throws -> TranscriptStep {
    try Shell.run("vitrine \(words)", in: folder.path, scratch: scratch)
  }

  /// How many records a query finds.
  func count(_ query: String) throws -> Int { try run("list \(query) --format paths").output.split(separator: "\n").count }

  /// What is written out is found to be the same when it is read.
  func expectSameAfterExport(_ plural: String, count: Int) throws {
    #expect(try run("export \(plural) --format json > .data/out.json").status == 0)
    #expect(try run("import .data/out.json").errors == "0 new, 0 changed, \(count) same\nnothing to change\n")
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}

/// What is asked of a creature.
private struct Creature: Decodable {
  struct Armor: Decodable { let value: Int }
  let type: String
  let size: String
  let challenge_rating: Double
  let armor_class: [Armor]
}

/// What is asked of gear.
private struct Gear: Decodable {
  struct Part: Decodable { let item: Name }
  struct Name: Decodable { let index: String }
  struct Cost: Decodable {
    let quantity: Int
    let unit: String
  }
  let index: String
  let cost: Cost
  let weight: Double?
  let contents: [Part]?

  /// Whether it names other gear.
  func names(_ other: String) -> Bool { contents?.contains { $0.item.index == other } ?? false }
}
