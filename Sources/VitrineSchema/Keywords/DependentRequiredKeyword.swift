// `dependentRequired`, and the lists under `dependencies`

import VitrineSource
import VitrineSyntax

/// The keys that must be there where another is.
enum DependentRequiredKeyword: Keyword {
  static let applicability = Applicability.object
  static let rank = 60

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    for key in ["dependentRequired", "dependencies"] {
      guard let node = scope.member(key, .mapping), key == "dependencies" || !scope.isDraft7 else { continue }
      scope.reader.forEachEntry(node) { entry in
        let wanted = scope.nameList(scope.reader.resolve(entry.value))
        guard !wanted.isEmpty else { return }
        let trigger = compiler.names([Array(scope.reader.content(entry.key))]).start
        let names = compiler.names(wanted)
        draft.add(DependentRequiredKeyword.self, names.start, names.count, trigger)
      }
    }
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    missing(step, instance, &machine).isEmpty
  }

  /// The names, by index, that are demanded and not there.
  private static func missing(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> [Int] {
    guard machine.value(of: machine.names[Int(step.third)], in: instance.node, instance.id) != nil else { return [] }
    var missing: [Int] = []
    for index in step.stretch.indices where machine.value(of: machine.names[index], in: instance.node, instance.id) == nil {
      missing.append(index)
    }
    return machine.overrun == .none ? missing : []
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let trigger = explainer.text(explainer.machine.names[Int(step.third)])
    for index in missing(step, instance, &explainer.machine) {
      let name = Wording.quoted(explainer.text(explainer.machine.names[index]))
      let reader = explainer.reader
      let key = explainer.machine.entries(instance).first { reader.text($0.key) == trigger }?.key ?? instance.id
      explainer.add(
        SchemaRules.dependentRequired, reader.node(key).range, "\(name) is missing, which \(Wording.quoted(trigger)) demands",
        help: "add \(name), or delete \(Wording.quoted(trigger))")
    }
  }
}
