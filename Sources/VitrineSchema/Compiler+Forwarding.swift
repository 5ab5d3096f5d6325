// Subschemas that are nothing but a `$ref` are skipped at run time: whoever applies one applies its target.

extension Compiler {
  /// Replaces every use of such a subschema by its target. Not where `$dynamicRef` needs to know which resources were passed.
  mutating func forwardReferences() {
    guard program.anchors.isEmpty else { return }
    let targets = program.subschemas.indices.map { forwarded(UInt32(clamping: $0)) }
    func target(_ id: UInt32) -> UInt32 { id == absent ? absent : targets[Int(id)] }
    for index in program.steps.indices {
      var step = program.steps[index]
      Keywords.ranked[Int(step.keyword)].forward(&step, &program, target)
      program.steps[index] = step
    }
  }

  /// Where a chain of bare references ends. Circles were broken before.
  private func forwarded(_ id: UInt32) -> UInt32 {
    var current = id
    for _ in 0..<100 {
      let subschema = program.subschemas[Int(current)]
      guard subschema.verdict == .depends, subschema.isBare, subschema.steps.count == 1 else { break }
      let step = program.steps[subschema.steps.lowerBound]
      guard step.isOf(RefKeyword.self) else { break }
      current = step.first
    }
    return current
  }
}
