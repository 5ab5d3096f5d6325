// `check --fix`: fixes until none is left, as one change.

package import VitrineCatalog
package import VitrineChanges
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSyntax
import VitrineSystem

/// Finds out what `check --fix` writes. What one round of fixes leaves is checked in memory, and fixed in the next, until nothing is left to fix.
///
/// A file that could be read before and could not be read afterwards, or in which a fix left its finding where it was, is fixed by one fix at a time; where
/// that does not help, it is left alone.
package struct FixRun {
  /// So many rounds are made at the most.
  private static let mostRounds = 100

  /// What is written.
  package let plan: Plan
  /// How many findings are fixed.
  package let fixed: Int

  /// The fixes for the findings of a part of a catalogue, and for others that were found besides. With `takesUnsafe`, a finding's only fix is made though it is
  /// not safe.
  package init(_ scope: ReportScope, _ catalogue: LoadedCatalogue, takesUnsafe: Bool, besides others: [Finding] = []) {
    var options = SafeFixes.Options()
    options.takesUnsafe = takesUnsafe
    // The catalogue as it would be with the fixed manifest, schemas and views.
    var base = catalogue
    var findings = scope.findings(of: catalogue) + others
    var texts: [Path: [UInt8]] = [:]
    var before: [Path: [UInt8]] = [:]
    var seen: [Path: Set<ContentDigest>] = [:]
    var rounds = 0
    var fixed = 0
    while rounds < Self.mostRounds {
      rounds += 1
      let round = SafeFixes(findings, options) { texts[$0] ?? catalogue.text(at: $0) }
      var next = texts
      for edit in round.plan.edits {
        guard let text = texts[edit.path] ?? catalogue.text(at: edit.path), let result = edit.result(on: text) else { continue }
        if before[edit.path] == nil { before[edit.path] = text }
        // What comes back to a text that it was goes round for ever.
        seen[edit.path, default: [ContentDigest(text)]].insert(ContentDigest(text))
        if seen[edit.path]?.contains(ContentDigest(result)) == true {
          options.held.insert(edit.path)
          continue
        }
        next[edit.path] = result
      }
      let changed = next.filter { texts[$0.key] != $0.value }.keys
      if changed.isEmpty { break }
      let check = PlanCheck(Self.plan(next, before, fixed), on: base)
      func unreadable(_ path: Path) -> Bool {
        check.findings[path]?.contains { $0.severity == .error && Self.isOfSyntax($0) } ?? false
      }
      let was = Set(findings.filter { $0.severity == .error && Self.isOfSyntax($0) }.map(\.path))
      let idle = IdleFixes(round.findings, of: findings) { path in
        check.findings[path] ?? Self.syntaxFindings(next[path] ?? [], at: path)
      } isShorter: { path in
        (next[path]?.count ?? 0) < (texts[path] ?? catalogue.text(at: path) ?? []).count
      }
      let worse = changed.filter { unreadable($0) && !was.contains($0) || idle.paths.contains($0) }
      guard worse.isEmpty else {
        for path in worse where !options.single.insert(path).inserted { options.held.insert(path) }
        continue
      }
      texts = next
      fixed += round.fixed
      let done = Set(changed)
      // What a manifest or a schema says now may concern every file.
      if done.contains(where: { base.kindIndex(ofRecordAt: $0) == nil }), let reread = Self.reread(catalogue, with: texts) {
        base = reread
        findings = scope.findings(of: base)
        continue
      }
      // Without reading all again, files that are no records are checked for their syntax only, of which one fault may hide the next.
      findings = scope.findings(of: base, after: check).filter { check.findings[$0.path] != nil || !done.contains($0.path) }
      for path in done.sorted() where check.findings[path] == nil { findings += Self.syntaxFindings(texts[path] ?? [], at: path) }
    }
    let renaming = FileRenaming(scope.findings(of: catalogue), options, besides: Set(texts.keys), in: catalogue)
    self.fixed = fixed + renaming.moves.count
    let edited = Self.plan(texts, before, self.fixed)
    plan = Plan(edited.title, edited.edits + renaming.edits, moves: renaming.moves)
  }

  /// A catalogue with other texts in place of some files; nil where it is not read from its folder, or cannot be read any more.
  private static func reread(_ catalogue: LoadedCatalogue, with texts: [Path: [UInt8]]) -> LoadedCatalogue? {
    guard case .folder = catalogue.source else { return nil }
    let overlay = TextOverlay()
    for (path, text) in texts { overlay.set(text, at: path) }
    var options = CatalogueLoader.Options()
    options.source = .overlaid(overlay)
    do throws(FileError) { return try CatalogueLoader.load(root: catalogue.root, options: options) } catch { return nil }
  }

  private static func syntaxFindings(_ text: [UInt8], at path: Path) -> [Finding] {
    YAML.parse(text).findings.map { finding in
      var finding = finding
      finding.path = path
      return finding
    }
  }

  private static func isOfSyntax(_ finding: Finding) -> Bool { SyntaxRules.all.contains(finding.rule) }

  private static func plan(_ texts: [Path: [UInt8]], _ before: [Path: [UInt8]], _ fixed: Int) -> Plan {
    Plan(
      "fix \(fixed) finding\(fixed == 1 ? "" : "s")",
      texts.map { path, text in
        FileEdit(path: path, expected: before[path].map { .bytes($0) } ?? .absent, change: .replace(FileText(text)))
      })
  }
}
