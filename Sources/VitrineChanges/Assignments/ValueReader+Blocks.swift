// Lists and maps that a person types as YAML in block style: items behind dashes, members in lines of their own.

import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

extension ValueReader {
  /// The items that a text in block style stands for: those behind dashes, or the one map of its lines. Nil for one line without such structure.
  ///
  /// Errors: several lines that are no such YAML; an item that the field cannot have.
  func blockItems(_ text: String, of field: Kind.Field) throws(PlanRefusal) -> [DataValue]? {
    guard let (tree, root) = try block(text, of: field, isItem: false) else { return nil }
    let result = tree.withReader { reader -> Result<[DataValue], PlanRefusal> in
      do throws(PlanRefusal) {
        guard reader.resolved(root).kind == .sequence else { return .success([try value(root, reader, of: field)]) }
        var items: [DataValue] = []
        for item in reader.items(root) {
          let isBare = reader.resolved(item).isScalar && reader.resolved(item).kind != .null
          if isBare {
            items.append(try self.item(reader.text(item), of: field, isPattern: false))
          } else {
            items.append(try value(item, reader, of: field))
          }
        }
        return .success(items)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The map, or the inner list, that a text in block style stands for; nil for one line without such structure.
  ///
  /// Errors: as of `blockItems`.
  func blockValue(_ text: String, of field: Kind.Field) throws(PlanRefusal) -> DataValue? {
    guard let (tree, root) = try block(text, of: field, isItem: true) else { return nil }
    let result = tree.withReader { reader -> Result<DataValue, PlanRefusal> in
      do throws(PlanRefusal) { return .success(try value(root, reader, of: field)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// The list or the map that a text stands for, of a field that may have one beside other values; nil for any other text. What may be a text of any words is
  /// only read in flow style.
  func structure(_ text: String, of field: Kind.Field) -> DataValue? {
    let takesTexts = field.shapes.contains(.texts)
    guard readsBlocks, !field.shapes.isEmpty,
      text.hasPrefix("{") || text.hasPrefix("[") || !takesTexts && (text.hasPrefix("- ") || text.contains(":"))
    else { return nil }
    let parsed = YAML.parse(Array(text.utf8))
    guard parsed.isComplete, parsed.tree.roots.count == 1, let root = parsed.tree.roots.first,
      !parsed.findings.contains(where: { $0.severity == .error })
    else { return nil }
    return parsed.tree.withReader { reader -> DataValue? in
      let node = reader.resolved(root)
      guard node.isCollection else { return nil }
      // What no text is the schema has its say about.
      return !takesTexts || field.shapes.contains(node.kind == .sequence ? .lists : .maps) ? reader.dataValue(root) : nil
    }
  }

  /// A text as YAML, where it has the structure of a field, or of an item of it; nil for one line that has not.
  private func block(_ text: String, of field: Kind.Field, isItem: Bool) throws(PlanRefusal) -> (tree: Tree, root: NodeID)? {
    guard readsBlocks, field.isMap || field.isListOfLists else { return nil }
    let lines = text.split(separator: "\n").count { line in line.contains { $0 != " " } }
    guard lines > 1 || text.hasPrefix("- ") || text.hasPrefix("[") || text.contains(":") else { return nil }
    // A map in braces is read elsewhere.
    guard field.isListOfLists || !text.hasPrefix("{") else { return nil }
    let parsed = YAML.parse(Array(text.utf8))
    let fault = parsed.findings.first { $0.severity == .error }
    if parsed.isComplete, fault == nil, parsed.tree.roots.count == 1, let root = parsed.tree.roots.first,
      parsed.tree.withReader({ hasStructure(root, $0, of: field, isItem: isItem, isOneLine: lines < 2) })
    {
      return (parsed.tree, root)
    }
    guard lines > 1 else { return nil }
    if let fault, text.hasPrefix("- ") { throw PlanRefusal("the value of '\(field.path.dotted)' is no YAML: \(fault.message)") }
    throw PlanRefusal(shapeless(field, isItem: isItem))
  }

  /// Whether a node is the list or the map that a field wants. In one line a colon or a dash may belong to a text: all names have to be members then, and an
  /// item has to be a map or a list.
  private func hasStructure(
    _ root: NodeID, _ reader: TreeReader, of field: Kind.Field, isItem: Bool, isOneLine: Bool
  ) -> Bool {
    switch reader.resolved(root).kind {
    case .sequence where field.isListOfLists:
      return isItem || reader.items(root).allSatisfy { reader.resolved($0).isCollection }
    case .sequence:
      return field.isOwnList && !isItem
        && reader.items(root).allSatisfy { item in
          let node = reader.resolved(item)
          return node.kind == .mapping || !isOneLine && node.isScalar
        }
    case .mapping where field.isMap && !field.isListOfLists:
      let known = Set(members(of: field))
      let names = reader.writtenEntries(root).map { reader.text($0.key) }
      if known.isEmpty { return true }
      return isOneLine ? names.allSatisfy { known.contains($0) } : names.contains { known.contains($0) }
    case .mapping, .null, .bool, .int, .float, .string, .alias: return false
    }
  }

  /// Why several lines are no value of a field.
  private func shapeless(_ field: Kind.Field, isItem: Bool) -> String {
    let name = field.path.dotted
    if field.isListOfLists {
      return isItem
        ? "several lines of text are no list, as items of '\(name)' are; write '[…]'"
        : "several lines of text are no list of lists, as '\(name)' is; write '- […]' for each item"
    }
    let form = kind.form(of: field) ?? "{…}"
    if field.isOwnList, !isItem {
      return "several lines of text are no list of maps, as '\(name)' is; write '- \(form)' for each item"
    }
    return "several lines of text are no map, as '\(name)' is; write '\(form)'"
  }
}
