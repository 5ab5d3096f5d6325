// What describes the keys and values of a document: the schema of its kind, or the form of what is no record.
// Decision 0075 says why.

import VitrineModel

/// A place of a document, as the form that describes it knows it.
struct FormLocation {
  /// The form.
  let form: Kind
  /// The names from the root of the form down.
  let names: [String]
  /// True where the last name is one that a person chooses, such as that of a field in `properties`.
  var isChosen = false
  /// True where a schema stands, with keywords as its keys.
  var isSchema = false

  /// The field that stands there.
  var field: Kind.Field? { isChosen ? nil : form.field(FieldPath(names)) }
}

/// The form of a document.
enum DocumentForm {
  /// One form from the root down.
  case kind(Kind)
  /// Forms in each other: a schema, of a kind or of anything else.
  case schema(ofKind: Bool)

  /// The location of what has these names; lists on the way are not counted. `isInside` asks for what stands in it.
  func location(of names: [String], isInside: Bool = false) -> FormLocation {
    switch self {
    case .kind(let kind): FormLocation(form: kind, names: names)
    case .schema(let isKind): Self.location(inSchema: names[...], isInside, annotations(isKind))
    }
  }

  /// Whether it is that of the records of a kind.
  func isOf(_ name: String) -> Bool { if case .kind(let kind) = self { kind.name == name } else { false } }

  private func annotations(_ isKind: Bool) -> Kind { isKind ? StockForms.kindAnnotations : StockForms.fieldAnnotations }

  /// The keywords under which schemas stand by names.
  private static let maps: Set<String> = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]

  /// The keywords under which one schema stands, or a list of them.
  private static let schemas: Set<String> = [
    "items", "contains", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "propertyNames", "if", "then",
    "else", "not", "allOf", "anyOf", "oneOf", "prefixItems",
  ]

  private static func location(inSchema names: ArraySlice<String>, _ isInside: Bool, _ annotations: Kind) -> FormLocation {
    var (rest, annotations) = (names, annotations)
    while let word = rest.first {
      if word == "x-vitrine", rest.count > 1 || isInside {
        return FormLocation(form: annotations, names: Array(rest.dropFirst()))
      }
      if maps.contains(word), rest.count > 1 {
        if rest.count == 2, !isInside { return FormLocation(form: StockForms.keywords, names: Array(rest), isChosen: true) }
        rest = rest.dropFirst(2)
      } else if schemas.contains(word), rest.count > 1 || isInside {
        rest = rest.dropFirst()
      } else {
        return FormLocation(form: StockForms.keywords, names: Array(rest))
      }
      annotations = StockForms.fieldAnnotations
    }
    return FormLocation(form: StockForms.keywords, names: [], isSchema: true)
  }
}
