// The keywords of one subschema, and those among them that apply others to the same value.

import VitrineSource
import VitrineSyntax
import VitrineText

/// Compiles one map of keywords. What it cannot understand it leaves out: the meta-schema says what is wrong with it.
struct SubschemaCompiler {
  /// The document.
  let reader: TreeReader
  /// The subschema.
  let place: SchemaPlace
  /// The resource it is in.
  let resource: SchemaResource
  /// The keywords in force.
  let vocabulary: Vocabulary
  /// The values by keyword, aliases followed.
  private let members: [String: NodeID]

  /// A compiler of one place.
  init(reader: TreeReader, place: SchemaPlace, resource: SchemaResource, vocabulary: Vocabulary) {
    self.reader = reader
    self.place = place
    self.resource = resource
    self.vocabulary = vocabulary
    var members: [String: NodeID] = [:]
    reader.forEachEntry(place.node) { entry in
      let key = reader.text(entry.key)
      if members[key] == nil { members[key] = reader.resolve(entry.value) }
    }
    self.members = members
  }

  /// The subschema with its rules and steps filled in.
  func compile(_ subschema: Subschema, into compiler: inout Compiler) -> Subschema {
    var result = subschema
    var steps: [Step] = []
    if isDraft7, let target = reference("$ref", &compiler) {
      // In draft-07 nothing beside a `$ref` counts.
      steps = [Step(keyword: .ref, first: target)]
    } else if !(isDraft7 && member("$ref", .string) != nil) {
      steps = referenceSteps(&compiler)
      if vocabulary.contains(.validation) { compileAssertions(&result, &compiler) }
      compileFormat(&result, &compiler)
      result.string = stringRule(&compiler)
      result.object = objectRule(&compiler)
      result.array = arrayRule(&compiler)
      if vocabulary.contains(.applicator) { steps += applicatorSteps(&compiler) }
      if vocabulary.contains(.unevaluated), !isDraft7 {
        if let target = schema("unevaluatedProperties", &compiler) {
          steps.append(Step(keyword: .unevaluatedProperties, first: target))
          result.tracksEvaluated = true
        }
        if let target = schema("unevaluatedItems", &compiler) {
          steps.append(Step(keyword: .unevaluatedItems, first: target))
          result.tracksEvaluated = true
        }
      }
    }
    result.steps = Stretch(start: UInt32(clamping: compiler.program.steps.count), count: UInt32(clamping: steps.count))
    compiler.program.steps += steps
    if steps.isEmpty, result.isBare { result.verdict = .always }
    return result
  }

  private func referenceSteps(_ compiler: inout Compiler) -> [Step] {
    var steps: [Step] = []
    if let target = reference("$ref", &compiler) { steps.append(Step(keyword: .ref, first: target)) }
    guard !isDraft7, let node = member("$dynamicRef", .string) else { return steps }
    let text = reader.text(node)
    guard let found = compiler.resolve(text, from: place, resource: resource, keyword: "$dynamicRef") else { return steps }
    var anchor = absent
    let owner = compiler.library.resources[compiler.library.resource(of: found)]
    if let name = URIReference(text).fragment, owner.dynamicAnchors[name] == found.node { anchor = compiler.anchorNumber(name) }
    steps.append(Step(keyword: .dynamicRef, first: compiler.schema(at: found), second: anchor))
    return steps
  }

  private func applicatorSteps(_ compiler: inout Compiler) -> [Step] {
    var steps: [Step] = []
    for (key, keyword) in [("allOf", Step.Keyword.allOf), ("anyOf", .anyOf), ("oneOf", .oneOf)] {
      guard let node = member(key, .sequence) else { continue }
      let branches = reader.items(node).map { subschema(at: $0, &compiler) }
      guard !branches.isEmpty else { continue }
      let stretch = compiler.stretch(branches)
      steps.append(Step(keyword: keyword, first: stretch.start, second: stretch.count))
    }
    if let target = schema("not", &compiler) { steps.append(Step(keyword: .not, first: target)) }
    if let condition = schema("if", &compiler) {
      let then = schema("then", &compiler) ?? absent
      let otherwise = schema("else", &compiler) ?? absent
      steps.append(Step(keyword: .condition, first: condition, second: then, third: otherwise))
    }
    for key in ["dependentSchemas", "dependencies"] {
      guard let node = member(key, .mapping) else { continue }
      reader.forEachEntry(node) { entry in
        guard key == "dependentSchemas" || reader.resolved(entry.value).kind != .sequence else { return }
        let name = compiler.names([Array(reader.content(entry.key))]).start
        steps.append(Step(keyword: .dependentSchema, first: name, second: subschema(at: entry.value, &compiler)))
      }
    }
    return steps
  }

  private func reference(_ key: String, _ compiler: inout Compiler) -> SchemaID? {
    guard let node = member(key, .string) else { return nil }
    let target = compiler.resolve(reader.text(node), from: place, resource: resource, keyword: key)
    return target.map { compiler.schema(at: $0) }
  }
}

extension SubschemaCompiler {
  /// True for the draft whose `$ref` stands alone and whose `items` may be a list.
  var isDraft7: Bool { resource.draft == .draft7 }

  /// The value of a keyword of any kind.
  func member(_ key: String) -> NodeID? { members[key] }

  /// The value of a keyword, where it is of the given kind.
  func member(_ key: String, _ kind: Node.Kind) -> NodeID? {
    guard let node = members[key], reader.node(node).kind == kind else { return nil }
    return node
  }

  /// The value of a keyword that is a whole number from 0; too large ones are clamped below `absent`.
  func natural(_ key: String) -> UInt32? {
    guard let node = members[key], reader.node(node).isNumber else { return nil }
    let number = ExactNumber(reader.content(node))
    guard number.kind == .small, !number.isNegative, number.exponent >= 0 else { return nil }
    guard number.exponent <= 9, number.mantissa < 1 << 32 else { return absent - 1 }
    let value = number.mantissa &* ExactNumber.power(Int(number.exponent))
    return UInt32(min(value, UInt64(absent - 1)))
  }

  /// Whether a keyword is `true`.
  func isTrue(_ key: String) -> Bool {
    guard let node = member(key, .bool) else { return false }
    return reader.content(node).first.map { $0 | 0x20 } == UInt8(ascii: "t")
  }

  /// The subschema that is a keyword's value.
  func schema(_ key: String, _ compiler: inout Compiler) -> SchemaID? {
    members[key].map { subschema(at: $0, &compiler) }
  }

  /// The subschema at a node.
  func subschema(at node: NodeID, _ compiler: inout Compiler) -> SchemaID {
    compiler.schema(at: SchemaPlace(document: place.document, node: reader.resolve(node)))
  }

  /// The `x-vitrine` member of a name, where annotations are honoured.
  func annotation(_ name: String, _ compiler: Compiler) -> NodeID? {
    guard compiler.options.annotations, let map = member("x-vitrine", .mapping) else { return nil }
    return reader.value(map, named: name).map { reader.resolve($0) }
  }

  /// Notes a fault at another node of this document.
  func report(_ rule: Rule, _ node: NodeID, _ message: String, help: String? = nil, _ compiler: inout Compiler) {
    compiler.report(rule, SchemaPlace(document: place.document, node: node), message, help: help)
  }

  /// The index of a pattern; nil, with a finding, where it cannot be compiled.
  func pattern(at node: NodeID, _ compiler: inout Compiler) -> UInt32? {
    let text = Array(reader.content(node))
    if let known = compiler.patternIndices[text] { return known }
    do {
      let pattern = try Pattern(ecma: text)
      let index = UInt32(clamping: compiler.program.patterns.count)
      compiler.program.patterns.append(pattern)
      let isPrefix = text.first == UInt8(ascii: "^") && text.count > 1 && text.dropFirst().allSatisfy(Self.isPlain)
      let prefix = isPrefix ? compiler.program.intern(Array(text.dropFirst())) : Name(start: 0, count: absent)
      compiler.program.prefixes.append(prefix)
      compiler.patternIndices[text] = index
      return index
    } catch {
      report(
        SchemaRules.schemaInvalid, node, "the pattern cannot be used: \(error.message)",
        help: "correct the regular expression (ECMA-262)", &compiler)
      return nil
    }
  }

  /// Whether a byte stands for itself in a pattern, whatever follows it.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
