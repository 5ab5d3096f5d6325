// The undeclared fields of a catalogue's records: they are read once more for it, since nothing keeps what no schema names.

import VitrineIndex
package import VitrineModel
import VitrineSource
import VitrineSyntax

extension LoadedCatalogue {
  /// The fields that records of a kind have and its schema does not name; none for kinds that allow none.
  package func undeclaredFields(ofKind number: Int) -> [UndeclaredFields.Found] {
    var survey = UndeclaredFields(kinds[number])
    let paths = book.withWriter { $0.facts }.records.filter { $0.kind == number }.map(\.path)
    for path in paths { if let text = text(at: path) { survey.add(YAML.parse(text).tree) } }
    return survey.fields
  }

  /// The same for all kinds that allow some, by their names.
  package func undeclaredFields() -> [String: [Kind.Field]] {
    var fields: [String: [Kind.Field]] = [:]
    for number in kinds.indices where kinds[number].allowsUndeclared("x-") {
      let found = undeclaredFields(ofKind: number).map(\.field)
      if !found.isEmpty { fields[kinds[number].name] = found }
    }
    return fields
  }
}
