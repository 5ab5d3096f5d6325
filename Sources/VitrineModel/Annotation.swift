// An `x-vitrine` annotation as it is read: members by name, whatever else is there passed over.

import VitrineSchema
import VitrineSyntax

/// An annotation object in a schema's tree.
struct Annotation {
  /// The annotation keyword.
  static let keyword = "x-vitrine"

  private let tree: Tree
  private let node: NodeID

  /// An annotation at a node of a tree.
  init(tree: Tree, node: NodeID) {
    self.tree = tree
    self.node = node
  }

  /// Reads the members.
  func withMembers(_ body: (AnnotationMembers) -> Void) {
    tree.withReader { body(AnnotationMembers(reader: $0, node: node)) }
  }
}

/// The members of an annotation, inside `Annotation.withMembers`.
struct AnnotationMembers {
  fileprivate let reader: TreeReader
  fileprivate let node: NodeID

  /// The text of the node itself, if it is a scalar.
  var ownText: String? { reader.resolved(node).isScalar ? reader.text(node) : nil }

  /// A member that is a scalar, as text.
  func text(_ name: String) -> String? { member(name)?.ownText }

  /// A member that is a list of scalars, as texts; a single scalar counts as a list of one.
  func texts(_ name: String) -> [String] {
    guard let member = member(name) else { return [] }
    if let text = member.ownText { return [text] }
    return reader.items(member.node).compactMap { AnnotationMembers(reader: reader, node: $0).ownText }
  }

  /// A member.
  func member(_ name: String) -> AnnotationMembers? {
    reader.value(node, named: name).map { AnnotationMembers(reader: reader, node: $0) }
  }

  /// Calls `body` with each entry of a member that is a map, in its order.
  func forEachEntry(_ name: String, _ body: (String, AnnotationMembers) -> Void) {
    guard let member = member(name) else { return }
    reader.forEachEntry(member.node) { body(reader.text($0.key), AnnotationMembers(reader: reader, node: $0.value)) }
  }

  /// The words for people of a member `label`: one text, or the English one of several languages.
  var label: String? { member("label")?.ownLabel }

  /// The node as words for people.
  var ownLabel: String? { ownText ?? text("en") }

  /// The words for people of a member `label` in all languages it has.
  var labels: [Kind.Label] { member("label")?.ownLabels ?? [] }

  /// The node as words for people in all languages it has.
  var ownLabels: [Kind.Label] {
    if let ownText { return [Kind.Label(language: "en", text: ownText)] }
    var labels: [Kind.Label] = []
    reader.forEachEntry(node) { entry in
      guard reader.resolved(entry.value).isScalar else { return }
      labels.append(Kind.Label(language: reader.text(entry.key), text: reader.text(entry.value)))
    }
    return labels
  }

  /// Calls `body` with each item of a member that is a list.
  func forEachItem(_ name: String, _ body: (AnnotationMembers) -> Void) {
    guard let member = member(name) else { return }
    for item in reader.items(member.node) { body(AnnotationMembers(reader: reader, node: item)) }
  }
}

extension SchemaView {
  /// Whether a keyword such as `uniqueItems` is there and true.
  func says(_ keyword: String) -> Bool {
    annotation(keyword).map { found in found.tree.withReader { $0.text(found.node) == "true" } } ?? false
  }

  /// The annotation of a schema, if it has one.
  var annotation: Annotation? {
    annotation(Annotation.keyword).map { Annotation(tree: $0.tree, node: $0.node) }
  }

  /// The annotations of a schema and of those it refers to, the nearest first.
  var annotations: [Annotation] {
    annotations(Annotation.keyword).map { Annotation(tree: $0.tree, node: $0.node) }
  }
}
