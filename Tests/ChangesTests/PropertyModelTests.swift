// Values renamed and deleted in random records, and the same in a model that knows nothing of files.

import Testing
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineTesting
import VitrineText

/// A record as the model has it.
private struct Thing: Equatable {
  var genres: [String]?
  var platforms: [[String]]?

  /// What a file of it says.
  var value: DataValue {
    var properties: [DataValue.Entry] = []
    if let genres { properties.append(.init("genres", .list(genres.map { .string($0) }))) }
    if let platforms {
      let items = platforms.map { DataValue.map([.init("system", .string($0[0])), .init("format", .string($0[1]))]) }
      properties.append(.init("platforms", .list(items)))
    }
    return .map([
      .init("title", .string("Thing")), .init("release", .number("20200101")), .init("status", .string("library")),
      .init("properties", .map(properties)),
    ])
  }

  /// A file of it in one of several manners.
  func text(_ random: inout SplitMix) -> String {
    var text = "title: Thing # so it is called\nrelease: 20200101\nstatus: library\n"
    guard genres != nil || platforms != nil else { return text + "properties: {}\n" }
    text += "properties:\n"
    func quoted(_ word: String, _ random: inout SplitMix) -> String { ["\(word)", "'\(word)'", "\"\(word)\""][random.below(3)] }
    if let genres {
      if random.below(2) == 0 || genres.isEmpty {
        text += "  genres: [ \(genres.map { quoted($0, &random) }.joined(separator: ", ")) ]   # all\n"
      } else {
        text += "  genres:\n" + genres.map { "    - \(quoted($0, &random)) # \($0)\n" }.joined()
      }
    }
    if let platforms {
      switch platforms.isEmpty ? 0 : random.below(3) {
      case 0:
        let items = platforms.map { "{system: \(quoted($0[0], &random)), format: \($0[1])}" }
        text += "  platforms: [\(items.joined(separator: ", "))]\n"
      case 1: text += "  platforms:\n" + platforms.map { "  - {system: \(quoted($0[0], &random)), format: \($0[1])}\n" }.joined()
      default:
        text +=
          "  platforms:\n" + platforms.map { "    - system: \(quoted($0[0], &random)) # here\n      format: \($0[1])\n" }.joined()
      }
    }
    return text
  }

  /// The genre renamed: where the list has the new one already, the old one goes.
  func renaming(genre old: String, to new: String) -> Thing {
    var thing = self
    guard let genres else { return thing }
    let isMeant = { (word: String) in Folding.vocabulary(word) == Folding.vocabulary(old) }
    let hasNew = genres.contains { !isMeant($0) && Folding.vocabulary($0) == Folding.vocabulary(new) }
    var isWritten = hasNew
    thing.genres = genres.compactMap { word in
      guard isMeant(word) else { return word }
      if isWritten { return nil }
      isWritten = true
      return new
    }
    return thing
  }

  /// The system renamed; a pair that became the same as another goes.
  func renaming(system old: String, to new: String) -> Thing {
    var thing = self
    guard let platforms, platforms.contains(where: { $0[0] == old }) else { return thing }
    var pairs: [[String]] = []
    for pair in platforms {
      let renamed = [pair[0] == old ? new : pair[0], pair[1]]
      if pair[0] == old, platforms.contains(renamed) || pairs.contains(renamed) { continue }
      pairs.append(renamed)
    }
    thing.platforms = pairs
    return thing
  }

  func deleting(genre old: String) -> Thing {
    var thing = self
    guard let genres, genres.contains(where: { Folding.vocabulary($0) == Folding.vocabulary(old) }) else { return thing }
    let left = genres.filter { Folding.vocabulary($0) != Folding.vocabulary(old) }
    thing.genres = left.isEmpty ? nil : left
    return thing
  }

  func deleting(system old: String) -> Thing {
    var thing = self
    guard let platforms, platforms.contains(where: { $0[0] == old }) else { return thing }
    let left = platforms.filter { $0[0] != old }
    thing.platforms = left.isEmpty ? nil : left
    return thing
  }

  static func random(_ random: inout SplitMix) -> Thing {
    let genres = ["RPG", "rpg", "Rpg", "Action", "Role-playing", "Jeu de rôle", "yes", "12"]
    var thing = Thing()
    if random.below(5) > 0 {
      var words: [String] = []
      for _ in 0..<random.below(5) {
        let word = genres[random.below(genres.count)]
        if !words.contains(word) { words.append(word) }
      }
      thing.genres = words
    }
    if random.below(4) > 0 {
      var pairs: [[String]] = []
      for _ in 0..<random.below(5) {
        let pair = [["SNES", "NES", "Windows"][random.below(3)], ["digital", "physical"][random.below(2)]]
        if !pairs.contains(pair) { pairs.append(pair) }
      }
      thing.platforms = pairs
    }
    return thing
  }
}

@Suite struct PropertyModelTests {
  private let genres = FieldPath(dotted: "properties.genres")
  private let systems = FieldPath(dotted: "properties.platforms.system")

  /// Words that a file writes without quotes as something else than a text are left to quotes.
  private func text(of thing: Thing, _ random: inout SplitMix) -> String {
    while true {
      let text = thing.text(&random)
      let tree = YAML.parse(Array(text.utf8)).tree
      if let root = tree.roots.first, tree.withReader({ $0.dataValue(root) }) == thing.value { return text }
    }
  }

  @Test("renaming and deleting values does to records what it does to plain lists (GR1, G6b.3, G6b.5, G6b.6)", arguments: 0..<24)
  func model(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("vitrine: 1\ncollections:\n  - {kind: game, files: \"things/*.yaml\"}\n", to: "vitrine.yaml")
    let things = (0..<(1 + random.below(12))).map { _ in Thing.random(&random) }
    for (index, thing) in things.enumerated() { try folder.write(text(of: thing, &random), to: "things/\(index).yaml") }
    let catalogue = try CatalogueLoader.load(root: folder.path, options: CatalogueLoader.Options(indexes: true))
    let moment = ChangeMoment(CivilMoment(day: try #require(CivilDay(year: 2026, month: 1, day: 1)), seconds: 0, offset: 0))

    for old in ["rpg", "Action", "yes", "12"] {
      let name = PropertyName("genre", [PropertyField(kind: 0, path: genres)], value: old)
      check(things, catalogue, after: { $0.deleting(genre: old) }) { () throws(PlanRefusal) in
        try PropertyDeletion.plan(name, in: catalogue, at: moment) { Stock.file(named: $0) }
      }
      for new in ["RPG", "Zed: a film", "Jeu de rôle", "no"] where Folding.vocabulary(old) != Folding.vocabulary(new) {
        // Where all records spell the new one in another way, theirs is taken.
        let spellings = Set(things.flatMap { $0.genres ?? [] }.filter { Folding.vocabulary($0) == Folding.vocabulary(new) })
        let goal = spellings.count == 1 ? spellings.first ?? new : new
        check(things, catalogue, after: { $0.renaming(genre: old, to: goal) }) { () throws(PlanRefusal) in
          try PropertyRenaming.plan(name, to: new, in: catalogue, at: moment) { Stock.file(named: $0) }
        }
      }
    }
    for (old, new) in [("SNES", "NES"), ("NES", "Windows"), ("Windows", "SNES")] {
      let name = PropertyName("system", [PropertyField(kind: 0, path: systems)], value: old)
      check(things, catalogue, after: { $0.renaming(system: old, to: new) }) { () throws(PlanRefusal) in
        try PropertyRenaming.plan(name, to: new, in: catalogue, at: moment) { Stock.file(named: $0) }
      }
      check(things, catalogue, after: { $0.deleting(system: old) }) { () throws(PlanRefusal) in
        try PropertyDeletion.plan(name, in: catalogue, at: moment) { Stock.file(named: $0) }
      }
    }
  }

  /// Compares the files after a plan with the model; where the model has nothing to change, there may be no plan.
  private func check(
    _ things: [Thing], _ catalogue: LoadedCatalogue, after model: (Thing) -> Thing, _ plan: () throws(PlanRefusal) -> Plan
  ) {
    let expected = things.map(model)
    let edits: [FileEdit]
    do throws(PlanRefusal) {
      edits = try plan().edits
    } catch {
      #expect(expected == things, "refused: \(error)")
      return
    }
    for (index, thing) in expected.enumerated() {
      let path = "things/\(index).yaml"
      let before = catalogue.text(at: Path(path))
      let edit = edits.first { $0.path == Path(path) }
      let after = edit.map { $0.result(on: before) } ?? before
      #expect((edit != nil) == (thing != things[index]), "\(path)")
      let tree = YAML.parse(after ?? []).tree
      let value = tree.roots.first.map { root in tree.withReader { $0.dataValue(root) } }
      #expect(
        value == thing.value, "\(String(decoding: before ?? [], as: UTF8.self)) → \(String(decoding: after ?? [], as: UTF8.self))"
      )
    }
    let others = edits.filter { !$0.path.isWithin("things") }.map(\.path)
    #expect(others.isEmpty || others == ["schemas/vocabulary/system.yaml"])
  }
}
