// An imported record on the file that is the same record: the changes that make the one say what the other says.

package import VitrineEditing
import VitrineModel
package import VitrineSource
import VitrineSyntax

/// What becomes of a record's file.
package enum RecordUpdate: Sendable {
  /// It says the same already.
  case same
  /// These edits of its text.
  case edits([TextEdit])
  /// The text cannot be changed; why.
  case refused(String)

  /// Compares a record's text with what an import says of it. `isWhole`: fields that the import does not speak of go, but for private ones, which no
  /// export has; otherwise they stay.
  package init(of bytes: [UInt8], to value: DataValue, _ shape: RecordShape, isWhole: Bool) {
    let parsed = YAML.parse(bytes)
    guard parsed.isComplete, let root = parsed.tree.roots.first else {
      self = .refused("the file cannot be read as YAML")
      return
    }
    let present = parsed.tree.withReader { $0.dataValue(root) }
    guard case .map = present, case .map = value else {
      self = .refused("the file is no map of fields")
      return
    }
    var changes: [ValueChange] = []
    Self.collect(present, value, shape, [], isWhole: isWhole, &changes)
    guard !changes.isEmpty else {
      self = .same
      return
    }
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits(changes, in: parsed, keyOrder: { Self.order(of: $0, shape) })
      self = edits.isEmpty ? .same : .edits(edits)
    } catch {
      self = .refused(error.message)
    }
  }

  /// The changes from one map to another, map by map.
  private static func collect(
    _ present: DataValue, _ wanted: DataValue, _ shape: RecordShape, _ path: [PathStep], isWhole: Bool,
    _ changes: inout [ValueChange]
  ) {
    for entry in wanted.entries ?? [] {
      let here = path + [PathStep.key(entry.key)]
      let member = shape.member(entry.key)
      let inner = member?.shape ?? shape.none
      guard let old = present[entry.key] else {
        if shape.always.contains(entry.key), entry.value.isEmptyCollection { continue }
        changes.append(.set(here, entry.value))
        continue
      }
      // A map with nothing in it says nothing of what is there already.
      if case .map = old, case .map(let entries) = entry.value, !entries.isEmpty || !isWhole {
        collect(old, entry.value, inner, here, isWhole: isWhole, &changes)
      } else if inner.arranged(old, .comparison) != inner.arranged(entry.value, .comparison) {
        changes.append(.set(here, entry.value))
      }
    }
    for entry in isWhole ? present.entries ?? [] : [] where wanted[entry.key] == nil {
      if shape.member(entry.key)?.field.isPrivate == true { continue }
      if shape.always.contains(entry.key), entry.value.isEmptyCollection { continue }
      changes.append(.remove(path + [.key(entry.key)]))
    }
  }

  /// The order of the keys of a map within a record.
  private static func order(of path: [PathStep], _ shape: RecordShape) -> [String] {
    var shape = shape
    for case .key(let name) in path { shape = shape.member(name)?.shape ?? shape.none }
    return shape.members.map(\.name)
  }
}

extension RecordShape {
  /// The shape of what nothing is known of.
  var none: RecordShape { RecordShape() }
}
