// The words of the page in a person's language: one file a language, looked up by keys.

import VitrineSyntax
import VitrineText

/// The page's words in one language.
struct PageWords: Sendable {
  /// The language as BCP 47 names it.
  let language: String
  private let texts: [String: String]
  private let sentences: SentenceTranslation

  /// The languages there are, the first being the one for everybody else.
  static let languages = ["en", "tr"]

  /// The words of a file of the page.
  ///
  /// Shape: a YAML map of keys to texts, in which `{}` stands for what is counted or named. `said` is what the engine says in the language, as
  /// `SentenceTranslation` reads it; nothing for English, in which it says it.
  init(_ language: String, _ file: [UInt8], said: [UInt8]) {
    self.language = language
    sentences = SentenceTranslation(said)
    let tree = YAML.parse(file).tree
    texts = tree.withReader { reader in
      var texts: [String: String] = [:]
      if let root = tree.roots.first {
        reader.forEachEntry(root) { texts[reader.text($0.key)] = reader.text($0.value) }
      }
      return texts
    }
  }

  /// The text of a key; the key itself where the language lacks it, which a test forbids.
  func callAsFunction(_ key: String) -> String { texts[key] ?? key }

  /// The text of a key; nil where the language lacks it.
  func known(_ key: String) -> String? { texts[key] }

  /// The text of a key with a name in it.
  func callAsFunction(_ key: String, _ name: String) -> String { Self.filled(self(key), name) }

  /// The text of a key with a number in it: that of `KEY.one` for 1, where there is one.
  func callAsFunction(_ key: String, count: Int) -> String {
    Self.filled(count == 1 ? texts[key + ".one"] ?? self(key) : self(key), number(count))
  }

  /// A sentence of the engine, such as a finding's message, in the language: as it is where it has none. What looks into a sentence wants the English one.
  func said(_ sentence: String) -> String { sentences(sentence) }

  /// A number with its thousands apart.
  func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    guard digits.utf8.count > 4 else { return String(value) }
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.utf8.count - place) % 3 == 0 { text += language == "tr" ? "." : "," }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  private static func filled(_ text: String, _ name: String) -> String {
    let bytes = Array(text.utf8)
    guard
      let place = bytes.indices.dropLast().first(where: { bytes[$0] == UInt8(ascii: "{") && bytes[$0 + 1] == UInt8(ascii: "}") })
    else { return text }
    return String(decoding: bytes[..<place], as: UTF8.self) + name + String(decoding: bytes[(place + 2)...], as: UTF8.self)
  }

  /// The language that a browser prefers, of those there are. Source: RFC 9110, 12.5.4.
  static func preferred(_ header: String?) -> String {
    let wanted = (header ?? "").split(separator: ",").prefix(20).map { item -> (tag: String, quality: Double) in
      let parts = item.split(separator: ";")
      let tag = parts.first.map { $0.drop { $0 == " " } } ?? ""
      let quality = parts.dropFirst().first { $0.contains("q=") }.flatMap { $0.split(separator: "=").last }
      return (tag.split(separator: "-").first.map { $0.lowercased() } ?? "", quality.flatMap { Double($0) } ?? 1)
    }
    let known = wanted.filter { languages.contains($0.tag) && $0.quality > 0 }
    return known.max { $0.quality < $1.quality }?.tag ?? languages[0]
  }
}
