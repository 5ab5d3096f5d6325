// The door to the page's own files: style sheets, modules and languages, with their types and validators.

import CPage
import Synchronization
import VitrineChanges
import VitrineCompression
import VitrineFiles
import VitrineSource

/// A file of the page as it is served.
struct PageFile: Sendable {
  /// Its `Content-Type`.
  let type: String
  /// Its bytes.
  let bytes: [UInt8]
  /// The same as gzip, where that is smaller: made when it is asked for the first time.
  var compressed: [UInt8]? { smaller.value }
  /// Its validator, in quotes. Source: RFC 9110, 8.8.3.
  let tag: String
  private let smaller: Smaller

  /// The bytes as gzip, kept once they were made.
  private final class Smaller: Sendable {
    private let made = Mutex<[UInt8]??>(nil)
    private let make: @Sendable () -> [UInt8]?

    init(_ make: @escaping @Sendable () -> [UInt8]?) { self.make = make }

    var value: [UInt8]? {
      made.withLock { made in
        if let made { return made }
        let bytes = make()
        made = .some(bytes)
        return bytes
      }
    }
  }

  /// A file of this name, which says its type.
  init(named name: String, _ bytes: [UInt8]) {
    self.bytes = bytes
    type =
      switch name.split(separator: ".").last {
      case "css": "text/css; charset=utf-8"
      case "js": "text/javascript; charset=utf-8"
      case "json": "application/speculationrules+json"
      case "svg": "image/svg+xml"
      default: "text/plain; charset=utf-8"
      }
    smaller = Smaller { Compression.gzip(Self.withoutComments(bytes, name)).flatMap { $0.count < bytes.count ? $0 : nil } }
    tag = "\"\(ContentDigest(bytes).hexadecimal.prefix(20))\""
  }

  /// The bytes of a module or a style sheet without indentation, and with nothing on lines that are a comment and no more. Of a module each thing stays on its
  /// line, which browsers name where something goes wrong.
  private static func withoutComments(_ bytes: [UInt8], _ name: String) -> [UInt8] {
    guard name.hasSuffix(".js") || name.hasSuffix(".css") else { return bytes }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let words = line.drop { $0 == 0x20 }
      let isLeftOut = words.isEmpty || isComment(words)
      if !isLeftOut { text += words }
      if !isLeftOut || name.hasSuffix(".js") { text.append(0x0A) }
    }
    _ = text.popLast()
    return text
  }

  /// True for what is a comment from end to end.
  private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "//".utf8) { return true }
    let inner = line.dropFirst(2).dropLast(2)
    return line.count >= 4 && line.starts(with: "/*".utf8) && line.suffix(2).elementsEqual("*/".utf8)
      && !zip(inner, inner.dropFirst()).contains { $0 == UInt8(ascii: "*") && $1 == UInt8(ascii: "/") }
  }
}

/// The files of the page, by their names.
struct PageFiles: Sendable {
  private let files: [String: PageFile]
  /// The folder that files are read from anew for each request, in place of those in the program; nil in everyday use.
  private let folder: String?

  /// The files in the program; those of a folder in their place for people who work on them.
  init(folder: String?) { (self.folder, files) = (folder, Self.own) }

  /// The style sheets of all pages but the camera's as one file: a browser asks once before it paints, and one file is smaller than its parts.
  static let style = "style.css"
  /// Its parts, in the order in which they override one another.
  private static let sheets = ["tokens", "page", "record", "photos", "map", "tools", "views"].map { "styles/\($0).css" }

  /// The files in the program.
  private static let own: [String: PageFile] = {
    var files: [String: PageFile] = [:]
    for index in 0..<vitrine_page_file_count() {
      let file = vitrine_page_files()[index]
      let name = String(cString: file.name)
      files[name] = PageFile(named: name, Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
    files[style] = PageFile(named: style, Array(sheets.compactMap { files.removeValue(forKey: $0)?.bytes }.joined()))
    return files
  }()

  /// A file; nil where there is none of that name.
  func file(named name: String) -> PageFile? {
    guard let known = files[name] else { return nil }
    guard folder != nil else { return known }
    let parts = name == Self.style ? Self.sheets : [name]
    // Only names that the program has are looked for, so that no request can name another file.
    let present = parts.compactMap { part in folder.flatMap { try? FileReader.read(path: Path($0 + "/" + part)) } }
    return present.isEmpty ? known : PageFile(named: name, Array(present.joined()))
  }

  /// The words of the languages in the program, which are read once.
  private static let ownWords: [String: PageWords] = {
    let files = PageFiles(folder: nil)
    return Dictionary(uniqueKeysWithValues: PageWords.languages.map { ($0, files.read($0)) })
  }()

  /// The words of a language.
  func words(_ language: String) -> PageWords {
    folder == nil ? Self.ownWords[language] ?? read(language) : read(language)
  }

  private func read(_ language: String) -> PageWords {
    PageWords(
      language, file(named: "languages/\(language).yaml")?.bytes ?? [],
      said: file(named: "languages/said-\(language).yaml")?.bytes ?? [])
  }

  /// What changes whenever a file does, for the addresses of files, which browsers may keep.
  var version: String {
    let tags = files.keys.sorted().compactMap { file(named: $0)?.tag }
    return String(ContentDigest(Array(tags.joined().utf8)).hexadecimal.prefix(12))
  }
}
