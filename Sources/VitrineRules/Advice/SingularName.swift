// A field written by the word for one of its values: `paint` for `paints_used`.

import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// What is said of an unknown field that is the word for one value of a field that the map lacks.
enum SingularName {
  /// Where nothing nearer is known, offers the field's name.
  static func advise(_ finding: inout Finding, _ file: RecordFile) {
    guard !finding.fixes.contains(where: { $0.title.hasPrefix("rename") }),
      let steps = finding.pointer.split(separator: "/").map({ TreeReader.unescaped($0) }) as [String]?, let name = steps.last
    else { return }
    let map = FieldPath(Array(steps.dropLast()))
    let fields = file.kind.fields.filter { field in
      field.path.names.count == steps.count && Array(field.path.names.dropLast()) == map.names && field.isCalled(name)
        && field.path.member(file.reader, from: file.root) == nil
    }
    guard fields.count == 1, let field = fields.first, let known = field.path.names.last else { return }
    finding.label = "did you mean '\(known)'?"
    finding.help = "rename it to '\(known)', or delete it"
    let key = ScalarText.yaml(for: known, style: .plain, inFlow: true)
    finding.fixes = [Fix("rename it to '\(known)'", [TextEdit(finding.range, key)], isSafe: false)]
  }
}

extension Kind.Field {
  /// Whether a name is the word for one of the field's values, or for several, or the field's own in another spelling.
  func isCalled(_ name: String) -> Bool {
    let key = ValueWords.key(name)
    let plural = singular.map { $0 + "s" } ?? ""
    return [singular ?? "", plural, path.names.last ?? ""].contains { !$0.isEmpty && ValueWords.key($0) == key }
  }
}
