// The examples of all rules as changes of a live catalogue: each finding comes and goes as a fresh reading says.

import Testing
import VitrineCatalog
import VitrineComparing
import VitrineTesting

/// From each example of a rule's page to the next, and back.
@Suite struct PageTests {
  private static let pages: [(name: String, page: ExplainPage)] = Stock.names(under: "explain/").map { name in
    (name, ExplainPage(String(decoding: Stock.file(named: name) ?? [], as: UTF8.self)))
  }

  private static let manifest = """
    vitrine: 1
    collections:
      - {kind: game, files: "games/**/*.yaml"}
      - {kind: project, files: "minis/**/project.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}
      - {kind: recipe, files: "recipes/**/*.yaml"}
      - {kind: memory, files: "memories/**/*.yaml"}
      - {kind: outfit, files: "wardrobe/outfits/**/*.yaml"}
      - {kind: garment, files: "wardrobe/**/*.yaml"}
      - {kind: shot, files: "shots/**/*.yaml"}

    """

  @Test("a rule's findings come and go with the files of its page", arguments: 0..<4)
  func examples(_ part: Int) throws {
    let folder = try TemporaryFolder(inMemory: true)
    Disk.makeFolders(folder.path, "root")
    let root = folder.path + "/root"
    try folder.write(Self.manifest, to: "root/vitrine.yaml")
    let followed = try FollowedCatalogue(root)
    let standard = [ExplainPage.ExampleFile(path: "vitrine.yaml", bytes: Array(Self.manifest.utf8))]
    var present: [ExplainPage.ExampleFile] = standard
    for (number, (name, page)) in Self.pages.enumerated() where number % 4 == part {
      let examples = page.examples.filter { !$0.files.isEmpty && $0.files.allSatisfy { $0.bytes.count < 200_000 } }
      let states = examples.map { page.files(of: $0, default: standard) }
      for (place, files) in (states + states.reversed()).enumerated() {
        // File by file, so that every state between them comes up too.
        for file in present where !files.contains(where: { $0.path == file.path }) { Step.remove(file.path).perform(in: root) }
        for file in files where !present.contains(file) {
          Step.remove(file.path).perform(in: root)
          try folder.write(ExplainPage.ExampleFile(path: "root/" + file.path, form: file.form, bytes: file.bytes))
        }
        present = files
        let differences = try followed.differences()
        #expect(differences.isEmpty, "\(name), state \(place): \(differences.prefix(8).joined(separator: "\n"))")
      }
    }
  }
}
