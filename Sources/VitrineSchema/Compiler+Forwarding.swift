// Subschemas that are nothing but a `$ref` are skipped at run time: whoever applies one applies its target.

extension Compiler {
  /// Replaces every use of such a subschema by its target. Not where `$dynamicRef` needs to know which resources were passed.
  mutating func forwardReferences() {
    guard program.anchors.isEmpty else { return }
    let targets = program.subschemas.indices.map { forwarded(UInt32(clamping: $0)) }
    func target(_ id: UInt32) -> UInt32 { id == absent ? absent : targets[Int(id)] }
    for index in program.steps.indices {
      let step = program.steps[index]
      switch step.keyword {
      case .ref, .dynamicRef, .not, .unevaluatedProperties, .unevaluatedItems: program.steps[index].first = target(step.first)
      case .allOf, .anyOf, .oneOf: for id in step.branches.indices { program.ids[id] = target(program.ids[id]) }
      case .condition:
        program.steps[index].first = target(step.first)
        program.steps[index].second = target(step.second)
        program.steps[index].third = target(step.third)
      case .dependentSchema: program.steps[index].second = target(step.second)
      }
    }
    for index in program.objects.indices {
      program.objects[index].additional = target(program.objects[index].additional)
      program.objects[index].names = target(program.objects[index].names)
      for slot in program.objects[index].table.slots.indices { program.slots[slot].value = target(program.slots[slot].value) }
    }
    for index in program.patterned.indices { program.patterned[index].schema = target(program.patterned[index].schema) }
    for index in program.arrays.indices {
      program.arrays[index].items = target(program.arrays[index].items)
      program.arrays[index].contains = target(program.arrays[index].contains)
      for id in program.arrays[index].prefix.indices { program.ids[id] = target(program.ids[id]) }
    }
  }

  /// Where a chain of bare references ends. Circles were broken before.
  private func forwarded(_ id: UInt32) -> UInt32 {
    var current = id
    for _ in 0..<100 {
      let subschema = program.subschemas[Int(current)]
      guard subschema.verdict == .depends, subschema.isBare, subschema.steps.count == 1 else { break }
      let step = program.steps[Int(subschema.steps.start)]
      guard step.keyword == .ref else { break }
      current = step.first
    }
    return current
  }
}
