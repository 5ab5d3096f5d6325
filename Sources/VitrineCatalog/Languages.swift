// The languages that travel inside the program, and catalogues in the words of one.

import Synchronization
import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax

/// The languages that answers are given in. Each is a file of the shelf `languages` of `CStock`, but for English.
package enum Languages {
  private static let folder = "languages/"

  /// Their tags, English first.
  package static let tags =
    ["en"] + Stock.names(under: folder).map { String($0.dropFirst(folder.utf8.count).prefix { $0 != "." }) }

  private static let read = Mutex<[String: Language]>([:])

  /// A language by its tag; nil where there is none.
  package static func language(_ tag: String) -> Language? {
    let tag = Language.tag(ofLocale: tag)
    guard tag != "en" else { return .english }
    return read.withLock { known in
      if let language = known[tag] { return language }
      guard let bytes = Stock.file(named: Path(folder + tag + ".yaml")) else { return nil }
      let language = Language(tag, YAML.parse(bytes).tree)
      known[tag] = language
      return language
    }
  }

  /// The first of some tags that there is a language for; English where there is none.
  package static func first(of tags: [String]) -> Language { tags.lazy.compactMap { language($0) }.first ?? .english }
}

extension LoadedCatalogue {
  /// What follows from the kinds and a language, kept for the next answer.
  private struct Spoken {
    var kinds: [Kind]
    var layouts: [TableLayout]
    var names: FieldNames
  }

  /// The last that was made; a service answers in the same language again and again.
  private static let last = Mutex<(from: [Kind], language: Language, spoken: Spoken)?>(nil)

  /// The catalogue with its kinds and fields in the words of a language: the same records, findings and files.
  package func spoken(in language: Language) -> LoadedCatalogue {
    if language.isEnglish { return self }
    let kept = Self.last.withLock { last in
      last.flatMap { $0.language === language && $0.from.elementsEqual(kinds, by: ===) ? $0.spoken : nil }
    }
    let spoken =
      kept
      ?? {
        let kinds = kinds.map { $0.spoken(in: language) }
        let layouts = kinds.map { TableLayout(kind: $0) }
        return Spoken(kinds: kinds, layouts: layouts, names: FieldNames(layouts))
      }()
    if kept == nil { Self.last.withLock { $0 = (kinds, language, spoken) } }
    var catalogue = self
    catalogue.kinds = spoken.kinds
    catalogue.index = index?.spoken(spoken.layouts)
    if fieldNames != nil { catalogue.fieldNames = spoken.names }
    return catalogue
  }
}
