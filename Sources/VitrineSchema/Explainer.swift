// The slow half of evaluation: why a value is not fine. Runs only where the machine said no, and asks it about every part.

import VitrineSource
import VitrineSyntax
import VitrineText

/// A step from a value to one of its parts.
enum PathPart {
  /// The value under a key.
  case key(String)
  /// An item, from 0.
  case index(Int)
}

/// Makes findings of what a program does not accept.
struct Explainer {
  /// The deepest nesting of subschemas that is explained; what is deeper is explained as a whole. Frames are large here.
  static let deepest = 150

  /// The schema.
  let schema: CompiledSchema
  /// The machine, on the same document.
  var machine: Machine
  /// The value to explain.
  let root: NodeID
  /// The limits.
  let options: EvaluateOptions
  /// What was found so far.
  var found: [Finding] = []
  /// Where the walk is.
  var path: [PathPart] = []
  /// Whether the value lies in brackets or braces.
  var isInFlow = false
  /// Whether the map around the value at hand has to have it.
  private var isRequired = false
  /// The subschema that is being explained.
  private(set) var subschema: SchemaID = 0
  /// What was found of the keys of the map at hand.
  var keyFaults = KeyFaults()
  /// How many alternatives are being explained within each other.
  var branching = 0
  /// How many subschemas are being explained within each other.
  private var depth = 0

  /// An explainer on a machine's document.
  init(schema: CompiledSchema, machine: Machine, root: NodeID, options: EvaluateOptions) {
    self.schema = schema
    self.machine = machine
    self.root = root
    self.options = options
  }

  /// The findings, in the order of the document.
  mutating func findings() -> [Finding] {
    explain(schema.start, root, Machine.noFrame)
    noteLimits()
    if found.isEmpty { add(SchemaRules.noMatch, machine.reader.node(root).range, "\(subject) does not keep its schema") }
    var all = Self.withoutEchoes(found).sorted(by: Finding.reportOrder)
    // What is asked for where a key is there may be that another one is not.
    let wanted = "this is wanted "
    for index in all.indices where all[index].rule == SchemaRules.forbidden && all[index].note.hasPrefix(wanted) {
      all[index].note = "it is not allowed " + all[index].note.dropFirst(wanted.count)
    }
    guard all.count > options.findings else { return all }
    var shown = Array(all.prefix(max(1, options.findings)))
    shown[shown.count - 1].note = "there is more to find here; it is reported once this is fixed"
    return shown
  }

  private mutating func noteLimits() {
    if let exceeded = machine.exceeded {
      let pattern = Wording.quoted(schema.program.patterns[Int(exceeded.pattern)].source)
      add(
        SchemaRules.patternLimit, machine.reader.node(exceeded.node).range, "the pattern \(pattern) takes too long on this text",
        pointer: machine.reader.pointer(of: exceeded.node, root: root))
    }
    switch machine.overrun {
    case .none: break
    case .steps:
      add(
        SchemaRules.patternLimit, ByteRange(at: machine.reader.node(root).start),
        "checking the document was given up after \(options.steps(for: machine.reader)) steps",
        help: "simplify the schema's alternatives, or the document")
    case .depth:
      add(
        SchemaRules.patternLimit, ByteRange(at: machine.reader.node(root).start),
        "the values and the schema's references are nested too deeply to be checked",
        help: "flatten the value, or break the circle of '$dynamicRef' in the schema")
    }
  }

  /// One root cause, one finding: nothing is said twice, and nothing else of a value whose type is wrong.
  private static func withoutEchoes(_ found: [Finding]) -> [Finding] {
    struct Place: Hashable {
      let range: ByteRange
      let pointer: String
    }
    if found.count < 2 { return found }
    var mistyped: Set<Place> = []
    for finding in found where finding.rule == SchemaRules.type || finding.rule == SchemaRules.empty {
      mistyped.insert(Place(range: finding.range, pointer: finding.pointer))
    }
    // Where a key asks for something else, it is not besides said to be forbidden without that.
    let asking = Set(found.lazy.filter { !$0.note.isEmpty }.map { "\($0.note) \(parent(of: $0.pointer))" })
    var seen: Set<String> = []
    return found.filter { finding in
      if finding.rule == SchemaRules.forbidden, let key = finding.pointer.split(separator: "/").last,
        asking.contains("\(Wording.wantedBecause(of: Wording.quoted(TreeReader.unescaped(key)))) \(parent(of: finding.pointer))")
      {
        return false
      }
      guard seen.insert("\(finding.rule.code) \(finding.range.start) \(finding.range.end) \(finding.message)").inserted else {
        return false
      }
      return finding.rule == SchemaRules.type || finding.rule == SchemaRules.empty
        || !mistyped.contains(Place(range: finding.range, pointer: finding.pointer))
    }
  }

  private static func parent(of pointer: String) -> Substring { pointer[..<(pointer.lastIndex(of: "/") ?? pointer.startIndex)] }

  /// Explains why a subschema does not accept a node. Does nothing where it does.
  mutating func explain(_ id: SchemaID, _ value: NodeID, _ frame: Int) {
    let rule = machine.subschemas[Int(id)]
    let value = machine.reader.resolve(value)
    let node = machine.reader.node(value)
    guard rule.verdict != .always, found.count < 4 * options.findings, machine.pay(4) else { return }
    guard depth < Explainer.deepest else {
      return add(SchemaRules.noMatch, node.range, "\(subject) does not keep its schema", help: "compare it with the schema")
    }
    if rule.verdict == .never {
      return add(SchemaRules.forbidden, machine.reader.node(value).range, "\(subject) is not allowed here")
    }
    let outer = subschema
    subschema = id
    defer { subschema = outer }
    if !machine.fits(rule.types, node, value) { return explainType(id, rule.types, value) }
    let instance = Instance(node: node, id: value, frame: frame)
    for index in rule.any.indices where !machine.accepts(machine.steps[index], instance) {
      return machine.keywords[Int(machine.steps[index].keyword)].explain(machine.steps[index], instance, &self)
    }
    depth += 1
    let enters = machine.scratch.scope.last != rule.resource
    if enters { machine.scratch.scope.append(rule.resource) }
    let wasInFlow = isInFlow
    if node.isCollection { isInFlow = node.style == .flow }
    defer {
      depth -= 1
      if enters { machine.scratch.scope.removeLast() }
      isInFlow = wasInFlow
    }
    guard rule.tracksEvaluated, node.isCollection else { return explainParts(rule, instance) }
    let own = machine.openFrame(node, value)
    explainParts(rule, Instance(node: node, id: value, frame: own))
    if frame != Machine.noFrame { machine.join(own, into: frame) }
    machine.closeFrame()
  }

  private mutating func explainParts(_ rule: Subschema, _ instance: Instance) {
    let outer = keyFaults
    keyFaults = KeyFaults()
    defer { keyFaults = outer }
    let before = found.count
    for index in rule.steps(for: instance.node.kind).indices {
      explain(machine.steps[index], instance)
      // Of a text or number only the first fault is reported.
      if instance.node.isScalar, found.count > before { return }
    }
    if instance.node.kind == .mapping {
      for index in rule.explained.indices { explain(machine.steps[index], instance) }
    }
    for index in rule.inPlace.indices { explain(machine.steps[index], instance) }
    // What was not looked at cannot be known where something before failed.
    for index in rule.unevaluated.indices where found.count == before { explain(machine.steps[index], instance) }
  }

  private mutating func explain(_ step: Step, _ instance: Instance) {
    let keyword = machine.keywords[Int(step.keyword)]
    if keyword.explainsAlways || !machine.accepts(step, instance) { keyword.explain(step, instance, &self) }
  }

  /// Explains a part of the value at hand.
  mutating func explain(_ id: SchemaID, _ value: NodeID, at part: PathPart) {
    let outer = isRequired
    isRequired = if case .key(let key) = part { requiredNames(of: subschema).contains(key) } else { false }
    path.append(part)
    explain(id, value, Machine.noFrame)
    path.removeLast()
    isRequired = outer
  }
}

extension Explainer {
  /// Notes a finding about the value at hand.
  mutating func add(
    _ rule: Rule, _ range: ByteRange, _ message: String, pointer: String? = nil, label: String = "", help: String? = nil,
    note: String = "", related: [RelatedPlace] = [], fixes: [Fix] = []
  ) {
    found.append(
      Finding(
        rule, at: range, pointer: pointer ?? self.pointer, message, label: label, help: help, note: note, related: related,
        fixes: fixes))
  }

  /// The JSON Pointer of the value at hand.
  var pointer: String {
    path.reduce(into: "") { pointer, part in
      switch part {
      case .key(let key): pointer += "/" + TreeReader.escaped(key)
      case .index(let index): pointer += "/\(index)"
      }
    }
  }

  /// The value at hand in words: 'title', or item 2 of 'tags'.
  var subject: String {
    switch path.last {
    case .none: return "the document"
    case .key(let key): return Wording.quoted(key)
    case .index(let index): return lastKey.map { "item \(index + 1) of \(Wording.quoted($0))" } ?? "item \(index + 1)"
    }
  }

  /// What to do about a value at hand that says nothing: to write one, or to delete its item or its key, where that need not be there.
  func adviceOnEmpty(_ value: String = "a value") -> String {
    let part = if case .index = path.last { "item" } else { "key" }
    return isRequired ? "write \(value)" : "write \(value), or delete the \(part)"
  }

  /// The last key on the path.
  var lastKey: String? {
    for part in path.reversed() {
      if case .key(let key) = part { return key }
    }
    return nil
  }

  /// The document.
  var reader: TreeReader { machine.reader }
}
