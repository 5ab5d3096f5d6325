// What an operator means, said once more: one file of the shelf `OperatorTruths` for each of the shelf `QueryOperators`.

import Testing
import VitrineModel
import VitrineQuery

/// The definition of an operator, and terms to try it with.
protocol OperatorTruth: Sendable {
  /// The word of the operator.
  static var word: String { get }
  /// True for fields whose values of chance it is tried with.
  static func takesValues(of meaning: FieldMeaning) -> Bool
  /// What else may follow a field's colon, in normal form: `near:0,0,1km`.
  static func terms(of meaning: FieldMeaning) -> [String]
  /// True where the field of a record has such a value; nil where the field cannot have it.
  static func holds(_ values: [Query.Value], _ field: NaiveField) -> Bool?
}

extension OperatorTruth {
  static func takesValues(of meaning: FieldMeaning) -> Bool { false }
  static func terms(of meaning: FieldMeaning) -> [String] { [] }
}

/// A field of a record, or of an element of it.
struct NaiveField {
  var catalogue: NaiveCatalogue
  var field: Kind.Field
  var record: Int
  var element: NaiveElement?

  /// The values of the field.
  var texts: [String] { scalars(field.path.dotted).map(\.text) }

  /// The values at a path.
  func scalars(_ path: String) -> [NaiveEntry] { catalogue.entries(record, path, element?.only).filter { $0.form == .scalar } }

  /// The points of a location: the first latitude and the first longitude of each innermost element.
  var points: [(latitude: Double, longitude: Double)] {
    func all(_ name: String) -> [NaiveEntry] {
      catalogue.entries(record, field.path.dotted + "." + name, element?.only).filter { $0.form != .null }
    }
    let (latitudes, longitudes) = (all("lat"), all("lon"))
    return Set(latitudes.map(\.elements)).compactMap { element in
      guard let one = latitudes.first(where: { $0.elements == element }),
        let two = longitudes.first(where: { $0.elements == element }),
        one.form == .scalar, two.form == .scalar, let latitude = NaiveWords.plain(one.text),
        let longitude = NaiveWords.plain(two.text)
      else { return nil }
      return (latitude, longitude)
    }
  }
}

extension Query.Value {
  /// The text of a value that is one.
  var word: String? {
    if case .text(let text, _) = form { return text }
    return nil
  }
}

extension OperatorTruths {
  /// The definition of an operator.
  static func truth(of word: String) -> (any OperatorTruth.Type)? { all.first { $0.word == word } }
}

@Suite struct OperatorTruthTests {
  @Test("each operator has a definition beside it, and says in help what it does")
  func operatorsAreDefined() {
    #expect(Set(Query.operators.map { $0.word }) == Set(OperatorTruths.all.map { $0.word }))
    #expect(Query.operators.allSatisfy { !$0.help.isEmpty && $0.word.hasSuffix(":") })
    #expect(Set(Query.operators.map { $0.rank }).count == Query.operators.count)
  }

  @Test("no operator's word begins another's, so that the order in which they are looked for does not matter")
  func wordsAreApart() {
    for one in Query.operators {
      for other in Query.operators where one != other { #expect(!one.word.hasPrefix(other.word)) }
    }
  }
}
