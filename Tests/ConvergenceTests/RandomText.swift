// Random texts for files: good ones, bad ones, and good ones that do not go together.

import VitrineTesting

/// Makes texts that suit a path.
struct RandomText {
  private(set) var random: SplitMix

  /// Texts of a seed.
  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// A text for a file at a path.
  mutating func text(for path: String) -> String {
    if path.hasSuffix("vitrine.yaml") { return manifest() }
    if path.hasSuffix(".vitrineignore") { return pick(Self.ignores) }
    if path.hasPrefix("schemas/vocabulary/") { return pick(Self.vocabularies) }
    if path.hasPrefix("schemas/") { return schema(path) }
    if path.hasPrefix("views/") { return pick(Self.views) }
    return record(path)
  }

  /// A text as it may look while somebody is at it.
  mutating func spoilt(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = random.below(lines.count)
    switch random.below(14) {
    case 0: return ""
    case 1: return String(text.prefix(random.below(text.count + 1)))
    case 2: lines.insert("<<<<<<< HEAD", at: place); lines += ["=======", "name: Other", ">>>>>>> branch"]
    case 3: lines.insert("\tname: Tab", at: place)
    case 4: lines.insert("name: [", at: place)
    case 5: lines[place] += " # vitrine: ignore \(pick(Self.rules)) for a reason"
    case 6: lines.insert("# vitrine: ignore \(pick(Self.rules)),\(pick(Self.rules))", at: 0)
    case 7: lines.insert("x-more: {a: 1, a: 2}", at: place)
    case 8: lines.insert("---", at: place)
    case 9: return "\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n")
    case 10: lines.remove(at: place)
    case 11: lines.append("unknown: yes")
    case 12: lines.swapAt(place, random.below(lines.count))
    default: lines[place] += "\u{0}"
    }
    return lines.joined(separator: "\n")
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  // MARK: records

  private mutating func record(_ path: String) -> String {
    let (folder, name) = (path.prefix { $0 != "/" }, SavePattern.parts(path).name)
    var fields: [(String, [String])]
    switch folder {
    case "games":
      fields = [
        ("title", Self.titles), ("release", ["20200917", "20060420", "19931210", "2020", "20209999"]),
        ("status", ["library", "wishlist", "bought"]),
        ("properties", ["{developers: [\(pick(Self.people))]}", "{}", "{platforms: [{system: Windows, format: digital}]}", "4"]),
      ]
    case "minis" where name == "project.yaml":
      fields = [
        ("game_system", ["Warhammer 40K", "Warhammer 40K", "Warhammer 30K", "Chess"]),
        ("army", ["Ultramarines", "Death Guard", "ultramarines", "Nighthaunt", "Ultra-Marines"]),
        ("scheme", ["[\(pick(Self.references))]", "[macragge-blue, gold-trim]"]), ("points", ["485", "many"]),
      ]
    case "minis":
      fields = [
        ("name", Self.titles), ("miniature_type", ["troop", "character", "hero"]),
        ("recipes", ["[\(pick(Self.references)), \(pick(Self.references))]", "[\(pick(Self.references))]"]),
        ("progress_status", ["primed", "completed", "eaten"]), ("photos", photos()),
      ]
    case "recipes":
      fields = [
        ("name", Self.titles),
        ("paints_used", ["[{brand: \(pick(["Citadel", "citadel", "Vallejo"])), name: \(pick(Self.titles))}]"]),
        ("steps", ["[{text: Sponge.}]", "[]"]), ("photos", photos()),
      ]
    case "books" where name == "shelf.yaml":
      fields = [("label", Self.titles), ("games", ["[\(pick(Self.references))]", "[hades, okami]"])]
    case "shots":
      fields = [
        ("title", Self.titles), ("taken", ["\"2026-05-30T16:02:44+03:00\"", "2026-02-30"]), ("format", ["jpeg", "png", "heic"]),
        ("tags", ["[tea, Tea]", "[sugar]"]),
      ]
    default:
      fields = [
        ("name", Self.titles), ("written", ["2002", "1998", "1989", "-5", "long ago"]),
        ("genre", ["novel", "poetry", "roman", "crime"]),
        ("people", ["[\(pick(Self.people)), \(pick(Self.people))]"]), ("after", Self.references), ("game", Self.references),
        ("cover", ["snow.png", "new.png", "/recipes/rust.png", "../outside.png"]), ("notes", ["gold, of course", "\"\""]),
      ]
    }
    var text = ""
    for (index, (field, values)) in fields.enumerated() where index == 0 || random.below(3) > 0 {
      text += "\(field): \(pick(values))\n"
    }
    return text
  }

  private mutating func photos() -> [String] {
    ["[{file: \(pick(["captain.png", "rust.png", "new.png", "a.png"]))}]", "[{file: /books/top/snow.png, caption: far}]"]
  }

  private static let titles = [
    "Hades", "Ōkami", "Doom", "doom", "D.O.O.M.", "Tetris", "Snow", "Snow!", "Captain", "Gold trim", "My Name is Red",
    "My Name is Rad",
    "\" \"", "Macragge blue", "12",
  ]
  private static let people = ["Orhan Pamuk", "orhan pamuk", "Supergiant Games", "SuperGiant games", "id Software", "Ursula"]
  private static let references = [
    "hades", "okami", "tetris", "games/retro/tetris", "macragge-blue", "recipes/gold-trim", "rust", "gold-trim", "snow",
    "my-name",
    "nowhere", "captain", "shelf", "books/tetris",
  ]
  private static let rules = [
    "missing-parent", "dangling-reference", "photo-orphan", "unknown-field", "duplicate-key", "near-duplicate", "case-variant",
    "V301",
    "photo-missing", "yaml-syntax", "nothing", "enum", "unused-suppression", "wrong-kind", "required",
  ]

  // MARK: what is not a record

  private mutating func manifest() -> String {
    var lines = SampleCatalogue.manifest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if random.below(4) == 0 { lines.remove(at: 2 + random.below(7)) }
    if random.below(4) == 0 { lines.swapAt(2 + random.below(7), 2 + random.below(7)) }
    if random.below(4) == 0 {
      lines[2 + random.below(6)] =
        "  - {kind: \(pick(["book", "memory", "bok", "shelf"])), files: \"\(pick(["books/top/*.yaml", "games/retro/*.yaml", "**/[.yaml", "more/**/*.yaml"]))\"}"
    }
    if random.below(3) == 0 {
      lines.append("rules:")
      for rule in Set((0..<3).map { _ in pick(Self.rules) }).sorted() {
        lines.append("  \(rule): \(pick(["error", "warning", "info", "off"]))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func schema(_ path: String) -> String {
    let own = SampleCatalogue.files.first { $0.path == path }?.text
    let text = own ?? (random.below(2) == 0 ? SampleCatalogue.shelfSchema : SampleCatalogue.bookSchema)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch random.below(9) {
    case 0: lines[1] = "required: [notes]"
    case 1: lines.removeAll { $0.hasPrefix("additionalProperties") }
    case 2:
      lines =
        lines.filter { !$0.contains("x-vitrine: {plural") } + [
          "x-vitrine: {plural: tomes, display: \(pick(["name", "notes", "label"]))}"
        ]
    case 3: lines.insert("  size: {type: integer}", at: min(5, lines.count))
    case 4: lines = lines.map { $0.hasPrefix("  game") ? "  game: {type: string, x-vitrine: {reference: book}}" : $0 }
    case 5: lines = lines.map { $0.hasPrefix("  people") ? "  people: {type: array, items: {type: string}}" : $0 }
    case 6: lines.insert("  genre: {$ref: vocabulary/\(pick(["colour", "season", "genre"])).yaml}", at: 5)
    case 7: lines.insert("x-vitrine: [", at: 3)
    default: break
    }
    return lines.joined(separator: "\n")
  }

  private static let ignores = [
    "drafts/\n", "", "*.draft.yaml\n", "books/top/\n", "*.png\n", "minis/*\n!minis/40k/\n", "recipes/g*\n",
  ]
  private static let vocabularies = [
    SampleCatalogue.genres, "enum: [novel, crime]\n", "enum: [novel, poetry]\nx-vitrine: {ordered: true, singular: genre}\n",
    "enum: {}\n", "",
  ]
  private static let views = [
    "title: Done\nkind: miniature\nquery: progress_status:completed\n",
    "title: A\nkind: book\nquery: \"written:..1990 sort:-name\"\n",
    "title: B\nquery: \"is:broken or @old\"\n", "title: C\nkind: tome\nquery: x\n", "title: D\nkind: book\nquery: \"(\"\n",
    "title: [\n",
    "title: E\nkind: book\nquery: \"genre:crime\"\ncolumns: [name, size]\n",
  ]
}
