// The way to a place, by the page or program that the manifest names under `directions`.

package import VitrineCatalog
import VitrineModel
import VitrineSyntax

/// Addresses of directions.
package enum Directions {
  /// The address for a place; nil where the manifest names none. Of a place only digits, signs and dots are taken.
  package static func address(in catalogue: LoadedCatalogue, latitude: String, longitude: String) -> String? {
    let isPlace = [latitude, longitude].allSatisfy { text in
      !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    }
    let tree = YAML.parse(catalogue.text(at: Manifest.fileName) ?? []).tree
    guard isPlace, let root = tree.roots.first else { return nil }
    let template = tree.withReader { reader in
      reader.value(root, "directions").map { reader.resolved($0).kind == .string ? reader.text($0) : "" } ?? ""
    }
    // What a browser would run as a script is no way to anywhere.
    let scheme = template.prefix { $0 != ":" }.lowercased()
    guard template.contains(":"), !["javascript", "data", "vbscript", "file"].contains(scheme) else { return nil }
    return replaced(replaced(template, "{lat}", latitude), "{lon}", longitude)
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
