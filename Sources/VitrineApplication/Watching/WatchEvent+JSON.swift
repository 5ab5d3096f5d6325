// Events read from the JSON that the service writes. What is missing or of another shape is taken as not said: a newer service says more.

import VitrineModel
import VitrineSource
package import VitrineSyntax

extension WatchEvent {
  /// Reads an event.
  ///
  /// Shape: the object of a `state` or a `generation` event of the service; nil for anything else.
  package init?(_ form: Form, json: [UInt8]) {
    let parsed = JSON.parse(json)
    guard parsed.isComplete, parsed.findings.isEmpty, let root = parsed.tree.roots.first else { return nil }
    let event = parsed.tree.withReader { reader -> WatchEvent? in
      let object = EventObject(reader: reader, id: root)
      guard let generation = object.integer("generation") else { return nil }
      return WatchEvent(form, generation: UInt64(clamping: generation), object)
    }
    guard let event else { return nil }
    self = event
    self.json = json
  }

  private init(_ form: Form, generation: UInt64, _ object: EventObject) {
    self.init(form, generation: generation)
    time = object.text("time").flatMap { text in
      var text = text
      guard let instant = text.withUTF8({ CivilMoment($0) })?.instant, instant.magnitude < 9e9 else { return nil }
      return Int64((instant * 1e6).rounded()) * 1_000
    }
    appeared = object.objects("appeared").compactMap { WatchFinding($0) }
    fixed = object.objects("fixed").compactMap { WatchFinding($0) }
    changed = object.texts("changed")
    changedCount = max(object.integer("changedCount") ?? 0, changed.count)
    take(StateOutline(object))
  }

  /// Takes what is reported of a state, wherever that is.
  package mutating func take(_ outline: StateOutline) {
    (records, photos, counts) = (outline.records, outline.photos, outline.counts)
    (watching, freeze) = (outline.watching, outline.freeze)
  }
}

extension WatchFinding {
  /// Reads a line of `vitrine check --format ndjson`; nil for anything else.
  package init?(json: [UInt8]) {
    let parsed = JSON.parse(json)
    guard parsed.isComplete, let root = parsed.tree.roots.first else { return nil }
    guard let finding = parsed.tree.withReader({ WatchFinding(EventObject(reader: $0, id: root)) }) else { return nil }
    self = finding
  }

  fileprivate init?(_ object: EventObject) {
    guard let path = object.text("path"), let message = object.text("message"), let rule = object.text("rule") else { return nil }
    let label = object.text("label") ?? ""
    let start = object.object("start")
    self.init(
      path: path, line: start?.integer("line") ?? 1, column: start?.integer("column") ?? 1,
      severity: Severity.allCases.first { $0.word == object.text("severity") } ?? .error, rule: rule,
      message: label.isEmpty ? message : message + "; " + label)
  }
}

/// An object of a JSON text, its members asked for by name. Of a name given twice the first counts.
package struct EventObject {
  /// The text's tree.
  package let reader: TreeReader
  /// The object's node; any other node has no members.
  package let id: NodeID

  /// The object at a node of a tree.
  package init(reader: TreeReader, id: NodeID) {
    self.reader = reader
    self.id = id
  }

  /// The node of a member; nil where it is missing or null.
  package func member(_ name: String) -> NodeID? {
    reader.value(id, named: name).flatMap { reader.node($0).kind == .null ? nil : $0 }
  }

  /// A text.
  package func text(_ name: String) -> String? {
    member(name).flatMap { reader.node($0).kind == .string ? reader.text($0) : nil }
  }

  /// A whole number.
  package func integer(_ name: String) -> Int? {
    member(name).flatMap { reader.node($0).kind == .int ? Int(reader.text($0)) : nil }
  }

  /// An object.
  package func object(_ name: String) -> EventObject? {
    member(name).flatMap { reader.node($0).kind == .mapping ? EventObject(reader: reader, id: $0) : nil }
  }

  /// The objects of an array; none where it is missing.
  package func objects(_ name: String) -> [EventObject] {
    member(name).map { reader.items($0).map { EventObject(reader: reader, id: $0) } } ?? []
  }

  /// The texts of an array; none where it is missing.
  package func texts(_ name: String) -> [String] { member(name).map { reader.items($0).map { reader.text($0) } } ?? [] }
}
