// What a schema calls private, and a record's text without it.

package import VitrineEditing
package import VitrineModel
import VitrineSource
import VitrineSyntax

/// The private fields of a kind.
package struct PrivateFields: Sendable {
  /// The outermost of them: what is in a private map is private with it.
  private let paths: [FieldPath]

  /// The private fields of a kind.
  package init(_ kind: Kind) {
    let all = kind.fields.filter(\.isPrivate).map(\.path)
    paths = all.filter { path in !all.contains { $0 != path && path.names.starts(with: $0.names) } }
  }

  /// True where the kind has none.
  package var isEmpty: Bool { paths.isEmpty }

  /// True for a field that is private, or lies in one that is.
  package func contain(_ path: FieldPath) -> Bool { paths.contains { path.names.starts(with: $0.names) } }

  /// True where a JSON Pointer leads to a private field, or into one.
  package func contain(pointer: String) -> Bool {
    // Fields of kinds have names without '~' and '/', which alone are written otherwise in a pointer.
    !paths.isEmpty && contain(FieldPath(pointer.split(separator: "/").filter { Int($0) == nil }.map(String.init)))
  }

  /// A record's text without its private fields and without what names photos that stay at home, all else byte for byte, comments too; the text
  /// itself where it has none of them. `unnamed` are JSON Pointers in document order: a list loses the item that holds the name.
  ///
  /// Errors: the text cannot be read as one whole document, so that nobody knows what in it is private; a private field stands where it cannot be taken away, such as
  /// behind an alias. A photo's name then stays.
  package func removed(from bytes: [UInt8], unnamed: [String] = []) throws(EditRefusal) -> [UInt8] {
    var bytes = bytes
    // From behind, so that the numbers of the items before stay true.
    for pointer in unnamed.reversed() {
      do throws(EditRefusal) {
        bytes = try TreeEditor.edits([.remove(Self.parent(of: pointer))], in: bytes).applied(to: bytes)
      } catch {
        continue
      }
    }
    guard !paths.isEmpty else { return bytes }
    let parsed = YAML.parse(bytes)
    guard parsed.isComplete else { throw EditRefusal(.unreadable, "it cannot be read as YAML") }
    guard parsed.tree.roots.count < 2 else { throw EditRefusal(.severalDocuments, "it holds several documents") }
    guard let root = parsed.tree.roots.first else { return bytes }
    let changes = parsed.tree.withReader { reader in
      var changes: [ValueChange] = []
      for path in paths { Self.visit(root, path.names[...], [], reader, &changes) }
      return changes
    }
    guard !changes.isEmpty else { return bytes }
    return try TreeEditor.edits(changes, in: parsed).applied(to: bytes)
  }

  /// The innermost list item on the way to a value, or the value itself.
  private static func parent(of pointer: String) -> [PathStep] {
    let steps = pointer.split(separator: "/").map { part in Int(part).map { PathStep.item($0) } ?? .key(String(part)) }
    let last = steps.lastIndex { if case .item = $0 { true } else { false } }
    return Array(steps.prefix(through: last ?? steps.count - 1))
  }

  /// Finds the places of a field, through lists.
  private static func visit(
    _ id: NodeID, _ names: ArraySlice<String>, _ path: [PathStep], _ reader: TreeReader, _ changes: inout [ValueChange]
  ) {
    switch reader.resolved(id).kind {
    case .sequence:
      for (index, item) in reader.items(id).enumerated() { visit(item, names, path + [.item(index)], reader, &changes) }
    case .mapping:
      guard let name = names.first, let value = reader.value(id, named: name) else { return }
      let rest = names.dropFirst()
      if rest.isEmpty {
        changes.append(.remove(path + [.key(name)]))
      } else {
        visit(value, rest, path + [.key(name)], reader, &changes)
      }
    case .null, .alias, .bool, .int, .float, .string: return
    }
  }
}
