// What every record has, whatever its kind: fields that no schema speaks of, in columns like all others.

package import VitrineModel
import VitrineSource

/// The built-in fields.
package enum BuiltIn {
  /// The file's path relative to the root.
  package static let path = FieldPath(["path"])
  /// When the file last changed, by the clock of the place where vitrine runs.
  package static let modified = FieldPath(["modified"])
  /// When it was created: the date of its file's first commit, else when the file was made. Filled where a question names it; decision 0088 says why.
  package static let created = FieldPath(["created"])
  /// The record above it in the folder tree; for kinds that have a parent.
  package static let parent = FieldPath(["parent"])
  /// The records that refer to it, as parent or by reference.
  package static let usedBy = FieldPath(["used-by"])
  /// The findings in its file: a list of maps.
  package static let finding = FieldPath(["finding"])
  /// The slug of a finding's rule.
  package static let rule = FieldPath(["finding", "rule"])
  /// The severity of a finding: info, warning, error; ordered.
  package static let severity = FieldPath(["finding", "severity"])
  /// The photos that belong to it, by place or by being listed: a list of maps.
  package static let photo = FieldPath(["photo"])
  /// What is known of a photo.
  package static let photoMembers: [(name: String, title: String, meaning: FieldMeaning, unit: String?)] = [
    ("file", "Photo file", .text, nil), ("format", "Photo format", .text, nil), ("bytes", "Photo size", .number, "B"),
    ("taken", "Photo taken", .dateTime, nil), ("width", "Photo width", .number, "px"), ("height", "Photo height", .number, "px"),
    ("camera", "Photo camera", .text, nil), ("lens", "Photo lens", .text, nil), ("iso", "Photo ISO", .number, nil),
    ("shutter", "Photo shutter", .number, "s"), ("aperture", "Photo aperture", .number, "f/"),
    ("focal_length", "Photo focal length", .number, "mm"), ("white_balance", "Photo white balance", .text, nil),
    ("rating", "Photo rating", .number, nil), ("caption", "Photo caption", .text, nil),
    ("keywords", "Photo keywords", .text, nil),
    ("creator", "Photo creator", .text, nil), ("place", "Photo place", .text, nil),
    ("location", "Photo location", .location, nil), ("orientation", "Photo orientation", .number, nil),
  ]

  /// The built-in fields of a kind's records.
  package static func fields(of kind: Kind) -> [Kind.Field] {
    var fields = [
      Kind.Field(path: path, title: "Path", meaning: .text), Kind.Field(path: modified, title: "Modified", meaning: .dateTime),
      Kind.Field(path: created, title: "Created", meaning: .dateTime),
    ]
    if let wanted = kind.parent {
      fields.append(Kind.Field(path: parent, title: "Parent", meaning: .reference(kind: wanted)))
    }
    fields.append(list(usedBy, "Used by", .reference(kind: nil)))
    fields.append(list(finding, "Findings", .map))
    fields.append(member(rule, "Rule", .text))
    var severity = member(severity, "Severity", .enumeration)
    severity.values = Severity.allCases.reversed().map(\.word)
    severity.isOrdered = true
    fields.append(severity)
    fields.append(list(photo, "Photo files", .map))
    for (name, title, meaning, unit) in photoMembers {
      var field = member(photo.appending(name), title, meaning)
      field.unit = unit
      field.isMap = meaning == .location
      fields.append(field)
    }
    for (name, title) in [("lat", "Latitude"), ("lon", "Longitude")] {
      fields.append(member(photo.appending("location").appending(name), title, .number))
    }
    return fields
  }

  private static func list(_ path: FieldPath, _ title: String, _ meaning: FieldMeaning) -> Kind.Field {
    var field = member(path, title, meaning)
    field.isOwnList = true
    field.isMap = meaning == .map
    return field
  }

  private static func member(_ path: FieldPath, _ title: String, _ meaning: FieldMeaning) -> Kind.Field {
    var field = Kind.Field(path: path, title: title, meaning: meaning)
    field.isList = true
    return field
  }
}
