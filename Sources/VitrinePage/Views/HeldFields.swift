// What a form says of its record besides what it changes, so that the record is found where its file was renamed meanwhile.

import VitrineApplication
import VitrineModel

/// The fields that tell which record a form is of.
enum HeldFields {
  /// What begins the names of their inputs: these change nothing, whichever fields are sent with them.
  private static let prefix = "held:"

  /// The inputs for a form of a record; `held` is what its fields held where that is not what stands in them.
  static func markup(of kind: Kind, _ inputs: [EditForm.Input], _ held: [String: String]) -> [Markup] {
    RenamedRecord.fields(of: kind).map { field -> Markup in
      let text = inputs.first { $0.field.path == field }.map { held[$0.name] ?? $0.text } ?? ""
      return "<input type=\"hidden\" name=\"\(prefix)\(field.dotted)\" value=\"\(text)\">"
    }
  }

  /// What one of them held when the form that was sent was made; "" for nothing.
  static func text(of field: FieldPath, in request: PageRequest) -> String { request.typed(prefix + field.dotted) ?? "" }
}
