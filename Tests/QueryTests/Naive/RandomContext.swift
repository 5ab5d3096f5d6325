// What is known of a record beside its text: times, findings and photos of chance, for the index and as the naive reading has them.

import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

/// Contexts of chance.
enum RandomContext {
  private static let rules = RuleBook.all.filter {
    ["duplicate-key", "missing-parent", "dangling-reference", "near-duplicate", "tab-indent", "empty"].contains($0.slug)
  }

  /// Moments that files change at. Units: nanoseconds since 1970.
  private static let moments: [Int64] = [
    0, -1, 1_780_000_000_000_000_000, 1_780_000_000_999_999_999, 1_779_832_800_000_000_000, 1_709_210_096_500_000_000,
    1_767_225_599_000_000_000, -86_400_000_000_001, .max, .min,
  ]

  /// How far the clock on the wall is ahead: an hour more since the spring of 2026.
  @Sendable static func offset(_ nanoseconds: Int64) -> Int { nanoseconds < 1_774_000_000_000_000_000 ? 7200 : 10_800 }

  /// A context.
  static func next(_ random: inout SplitMix, path: String) -> RecordContext {
    var context = RecordContext()
    if random.below(3) > 0 { context.modified = moments[random.below(moments.count)] }
    if !rules.isEmpty, random.below(3) == 0 {
      for _ in 0...random.below(3) {
        context.findings.append(Finding(rules[random.below(rules.count)], at: ByteRange(at: 0), "made up"))
      }
    }
    if random.below(3) == 0 { for _ in 0...random.below(3) { context.photos.append(photo(&random)) } }
    return context
  }

  private static func photo(_ random: inout SplitMix) -> PhotoFacts {
    var photo = PhotoFacts(
      path: Path(["a/", "", "É/"][random.below(3)] + "p\(random.below(5)).JPG"), format: ["jpeg", "heic", nil][random.below(3)],
      byteCount: [0, 100, 2_000_000][random.below(3)])
    guard random.below(4) > 0 else { return photo }
    var data = PhotoMetadata()
    func some<Value>(_ values: [Value]) -> Value? { random.below(3) == 0 ? nil : values[random.below(values.count)] }
    data.taken = some(["2026-05-27T10:00:00+03:00", "2026-05-27T08:00:00Z", "2024-02-29T23:59:59.5", "2025-12-31T23:59:59"])
    data.width = some([6000, 100])
    data.height = some([4000, 100])
    data.camera = some(["FUJIFILM X100F", "fujifilm x100f", "Canon EOS 40D", "Éclair", ""])
    data.lens = some(["23mm", "EF 50mm", ""])
    data.iso = some([100, 400, 1600])
    data.shutter = some(["1/250", "0.004", "10", "1/0"])
    data.aperture = some(["2.8", "2.80", "16"])
    data.focalLength = some(["23", "50"])
    if random.below(2) == 0 {
      (data.latitude, data.longitude) =
        [("41.01", "28.97"), ("41.0256", "28.9744"), ("0", "180"), ("0", "-180"), ("90", "0")][
          random.below(5)]
    }
    photo.metadata = data
    return photo
  }
}

extension NaiveRecord {
  /// Adds what a context says; `has` tells which built-in fields the kind leaves alone.
  mutating func add(_ context: RecordContext, has: (String) -> Bool) {
    if let modified = context.modified, has("modified") { add("modified", text(of: modified)) }
    if has("finding") {
      for (number, finding) in context.findings.enumerated() {
        addMap("finding", number, "finding")
        add("finding.rule", finding.rule.slug, elements: ["finding": number])
        add("finding.severity", finding.severity.word, elements: ["finding": number])
      }
    }
    guard has("photo") else { return }
    for (number, photo) in context.photos.enumerated() {
      addMap("photo", number, "photo")
      let data = photo.metadata
      if data?.latitude != nil { addMap("photo.location", number, "photo") }
      let members: [(String, String?)] = [
        ("file", photo.path.string), ("format", photo.format), ("bytes", String(photo.byteCount)), ("taken", data?.taken),
        ("width", data?.width.map { String($0) }), ("height", data?.height.map { String($0) }), ("camera", data?.camera),
        ("lens", data?.lens), ("iso", data?.iso.map { String($0) }), ("shutter", data?.shutter), ("aperture", data?.aperture),
        ("focal_length", data?.focalLength), ("location.lat", data?.latitude), ("location.lon", data?.longitude),
      ]
      for case (let name, let text?) in members where !text.isEmpty { add("photo." + name, text, elements: ["photo": number]) }
    }
  }

  private mutating func addMap(_ field: String, _ number: Int, _ list: String) {
    entries[field, default: []].append(NaiveEntry(form: .map, elements: [list: number]))
  }

  /// The second of a moment, by the clock on the wall.
  private func text(of nanoseconds: Int64) -> String {
    let offset = RandomContext.offset(nanoseconds)
    let (second, _) = floored(Int(nanoseconds), 1_000_000_000)
    let (day, rest) = floored(second + offset, 86_400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(CivilDay(number: day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))+\(two(offset / 3600)):00"
  }

  private func floored(_ number: Int, _ by: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: by)
    return rest < 0 ? (quotient - 1, rest + by) : (quotient, rest)
  }
}
