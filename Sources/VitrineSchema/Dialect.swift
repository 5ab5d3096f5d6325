// The versions of JSON Schema, and which of their keywords are in force.

/// A version of JSON Schema.
package enum Draft: UInt8, Sendable {
  /// Draft-07, and its like before: `definitions`, lists under `items`, `$ref` alone.
  case draft7
  /// Draft 2020-12, and 2019-09 read as such.
  case draft2020

  /// The draft that an official meta-schema's address names.
  init?(metaSchema uri: String) {
    switch URIReference(uri).withoutFragment {
    case "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema": self = .draft2020
    case "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema",
      "http://json-schema.org/draft-06/schema", "http://json-schema.org/draft-04/schema":
      self = .draft7
    default: return nil
    }
  }

  /// The address of its meta-schema.
  var metaSchema: String {
    switch self {
    case .draft7: "http://json-schema.org/draft-07/schema"
    case .draft2020: "https://json-schema.org/draft/2020-12/schema"
    }
  }
}

/// The keywords in force in one resource.
struct Vocabulary: OptionSet {
  /// The bits.
  let rawValue: UInt8
  /// `properties`, `allOf`, …
  static let applicator = Vocabulary(rawValue: 1)
  /// `type`, `minimum`, …
  static let validation = Vocabulary(rawValue: 2)
  /// `unevaluatedProperties`, `unevaluatedItems`
  static let unevaluated = Vocabulary(rawValue: 4)
  /// `format` is asserted.
  static let formatAssertion = Vocabulary(rawValue: 8)
  /// What both drafts use.
  static let standard: Vocabulary = [.applicator, .validation, .unevaluated]

  /// The vocabulary under an address; nil for one that is not known; empty for one without assertions.
  init?(uri: String) {
    let base = "https://json-schema.org/draft/2020-12/vocab/"
    guard uri.hasPrefix(base) else { return nil }
    switch uri.dropFirst(base.count) {
    case "applicator": self = .applicator
    case "validation": self = .validation
    case "unevaluated": self = .unevaluated
    case "format-assertion": self = .formatAssertion
    case "core", "meta-data", "format-annotation", "content": self = []
    default: return nil
    }
  }

  /// A set from its bits.
  init(rawValue: UInt8) { self.rawValue = rawValue }
}
