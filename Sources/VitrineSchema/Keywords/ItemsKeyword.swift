// `prefixItems` and `items`; before 2020-12 a list under `items`, and `additionalItems`

import VitrineSource
import VitrineSyntax

/// The subschemas of the items.
enum ItemsKeyword: Keyword {
  static let applicability = Applicability.array
  static let rank = 30
  static let vocabulary = Vocabulary.applicator
  static let explainsAlways = true

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    var prefix = scope.isDraft7 ? nil : scope.member("prefixItems", .sequence)
    var others = "items"
    // 2019-09 and earlier: a list under `items` is what `prefixItems` is now.
    if prefix == nil, let list = scope.member("items", .sequence) {
      prefix = list
      others = "additionalItems"
    }
    let items = scope.schema(others, &compiler) ?? absent
    let first = prefix.map { scope.reader.items($0).map { scope.subschema(at: $0, &compiler) } } ?? []
    guard !first.isEmpty || items != absent else { return }
    let stretch = compiler.stretch(first)
    draft.add(ItemsKeyword.self, stretch.start, stretch.count, items)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    var item = instance.id
    for index in 0..<instance.node.content {
      item = index == 0 ? instance.id &+ 1 : machine.document.pointee.nodes[Int(item)].next
      if index < step.second {
        if !machine.accepts(machine.ids[Int(step.first &+ index)], item) { return false }
      } else if step.third != absent {
        if !machine.accepts(step.third, item) { return false }
      } else {
        break
      }
      if instance.frame != Machine.noFrame { machine.mark(Int(index), in: instance.frame) }
    }
    return true
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    for (index, item) in explainer.reader.items(instance.id).enumerated() {
      let id = index < Int(step.second) ? explainer.machine.ids[Int(step.first) + index] : step.third
      guard id != absent else { continue }
      if !explainer.machine.accepts(id, item) { explainer.explain(id, item, at: .index(index)) }
      if instance.frame != Machine.noFrame { explainer.machine.mark(index, in: instance.frame) }
    }
  }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    for index in step.stretch.indices { program.ids[index] = target(program.ids[index]) }
    step.third = target(step.third)
  }
}
