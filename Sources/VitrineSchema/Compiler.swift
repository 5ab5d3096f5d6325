// From schema documents to a program: one subschema after the other from a list of what is still to do, so that depth costs nothing.

import VitrineSource
import VitrineSyntax
import VitrineText

/// Compiles one schema of a library.
struct Compiler {
  /// Where references lead.
  let library: SchemaLibrary
  /// What is asked for.
  let options: CompileOptions
  /// What is written.
  var program = Program()
  /// The subschemas met so far.
  var indices: [SchemaPlace: SchemaID] = [:]
  /// Which of them still have to be compiled.
  var pending: [SchemaID] = []
  /// Names of dynamic anchors that are referred to.
  var anchorNames: [String: UInt32] = [:]
  /// Resources that have a compiled subschema, in the order met.
  var entered: [Int] = []
  /// Patterns by their text.
  var patternIndices: [[UInt8]: UInt32] = [:]
  private var enteredSet: Set<Int> = []
  private var vocabularies: [Int: Vocabulary] = [:]
  private var findings: [SchemaFinding] = []

  /// A compiler for a library.
  init(library: SchemaLibrary, options: CompileOptions) {
    self.library = library
    self.options = options
  }

  /// Compiles the subschema at a place with all it refers to.
  mutating func compile(_ place: SchemaPlace, uri: String) -> CompiledSchema {
    let start = schema(at: place)
    repeat {
      while let next = pending.popLast() { compileSubschema(next) }
      addDynamicAnchors()
    } while !pending.isEmpty
    breakCircles()
    forwardReferences()
    return CompiledSchema(
      storage: SchemaStorage(
        uri: uri, options: options, program: program, documents: library.documents, start: start, indices: indices))
  }

  /// The index of the subschema at a place, which is compiled later if it is new.
  mutating func schema(at place: SchemaPlace) -> SchemaID {
    if let known = indices[place] { return known }
    let index = SchemaID(clamping: program.subschemas.count)
    indices[place] = index
    let resource = library.resource(of: place)
    var subschema = Subschema()
    subschema.document = UInt32(clamping: place.document)
    subschema.node = place.node
    subschema.resource = UInt32(clamping: resource)
    program.subschemas.append(subschema)
    pending.append(index)
    if enteredSet.insert(resource).inserted { entered.append(resource) }
    return index
  }

  private mutating func compileSubschema(_ index: SchemaID) {
    let place = SchemaPlace(
      document: Int(program.subschemas[Int(index)].document), node: program.subschemas[Int(index)].node)
    let tree = library.documents[place.document].tree
    let resource = Int(program.subschemas[Int(index)].resource)
    tree.withReader { reader in
      let node = reader.node(place.node)
      switch node.kind {
      case .bool:
        let isTrue = reader.content(place.node).first.map { $0 | 0x20 } == UInt8(ascii: "t")
        program.subschemas[Int(index)].verdict = isTrue ? .always : .never
      case .mapping:
        let scope = SubschemaCompiler(
          reader: reader, place: place, resource: library.resources[resource], vocabulary: vocabulary(of: resource))
        program.subschemas[Int(index)] = scope.compile(program.subschemas[Int(index)], into: &self)
      case .null, .int, .float, .string, .sequence, .alias:
        program.subschemas[Int(index)].verdict = .always
        report(SchemaRules.schemaInvalid, place, "a schema must be a map, true or false", help: "write a map of keywords here")
      }
    }
  }

  /// The keywords in force: what the custom meta-schema's `$vocabulary` says.
  private mutating func vocabulary(of index: Int) -> Vocabulary {
    if let known = vocabularies[index] { return known }
    vocabularies[index] = .standard
    let resource = library.resources[index]
    guard let custom = resource.customMetaSchema else { return .standard }
    let root = SchemaPlace(document: resource.document, node: resource.node)
    guard let place = library.find(URIReference(custom)) else {
      let known = library.addresses + [Draft.draft2020.metaSchema, Draft.draft7.metaSchema]
      reportMember(
        "$schema", of: root, SchemaRules.unresolvedReference, "no meta-schema has the address '\(custom)'",
        nearest: NearestWord.nearest(to: custom, in: known))
      return .standard
    }
    let tree = library.documents[place.document].tree
    let (found, unknown) = tree.withReader { reader -> (Vocabulary?, String?) in
      guard let list = reader.value(place.node, "$vocabulary") else { return (nil, nil) }
      var result: Vocabulary = []
      var unknown: String?
      for entry in reader.writtenEntries(list) {
        if let vocabulary = Vocabulary(uri: reader.text(entry.key)) {
          result.formUnion(vocabulary)
        } else if reader.content(entry.value, equals: "true") {
          unknown = reader.text(entry.key)
        }
      }
      return (result, unknown)
    }
    if let unknown {
      reportMember(
        "$schema", of: root, SchemaRules.schemaInvalid, "the meta-schema wants the unknown vocabulary '\(unknown)'", nearest: nil)
    }
    vocabularies[index] = found ?? .standard
    return found ?? .standard
  }

  /// Compiles every dynamic anchor that a `$dynamicRef` met so far may lead to.
  private mutating func addDynamicAnchors() {
    var known: Set<UInt64> = []
    for anchor in program.anchors { known.insert(UInt64(anchor.name) << 32 | UInt64(anchor.resource)) }
    for (name, number) in anchorNames.sorted(by: { $0.value < $1.value }) {
      for resource in entered where !known.contains(UInt64(number) << 32 | UInt64(resource)) {
        guard let node = library.resources[resource].dynamicAnchors[name] else { continue }
        let place = SchemaPlace(document: library.resources[resource].document, node: node)
        program.anchors.append(DynamicAnchor(name: number, resource: UInt32(clamping: resource), schema: schema(at: place)))
      }
    }
  }
}

extension Compiler {
  /// What was found, in the order of a report.
  var sortedFindings: [SchemaFinding] {
    Array(Set(findings)).sorted { left, right in
      left.uri == right.uri ? Finding.reportOrder(left.finding, right.finding) : left.uri < right.uri
    }
  }

  /// Notes a fault at a node of a schema document.
  mutating func report(
    _ rule: Rule, _ place: SchemaPlace, _ message: String, label: String = "", help: String? = nil, fixes: [Fix] = []
  ) {
    guard findings.count < Limits.findings else { return }
    let document = library.documents[place.document]
    let (range, pointer) = document.tree.withReader { reader in
      (reader.node(place.node).range, reader.pointer(of: place.node, root: document.root ?? 0))
    }
    let finding = Finding(rule, at: range, pointer: pointer, message, label: label, help: help, fixes: fixes)
    findings.append(SchemaFinding(uri: document.uri, finding))
  }

  /// Notes a fault at the value of a member, with the nearest right word if there is one.
  mutating func reportMember(_ key: String, of place: SchemaPlace, _ rule: Rule, _ message: String, nearest: String?) {
    let tree = library.documents[place.document].tree
    let member = tree.withReader { $0.value(place.node, named: key) } ?? place.node
    let target = SchemaPlace(document: place.document, node: member)
    guard let nearest else { return report(rule, target, message) }
    let (range, style) = tree.withReader { ($0.node(member).range, $0.node(member).style) }
    let fix = Fix(
      "replace with '\(nearest)'", [TextEdit(range, ScalarText.yaml(for: nearest, style: style, inFlow: true))], isSafe: false)
    report(rule, target, message, label: "did you mean '\(nearest)'?", fixes: [fix])
  }

  /// The subschema that a reference leads to; nil, with a finding, where it leads nowhere.
  mutating func resolve(_ reference: String, from place: SchemaPlace, resource: SchemaResource, keyword: String) -> SchemaPlace? {
    let uri = URIReference(reference).resolved(against: URIReference(resource.uri))
    if let found = library.find(uri) { return found }
    let address = uri.withoutFragment
    if let index = library.byURI[address] {
      let target = library.resources[index]
      let names = target.anchors.keys.map { "#" + $0 } + definitions(of: target).map { "#/" + $0 }
      let wanted = "#" + (uri.fragment ?? "")
      reportMember(
        keyword, of: place, SchemaRules.unresolvedReference,
        "'\(reference)' leads to nothing: there is no '\(wanted)' in that schema",
        nearest: NearestWord.nearest(to: wanted, in: names.sorted()).map { withoutFragment(reference) + $0 })
    } else {
      let own = library.documents[place.document].uri
      let others = library.addresses.filter { $0 != own && $0 != resource.uri }
      let nearest = NearestWord.nearest(to: address, in: others).map { relative($0, to: resource.uri, like: reference) }
      reportMember(
        keyword, of: place, SchemaRules.unresolvedReference,
        "'\(reference)' leads to nothing: no schema has the address '\(address)'",
        nearest: nearest)
    }
    return nil
  }

  /// An address as seen from the folder of another, where the reference it replaces was relative too.
  private func relative(_ address: String, to base: String, like reference: String) -> String {
    guard URIReference(reference).scheme == nil, let slash = base.lastIndex(of: "/"), address.hasPrefix(base[...slash]) else {
      return address
    }
    return String(address[base.index(after: slash)...])
  }

  private func withoutFragment(_ reference: String) -> String { URIReference(reference).withoutFragment }

  private func definitions(of resource: SchemaResource) -> [String] {
    library.documents[resource.document].tree.withReader { reader in
      var names: [String] = []
      for key in ["$defs", "definitions"] {
        guard let list = reader.value(resource.node, named: key) else { continue }
        reader.forEachEntry(list) { names.append(key + "/" + TreeReader.escaped(reader.text($0.key))) }
      }
      return names
    }
  }

  /// The number of a dynamic anchor's name.
  mutating func anchorNumber(_ name: String) -> UInt32 {
    if let known = anchorNames[name] { return known }
    let number = UInt32(clamping: anchorNames.count)
    anchorNames[name] = number
    return number
  }

  /// Appends to the program's list of numbers.
  mutating func stretch(_ numbers: [UInt32]) -> Stretch {
    let start = UInt32(clamping: program.ids.count)
    program.ids += numbers
    return Stretch(start: start, count: UInt32(clamping: numbers.count))
  }

  /// Appends to the program's list of names.
  mutating func names(_ names: [[UInt8]]) -> Stretch {
    let start = UInt32(clamping: program.names.count)
    for name in names { program.names.append(program.intern(name)) }
    return Stretch(start: start, count: UInt32(clamping: names.count))
  }
}
