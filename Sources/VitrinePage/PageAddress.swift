// The addresses of the page: of kinds, records, photos and files.

import VitrineApplication
import VitrineFormats
import VitrineModel
import VitrineSource

/// Writes addresses.
enum PageAddress {
  /// The words that no kind's plural can be, since they are addresses of their own.
  static let reserved: Set<String> = Set(
    PageEndpoint.all.map(\.word) + [
      "assets", "editor", "enter", "events", "language", "favicon.ico", "worker.js", "offline", "manifest.webmanifest",
    ])

  /// The first part of the addresses of a kind and of its records.
  static func word(of kind: Kind) -> String { reserved.contains(kind.plural) ? kind.plural + "~" : kind.plural }

  /// The kind that a first part is of.
  static func kind(of word: String, among kinds: [Kind]) -> Int? { kinds.firstIndex { self.word(of: $0) == word } }

  /// The records of a kind, or of all, that a query finds.
  static func collection(_ kind: Kind?, query: String = "", _ more: [(name: String, value: String)] = []) -> String {
    view(kind.map { encoded(word(of: $0)) } ?? "all", query: query, more)
  }

  /// A view of several kinds, such as the map, with the records that a query finds.
  static func view(_ word: String, query: String = "", _ more: [(name: String, value: String)] = []) -> String {
    let written = ([("q", query)] + more.map { ($0.name, $0.value) }).filter { !$0.1.isEmpty }
      .map { "\($0.0)=\(encoded($0.1))" }
    return "/" + word + (written.isEmpty ? "" : "?" + written.joined(separator: "&"))
  }

  /// A record: `/games/ID` where its id begins with that word, else `/miniatures//ID`, with the whole id behind an empty part.
  static func record(_ path: Path, _ kind: Kind) -> String {
    let id = path.stem.string
    let word = word(of: kind)
    return id.hasPrefix(word + "/") ? "/" + uriReference(id) : "/\(encoded(word))//\(uriReference(id))"
  }

  /// The id of the record that a path of an address leads to; nil where it is a kind's own.
  static func id(of path: [String]) -> String? {
    guard path.count > 1 else { return nil }
    return path[1].isEmpty ? path.dropFirst(2).joined(separator: "/") : path.joined(separator: "/")
  }

  /// The file of a photo.
  static func photo(_ path: Path) -> String { "/photo/" + uriReference(path.string) }

  /// A photo made smaller.
  static func thumb(_ path: Path, side: Int) -> String { "/thumb/\(uriReference(path.string))?side=\(side)" }

  /// A file of the page.
  static func asset(_ name: String, version: String) -> String { "/assets/\(version)/\(name)" }

  /// A value for a query, with everything encoded that may mean something there. Source: RFC 3986, 2.3.
  static func encoded(_ value: String) -> String {
    var text = ""
    for byte in value.utf8 {
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return text
  }

  /// An address that leads nowhere but to this page: what is none becomes the start.
  static func local(_ address: String) -> String {
    let isLocal =
      address.hasPrefix("/") && !address.hasPrefix("//") && !address.contains("\\")
      && address.unicodeScalars.allSatisfy { (0x21...0x7E).contains($0.value) }
    return isLocal ? address : "/"
  }
}
