// Manifests of any bytes: no trap, findings with words and places, patterns and comments that hold what they say.

import FuzzShared
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineSchema
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer: a `vitrine.yaml`.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzManifest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Sound.bytes(start, count)
  let parsed = YAML.parse(bytes)
  let (manifest, findings) = Manifest.read(parsed.tree)
  Sound.check(findings, count)
  Sound.check(RuleLevels(manifest).findings, count)
  for collection in manifest.collections {
    demandInside(collection.kindRange, count, "a kind")
    demandInside(collection.patternRange, count, "a pattern")
  }
  for library in manifest.libraries { demandInside(library.range, count, "a library") }
  for var path in ["", "a", "games/hades.yaml", ".a/b/\u{E9}.yaml", String(repeating: "ab/", count: 200) + "c.yaml"]
    + own(manifest)
  {
    let claiming = path.withUTF8 { manifest.collection(claiming: $0) }
    Sound.demand(claiming == path.withUTF8 { manifest.collection(claiming: $0) }, "claimed by another the second time")
  }
  for suppression in Suppression.all(in: parsed.tree) {
    demandInside(suppression.range, count, "a rule's name")
    demandInside(suppression.comment, count, "a comment")
    Sound.demand(
      suppression.comment.start <= suppression.range.start && suppression.range.end <= suppression.comment.end,
      "a rule's name outside its comment")
    Sound.demand(
      bytes[suppression.range.indices].elementsEqual(suppression.rule.utf8) || suppression.rule.contains("\u{FFFD}"),
      "another name than is written")
  }
  checkSchema(parsed, bytes)
  return 0
}

/// The patterns themselves as paths, which many of them match.
private func own(_ manifest: Manifest) -> [String] { manifest.collections.prefix(4).map(\.pattern) }

private func demandInside(_ range: ByteRange, _ count: Int, _ what: String) {
  Sound.demand(range.start <= range.end && Int(range.end) <= count, "the place of \(what)")
}

/// The manifest against its schema.
private func checkSchema(_ parsed: ParsedText, _ bytes: [UInt8]) {
  guard let schema = Stock.manifest, let root = parsed.tree.roots.first else { return }
  var evaluator = Evaluator(schema)
  let findings = evaluator.evaluate(parsed.tree, root: root, EvaluateOptions(steps: 100_000))
  Sound.check(findings, bytes.count)
  for finding in SourceText(path: Manifest.fileName, bytes: bytes).located(findings) {
    Sound.demand(finding.span.start <= finding.span.end, "a span that ends before it starts")
  }
  for fix in findings.prefix(8).flatMap(\.fixes) { Sound.check(YAML.parse(fix.edits.applied(to: bytes))) }
}

extension Stock {
  /// The schema of manifests.
  fileprivate static let manifest: CompiledSchema? = {
    var store = SchemaStore()
    return store.compiled(SchemaStore.folder + "manifest" + SchemaStore.kindSuffix)
  }()
}
