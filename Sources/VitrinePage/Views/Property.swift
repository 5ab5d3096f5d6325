// The fields that a page of properties is about: those of a name, of every kind or of some.

import VitrineApplication
import VitrineModel

/// What an address below `/properties` names.
///
/// Shape: `/properties/NAME?kind=KIND,KIND`; without a kind those of every kind.
struct Property {
  /// The name of the fields in queries.
  let name: String
  /// The names of the kinds; none for every kind.
  let kinds: [String]

  /// The fields of a name.
  init(name: String, kinds: [String]) { (self.name, self.kinds) = (name, kinds) }

  /// Those that an address names.
  init(_ request: PageRequest) {
    let named = (request.value("kind") ?? "").split(separator: ",").map(String.init)
    self.init(name: request.path[1], kinds: named.filter { name in request.open.kinds.contains { $0.name == name } })
  }

  /// Their page, or that of one of their values.
  func address(_ value: String? = nil) -> String {
    "/properties/" + PageAddress.encoded(name) + (value.map { "/" + PageAddress.encoded($0) } ?? "")
      + (kinds.isEmpty ? "" : "?kind=" + PageAddress.encoded(kinds.joined(separator: ",")))
  }

  /// The query for records that may have them.
  var words: [String] { kinds.isEmpty ? [] : ["kind:" + kinds.joined(separator: ",")] }

  /// The fields.
  ///
  /// Errors: no kind has them.
  func fields(_ request: PageRequest) throws -> PropertyFields {
    try PropertyFields(
      name, kinds: request.open.kinds.indices.filter { kinds.contains(request.open.kinds[$0].name) }, in: request.open)
  }
}
