// The examples of all rules as changes of a live catalogue: each finding comes and goes as a fresh reading says.

import Testing
import VitrineCatalog
import VitrineComparing
import VitrineSource
import VitrineTesting

/// From each example of a rule's page to the next, and back.
@Suite struct PageTests {
  private static let pages: [(name: String, page: ExplainPage)] = Stock.names(under: "explain/").map { name in
    (name, ExplainPage(String(decoding: Stock.file(named: Path(name)) ?? [], as: UTF8.self)))
  }

  /// The collections of the pages' examples, in order.
  private static let collections: [(kind: String, files: String)] = [
    ("game", "games/**/*.yaml"), ("project", "minis/**/project.yaml"), ("miniature", "minis/**/*.yaml"),
    ("recipe", "recipes/**/*.yaml"), ("memory", "memories/**/*.yaml"), ("outfit", "wardrobe/outfits/**/*.yaml"),
    ("garment", "wardrobe/**/*.yaml"), ("shot", "shots/**/*.yaml"),
  ]

  /// The manifest of examples that bring none, with the collections that they use: each costs the time to compile its schema.
  private static func manifest(for states: [[ExplainPage.ExampleFile]]) -> ExplainPage.ExampleFile {
    let folders = Set(states.joined().map { $0.path.prefix { $0 != "/" } })
    let used = collections.filter { collection in folders.contains(collection.files.prefix { $0 != "/" }) }
    let lines = used.map { "  - {kind: \($0.kind), files: \"\($0.files)\"}\n" }
    let text = "vitrine: 1\n" + (lines.isEmpty ? "" : "collections:\n" + lines.joined())
    return ExplainPage.ExampleFile(path: "vitrine.yaml", bytes: Array(text.utf8))
  }

  @Test("a rule's findings come and go with the files of its page (GN7, S2.5)", arguments: 0..<2)
  func examples(_ part: Int) throws {
    for (number, (name, page)) in Self.pages.enumerated() where number % 2 == part {
      let examples = page.examples.filter { !$0.files.isEmpty && $0.files.allSatisfy { $0.bytes.count < 200_000 } }
      guard !examples.isEmpty else { continue }
      let standard = [Self.manifest(for: examples.map(\.files) + [page.catalogue])]
      let states = examples.map { page.files(of: $0, default: standard) }
      let folder = try TemporaryFolder(inMemory: true)
      Disk.makeFolders(folder.path, "root")
      let root = folder.path + "/root"
      for file in states[0] { try write(file, folder) }
      let followed = try FollowedCatalogue(root)
      var present = states[0]
      for (place, files) in (states.dropFirst() + [states[0]]).enumerated() {
        for file in present where !files.contains(where: { $0.path == file.path }) {
          Step.removeTree(file.path).perform(in: root)
        }
        for file in files where !present.contains(file) {
          Step.removeTree(file.path).perform(in: root)
          try write(file, folder)
        }
        present = files
        let differences = try followed.differences()
        #expect(differences.isEmpty, "\(name), state \(place): \(differences.prefix(8).joined(separator: "\n"))")
      }
    }
  }

  private func write(_ file: ExplainPage.ExampleFile, _ folder: TemporaryFolder) throws {
    try folder.write(ExplainPage.ExampleFile(path: "root/" + file.path, form: file.form, bytes: file.bytes))
  }
}
