// Texts that somebody has not saved, laid over a live catalogue: what follows is what a fresh reading of them finds, and the catalogue stays as
// it is.

import Synchronization
import Testing
import VitrineCatalog
import VitrineChanges
import VitrineComparing
import VitrineFiles
import VitrineIndex
import VitrineLive
import VitrineSource
import VitrineTesting

/// Laid texts.
@Suite struct LaidTextTests {
  private static let records = SampleCatalogue.files.map(\.path).filter { path in
    path.hasSuffix(".yaml") && ["books/", "games/", "minis/", "recipes/", "shots/"].contains { path.hasPrefix($0) }
  }

  /// The state with texts, as another thread gets it.
  private func laid(_ texts: LaidTexts, _ live: LiveCatalog) -> LiveState? {
    let (flag, answer) = (Flag(), Answered())
    live.lay(texts) { laid in
      answer.state.withLock { $0 = laid?.state }
      flag.raise()
    }
    return flag.wait() ? answer.state.withLock { $0 } : nil
  }

  @Test("queries, report and links with texts are those of a fresh reading; without them nothing is different", arguments: 0..<3)
  func same(_ number: Int) throws {
    for seed in Soak.seed..<Soak.seed + UInt64(Soak.storms / 10 + 1) {
      let folder = try SampleCatalogue.make()
      let root = folder.path + "/root"
      let followed = try FollowedCatalogue(root)
      var random = RandomText(seed: seed &* 3 &+ UInt64(number))
      for round in 0..<12 {
        let overlay = TextOverlay()
        var texts: [Path: [UInt8]] = [:]
        for _ in 0...random.below(4) {
          let path = random.pick(Self.records)
          var text = random.text(for: path)
          if random.below(3) == 0 { text = random.spoilt(text) }
          texts[Path(path)] = Array(text.utf8)
        }
        for (path, text) in texts { overlay.set(text, at: path) }
        let before = try followed.settled()
        let with = try #require(laid(LaidTexts(texts, overlay: overlay, indexes: true), followed.live))
        var options = CatalogueLoader.Options(indexes: true) { _ in FollowedCatalogue.offset }
        options.source = .overlaid(overlay)
        let fresh = try CatalogueLoader.load(root: root, options: options)
        let differences = CataloguePortrait(of: with.catalogue).differences(from: CataloguePortrait(of: fresh))
        let comment: Comment = "seed \(seed), \(number), round \(round): \(texts.keys.sorted())"
        #expect(differences == [], comment)
        #expect(with.generation == before.generation)
        try #require(try followed.differences() == [], comment)
        // The catalogue goes on, from one text to another.
        if random.below(2) == 0, let (path, text) = texts.first {
          Step.write(path.string, String(decoding: text, as: UTF8.self)).perform(in: root)
        }
      }
    }
  }

  @Test("what others write while texts are laid, and is not known yet, changes nothing of that")
  func between() throws {
    let folder = try SampleCatalogue.make()
    let root = folder.path + "/root"
    for name in ["one", "two"] { Step.write("books/\(name).yaml", "name: Twice\n").perform(in: root) }
    let followed = try FollowedCatalogue(root)
    let before = try followed.settled().catalogue.findings
    #expect(before.findings(in: "books/two.yaml").map(\.rule.slug) == ["duplicate-key"])
    try followed.hold()
    Step.write("books/two.yaml", "#\nname: Twice\n").perform(in: root)
    let overlay = TextOverlay()
    overlay.set(Array("name: Once\n".utf8), at: "books/one.yaml")
    let (flag, answer) = (Flag(), Answered())
    followed.live.lay(LaidTexts(["books/one.yaml": Array("name: Once\n".utf8)], overlay: overlay, indexes: false)) { laid in
      answer.state.withLock { $0 = laid?.state }
      flag.raise()
    }
    followed.letGo()
    #expect(flag.wait())
    #expect(answer.state.withLock { $0 }?.catalogue.findings.findings(in: "books/two.yaml").isEmpty == true)
    #expect(try followed.differences() == [])
    #expect(try followed.settled().catalogue.findings.findings(in: "books/two.yaml").map(\.span.start.line) == [2])
  }

  @Test("a record that is not there yet is one with its text; a name that another has in capitals is not, nor what is no record")
  func new() throws {
    let folder = try SampleCatalogue.make()
    let followed = try FollowedCatalogue(folder.path + "/root")
    func laid(_ path: Path, _ text: String) -> LiveState? {
      let overlay = TextOverlay()
      overlay.set(Array(text.utf8), at: path)
      return self.laid(LaidTexts([path: Array(text.utf8)], overlay: overlay, indexes: true), followed.live)
    }
    let before = try followed.settled().catalogue
    let with = try #require(laid("books/quite-new.yaml", "name: Quite New\nfoo: 1\n")).catalogue
    #expect(with.recordCount == before.recordCount + 1 && with.fileCount == before.fileCount + 1)
    #expect(with.findings.findings(in: "books/quite-new.yaml").map(\.rule.slug) == ["unknown-field"])
    #expect(with.record(at: "books/quite-new.yaml")?.title == "Quite New" && with.index?.count == (before.index?.count ?? 0) + 1)
    #expect(before.record(at: "books/quite-new.yaml") == nil)
    let known = try #require(Self.records.first { $0.hasPrefix("books/") && $0.dropFirst(6).contains { $0.isLowercase } })
    #expect(laid(Path("books/" + known.dropFirst(6).uppercased().replacing(".YAML", with: ".yaml")), "name: A\n") == nil)
    #expect(laid("vitrine.yaml", SampleCatalogue.manifest) == nil)
    #expect(try followed.differences() == [])
  }
}

/// Where a state goes.
private final class Answered: Sendable {
  let state = Mutex<LiveState?>(nil)
}
