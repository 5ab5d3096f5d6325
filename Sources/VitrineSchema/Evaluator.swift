// Evaluation of trees against one schema, again and again, with memory that is kept.

package import VitrineSource
package import VitrineSyntax
import VitrineText

/// How one tree is evaluated.
package struct EvaluateOptions: Sendable {
  /// How many findings are given at most.
  package var findings: Int
  /// How many steps may be taken, about one for each subschema and each value it meets; nil for 20 million and 50 more for each node.
  package var steps: Int?

  /// Options of the given values.
  package init(findings: Int = Limits.findings, steps: Int? = nil) {
    self.findings = findings
    self.steps = steps
  }
}

/// Evaluates trees against a schema. Keep one for each thread: its memory is used again.
package struct Evaluator {
  /// The schema.
  package let schema: CompiledSchema
  private var scratch = Scratch()

  /// An evaluator of a schema.
  package init(_ schema: CompiledSchema) { self.schema = schema }

  /// Whether the value at a node is fine. Where that would take too long the answer is no.
  package mutating func isValid(_ reader: TreeReader, _ root: NodeID, _ options: EvaluateOptions = EvaluateOptions()) -> Bool {
    guard Int(root) < reader.nodes.count else { return false }
    let start = schema.start
    return schema.withMachine(reader, &scratch, steps: options.steps(for: reader)) { machine in
      let isValid = machine.accepts(start, root)
      return isValid && machine.overrun == .none && machine.exceeded == nil
    }
  }

  /// What is wrong with the value at a node, in the order of the document; nothing where it is valid.
  package mutating func evaluate(_ tree: Tree, root: NodeID, _ options: EvaluateOptions = EvaluateOptions()) -> [Finding] {
    tree.withReader { evaluate($0, root: root, options) }
  }

  /// The same on a reader.
  package mutating func evaluate(_ reader: TreeReader, root: NodeID, _ options: EvaluateOptions = EvaluateOptions()) -> [Finding]
  {
    guard Int(root) < reader.nodes.count else { return [] }
    if isValid(reader, root, options) { return [] }
    let schema = schema
    return schema.withMachine(reader, &scratch, steps: options.steps(for: reader)) { machine in
      var explainer = Explainer(schema: schema, machine: machine, root: root, options: options)
      let findings = explainer.findings()
      machine = explainer.machine
      return findings
    }
  }
}

extension EvaluateOptions {
  /// The number of steps for one document.
  func steps(for reader: TreeReader) -> Int { steps ?? 20_000_000 + 50 * reader.nodes.count }
}
