// One subschema: the shelf of keywords is gone through, and what they say becomes steps. What the keywords ask of the schema's text.

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

  /// The subschema with its steps filled in.
  func compile(_ subschema: Subschema, into compiler: inout Compiler) -> Subschema {
    var draft = SubschemaDraft()
    if isDraft7, member("$ref", .string) != nil {
      // In draft-07 nothing beside a `$ref` counts.
      RefKeyword.compile(self, &draft, &compiler)
    } else {
      for keyword in Keywords.ranked where vocabulary.contains(keyword.vocabulary) {
        keyword.compile(self, &draft, &compiler)
      }
    }
    var result = subschema
    result.types = draft.types
    result.tracksEvaluated = draft.tracksEvaluated
    func stretch(_ applicability: Applicability) -> Stretch {
      let steps = draft.steps[applicability.rawValue]
      compiler.program.steps += steps
      return Stretch(start: UInt32(clamping: compiler.program.steps.count - steps.count), count: UInt32(clamping: steps.count))
    }
    result.any = stretch(.any)
    result.number = stretch(.number)
    result.string = stretch(.string)
    result.object = stretch(.object)
    result.explained = stretch(.explained)
    result.array = stretch(.array)
    result.inPlace = stretch(.inPlace)
    result.unevaluated = stretch(.unevaluated)
    if result.steps.isEmpty, result.isBare { result.verdict = .always }
    return result
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
  func isTrue(_ key: String) -> Bool { member(key, .bool).map { isTrue($0) } ?? false }

  /// Whether a truth value is `true`.
  func isTrue(_ node: NodeID) -> Bool { reader.content(node).first.map { $0 | 0x20 } == UInt8(ascii: "t") }

  /// The subschema that is a keyword's value.
  func schema(_ key: String, _ compiler: inout Compiler) -> SchemaID? {
    members[key].map { subschema(at: $0, &compiler) }
  }

  /// The subschema at a node.
  func subschema(at node: NodeID, _ compiler: inout Compiler) -> SchemaID {
    compiler.schema(at: SchemaPlace(document: place.document, node: reader.resolve(node)))
  }

  /// The texts of a list, each once.
  func nameList(_ node: NodeID?) -> [[UInt8]] {
    guard let node, reader.node(node).kind == .sequence else { return [] }
    var seen: Set<[UInt8]> = []
    return reader.items(node).compactMap { item in
      let name = Array(reader.content(item))
      return reader.resolved(item).kind == .string && seen.insert(name).inserted ? name : nil
    }
  }

  /// Adds the step of a keyword whose value is a list of subschemas.
  func addBranches(
    _ key: String, _ keyword: any Keyword.Type, _ draft: inout SubschemaDraft, _ compiler: inout Compiler
  ) {
    guard let node = member(key, .sequence) else { return }
    let branches = reader.items(node).map { subschema(at: $0, &compiler) }
    guard !branches.isEmpty else { return }
    let stretch = compiler.stretch(branches)
    draft.add(keyword, stretch.start, stretch.count)
  }

  /// Whether the annotation `length` says that lengths are counted in characters as people see them.
  func countsCharacters(_ compiler: inout Compiler) -> Bool {
    guard let node = annotation("length", compiler) else { return false }
    if reader.content(node, equals: "characters") { return true }
    if !reader.content(node, equals: "codepoints") {
      report(
        SchemaRules.annotationInvalid, node, "'\(reader.text(node))' is not a known unit of length",
        help: "write `length: characters` or `length: codepoints`", &compiler)
    }
    return false
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
