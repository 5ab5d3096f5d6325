// The languages that answers are given in: each has a word for all that the stock kinds say.

import Testing
import VitrineCatalog
import VitrineModel
import VitrineSource

@Suite("Languages (GF9)") struct LanguageTests {
  /// Titles that are the same word in Turkish.
  private static let same: Set<String> = ["ISO", "Kelvin", "Platform"]

  private var stockKinds: [Kind] {
    var store = SchemaStore()
    return store.kindNames.compactMap { store.kind(named: $0) }
  }

  @Test("Turkish has a word for every title of the stock kinds and for every value of their lists")
  func everyWord() throws {
    let turkish = try #require(Languages.language("tr"))
    #expect(Languages.tags.contains("tr"))
    #expect(stockKinds.count == 8)
    for kind in stockKinds {
      let spoken = kind.spoken(in: turkish)
      #expect(spoken.title != kind.title && spoken.nouns != kind.plural, "\(kind.name)")
      #expect(!kind.description.isEmpty && spoken.description != kind.description, "\(kind.name)")
      for (field, own) in zip(kind.fields, spoken.fields) {
        let path = "\(kind.name).\(field.path.dotted)"
        #expect(own.title != field.title || Self.same.contains(field.title), "\(path) is '\(own.title)'")
        #expect(own.description != field.description || field.description.isEmpty, "\(path) is described in English")
        #expect(
          own.path == field.path && own.values == field.values && own.aliases.map(\.word) == field.aliases.map(\.word), "\(path)")
        guard field.meaning == .enumeration || field.meaning == .color else { continue }
        let isName =
          field.path.names.last == "system" || field.path.names.last == "game_system" || field.path.names.last == "format"
        for value in field.values where !isName || !field.marks.isEmpty {
          #expect(own.word(for: value) != nil || ["MMO", "VR"].contains(value), "\(path): \(value)")
        }
      }
    }
  }

  @Test("the tags of a person's environment, in the order in which they are preferred")
  func environment() {
    func tags(_ set: [String: String]) -> [String] { Language.tags { set[$0] } }
    #expect(tags([:]) == [])
    #expect(tags(["LANG": "tr_TR.UTF-8"]) == ["tr"])
    #expect(tags(["LANG": "en_US.UTF-8", "LC_MESSAGES": "tr_TR.UTF-8"]) == ["tr"])
    #expect(tags(["LANG": "tr_TR.UTF-8", "LC_ALL": "C.UTF-8"]) == [])
    #expect(tags(["LANG": "de_DE.UTF-8", "LANGUAGE": "az:tr"]) == ["az", "tr", "de"])
    #expect(tags(["LANG": "C", "LANGUAGE": "tr"]) == [])
    #expect(tags(["LANG": "POSIX"]) == [])
  }

  @Test("small and capital letters are those of the language")
  func letters() throws {
    let turkish = try #require(Languages.language("tr"))
    #expect(turkish.lowercased("IŞIK İZİ") == "ışık izi")
    #expect(turkish.capitalised("izmir") == "İzmir")
    #expect(Language.english.lowercased("ISO") == "iso")
    #expect(Language.english.capitalised("iso") == "Iso")
  }

  @Test("what a language has no word for is said in English, and places are filled one after the other")
  func filling() throws {
    let turkish = try #require(Languages.language("tr"))
    #expect(turkish("no such text") == "no such text")
    #expect(turkish("{} of {} {}", "3", "24", "oyun") == "3 / 24 oyun")
    #expect(Language.english("{} of {} {}", "3", "24", "games") == "3 of 24 games")
    #expect(Language.english("{} of {}", "3") == "3 of ")
    #expect(turkish.noun(24, one: "oyun", several: "oyunlar") == "oyun")
  }
}
