// What counts as lost, where files go while everything is read.

import Testing
import VitrineCatalog
import VitrineFiles
import VitrineIndex
import VitrineRules
import VitrineSource
import VitrineTesting

/// The guard against great losses.
@Suite struct LossTests {
  @Test("a file that went before it could be read is no record that can be lost, and never are more lost than there were")
  func goneMeanwhile() throws {
    let run = try LiveRun(parts: ["recipes", "minis"])
    let listing = try FileTree.list(root: run.root)
    let recipes = listing.files.map { listing.path(of: $0) }.filter { $0.isWithin("recipes") && $0.hasSuffix(".yaml") }
    try run.rename("recipes", "/recipes")
    var kept = try KeptCatalogue(listing, options: KeptCatalogue.Options())
    let count = kept.catalogue.recordCount
    #expect(count > 0)
    var changes = CatalogueChanges()
    for path in recipes { changes.files[path] = .gone }
    let none = kept.massLoss(by: changes, limit: 0, floor: 1)
    #expect(none == nil)
    for path in listing.files.map({ listing.path(of: $0) }) { changes.files[path] = .gone }
    try run.rename("minis", "/minis")
    let loss = kept.massLoss(by: changes, limit: 0.2, floor: 1)
    #expect(loss?.gone == count && loss?.of == count)
  }

  @Test("what was read is told: the changed files, with a schema all schemas and views, and everything where kinds are others")
  func whatWasRead() throws {
    let run = try LiveRun(parts: ["recipes", "minis", "views"])
    try run.write("{$schema: https://json-schema.org/draft/2020-12/schema}\n", to: "schemas/spare.schema.yaml")
    try run.write("values: [one]\n", to: "schemas/words.vocabulary.yaml")
    let listing = try FileTree.list(root: run.root)
    var kept = try KeptCatalogue(listing, options: KeptCatalogue.Options())
    func read(after path: Path) throws -> Set<Path>? {
      var changes = CatalogueChanges()
      changes.files[path] = .there(linkTo: nil)
      guard case .files(let files) = try kept.apply(changes, listing: { listing }).read else { return nil }
      return Set(files.keys)
    }
    #expect(try read(after: "recipes/gold-trim.yaml") == ["recipes/gold-trim.yaml"])
    #expect(try read(after: "nobody's.txt") == [])
    let all = listing.files.map { listing.path(of: $0) }.filter { $0.isWithin("schemas") || $0.isWithin("views") }
    #expect(all.count > 2)
    #expect(try read(after: "schemas/spare.schema.yaml") == Set(all))
    try run.write(LiveRun.manifest.replacing("- {kind: project,", with: "- {kind: game,"), to: "vitrine.yaml")
    #expect(try read(after: "vitrine.yaml") == nil)
  }

  @Test("where too much goes while everything is read, nothing is different from before, and what went is told")
  func goneWhileRead() throws {
    let run = try LiveRun(parts: ["recipes", "minis"])
    let listing = try FileTree.list(root: run.root)
    var kept = try KeptCatalogue(listing, options: KeptCatalogue.Options())
    let (count, findings) = (kept.catalogue.recordCount, kept.catalogue.findings)
    try run.rename("recipes", "/recipes")
    var changes = CatalogueChanges()
    changes.isEverything = true
    var asked: [Int] = []
    let refused = try kept.apply(changes) { vanished in
      asked.append(vanished.count)
      return true
    } listing: {
      listing
    }
    #expect(asked == [refused.vanished.count] && refused.vanished.count > 2 && !refused.isChanged)
    #expect(refused.vanished.allSatisfy { $0.isWithin("recipes") })
    #expect(kept.catalogue.recordCount == count && kept.catalogue.findings == findings)
    // They are losses of the records that there still are.
    for path in refused.vanished { changes.files[path] = .gone }
    let loss = kept.massLoss(by: changes, limit: 0.1, floor: 2)
    #expect(loss?.gone == refused.vanished.count && loss?.of == count)
    let taken = try kept.apply(changes) { _ in
      false
    } listing: {
      listing
    }
    #expect(taken.isChanged && taken.vanished.isEmpty && kept.catalogue.recordCount == count - refused.vanished.count)
  }

  @Test("a text that is out of reach while a finding is located in it is to be read again, and the finding has its line then")
  func goneWhileLocated() throws {
    let run = try LiveRun(parts: ["minis"])
    let (captain, project) = (Path("minis/40k/ultramarines/captain.yaml"), Path("minis/40k/ultramarines/project.yaml"))
    try run.write("# Behind a comment.\n" + run.text(captain.string), to: captain.string)
    let listing = try FileTree.list(root: run.root)
    var kept = try KeptCatalogue(listing, options: KeptCatalogue.Options())
    _ = kept.takeConsulted()
    func apply(_ changes: [Path: CatalogueChanges.File]) throws -> [String] {
      var (step, wanted) = (CatalogueChanges(), [String]())
      step.files = changes
      _ = try kept.apply(
        step,
        see: { seen in
          for files in seen {
            for file in files.snapshots.flatMap(\.gone) {
              wanted.append(files.listing.path(of: files.listing.files[Int(file)]).string)
            }
          }
        }, listing: { listing })
      return wanted
    }
    // Its parent goes, which is a finding about the title of each miniature there.
    try run.remove(project.string)
    try run.rename(captain.string, "/captain.yaml")
    #expect(try apply([project: .gone]) == [captain.string])
    try run.rename("/captain.yaml", captain.string)
    #expect(try apply([captain: .there(linkTo: nil)]) == [])
    let fresh = try KeptCatalogue(FileTree.list(root: run.root), options: KeptCatalogue.Options())
    #expect(Array(kept.summary.findings).map(\.span) == Array(fresh.summary.findings).map(\.span))
    #expect(kept.summary.findings.findings(in: captain).contains { $0.rule.slug == "missing-parent" && $0.span.start.line == 2 })
  }
}
