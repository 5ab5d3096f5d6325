// What `check --fix` writes: it mends what it says, breaks nothing, and leaves every other byte alone.

import FoundationEssentials
import Testing
import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("Safe fixes")
struct MendingTests {
  @Test("the broken catalogue is mended, round by round, until nothing is left that can be")
  func broken() throws {
    let folder = try TemporaryFolder(copyOf: TestData.checkout + "/examples/broken")
    #expect(try Mending.run(folder, "examples/broken") > 3)
  }

  @Test("the examples of the rules' pages are mended", arguments: RulePage.all)
  func pages(_ rule: RulePage) throws {
    for example in rule.page.examples where example.isBad && !example.files.isEmpty {
      let folder = try TemporaryFolder()
      let manifest = ExplainPage.ExampleFile(path: "vitrine.yaml", bytes: Array(RulePage.manifest.utf8))
      for file in rule.page.files(of: example, default: [manifest]) { try folder.write(file) }
      _ = try Mending.run(folder, "\(rule.name), \(example.heading)")
    }
  }
}

/// One catalogue, mended again and again.
enum Mending {
  /// Mends until nothing more is left, checking each round. Returns how many findings were mended.
  static func run(_ folder: TemporaryFolder, _ name: String) throws -> Int {
    var mended = 0
    for _ in 0..<8 {
      let before = try CatalogueLoader.load(root: folder.path)
      let fixes = SafeFixes(before.snapshot.findings) { before.text(at: $0) }
      guard !fixes.plan.edits.isEmpty else { return mended }
      mended += fixes.fixed
      for edit in fixes.plan.edits { try apply(edit, folder, name) }
      let after = try CatalogueLoader.load(root: folder.path).snapshot.findings
      try compare(before.snapshot.findings, after, fixes, name)
    }
    Issue.record("\(name): there is still something to mend after eight rounds")
    return mended
  }

  /// Writes one file, and checks that only what the edits cover is another.
  private static func apply(_ edit: FileEdit, _ folder: TemporaryFolder, _ name: String) throws {
    let old = try folder.read(edit.path.string)
    #expect(edit.expected.matches(old), "\(name): \(edit.path) was read otherwise")
    let new = try #require(edit.result(on: old), "\(name): the edits of \(edit.path) do not fit")
    guard case .edits(let edits) = edit.change else {
      Issue.record("\(name): \(edit.path) is replaced as a whole")
      return
    }
    var position = (old: 0, new: 0)
    for edit in edits.sorted(by: { $0.range < $1.range }) {
      let kept = Int(edit.range.start) - position.old
      #expect(old[position.old...].prefix(kept).elementsEqual(new[position.new...].prefix(kept)), "\(name): before an edit")
      position.new += kept
      #expect(new[position.new...].starts(with: edit.replacement), "\(name): in an edit")
      position = (Int(edit.range.end), position.new + edit.replacement.count)
    }
    #expect(old[position.old...].elementsEqual(new[position.new...]), "\(name): after the last edit")
    #expect(new != old, "\(name): \(edit.path) is the same afterwards")
    try folder.write(new, to: edit.path.string)
  }

  /// Every mended finding is gone, and no other has come, but in files that could not be read before.
  private static func compare(_ before: [Finding], _ after: [Finding], _ fixes: SafeFixes, _ name: String) throws {
    let edits = Dictionary(uniqueKeysWithValues: fixes.plan.edits.map { ($0.path, $0) })
    var left: [String] = []
    var mended = 0
    for finding in before {
      if let fix = finding.fixes.first(where: \.isSafe), case .edits(let taken) = edits[finding.path]?.change,
        fix.edits.allSatisfy(taken.contains)
      {
        mended += 1
      } else {
        left.append(key(finding))
      }
    }
    #expect(mended == fixes.fixed, "\(name): \(mended) findings have their edits, not \(fixes.fixed)")
    let unreadable = Set(before.filter { SyntaxRules.all.contains($0.rule) && $0.severity == .error }.map(\.path))
    for finding in after where !unreadable.contains(finding.path) {
      if let index = left.firstIndex(of: key(finding)) {
        left.remove(at: index)
      } else {
        Issue.record("\(name): \(key(finding)): \(finding.message) is new, or was not mended")
      }
    }
    let count = after.filter { unreadable.contains($0.path) && SyntaxRules.all.contains($0.rule) }.count
    #expect(count <= left.count, "\(name): more faults of syntax than before")
  }

  private static func key(_ finding: Finding) -> String { "\(finding.path.string) \(finding.rule.slug)" }
}

extension TemporaryFolder {
  /// A folder with all that is in another.
  convenience init(copyOf source: String) throws {
    try self.init()
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      try FileManager.default.copyItem(atPath: source + "/" + name, toPath: path + "/" + name)
    }
  }
}
