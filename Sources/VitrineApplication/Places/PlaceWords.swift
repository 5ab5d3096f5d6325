// Where something is, in the words of a language.

package import VitrineModel
package import VitrinePlaces

extension Place {
  /// The whole: `0.5 km from Sultanahmet, Istanbul, Türkiye`.
  package func words(in language: Language) -> String { text(in: Phrases(language)) }

  /// What a person would call the place; nil where no town is near enough.
  package func nearbyName(in language: Language) -> String? { nearbyName(in: Phrases(language)) }
}

extension Place.Phrases {
  fileprivate init(_ language: Language) {
    let hasComma = language.tag == "tr"
    self.init(
      from: { language("{} from {}", $0, $1) }, inCountry: { language("{} (in {})", $0, $1) }, decimal: hasComma ? "," : ".",
      thousands: hasComma ? "." : ",")
  }
}
