// The words for people in one language: those of answers, and those for kinds, fields and values. One file a language, keyed by the English text.

package import VitrineSyntax
package import VitrineText

/// A language that answers are given in. What it has no word for is said in English.
package final class Language: Sendable {
  /// The language that all texts are written in.
  package static let english = Language("en", Tree(bytes: []))
  /// The language as BCP 47 names it: `tr`.
  package let tag: String
  /// True where a number is followed by the word for one, as in Turkish.
  private let countsWithOne: Bool
  /// True where a comma stands before the fraction of a number, and points between thousands.
  package let hasDecimalComma: Bool
  private let texts: [String: String]
  private let schema: [String: String]
  private let values: [String: String]
  private let descriptions: [String: String]

  /// A language of the texts in a file.
  ///
  /// Shape: a YAML map of the maps `texts`, `schema`, `descriptions` and `values`, each of English texts to theirs. Whatever else it is counts as nothing.
  package init(_ tag: String, _ tree: Tree) {
    self.tag = tag
    func map(_ name: String) -> [String: String] {
      guard let root = tree.roots.first else { return [:] }
      return tree.withReader { reader in
        var words: [String: String] = [:]
        guard let map = reader.value(root, named: name) else { return words }
        reader.forEachEntry(map) { words[reader.text($0.key)] = reader.text($0.value) }
        return words
      }
    }
    (texts, schema, values, descriptions) = (map("texts"), map("schema"), map("values"), map("descriptions"))
    func says(_ name: String, _ word: String) -> Bool {
      guard let root = tree.roots.first else { return false }
      return tree.withReader { reader in reader.value(root, named: name).map { reader.text($0) } == word }
    }
    (countsWithOne, hasDecimalComma) = (says("counted", "one"), says("decimal", "comma"))
  }

  /// True for the language that all texts are written in.
  package var isEnglish: Bool { self === Language.english }

  /// A text of an answer.
  package func callAsFunction(_ english: String) -> String { texts[english] ?? english }

  /// A text of an answer with `{}` filled in, one after the other.
  package func callAsFunction(_ english: String, _ parts: String...) -> String {
    var text = ""
    var rest = parts[...]
    for sign in self(english) {
      if sign == "}", text.last == "{" {
        text.removeLast()
        text += rest.popFirst() ?? ""
      } else {
        text.append(sign)
      }
    }
    return text
  }

  /// A title that is that of a field, too.
  package func title(_ english: String) -> String { schema[english] ?? self(english) }

  /// The title of a field of a kind, which the schema calls `english`; nil where there is no word for it.
  func title(_ english: String, at path: String) -> String? { schema[path] ?? schema[english] }

  /// The description of a kind or a field, which the schema gives in English.
  package func description(_ english: String) -> String { descriptions[english] ?? english }

  /// The word for a value of a closed list; nil where there is none.
  func value(_ value: String) -> String? { values[value] }

  /// The word that stands behind a number.
  package func noun(_ count: Int, one: String, several: String) -> String { count == 1 || countsWithOne ? one : several }

  /// A text in small letters: of Turkish `I` is `ı` and `İ` is `i`.
  package func lowercased(_ text: String) -> String {
    guard tag == "tr" || tag == "az" else { return text.lowercased() }
    return String(text.map { $0 == "I" ? "ı" : $0 == "İ" ? "i" : $0 }).lowercased()
  }

  /// The order of its alphabet, where that differs from the order of folded texts.
  package var collation: Collation? { tag == "tr" ? .turkish : nil }

  /// A text with a capital at its start: of Turkish `i` is `İ` and `ı` is `I`.
  package func capitalised(_ text: String) -> String {
    guard let first = text.first else { return text }
    let isDotted = first == "i" && (tag == "tr" || tag == "az")
    return (isDotted ? "İ" : first.uppercased()) + text.dropFirst()
  }
}

extension Language {
  /// The tag of the language that a person wants by their environment: `LANGUAGE`, a list, where the locale is not C; else the locale. Nil where nothing is set.
  ///
  /// Source: locale(7), the order of the variables; the manual of GNU gettext, 2.3.3 for `LANGUAGE`.
  package static func tags(in environment: (String) -> String?) -> [String] {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment($0) }.first { !$0.isEmpty } ?? ""
    let locale = tag(ofLocale: set)
    guard locale != "c", locale != "posix", !locale.isEmpty else { return [] }
    return (environment("LANGUAGE") ?? "").split(separator: ":").map { tag(ofLocale: String($0)) } + [locale]
  }

  /// The language of a locale or a tag: `tr` of `tr_TR.UTF-8` and of `tr-TR`.
  package static func tag(ofLocale locale: String) -> String {
    String(locale.prefix { $0.isASCII && $0.isLetter }).lowercased()
  }
}
