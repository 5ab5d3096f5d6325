// Schemas that refer to themselves without ever reaching a part of the value: found and broken before they are run.

import VitrineSource
import VitrineSyntax

extension Compiler {
  /// Reports every circle of keywords that apply to the same value, and makes the subschema that closes it accept everything.
  mutating func breakCircles() {
    enum Mark { case new, open, done }
    var marks = Array(repeating: Mark.new, count: program.subschemas.count)
    for start in program.subschemas.indices where marks[start] == .new {
      var stack: [(id: Int, targets: [Int], next: Int)] = [(start, inPlaceTargets(of: start), 0)]
      marks[start] = .open
      while let top = stack.last {
        guard top.next < top.targets.count else {
          marks[top.id] = .done
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let target = top.targets[top.next]
        switch marks[target] {
        case .done: break
        case .new:
          marks[target] = .open
          stack.append((target, inPlaceTargets(of: target), 0))
        case .open:
          reportCircle(top.id)
          program.subschemas[top.id].verdict = .always
        }
      }
    }
  }

  /// The subschemas that a subschema applies to its own value.
  private func inPlaceTargets(of id: Int) -> [Int] {
    guard program.subschemas[id].verdict == .depends else { return [] }
    return program.subschemas[id].steps.flatMap { program.steps[$0].targets(program) }.map(Int.init)
  }

  private mutating func reportCircle(_ id: Int) {
    let subschema = program.subschemas[id]
    let place = SchemaPlace(document: Int(subschema.document), node: subschema.node)
    let tree = library.documents[place.document].tree
    let reference = tree.withReader { reader in ["$ref", "$dynamicRef"].compactMap { reader.value(place.node, named: $0) }.first }
    report(
      SchemaRules.schemaInvalid, SchemaPlace(document: place.document, node: reference ?? place.node),
      "the schema refers to itself without end", help: "put something between: a property or an item")
  }
}
