// Fields at the top of a record that its kind has inside of a map. Decision 0031 says why.

import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

/// An unknown field that stands one map too high.
struct MisplacedField {
  /// The most fields that are moved at once. Each is proved by reading the text again.
  private static let most = 20

  /// Its name.
  let name: String
  /// Where it belongs.
  let place: FieldPath
  /// The changes of the record that bring it there; empty where something is there already.
  private let changes: [ValueChange]

  /// The field of a finding of an unknown one; nil where the kind has no map, or several, with a field of that name.
  init?(_ finding: Finding, _ file: RecordFile) {
    let parts = finding.pointer.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.last.map(String.init), !name.contains("~") else { return nil }
    let fields = file.kind.fields.filter { field in
      field.path.names.count == 2 && file.kind.field(FieldPath([field.path.names[0]]))?.isList == false
    }
    var places = fields.filter { $0.path.names[1] == name }
    // The word for one of its values is another name of the field, unless the record may have a field of that name where it stands.
    if places.isEmpty { places = fields.filter { $0.isCalled(name) } }
    guard places.count == 1, let field = places.first,
      field.path.names[1] == name || !file.kind.fields.contains(where: { $0.path.names.count == 1 && $0.isCalled(name) })
    else { return nil }
    self.name = name
    place = field.path
    if let value = FieldPath([name]).member(file.reader, from: file.root), place.member(file.reader, from: file.root) == nil {
      var moved = file.reader.dataValue(value)
      if field.isOwnList, case .string(let text) = moved {
        let map = file.kind.bareMap(text, of: field).map { map in
          DataValue.map(map.members.map { .init($0.field.path.names.last ?? "", .string($0.text)) })
        }
        moved = .list([map ?? moved])
      }
      changes = [.set(place.names.map { .key($0) }, moved), .remove([.key(name)])]
    } else {
      changes = []
    }
  }

  /// Says where the fields belong. Safe: the kind has one field of that name, the record has none there yet, the value stays what it is, and no comment
  /// goes. One finding brings the edits that move all those that can be moved without a loss: edits that were made one
  /// by one would each write the map they move to.
  static func advise(_ findings: inout [Finding], _ fields: [(index: Int, field: MisplacedField)], _ file: RecordFile) {
    var movable: [(index: Int, field: MisplacedField)] = []
    for (place, (index, field)) in fields.enumerated() {
      findings[index].fixes.removeAll { $0.title.hasPrefix("keep it as a field") }
      findings[index].label = "it belongs below '\(field.place.names[0])'"
      findings[index].help = "write it as '\(field.place.dotted)': below '\(field.place.names[0])', indented"
      guard place < most, let edits = edits(field.changes, file) else { continue }
      if keepsComments(edits, file) {
        movable.append((index, field))
      } else {
        findings[index].fixes = [Fix("move it below '\(field.place.names[0])'", edits, isSafe: false)]
      }
    }
    guard let first = movable.first, let edits = edits(movable.flatMap(\.field.changes), file) else { return }
    let names = movable.map { "'\($0.field.name)'" }
    let title =
      names.count == 1
      ? "move it below '\(first.field.place.names[0])'" : "move \(names.joined(separator: ", ")) to where they belong"
    findings[first.index].fixes = [Fix(title, edits, isSafe: true)]
  }

  /// Nil where no small edit does it.
  private static func edits(_ changes: [ValueChange], _ file: RecordFile) -> [TextEdit]? {
    guard !changes.isEmpty, file.isMended else { return nil }
    do throws(EditRefusal) {
      return try TreeEditor.edits(changes, in: file.text)
    } catch {
      return nil
    }
  }

  /// Whether nothing that may be a comment goes.
  private static func keepsComments(_ edits: [TextEdit], _ file: RecordFile) -> Bool {
    edits.allSatisfy { !file.reader.bytes[Int($0.range.start)..<Int($0.range.end)].contains(UInt8(ascii: "#")) }
  }
}
