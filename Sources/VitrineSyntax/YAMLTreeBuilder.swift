// libyaml's events to the tree, with exact byte ranges, limits, anchors and typed scalars.

import VitrineSource

/// Builds one tree from one text.
struct YAMLTreeBuilder {
  /// The nodes so far.
  private(set) var nodes: [Node] = []
  /// Decoded content so far.
  private(set) var decoded: [UInt8] = []
  /// The roots of the documents so far.
  private(set) var roots: [NodeID] = []
  /// What is wrong.
  private(set) var findings: [Finding] = []
  /// True once the end of the stream was reached.
  private(set) var isComplete = false
  /// Whether something was read otherwise than it was meant, such as a key that no field could have: the findings say what.
  private var isMisread = false

  private let purpose: YAML.Purpose
  private var frames: [Frame] = []
  private var anchors: [String: Anchor] = [:]
  /// The names of aliases that no anchor was found for.
  private var unknownAliases: Set<String> = []

  /// A collection that is being read.
  private struct Frame {
    var id: NodeID
    var children: UInt32 = 0
    /// The nodes this part stands for once aliases are followed.
    var expanded = 1
    /// The nesting below, once aliases are followed.
    var height = 1
    var isMapping: Bool
    /// Where the last child ends.
    var end: UInt32
    var anchor: String?
  }

  /// An anchored node: what an alias to it stands for.
  private struct Anchor {
    var id: NodeID
    var expanded: Int
    var height: Int
    /// False while its collection is still open: an alias then contains itself.
    var isClosed: Bool
  }

  /// A builder for a text of about this size.
  init(byteCount: Int, purpose: YAML.Purpose) {
    self.purpose = purpose
    nodes.reserveCapacity(min(byteCount / 8 + 8, 1 << 16))
  }

  /// Reads all of `bytes`, which must be UTF-8.
  mutating func build(from bytes: UnsafeBufferPointer<UInt8>) {
    let origin = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let offsets = CodePointOffsets(bytes, origin: origin, isASCII: UTF8Check.isASCII(bytes))
    // A byte order mark would be a column to libyaml, and the second line stand left of the first.
    var reader = YAMLEventReader(UnsafeBufferPointer(rebasing: bytes[origin...]))
    do throws(YAMLProblem) {
      while true {
        let event = try reader.next()
        switch event.kind {
        case .streamEnd:
          isComplete = !isMisread
          return
        case .streamStart, .documentEnd: continue
        case .documentStart: guard startDocument(event, offsets) else { return }
        case .scalar: guard addScalar(event, offsets, bytes) else { return }
        case .alias: guard addAlias(event, offsets, bytes) else { return }
        case .mappingStart, .sequenceStart: guard open(event, offsets, bytes) else { return }
        case .mappingEnd, .sequenceEnd: guard close(event, offsets, bytes) else { return }
        }
      }
    } catch {
      closeAll()
      let fault = YAMLMessages.finding(for: error, in: bytes, offsets, origin: origin)
      // A sign that does not belong there is no tag.
      findings.removeAll { $0.rule == SyntaxRules.unknownTag && $0.range.start == fault.range.start }
      if findings.contains(where: { $0.rule == fault.rule && $0.range == fault.range }) { return }
      // What is wrong with a value is told once: '*Ultra Marines' is no alias, and no text either.
      if let last = findings.last, last.rule == fault.rule, last.range < fault.range,
        !bytes[Int(last.range.start)..<Int(fault.range.start)].contains(0x0A)
      {
        return
      }
      findings.append(fault)
    }
  }
}

// MARK: events

extension YAMLTreeBuilder {
  /// False where the rest must not be read.
  private mutating func startDocument(_ event: YAMLEvent, _ offsets: CodePointOffsets) -> Bool {
    anchors.removeAll()
    guard purpose == .document, !roots.isEmpty else { return true }
    findings.append(
      Finding(
        SyntaxRules.multiDocument, at: ByteRange(offsets.byte(event.start), offsets.byte(event.end)),
        "a second document starts here; only the first is read"))
    return false
  }

  /// False where the rest must not be read.
  private mutating func addScalar(_ event: YAMLEvent, _ offsets: CodePointOffsets, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let outer = UInt32(offsets.byte(event.start))
    guard nodes.count < Limits.expandedNodes else { return tooMany(at: outer) }
    var end = offsets.byte(event.end)
    var start = Int(outer)
    var flags: Node.Flags = []
    if event.anchor != nil || event.tag != nil {
      start = YAMLProperties.skip(bytes, from: start, to: end)
      if event.anchor != nil { flags.insert(.anchored) }
      if event.tag != nil { flags.insert(.tagged) }
    }
    if event.style == .literal || event.style == .folded {
      while end > start, YAMLProperties.isBlank(bytes[end - 1]) { end -= 1 }
    }
    let value = UnsafeBufferPointer(start: event.value, count: event.valueCount)
    var kind: Node.Kind = .string
    if event.style == .plain, event.tag == nil {
      kind = YAMLCoreSchema.kind(of: value)
    } else if let tag = event.tag {
      let range = ByteRange(outer, UInt32(start))
      kind = YAMLTags.kind(tag, value, isPlain: event.style == .plain) { message in
        findings.append(Finding(SyntaxRules.unknownTag, at: range, message))
      }
    }
    if event.style == .singleQuoted || event.style == .doubleQuoted, end < bytes.count, bytes[end] == UInt8(ascii: "#"),
      !isMisread
    {
      // libyaml takes it for a comment, which wants a blank before it: mostly it is the rest of a text with quotes in it.
      let fault = YAMLFault(
        problem: "did not find expected key", context: "while parsing a block mapping", place: end, contextPlace: start,
        bytes: bytes)
      findings.append(fault.finding())
      isMisread = true
    }
    let quote = event.style == .plain ? 0 : 1
    var content = start + quote
    if event.style.isBlockScalar || end - start - 2 * quote != value.count
      || !Self.same(bytes, content, value)
    {
      flags.insert(.decoded)
      content = decoded.count
      decoded.append(contentsOf: value)
    }
    add(
      Node(
        kind: kind, style: event.style, flags: flags, start: UInt32(start), end: UInt32(end), content: UInt32(content),
        contentCount: UInt32(value.count), propertiesStart: outer), expanded: 1, height: 0)
    if let anchor = event.anchor {
      anchors[String(cString: anchor)] = Anchor(id: NodeID(nodes.count - 1), expanded: 1, height: 0, isClosed: true)
    }
    return true
  }

  /// False where the rest must not be read.
  private mutating func addAlias(_ event: YAMLEvent, _ offsets: CodePointOffsets, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let range = ByteRange(offsets.byte(event.start), offsets.byte(event.end))
    let name = event.anchor.map { String(cString: $0) } ?? ""
    guard let anchor = anchors[name], anchor.isClosed else {
      if anchors[name] != nil {
        findings.append(Finding(SyntaxRules.aliasBomb, at: range, "alias '*\(name)' stands for a value that contains it"))
      } else if unknownAliases.insert(name).inserted {
        findings.append(YAMLMessages.unknownAlias(name, at: range, known: Array(anchors.keys)))
      }
      addNull(at: range)
      return true
    }
    add(
      Node(
        kind: .alias, style: .plain, start: range.start, end: range.end, content: anchor.id, propertiesStart: range.start),
      expanded: anchor.expanded, height: anchor.height)
    guard let frame = frames.last else { return true }
    guard frame.expanded <= Limits.expandedNodes else {
      findings.append(
        Finding(
          SyntaxRules.aliasBomb, at: range,
          "with its aliases followed, the file stands for more than \(Limits.expandedNodes) values"))
      return stop()
    }
    guard frames.count + anchor.height <= Limits.depth else { return tooDeep(range) }
    return true
  }

  private mutating func open(_ event: YAMLEvent, _ offsets: CodePointOffsets, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let outer = offsets.byte(event.start)
    var start = outer
    var flags: Node.Flags = []
    if event.anchor != nil || event.tag != nil {
      start = YAMLProperties.skip(bytes, from: outer, to: bytes.count)
      if event.anchor != nil { flags.insert(.anchored) }
      if let tag = event.tag {
        flags.insert(.tagged)
        if let message = YAMLTags.collectionFault(tag, isMapping: event.kind == .mappingStart) {
          findings.append(Finding(SyntaxRules.unknownTag, at: ByteRange(outer, start), message))
        }
      }
    }
    let isMapping = event.kind == .mappingStart
    guard frames.count < Limits.depth else { return tooDeep(ByteRange(start, min(start + 1, bytes.count))) }
    guard nodes.count < Limits.expandedNodes else { return tooMany(at: UInt32(start)) }
    // A parent must know its child before the child's own children come: `add` would count the size too early.
    if let parent = frames.indices.last { frames[parent].children += 1 }
    if frames.isEmpty { roots.append(NodeID(nodes.count)) }
    let anchor = event.anchor.map { String(cString: $0) }
    if let anchor { anchors[anchor] = Anchor(id: NodeID(nodes.count), expanded: 0, height: 0, isClosed: false) }
    frames.append(Frame(id: NodeID(nodes.count), isMapping: isMapping, end: UInt32(start), anchor: anchor))
    nodes.append(
      Node(
        kind: isMapping ? .mapping : .sequence, style: event.style, flags: flags, start: UInt32(start), end: UInt32(start),
        propertiesStart: UInt32(outer)))
    return true
  }

  private mutating func close(_ event: YAMLEvent, _ offsets: CodePointOffsets, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let frame = frames.popLast() else { return true }
    let id = Int(frame.id)
    finish(frame, flowEnd: nodes[id].style == .flow ? UInt32(offsets.byte(event.end)) : nil)
    if let name = frame.anchor {
      anchors[name] = Anchor(id: frame.id, expanded: frame.expanded, height: frame.height, isClosed: true)
    }
    if let parent = frames.indices.last {
      frames[parent].expanded += frame.expanded
      frames[parent].height = max(frames[parent].height, frame.height + 1)
    }
    if frame.isMapping { checkKeys(of: frame.id, bytes) }
    return findings.count < Limits.findings || stop()
  }

  /// Gives a collection its end, its count and its `next`.
  private mutating func finish(_ frame: Frame, flowEnd: UInt32?) {
    let id = Int(frame.id)
    var children = frame.children
    if frame.isMapping, children % 2 == 1 {
      // The text ended between a key and its value.
      let end = nodes[nodes.count - 1].end
      nodes.append(Node(kind: .null, style: .plain, start: end, end: end, content: end, propertiesStart: end))
      nodes[nodes.count - 1].next = NodeID(nodes.count)
      children += 1
    }
    nodes[id].content = children
    nodes[id].next = NodeID(nodes.count)
    nodes[id].end = max(flowEnd ?? frame.end, nodes[id].start)
    if let parent = frames.indices.last { frames[parent].end = nodes[id].end }
  }

  private mutating func add(_ node: Node, expanded: Int, height: Int) {
    if frames.isEmpty { roots.append(NodeID(nodes.count)) }
    nodes.append(node)
    nodes[nodes.count - 1].next = NodeID(nodes.count)
    guard let parent = frames.indices.last else { return }
    frames[parent].children += 1
    frames[parent].end = node.end
    frames[parent].expanded += expanded
    frames[parent].height = max(frames[parent].height, height + 1)
  }

  private mutating func addNull(at range: ByteRange) {
    add(
      Node(kind: .null, style: .plain, start: range.start, end: range.end, content: range.start, propertiesStart: range.start),
      expanded: 1, height: 0)
  }

  private mutating func tooMany(at offset: UInt32) -> Bool {
    findings.append(
      Finding(SyntaxRules.tooLarge, at: ByteRange(at: offset), "the file holds more than \(Limits.expandedNodes) values"))
    return stop()
  }

  private mutating func tooDeep(_ range: ByteRange) -> Bool {
    findings.append(
      Finding(SyntaxRules.tooDeep, at: range, "collections are nested more than \(Limits.depth) deep"))
    return stop()
  }

  /// Ends reading: closes what is open, so that the tree is whole. Always false.
  private mutating func stop() -> Bool {
    closeAll()
    return false
  }

  private mutating func closeAll() {
    while let frame = frames.popLast() { finish(frame, flowEnd: nil) }
  }

  private static func same(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ value: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard start + value.count <= bytes.count else { return false }
    for index in 0..<value.count where bytes[start + index] != value[index] { return false }
    return true
  }
}

// MARK: keys

extension YAMLTreeBuilder {
  /// Looks for merge keys, repeated keys and keys that are collections.
  private mutating func checkKeys(of mapping: NodeID, _ bytes: UnsafeBufferPointer<UInt8>) {
    var found: [Finding] = []
    var merges = false
    var isUnusable = false
    nodes.withUnsafeBufferPointer { nodes in
      decoded.withUnsafeBufferPointer { decoded in
        let reader = TreeReader(nodes: nodes, bytes: bytes, decoded: decoded)
        for entry in reader.writtenEntries(mapping) where found.count < Limits.findings {
          let key = reader.node(entry.key)
          if key.style == .plain, key.contentCount == 2, reader.content(entry.key, equals: "<<") { merges = true }
          if purpose == .document, reader.resolved(entry.key).isCollection {
            found.append(complexKey(key, bytes))
            isUnusable = true
          } else if purpose == .document, key.style == .plain, let blank = ForeignBlank(at: Int(key.range.start), in: bytes) {
            found.append(blank.finding)
            isUnusable = true
          } else if purpose == .document, key.contentCount == 0, key.flags.contains(.anchored) {
            found.append(
              Finding(
                SyntaxRules.yamlSyntax, at: ByteRange(key.propertiesStart, max(key.start, key.propertiesStart + 1)),
                "the '&' before it makes this key an anchor", help: "delete the '&', or quote the key"))
            isUnusable = true
          }
        }
        var repeated = RepeatedKeys(isItem: frames.last.map { !$0.isMapping } ?? false, isRoot: frames.isEmpty)
        DuplicateKeys.find(in: mapping, reader) { second, first in
          guard found.count < Limits.findings else { return }
          if let finding = repeated.add(second, first, reader) { found.append(finding) }
        }
        if let last = repeated.finish(reader) { found.append(last) }
      }
    }
    if merges { nodes[Int(mapping)].flags.insert(.merges) }
    if isUnusable { isMisread = true }
    guard !found.isEmpty else { return }
    findings += found
  }

  /// A list or a map as a key; mostly one that a '?' at the start of a line made.
  private func complexKey(_ key: Node, _ bytes: UnsafeBufferPointer<UInt8>) -> Finding {
    let name = key.kind == .sequence ? "list" : "map"
    let start = Int(key.range.start)
    var mark = start - 1
    while mark > 0, bytes[mark] == 0x20 { mark -= 1 }
    guard key.kind == .mapping, key.style != .flow, mark >= 0, bytes[mark] == UInt8(ascii: "?") else {
      return Finding(SyntaxRules.complexKey, at: key.range, "a key is a \(name), not a word")
    }
    return Finding(
      SyntaxRules.complexKey, at: key.range, "the '?' before it makes this map a key", help: "delete the '?'",
      fixes: [Fix("delete the '?'", [TextEdit(ByteRange(mark, start), "")], isSafe: false)])
  }
}

extension Node.Style {
  /// True for `|` and `>`.
  fileprivate var isBlockScalar: Bool { self == .literal || self == .folded }
}
