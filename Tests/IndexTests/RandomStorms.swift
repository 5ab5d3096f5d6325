// Storms of chance: few names, few words, so that records collide in every way.

import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// A tree from a text.
enum YAMLText {
  /// The tree of a text.
  static func tree(_ text: String) -> Tree { YAML.parse(Array(text.utf8)).tree }
}

/// A stream of storms.
struct RandomStorms {
  private var random: SplitMix
  private let kinds: [Kind]
  private let folders = ["", "a/", "a/b/", "a/b/c/", "d/"]
  private let names = ["one", "two", "one-two", "x", "Three", "one.two"]
  private let titles = [
    "Silver Wing", "Silver Wnig", "Silver Ring", "silver wing", "Sylver Wing", "Golden Wings", "Golden Winds", "Other", "Zwölf",
  ]
  private let makers = ["Blue Forge", "blue forge", "BLUE FORGE", "Röhr", "röhr", "Alone", "Paper Crane", "Paper  Crane"]
  private let places = [
    "41.0, 29.0", "41.5, 29.9", "42.3, 31.0", "29.0, 41.0", "29.9, 42.1", "35.6, 139.7", "-3.1, 5.2", "5.3, -3.3", "120, 10",
    "x, 1",
  ]
  private let comments = [
    "near-duplicate because", "duplicate-key", "case-variant,dangling-reference", "V301", "photo-missing", "nothing",
    "missing-parent",
    "extra-photo", "swapped-place", "photo-suffix", "photo-duplicate", "taken-conflict",
  ]

  /// The stream of a seed.
  init(seed: UInt64, kinds: [Kind]) {
    random = SplitMix(state: seed)
    self.kinds = kinds
  }

  /// A storm of so many batches.
  mutating func storm(batches: Int) -> WriterStorm {
    let first = (0..<random.below(50)).map { _ in change() }
    let batches = (0..<batches).map { _ in (0..<[1, 1, 1, 2, 3, 8, 30][random.below(7)]).map { _ in change() } }
    return WriterStorm(kinds: kinds, first: first, batches: batches)
  }

  /// A storm in one group of look-alikes of about so many records.
  mutating func lookAlikes(_ count: Int, batches: Int) -> WriterStorm {
    let first = (0..<count).map { lookAlike($0) }
    let batches = (0..<batches).map { _ -> [StormChange] in
      let all = isOne(in: 2)
      return (0..<1 + random.below(6)).map { _ in
        let number = random.below(count + 8)
        return all || isOne(in: 3) ? lookAlike(number) : .noRecord(path: "big/\(number).yaml")
      }
    }
    return WriterStorm(kinds: kinds, first: first, batches: batches)
  }

  private mutating func lookAlike(_ number: Int) -> StormChange {
    let letters = (0..<5).map { _ in pick(["a", "b", "c", "d"]) }.joined()
    return .record(path: "big/\(number).yaml", kind: 0, text: "title: silver\(letters)wing\nyear: 2000\n")
  }

  private mutating func pick<Element>(_ all: [Element]) -> Element { all[random.below(all.count)] }
  private mutating func isOne(in count: Int) -> Bool { random.below(count) == 0 }

  private mutating func change() -> StormChange {
    switch random.below(40) {
    case 0...18:
      .record(path: path(), kind: pick([0, 0, 0, 1, 2]), text: "")
        .withText(&self)
    case 19...25: .noRecord(path: path())
    case 26...32: .photo(photo())
    case 33...36: .noPhoto(path: photoPath())
    case 37: .troubles(troubles())
    case 38: isOne(in: 3) ? .manifest(manifest()) : file()
    default: file()
    }
  }

  private mutating func path() -> Path { Path(pick(folders) + pick(names) + (isOne(in: 5) ? ".yml" : ".yaml")) }

  private mutating func photoPath() -> Path {
    let name = pick(folders) + pick(names + ["zzz"])
    return Path(
      name + pick(["", "-1", "_2", " x", ".b", "y", "/1", "/2/3", " - 1", ".A B"]) + pick([".jpg", ".jpg", ".jpg", ".png"]))
  }

  private mutating func photo() -> PhotoFacts {
    let fault: PhotoFacts.Fault? = pick([
      nil, nil, nil, .empty, .unknownFormat, .truncated("its end is missing"), .unreadable("no"),
    ])
    var photo = PhotoFacts(path: photoPath(), format: pick(["jpeg", "png", nil]), byteCount: random.below(80), fault: fault)
    if isOne(in: 2) {
      photo.metadata = PhotoMetadata()
      photo.metadata?.taken = "2020-01-0\(1 + random.below(3))\(pick(["", "T10:00:00"]))"
    }
    // Names that promise another format, whose right ones may be taken; and few different contents.
    if isOne(in: 3) {
      let isPNG = photo.path.string.hasSuffix(".png")
      (photo.promised, photo.usualSuffix) = isPNG ? ("PNG", "jpg") : ("JPEG", "png")
    }
    photo.fingerprint = pick([nil, 1, 2, 3])
    return photo
  }

  private mutating func troubles() -> [FileTrouble] {
    (0..<random.below(5)).map { _ in
      let cause: FileTrouble.Cause = pick([
        .unclaimed, .linkOutside, .linkNotFollowed("nothing"), .special("a socket"), .unreadable("it is gone"), .name("odd"),
        .conflictedCopy("x"), .caseCollision("X"),
      ])
      return FileTrouble(path: isOne(in: 2) ? path() : pick(["odd.yaml", "a/odd.yaml", "vitrine.yaml"]), cause: cause)
    }
    .sorted { $0.path < $1.path }
  }

  private mutating func file() -> StormChange {
    let path: Path = pick(["vitrine.yaml", "schemas/work.schema.yaml", "views/all.yaml"])
    let rule = Rule("V901", "test-rule", .error, "A fault.", help: "mend it")
    let findings = (0..<random.below(3)).map { number in
      Finding(rule, in: path, at: ByteRange(0, 0), "fault \(number) of \(random.below(3))")
    }
    return .file(path: path, findings: findings, suppressions: Suppression.all(in: YAMLText.tree(comment())))
  }

  private mutating func manifest() -> String {
    let rules = [
      "duplicate-key", "near-duplicate", "case-variant", "dangling-reference", "photo-orphan", "missing-parent", "no-rule",
      "photo-suffix", "photo-duplicate", "taken-conflict",
    ]
    var text = "vitrine: 1\n"
    if isOne(in: 2) { text += "libraries: [/photos]\n" }
    if isOne(in: 2) { text += "permissions: {photoLibrary: {description: x}}\n" }
    if isOne(in: 2) {
      text += "rules: {\(pick(rules)): off, \(pick(rules)): info}\n"
    }
    return text
  }

  private mutating func comment() -> String { isOne(in: 4) ? "# vitrine: ignore \(pick(comments))\n" : "" }

  /// The text of a record.
  fileprivate mutating func text(_ kind: Int) -> String {
    if isOne(in: 30) { return pick(["", "title: [unclosed", "- a list", "just a word\n"]) }
    let start = String(repeating: "# line\n", count: random.below(3)) + comment()
    switch kind {
    case 0: return start + work()
    case 1:
      return start + "name: \(pick(titles))\nid: 6f1c2e7a-0000-4000-8000-00000000000\(random.below(4))\n"
    default: return start + "label: \(pick(titles))\n" + (isOne(in: 2) ? "within: \(name())\n" : "") + spelled() + placed()
    }
  }

  private mutating func work() -> String {
    var text = "title: \(pick(titles))\nyear: \(2000 + random.below(2))\n" + spelled() + placed()
    if isOne(in: 3) { text += "cycle: \(name())\n" }
    if isOne(in: 3) { text += "taken: 20\(19 + random.below(2))-01-0\(1 + random.below(9))\n" }
    if isOne(in: 2) { text += "like: [\((0..<random.below(3)).map { _ in name() }.joined(separator: ", "))]\n" }
    if isOne(in: 3) {
      text += "pictures:\n"
      for _ in 0...random.below(2) {
        let folder = pick(["", "", "/", "../", "/a/", "b/", "../../"])
        let taken = isOne(in: 2) ? ", taken: 2019-05-0\(1 + random.below(2))" : ""
        text += "  - {file: \"\(folder)\(photoPath().stem.name.string)\"\(taken)}\n"
      }
    }
    return text
  }

  private mutating func spelled() -> String {
    isOne(in: 2) ? "makers: [\((0...random.below(2)).map { _ in pick(makers) }.joined(separator: ", "))]\n" : ""
  }

  private mutating func placed() -> String {
    guard isOne(in: 2) else { return "" }
    let numbers = pick(places).split(separator: ", ")
    return "place: {lat: \(numbers[0]), lon: \(numbers[1])}\n"
  }

  private mutating func name() -> String {
    switch random.below(5) {
    case 0: pick(folders) + pick(names)
    case 1: path().string
    case 2: pick(["oen", "nothing", "thre", "tow", "a/noe"])
    default: pick(names)
    }
  }
}

extension StormChange {
  /// The change with a text of chance, where it is a record's.
  fileprivate func withText(_ storms: inout RandomStorms) -> StormChange {
    guard case .record(let path, let kind, _) = self else { return self }
    return .record(path: path, kind: kind, text: storms.text(kind))
  }
}
