// `$dynamicRef`

import VitrineSyntax

/// A subschema that is written elsewhere, where the schemas that were passed on the way have a say.
enum DynamicRefKeyword: Keyword {
  static let applicability = Applicability.inPlace
  static let rank = 20
  static let vocabulary: Vocabulary = []

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard !scope.isDraft7, let node = scope.member("$dynamicRef", .string) else { return }
    let text = scope.reader.text(node)
    let target = compiler.resolve(text, from: scope.place, resource: scope.resource, keyword: "$dynamicRef")
    guard let target else { return }
    var anchor = absent
    let owner = compiler.library.resources[compiler.library.resource(of: target)]
    if let name = URIReference(text).fragment, owner.dynamicAnchors[name] == target.node { anchor = compiler.anchorNumber(name) }
    draft.add(DynamicRefKeyword.self, compiler.schema(at: target), anchor)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    machine.accepts(target(of: step, machine), instance.id, instance.frame)
  }

  /// Where it leads from here: the outermost resource of the dynamic scope with the anchor decides.
  private static func target(of step: Step, _ machine: Machine) -> SchemaID {
    guard step.second != absent else { return step.first }
    for resource in machine.scratch.scope {
      for anchor in machine.anchors where anchor.name == step.second && anchor.resource == resource { return anchor.schema }
    }
    return step.first
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explain(target(of: step, explainer.machine), instance.id, instance.frame)
  }

  static func targets(of step: Step, _ program: Program) -> [SchemaID] { [step.first] }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}
