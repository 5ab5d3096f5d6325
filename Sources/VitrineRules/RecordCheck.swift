// One record from bytes to facts and findings: all that can be said of it without the others.

package import VitrineModel
import VitrineSchema
package import VitrineSource
package import VitrineSyntax

/// The check of single records. One thread uses one: it holds the evaluators' scratch memory.
package struct RecordCheck {
  /// What is known of one record.
  package struct Outcome: Sendable {
    /// What others need to know.
    package var facts: RecordFacts
    /// What is wrong, located.
    package var findings: [Finding]
    /// True where the file could be read as a record, whatever is wrong with that; false where its syntax is broken.
    package var isReadable: Bool
    /// The tree, where it was asked for.
    package var tree: Tree?
  }

  private let kinds: [Kind]
  private let rules: [any FileRule.Type]
  private var evaluators: [Evaluator]
  private let factReaders: [FactReader]
  /// The spellings of vocabularies met so far.
  package private(set) var terms = TermTable()

  /// A check against the given kinds.
  package init(kinds: [Kind]) {
    self.kinds = kinds
    rules = FileRules.all
    evaluators = kinds.map { Evaluator($0.schema) }
    factReaders = kinds.map(FactReader.init)
  }

  /// Checks the record of kind number `kind` in the file at `path`.
  package mutating func check(_ bytes: [UInt8], path: Path, kind: Int, keepsTree: Bool = false) -> Outcome {
    let parsed = YAML.parse(bytes)
    var findings = parsed.findings
    // A value that could not be read would only give more findings with the same cause.
    let isReadable = findings.allSatisfy { $0.severity != .error || $0.rule == SyntaxRules.duplicateMapKey }
    let misread = Misread(parsed, bytes)
    if parsed.isComplete, isReadable, let root = parsed.tree.roots.first {
      let twice = findings.filter { $0.rule == SyntaxRules.duplicateMapKey }
      findings += evaluators[kind].evaluate(parsed.tree, root: root)
      parsed.tree.withReader { reader in
        if !twice.isEmpty { Self.removeFaults(ofKeys: twice, reader, &findings) }
        let file = RecordFile(path: path, reader: reader, root: root, kind: kinds[kind], text: parsed)
        Advice.add(to: &findings, file)
        for rule in rules { rule.check(file) { findings.append($0) } }
      }
    }
    var (facts, own) = factReaders[kind].read(parsed.tree, path: path, index: kind, terms: &terms)
    findings += own
    if !misread.isNothing {
      let read = Set(parsed.findings)
      findings.removeAll { misread.contains($0.range) && !read.contains($0) }
      facts.references.removeAll { misread.contains($0.range) }
      facts.photos.removeAll { misread.contains($0.range) }
      // What is not kept is not counted, either.
      for occurrence in facts.terms where misread.contains(occurrence.range) { terms.remove(occurrence.term) }
      facts.terms.removeAll { misread.contains($0.range) }
    }
    if !findings.isEmpty {
      findings = SourceText(path: path, bytes: bytes).located(findings)
      for index in findings.indices { findings[index].record = facts.title }
    }
    return Outcome(
      facts: facts, findings: findings, isReadable: parsed.isComplete && isReadable && !parsed.tree.roots.isEmpty,
      tree: keepsTree ? parsed.tree : nil)
  }

  /// Takes out what is said of the values of keys that stand twice: which of them is meant nobody knows. What lies within them stays.
  private static func removeFaults(ofKeys twice: [Finding], _ reader: TreeReader, _ findings: inout [Finding]) {
    let keys = Set(twice.flatMap { [$0.range] + $0.related.map(\.range) })
    var values: Set<ByteRange> = []
    for id in reader.nodes.indices where reader.nodes[id].kind == .mapping {
      for entry in reader.writtenEntries(NodeID(id)) where keys.contains(reader.node(entry.key).range) {
        values.insert(reader.node(entry.value).range)
      }
    }
    findings.removeAll { $0.rule != SyntaxRules.duplicateMapKey && values.contains($0.range) }
  }
}
