// The fast half of evaluation: whether a value is fine. Only pointers and numbers; nothing is allocated while values are fine.

import VitrineSyntax
import VitrineText

/// Scratch memory that is kept from one evaluation to the next.
struct Scratch {
  /// The resources entered, for `$dynamicRef`.
  var scope: [UInt32] = []
  /// The words of all open frames of evaluated children.
  var marks: [UInt64] = []
  /// Where each open frame starts in `marks`.
  var frames: [Int] = []
  /// The table of `uniqueItems`.
  var unique: [UInt64] = []
  /// The entries of mappings with merge keys, by node.
  var merged: [NodeID: [Entry]] = [:]

  /// Suggestions made before: a value that is wrong in one record is often wrong in a thousand.
  var suggestions: [SuggestionKey: Suggestion?] = [:]

  /// Empties it, keeping the memory.
  mutating func reset() {
    scope.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    frames.removeAll(keepingCapacity: true)
    if !merged.isEmpty { merged.removeAll() }
  }
}

/// Why an evaluation was given up.
enum Overrun: UInt8 {
  /// It was not.
  case none
  /// Too many steps.
  case steps
  /// Subschemas within subschemas without end.
  case depth
}

/// Runs a program on one tree. Valid only inside `CompiledSchema.withMachine`.
struct Machine {
  /// The deepest nesting of subschemas.
  static let deepest = 600
  /// The hash of the empty name.
  static let emptyNameHash: UInt64 = 0x51_7C_C1_B7_27_22_0A_95

  /// The document that is evaluated; a key alone while its name is checked. A pointer, as all here, to keep frames small.
  var document: UnsafePointer<TreeReader>
  /// The program.
  private let program: UnsafePointer<ProgramPointers>

  /// Memory kept between runs.
  var scratch: Scratch
  /// How many steps are left.
  var budget: Int
  /// How many subschemas are being evaluated within each other.
  var depth = 0
  /// Whether the evaluation was given up; what follows accepts everything.
  var overrun = Overrun.none
  /// The number read last.
  private var number: (id: NodeID, value: WrittenNumber)?
  /// The first pattern that was given up, and the node it was tried on.
  var exceeded: (pattern: UInt32, node: NodeID)?

  /// A machine on a document.
  init(document: UnsafePointer<TreeReader>, program: UnsafePointer<ProgramPointers>, scratch: Scratch, budget: Int) {
    self.document = document
    self.program = program
    self.scratch = scratch
    self.budget = budget
  }

  /// The document.
  @inline(__always) var reader: TreeReader { document.pointee }
  /// The program's literals.
  @inline(__always) var literals: TreeReader { program.pointee.literals }
  /// The program's patterns.
  @inline(__always) var patterns: UnsafeBufferPointer<Pattern> { program.pointee.patterns }
  /// See `Program`.
  @inline(__always) var subschemas: UnsafeBufferPointer<Subschema> { program.pointee.rules.subschemas }
  /// See `Program`.
  @inline(__always) var steps: UnsafeBufferPointer<Step> { program.pointee.rules.steps }
  /// See `Program`.
  @inline(__always) var objects: UnsafeBufferPointer<ObjectRule> { program.pointee.rules.objects }
  /// See `Program`.
  @inline(__always) var values: UnsafeBufferPointer<ValueSet> { program.pointee.rules.values }
  /// See `Program`.
  @inline(__always) var ids: UnsafeBufferPointer<UInt32> { program.pointee.lists.ids }
  /// See `Program`.
  @inline(__always) var slots: UnsafeBufferPointer<Slot> { program.pointee.lists.slots }
  /// See `Program`.
  @inline(__always) var bounds: UnsafeBufferPointer<Bound> { program.pointee.lists.bounds }
  /// See `Program`.
  @inline(__always) var prefixes: UnsafeBufferPointer<Name> { program.pointee.lists.prefixes }
  /// See `Program`.
  @inline(__always) var names: UnsafeBufferPointer<Name> { program.pointee.lists.names }
  /// See `Program`.
  @inline(__always) var patterned: UnsafeBufferPointer<PatternedProperty> { program.pointee.lists.patterned }
  /// See `Program`.
  @inline(__always) var anchors: UnsafeBufferPointer<DynamicAnchor> { program.pointee.lists.anchors }
  /// See `Program`.
  @inline(__always) var bytes: UnsafeBufferPointer<UInt8> { program.pointee.lists.bytes }

  /// The keywords, by their number in steps.
  @inline(__always) var keywords: UnsafeBufferPointer<any Keyword.Type> { program.pointee.rules.keywords }

  /// The frame that stands for "nobody asks".
  static let noFrame = -1

  /// Whether a subschema accepts a node. `frame` collects which children were looked at.
  mutating func accepts(_ schema: SchemaID, _ id: NodeID, _ frame: Int = Machine.noFrame) -> Bool {
    guard let first = subschemas.baseAddress else { return true }
    let rule = first + Int(schema)
    if rule.pointee.verdict.rawValue != 0 { return rule.pointee.verdict.rawValue == 1 }
    budget &-= 1
    guard budget > 0, depth < Machine.deepest, overrun == .none else {
      giveUp()
      return true
    }
    var id = id
    var node = document.pointee.nodes[Int(id)]
    if node.isAlias {
      id = node.content
      node = document.pointee.nodes[Int(id)]
    }
    if rule.pointee.types.rawValue != 127, !fits(rule.pointee.types, node, id) { return false }
    let instance = Instance(node: node, id: id, frame: frame)
    if rule.pointee.any.count > 0, !accepts(rule.pointee.any, instance) { return false }
    depth &+= 1
    defer { depth &-= 1 }
    if anchors.count > 0 { return acceptsInScope(rule, instance) }
    return rule.pointee.tracksEvaluated ? acceptsTracking(rule, instance) : acceptsParts(rule, instance)
  }

  /// The same, with the subschema's resource in the dynamic scope.
  private mutating func acceptsInScope(_ rule: UnsafePointer<Subschema>, _ instance: Instance) -> Bool {
    let enters = scratch.scope.last != rule.pointee.resource
    if enters { scratch.scope.append(rule.pointee.resource) }
    defer { if enters { scratch.scope.removeLast() } }
    return rule.pointee.tracksEvaluated ? acceptsTracking(rule, instance) : acceptsParts(rule, instance)
  }

  /// The same, with a frame of its own, whose marks the outer frame gets in the end.
  private mutating func acceptsTracking(_ rule: UnsafePointer<Subschema>, _ instance: Instance) -> Bool {
    guard instance.node.isCollection else { return acceptsParts(rule, instance) }
    let frame = openFrame(instance.node, instance.id)
    defer { closeFrame() }
    guard acceptsParts(rule, Instance(node: instance.node, id: instance.id, frame: frame)) else { return false }
    if instance.frame != Machine.noFrame { join(frame, into: instance.frame) }
    return true
  }

  @inline(__always)
  private mutating func acceptsParts(_ rule: UnsafePointer<Subschema>, _ instance: Instance) -> Bool {
    let own = rule.pointee.steps(for: instance.node.kind)
    if own.count > 0, !accepts(own, instance) { return false }
    if rule.pointee.inPlace.count > 0, !accepts(rule.pointee.inPlace, instance) { return false }
    return rule.pointee.unevaluated.count == 0 || accepts(rule.pointee.unevaluated, instance)
  }

  /// Whether all of some steps accept a value.
  @inline(__always)
  mutating func accepts(_ stretch: Stretch, _ instance: Instance) -> Bool {
    guard var step = steps.baseAddress.map({ $0 + Int(stretch.start) }) else { return true }
    let end = step + Int(stretch.count)
    while step < end {
      if !accepts(step.pointee, instance) { return false }
      step += 1
    }
    return true
  }

  /// Whether a step accepts a value.
  @inline(__always)
  mutating func accepts(_ step: Step, _ instance: Instance) -> Bool {
    keywords[Int(step.keyword)].accepts(step, instance, &self)
  }

  /// The step of a keyword in a subschema; nil where it has none.
  func step(of keyword: any Keyword.Type, in id: SchemaID) -> Step? {
    for index in subschemas[Int(id)].steps where steps[index].isOf(keyword) { return steps[index] }
    return nil
  }

  /// Notes that the evaluation cannot be finished.
  mutating func giveUp() {
    if overrun == .none { overrun = budget <= 0 ? .steps : .depth }
  }

  /// Pays for work that is not an `accepts`; false where there is nothing left.
  mutating func pay(_ steps: Int) -> Bool {
    budget &-= steps
    if budget > 0 { return overrun == .none }
    giveUp()
    return false
  }
}

extension Machine {
  /// Whether a node is of one of the types. On bits, since option sets are not always specialised.
  @inline(__always)
  func fits(_ types: TypeMask, _ node: Node, _ id: NodeID) -> Bool {
    let wanted = types.rawValue
    switch node.kind {
    case .null: return wanted & 1 != 0
    case .bool: return wanted & 2 != 0
    case .int: return wanted & 12 != 0
    case .float: return wanted & 8 != 0 || (wanted & 4 != 0 && WrittenNumber(content(node)).isIntegral)
    case .string: return wanted & 16 != 0
    case .sequence: return wanted & 32 != 0
    case .mapping: return wanted & 64 != 0
    case .alias: return true
    }
  }

  /// The bytes of a name of the program.
  @inline(__always)
  func name(_ name: Name) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[Int(name.start)..<Int(name.start) + Int(name.count)])
  }

  /// Looks a name up; the index of its slot or -1.
  @inline(__always)
  func look(up content: UnsafeBufferPointer<UInt8>, in table: Table) -> Int {
    guard table.slots.count > 0, let names = bytes.baseAddress else { return -1 }
    let mask = Int(table.slots.count) &- 1
    let hash =
      content.baseAddress.map { content.isEmpty ? Machine.emptyNameHash : nameHash($0, content.count) } ?? Machine.emptyNameHash
    let upper = UInt32(truncatingIfNeeded: hash &>> 32)
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[Int(table.slots.start) &+ index]
      if slot.name.count == absent { return -1 }
      if slot.hash == upper, Int(slot.name.count) == content.count {
        guard let start = content.baseAddress, content.count > 0 else { return Int(table.slots.start) &+ index }
        if sameBytes(start, names + Int(slot.name.start), content.count) { return Int(table.slots.start) &+ index }
      }
      index = (index &+ 1) & mask
    }
  }

  /// The bytes of a scalar that is no alias.
  @inline(__always)
  func content(_ node: Node) -> UnsafeBufferPointer<UInt8> {
    let base = node.isDecoded ? document.pointee.decoded.baseAddress : document.pointee.bytes.baseAddress
    guard node.isScalar, node.contentCount > 0, let base else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: base + Int(node.content), count: Int(node.contentCount))
  }

  /// Whether a value is one of a set.
  mutating func contains(_ set: ValueSet, _ node: Node, _ id: NodeID) -> Bool {
    if node.isString { return look(up: content(node), in: set.strings) >= 0 }
    for index in set.others.indices where same(reader, id, literals, ids[index]) { return true }
    return false
  }

  /// Whether a pattern is found in a text. A pattern that takes too long is noted, and counts as found.
  mutating func matches(_ pattern: UInt32, _ content: UnsafeBufferPointer<UInt8>, _ id: NodeID) -> Bool {
    let prefix = prefixes[Int(pattern)]
    if prefix.count != absent {
      guard content.count >= Int(prefix.count), let start = content.baseAddress, let wanted = bytes.baseAddress else {
        return false
      }
      return sameBytes(start, wanted + Int(prefix.start), Int(prefix.count))
    }
    switch patterns[Int(pattern)].outcome(in: content) {
    case .matched: return true
    case .unmatched: return false
    case .exceeded:
      if exceeded == nil { exceeded = (pattern, id) }
      // A given-up search has cost about as much as a million steps; a file full of them must end.
      _ = pay(1_000_000)
      return true
    }
  }

  /// The number that a value is. Kept from one keyword to the next, since most numbers are asked for a minimum and a maximum.
  mutating func number(_ instance: Instance) -> WrittenNumber {
    if let number, number.id == instance.id { return number.value }
    let value = WrittenNumber(content(instance.node))
    number = (instance.id, value)
    return value
  }

  /// The number of the schema at an index, with its text.
  func bound(_ index: UInt32) -> WrittenNumber {
    WrittenNumber(bounds[Int(index)].number, name(bounds[Int(index)].text))
  }
}

extension Subschema {
  /// The steps for values of a kind.
  @inline(__always)
  func steps(for kind: Node.Kind) -> Stretch {
    switch kind {
    case .string: string
    case .int, .float: number
    case .mapping: object
    case .sequence: array
    case .null, .bool, .alias: Stretch()
    }
  }
}
