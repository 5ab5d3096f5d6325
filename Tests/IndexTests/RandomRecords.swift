// Records of chance for the kinds of `SampleKinds`: sound ones, odd ones and broken ones, with names that are often the same.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineTesting

/// A stream of records.
struct RandomRecords {
  private var random: SplitMix
  private let folders = ["", "a/", "a/b/", "a/b/c/", "a/d/", "e/", "e/f/"]
  private let names = ["one", "two", "three", "Four", "box"]
  private let words = [
    "Zelda", "zelda", "ZELDA", "Éclair", "eclair", "x", "", "1.5", "true", "İstanbul", "ß", "a\u{301}b", "naïve",
  ]
  private let rules = [
    Rule("V901", "first-test-rule", .error, "A fault.", help: "mend it"),
    Rule("V902", "second-test-rule", .info, "A fact.", help: "see"),
  ]

  /// The stream of a seed.
  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// A number below another.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  /// A path, of not many.
  mutating func path() -> String {
    pick(folders) + pick(names) + (random.below(5) == 0 ? ".yml" : random.below(40) == 0 ? "" : ".yaml")
  }

  /// A record at a path.
  mutating func record(_ path: String) -> IndexedRecord {
    let kind = [0, 1, 1, 1, 2][random.below(5)]
    var context = RecordContext()
    if random.below(4) > 0 { context.modified = Int64(random.below(4000)) * 700_000_000 - 1_000_000_000 }
    for _ in 0..<[0, 0, 0, 1, 2][random.below(5)] {
      context.findings.append(Finding(pick(rules), at: ByteRange(at: 0), "this is wrong"))
    }
    for _ in 0..<[0, 0, 0, 1, 2][random.below(5)] {
      var photo = PhotoFacts(
        path: Path(pick(folders) + "p\(random.below(9)).jpg"), format: pick(["jpeg", nil]), byteCount: random.below(99))
      if random.below(2) == 0 {
        var metadata = PhotoMetadata()
        metadata.iso = random.below(9) * 100
        metadata.latitude = "4\(random.below(9)).5"
        photo.metadata = metadata
      }
      context.photos.append(photo)
    }
    return SampleKinds.record(path, kind, text(kind), context: context)
  }

  private mutating func text(_ kind: Int) -> String {
    switch random.below(30) {
    case 0: return ""
    case 1: return "title: [unclosed\nlevel: low"
    case 2: return "- a list\n- of things"
    case 3: return "&all {title: x, parts: [&p {name: n, holes: [{x: 1}]}, *p, *p], tags: [[a, [b, ~]], *p]}"
    case 4: return "base: &b {size: 3, level: high}\n<<: *b\ntitle: merged\nlevel: low"
    default: break
    }
    switch kind {
    case 0: return "label: \(scalar())\nwithin: \(reference())\n"
    case 1: return thing()
    default: return "path: \(scalar())\nmodified: \(scalar())\nphoto: [{file: \(scalar())}, \(scalar())]\n"
    }
  }

  private mutating func thing() -> String {
    var lines: [String] = []
    if random.below(10) > 0 { lines.append("title: \(scalar())") }
    if random.below(2) == 0 { lines.append("tags: \(list { $0.scalar() })") }
    if random.below(2) == 0 {
      lines.append("size: \(pick(["1", "1.0", "-2", "1/4", "infinity", "M", "1e3", "0x10", "~", ".nan", "0", "-0.0"]))")
    }
    if random.below(2) == 0 { lines.append("level: \(pick(["low", "middle", "high", "other", "Low"]))") }
    if random.below(2) == 0 { lines.append("made: 20\(10 + random.below(30))-0\(1 + random.below(9))-\(10 + random.below(25))") }
    if random.below(2) == 0 {
      lines.append("seen: 2020-01-0\(1 + random.below(3))T1\(random.below(3)):00:00\(pick(["Z", "+03:00", "-05:00", ""]))")
    }
    if random.below(2) == 0 { lines.append("flag: \(pick(["true", "false", "True", "yes", "no", "[true, false]"]))") }
    if random.below(2) == 0 { lines.append("like: \(list { $0.reference() })") }
    if random.below(3) > 0 { lines.append("where: \(reference())") }
    if random.below(2) == 0 { lines.append("parts: \(list { $0.part() })") }
    if random.below(8) == 0 { lines.append("title: again") }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func part() -> String {
    switch random.below(8) {
    case 0: return scalar()
    case 1: return "~"
    case 2: return "[{name: \(scalar())}, {count: \(random.below(5))}]"
    default:
      let holes = list { "{x: \($0.below(9)), y: \($0.scalar())}" }
      return "{name: \(scalar()), count: \(random.below(5)), maker: {city: \(scalar())}, holes: \(holes)}"
    }
  }

  private mutating func scalar() -> String {
    switch random.below(12) {
    case 0: "~"
    case 1: "\(random.below(30))"
    case 2: "true"
    case 3: "{odd: map}"
    case 4: "\"a\\0b\(random.below(3))\""
    default: "\"\(pick(words))\(random.below(3) == 0 ? " \(random.below(50))" : "")\""
    }
  }

  private mutating func reference() -> String {
    switch random.below(3) {
    case 0: pick(names)
    case 1: pick(folders) + pick(names)
    default: path()
    }
  }

  private mutating func list(_ item: (inout RandomRecords) -> String) -> String {
    "[" + (0..<random.below(4)).map { _ in item(&self) }.joined(separator: ", ") + "]"
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[random.below(choices.count)] }
}
