// Where the words of a closed list are written: the one place that a change of the list has to change.

import VitrineSchema
package import VitrineSource
import VitrineSyntax

/// A list of words that a schema keeps, apart from the fields that use it.
package struct ClosedList: Sendable, Hashable {
  /// The path of the document, such as `schemas/vocabulary/NAME.yaml`.
  package var document: Path
  /// The JSON Pointer of the subschema that has the `enum`; "" for a document that is a vocabulary and nothing else.
  package var pointer: String
}

extension Kind {
  /// The address that the paths of schemas are relative to.
  private static let base = "catalogue:///"

  /// The closed list that the values of a field are taken from; nil where they are free, or the list is none of a document.
  package func closedList(of path: FieldPath) -> ClosedList? {
    var view = schema.root
    for name in path.names {
      guard let property = view.properties.first(where: { $0.name == name })?.view else { return nil }
      view = property
      while let items = view.items { view = items }
    }
    let views = [view] + view.conditionalBranches
    guard let place = views.lazy.compactMap(\.enumPlace).first, place.uri.hasPrefix(Self.base) else { return nil }
    return ClosedList(document: Path(Substring(place.uri.utf8.dropFirst(Self.base.utf8.count))), pointer: place.pointer)
  }
}
