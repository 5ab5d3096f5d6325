// The catalogue that fuzzed queries are asked of: a few records of several kinds, in order and out of it, and the bench for one more.

import FuzzShared
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// The records that are always there, made once.
enum SmallCatalogue {
  /// All stock kinds.
  static let kinds: [Kind] = {
    var store = SchemaStore()
    return store.kindNames.compactMap { store.kind(named: $0) }
  }()

  /// The tables of the kinds.
  static let layouts = kinds.map { TableLayout(kind: $0) }

  /// The records, in the order of their paths.
  static let records: [IndexedRecord] = texts.enumerated().map { number, entry in
    let tree = YAML.parse(Array(entry.text.utf8)).tree
    return IndexedRecord(path: entry.path, kind: kind(entry.kind), tree: tree, context: context(number, entry.path))
  }

  /// Their index.
  static let index = RecordIndex(kinds: kinds, records: records)

  /// A context for a record: times, findings and photos, or none of them.
  static func context(_ number: Int, _ path: String) -> RecordContext {
    var context = RecordContext()
    if number % 3 > 0 { context.modified = [0, 1_780_000_000_000_000_000, -1, .max, .min][number % 5] }
    for rule in RuleBook.all.prefix(number % 4) { context.findings.append(Finding(rule, at: ByteRange(at: 0), "made up")) }
    for photo in 0..<number % 3 {
      var facts = PhotoFacts(path: path + ".\(photo).jpg", format: photo == 0 ? "jpeg" : nil, byteCount: photo * 1000)
      if photo == 0 {
        var metadata = PhotoMetadata()
        (metadata.taken, metadata.iso, metadata.shutter) = ("2026-05-27T10:00:00+03:00", 400, "1/250")
        (metadata.width, metadata.camera) = (6000, "FUJIFILM X100F")
        (metadata.latitude, metadata.longitude) = number % 2 == 0 ? ("41.01", "28.97") : (nil, nil)
        facts.metadata = metadata
      }
      context.photos.append(facts)
    }
    return context
  }

  private static func kind(_ name: String) -> Int {
    let found = kinds.firstIndex { $0.name == name }
    Sound.demand(found != nil, "no kind \(name)")
    return found ?? 0
  }

  private static let texts: [(path: String, kind: String, text: String)] = [
    (
      "games/doom.yaml", "game",
      """
      {title: DOOM, release: 19931210, status: library, properties: {developers: [id Software, null], genres: [FPS],
      platforms: [{system: DOS, format: physical}, {system: Nintendo Switch, format: digital}]}}
      """
    ),
    (
      "games/zelda.yaml", "game",
      "{title: Éclair & Zelda, release: 20170303, status: nowhere, properties: {platforms: {system: Switch}}}"
    ),
    ("games/broken.yaml", "game", "title: [a, {b: c}, null, [d]]\nrelease: soon\nproperties: 7\n"),
    (
      "memories/2026/galata.yaml", "memory",
      "{title: Galata, date: 2026-05-27, location: {lat: 41.0256, lon: 28.9744, name: Tower}}"
    ),
    ("memories/2026/nowhere.yaml", "memory", "{title: null, date: 2024-02-29, location: {lat: north, lon: 999}}"),
    ("minis/40k/guard/project.yaml", "project", "{name: Guard, army: Death Guard, points: 485, recipes: [robes, missing]}"),
    (
      "minis/40k/guard/lord.yaml", "miniature",
      "{name: Lord, progress_status: primed, recipes: [robes, recipes/skin, robes, lord]}"
    ),
    ("minis/40k/guard/marines.yaml", "miniature", "{name: Marines, progress_status: painted, recipes: robes}"),
    ("minis/lost.yaml", "miniature", "{name: Lost, progress_status: 7, recipes: [{a: 1}, null, minis/lost]}"),
    (
      "recipes/robes.yaml", "recipe",
      "{name: Robes, paints: [{brand: Citadel, name: Nihilakh Oxide, code: \"27-06\"}, {name: White}], techniques: [wash]}"
    ),
    (
      "recipes/skin.yaml", "recipe",
      "{name: Skin, paints: [], steps: [{technique: base, paints: [White], minutes: 5}, {minutes: x}]}"
    ),
    (
      "wardrobe/jean.yaml", "garment",
      "{name: Mavi Jean, colors: [navy, '#1b2a4b', white], seasons: [autumn, winter], brand: Mavi}"
    ),
  ]
}
