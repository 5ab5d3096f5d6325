// The way to a place, by the page or program that the manifest names under `directions`.

package import VitrineCatalog
import VitrineModel
import VitrineSyntax

/// Addresses of directions.
package enum Directions {
  /// What leads somewhere: pages, and programs for maps. Source: RFC 5870 for `geo`.
  private static let schemes: Set<String> = ["http", "https", "geo"]

  /// The address for a place; nil where the manifest names none, or one of another scheme: a browser would run some as a script. Of a place only digits, signs and dots are taken.
  package static func address(in catalogue: LoadedCatalogue, latitude: String, longitude: String) -> String? {
    let isPlace = [latitude, longitude].allSatisfy { text in
      !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }
    let tree = YAML.parse(catalogue.text(at: Manifest.fileName) ?? []).tree
    guard isPlace, let root = tree.roots.first else { return nil }
    let written = tree.withReader { reader in
      reader.value(root, "directions").map { reader.resolved($0).kind == .string ? reader.text($0) : "" } ?? ""
    }
    let template = stripped(written)
    let scheme = template.prefix { $0 != ":" }.lowercased()
    guard template.contains(":"), schemes.contains(scheme) else { return nil }
    return replaced(replaced(template, "{lat}", latitude), "{lon}", longitude)
  }

  /// An address as a browser reads it: blanks and control characters at its ends, and tabs and line breaks anywhere, are nothing to it. Source: the URL standard, 4.4.
  private static func stripped(_ address: String) -> String {
    let bytes = Array(address.utf8)
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return "" }
    return String(decoding: bytes[first...last].filter { ![0x09, 0x0A, 0x0D].contains($0) }, as: UTF8.self)
  }

  private static func replaced(_ text: String, _ word: String, _ value: String) -> String {
    let (bytes, wanted) = (Array(text.utf8), Array(word.utf8))
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place...].starts(with: wanted) {
        result += value.utf8
        place += wanted.count
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
