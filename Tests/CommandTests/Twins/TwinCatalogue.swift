// Small catalogues whose files have names that differ in Unicode form or case only, made by chance.

import VitrineSource
import VitrineTesting

/// The files of a catalogue, and what may be done with it, by chance.
struct TwinCatalogue {
  private static let stems = ["\u{E9}", "e\u{301}", "\u{C9}", "e", "E", "K", "\u{212A}", "x", "o\u{308}", "\u{F6}"]
  private static let folders = ["", "", "a/", "\u{E9}/", "e\u{301}/", "a/e\u{301}/", "a/\u{E9}/", "A/"]

  private static let manifest = """
    vitrine: 1
    collections:
      - {kind: shelf, files: "**/shelf.yaml"}
      - {kind: maker, files: "makers/**/*.yaml"}
      - {kind: maker, files: "makers/**/*.yml"}
      - {kind: note, files: "notes/**/*.yaml"}
      - {kind: note, files: "notes/**/*.yml"}
      - {kind: work, files: "**/*.yaml"}
      - {kind: work, files: "**/*.yml"}

    """

  /// The schema of a kind; `fields` are those beside the title.
  private static func schema(_ kind: String, parent: String? = "shelf", _ fields: String) -> String {
    """
    x-vitrine: {plural: \(kind)s, display: title\(parent.map { ", parent: \($0)" } ?? "")}
    properties:
      title: {}
      \(fields)

    """
  }

  private static func reference(_ field: String, _ kind: String) -> String {
    "\(field): {x-vitrine: {reference: \(kind)}}"
  }

  /// The files that every catalogue has.
  private static let fixed: [(path: Path, text: String)] = [
    ("vitrine.yaml", manifest), ("schemas/shelf.schema.yaml", schema("shelf", reference("best", "work"))),
    (
      "schemas/maker.schema.yaml", schema("maker", parent: nil, reference("friend", "maker") + "\n  " + reference("best", "work"))
    ),
    // A field of its own is called as the built-in one that every kind with a parent has.
    ("schemas/note.schema.yaml", schema("note", "parent: {}\n  " + reference("about", "work"))),
    (
      "schemas/work.schema.yaml",
      schema(
        "work",
        reference("maker", "maker") + "\n  " + reference("after", "work")
          + "\n  likes: {items: {x-vitrine: {reference: work}}}")
    ),
  ]

  private var random: SplitMix
  private var count = 10
  /// The records.
  private var paths: [Path] = []

  /// Chance of a seed.
  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// The files at the beginning.
  mutating func files() -> [(path: Path, text: String)] {
    for _ in 0..<4 + random.below(9) {
      let path = newPath()
      if !paths.contains(path) { paths.append(path) }
    }
    var files = Self.fixed + paths.map { ($0, text($0)) }
    if random.below(3) == 0 { files.append((".vitrineignore", "/" + pick(paths).string + "\n")) }
    return files
  }

  /// A step for a catalogue that has the given records now.
  mutating func step(among records: [Path]) -> TwinStep {
    if !records.isEmpty { paths = records }
    let path = self.path()
    switch random.below(22) {
    case 0: return .run(["rm", path.string, "--yes"])
    case 1, 2: return .run(["rm", path.string, "--yes", "--cascade"])
    case 3, 4: return .run(["rm", path.string, "--yes", "--unlink"])
    case 5, 6, 7, 8:
      return .run(["mv", path.string, newPath(like: path).string])
    case 9: return .run(["mv", path.string, pick(Self.folders.filter { !$0.isEmpty })])
    case 10, 11:
      let others = paths.filter { $0 != path && NaiveGraph.kind(of: $0) == NaiveGraph.kind(of: path) }
      return .run(["merge", path.string, others.isEmpty ? newPath().string : pick(others).string, "--keep-all", "--yes"])
    case 12, 13:
      let field = pick(NaiveGraph.fields[NaiveGraph.kind(of: path) ?? ""] ?? ["best"])
      return .run(["set", path.string, "--yes", "--", "\(field)\(field == "likes" ? "+" : "")=\(word())"])
    case 14:
      let new = newPath()
      return .write(new, text(new))
    case 15: return .remove(path)
    case 16:
      return .move(path, newPath())
    case 17:
      let folders = ["a", "\u{E9}", "e\u{301}", "A", "makers/\u{E9}", "makers/e\u{301}", "a/\u{E9}", "a/e\u{301}"]
      return .move(Path(pick(folders)), Path(pick(folders)))
    case 18: return random.below(3) == 0 ? .remove(".vitrineignore") : .write(".vitrineignore", "/\(path.string)\n")
    case 19: return frameStep()
    default:
      return .run(["mv", path.string, newPath(like: path).stem.name.string])
    }
  }

  /// Views and schemas come and go. Two whose names Unicode calls the same are still one, so that there are no such here.
  private mutating func frameStep() -> TwinStep {
    let name = pick(["\u{E9}", "X", "x"])
    let path = Path(random.below(2) == 0 ? "views/\(name).view.yaml" : "schemas/vocabulary/\(name).yaml")
    if random.below(3) == 0 { return .remove(path) }
    let texts =
      path.isWithin("views")
      ? ["title: \(name)\nquery: \"kind:work\"\n", "title: \(name)\nquery: \"kind:nothing\"\n", "title: [\n"]
      : ["enum: [a, b]\n", "enum: 7\n", "type: [\n"]
    return .write(path, pick(texts))
  }

  // MARK: names and texts

  private mutating func newPath() -> Path {
    let folder = pick(Self.folders)
    if random.below(7) == 0 { return Path(folder + "shelf.yaml") }
    let kind = pick(["makers/", "makers/", "notes/", "", "", ""])
    return Path(kind + folder + pick(Self.stems) + (random.below(5) == 0 ? ".yml" : ".yaml"))
  }

  /// A new path that makes a record of the kind that another path makes.
  private mutating func newPath(like path: Path) -> Path {
    let paths = (0..<12).map { _ in newPath() }
    return paths.first { NaiveGraph.kind(of: $0) == NaiveGraph.kind(of: path) } ?? paths[0]
  }

  private mutating func path() -> Path { random.below(16) == 0 ? newPath() : pick(paths) }

  private mutating func text(_ path: Path) -> String {
    count += 1
    var text = "title: \(pick(["\u{E9}", "e\u{301}", "Work", "Maker"])) \(count)\n"
    func add(_ field: String, _ random: inout SplitMix, _ word: String) {
      if random.below(3) > 0 { text += "\(field): \(word)\n" }
    }
    let words = (0..<4).map { _ in word() }
    switch NaiveGraph.kind(of: path) {
    case "shelf": add("best", &random, words[0])
    case "maker":
      add("friend", &random, words[0])
      add("best", &random, words[1])
    case "note":
      add("about", &random, words[0])
      add("parent", &random, words[1])
    default:
      add("maker", &random, words[0])
      add("after", &random, words[1])
      if random.below(2) == 0 {
        text += random.below(2) == 0 ? "likes: [\(words[2]), \(words[3])]\n" : "likes:\n  - \(words[2])\n  - \(words[3])\n"
      }
    }
    return text
  }

  /// A name as people write it into a reference: of a record that there may be, in one of its forms.
  private mutating func word() -> String {
    let path = random.below(6) == 0 || paths.isEmpty ? newPath() : pick(paths)
    let name: Path.Slice
    switch random.below(5) {
    case 0: name = path.slice
    case 1, 2: name = path.stem
    default: name = path.stem.name
    }
    return random.below(4) == 0 ? NaiveGraph.composed(name).string : name.string
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[random.below(list.count)] }
}

/// Something that is done to a catalogue.
enum TwinStep: CustomStringConvertible {
  /// A command of vitrine, in the root.
  case run([String])
  /// A file is written, as by an editor.
  case write(Path, String)
  /// A file is removed.
  case remove(Path)
  /// A file or a folder is renamed, where nothing stands at the goal.
  case move(Path, Path)

  /// The step in ASCII, as it is written in Swift.
  var description: String {
    func quoted(_ text: String) -> String {
      let scalars = text.unicodeScalars.map {
        $0 == "\n" ? "\\n" : $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}"
      }
      return "\"" + scalars.joined() + "\""
    }
    return switch self {
    case .run(let words): ".run([\(words.map(quoted).joined(separator: ", "))])"
    case .write(let path, let text): ".write(\(quoted(path.string)), \(quoted(text)))"
    case .remove(let path): ".remove(\(quoted(path.string)))"
    case .move(let old, let new): ".move(\(quoted(old.string)), \(quoted(new.string)))"
    }
  }
}
