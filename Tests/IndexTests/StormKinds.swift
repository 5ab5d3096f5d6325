// Kinds whose records hang together in every way there is, for storms of changes.

import VitrineCatalog
import VitrineModel

/// Kinds that no catalogue has.
enum StormKinds {
  private static let work = """
    type: object
    x-vitrine:
      plural: works
      display: title
      identity: [{field: title, fold: alphanumeric}, year]
      photos: {most: 1, formats: [jpeg], bytes: 50}
    properties:
      title: {type: string}
      year: {type: integer}
      taken: {type: string, format: date, x-vitrine: {from-photo: taken}}
      makers: {type: array, items: {type: string, x-vitrine: {vocabulary: folded}}}
      cycle: {type: string, x-vitrine: {reference: cycle}}
      like: {type: array, items: {type: string, x-vitrine: {reference: work}}}
      pictures:
        type: array
        items:
          type: object
          properties:
            file: {type: string, x-vitrine: {photo: true}}
            taken: {type: string}
      place: {type: object, x-vitrine: {location: true}, properties: {lat: {type: number}, lon: {type: number}}}

    """
  private static let cycle = """
    type: object
    x-vitrine: {plural: cycles, display: name, identity: [id], parent: box}
    properties:
      id: {type: string, format: uuid}
      name: {type: string}

    """
  private static let box = """
    type: object
    x-vitrine: {plural: boxes, display: label, parent: box}
    properties:
      label: {type: string}
      within: {type: string, x-vitrine: {reference: box}}
      makers: {type: array, items: {type: string, x-vitrine: {vocabulary: folded}}}
      place: {type: object, x-vitrine: {location: true}, properties: {lat: {type: number}, lon: {type: number}}}

    """

  /// The kinds `work`, `cycle` and `box`, in this order.
  static func all() -> [Kind] {
    var schemas = SchemaStore()
    let texts = [("work", work), ("cycle", cycle), ("box", box)]
    for (name, text) in texts { _ = schemas.add(Array(text.utf8), path: "schemas/\(name).schema.yaml") }
    return texts.compactMap { schemas.kind(named: $0.0) }
  }
}
