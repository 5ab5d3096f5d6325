// What counts as lost, where files go while everything is read.

import Testing
import VitrineCatalog
import VitrineFiles
import VitrineRules
import VitrineTesting

/// The guard against great losses.
@Suite struct LossTests {
  @Test("a file that went before it could be read is no record that can be lost, and never are more lost than there were")
  func goneMeanwhile() throws {
    let run = try LiveRun(parts: ["recipes", "minis"])
    let listing = try FileTree.list(root: run.root)
    let recipes = listing.files.map { listing.path(of: $0) }.filter { $0.hasPrefix("recipes/") && $0.hasSuffix(".yaml") }
    try run.rename("recipes", "/recipes")
    var kept = try KeptCatalogue(listing, options: KeptCatalogue.Options())
    let count = kept.catalogue.recordCount
    #expect(count > 0)
    var changes = CatalogueChanges()
    for path in recipes { changes.files[PathKey(path)] = .gone }
    let none = kept.massLoss(by: changes, limit: 0, floor: 1)
    #expect(none == nil)
    for path in listing.files.map({ listing.path(of: $0) }) { changes.files[PathKey(path)] = .gone }
    try run.rename("minis", "/minis")
    let loss = kept.massLoss(by: changes, limit: 0.2, floor: 1)
    #expect(loss?.gone == count && loss?.of == count)
  }
}
