// Maps of records by name, which only a mapping can take.

import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

extension ForeignReader {
  /// The first key of a map of records by name, in which all values are maps, and none has the name of a field of the kind; nil where it is none.
  private func firstName(ofRecords id: NodeID, _ reader: TreeReader, _ kind: Int?) -> NodeID? {
    if let kind, !kinds[kind].isClosed { return nil }
    var first: NodeID?
    for entry in reader.writtenEntries(id) {
      guard reader.resolved(entry.value).kind == .mapping else { return nil }
      if let kind, kinds[kind].shape.member(reader.text(entry.key)) != nil { return nil }
      first = first ?? entry.key
    }
    return first
  }

  /// Reports such a map, once; false where it is none.
  mutating func noteMapOfRecords(_ id: NodeID, _ reader: TreeReader, _ kind: Int?, _ pointer: String, offset: Int) -> Bool {
    guard let name = firstName(ofRecords: id, reader, kind) else { return false }
    result.note(
      ImportRules.form, reader.node(name).range.moved(by: offset), pointer,
      "a list of records is expected here, and this is a map of records by name",
      help: "write each record as an item of a list, or take the map with --mapping, where 'key: NAME' says what its keys are")
    return true
  }
}
