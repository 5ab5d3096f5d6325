// The text of the file that keeps the digests of photos.

import VitrineChanges
import VitrineFiles
import VitrineSource
import VitrineSystem

/// Digests of photos by their paths from the root.
///
/// Shape: the text is what `sha256sum` writes and `sha256sum -c` checks: 64 hexadecimal digits, two blanks, the path from the root. Lines of another
/// form stay, before all others.
struct DigestList {
  /// The file, in the root.
  static let path = Path("photos.sha256")

  /// The digests.
  var digests: [Path: ContentDigest] = [:]
  private var others: [ArraySlice<UInt8>] = []

  /// The digests of a text.
  init(_ text: [UInt8]) {
    for line in text.split(separator: 0x0A) {
      let digest = line.count > 66 ? ContentDigest(hexadecimal: String(decoding: line.prefix(64), as: UTF8.self)) : nil
      if let digest {
        digests[Path(bytes: line.dropFirst(66))] = digest
      } else {
        others.append(line)
      }
    }
  }

  /// The bytes of the file in a catalogue; nil where there is none.
  ///
  /// Errors: it cannot be read.
  static func text(below root: Path) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try FileReader.read(path: root.appending(path))
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// The text of the digests, in the order of their paths.
  var text: [UInt8] {
    var text: [UInt8] = []
    for line in others {
      text += line
      text.append(0x0A)
    }
    for (path, digest) in digests.sorted(by: { $0.key < $1.key }) {
      text += "\(digest.hexadecimal)  ".utf8
      text += path.utf8
      text.append(0x0A)
    }
    return text
  }

  /// Has a digest stand under another path.
  mutating func move(_ from: Path, _ to: Path) {
    digests[to] = digests.removeValue(forKey: from)
  }

  /// The edit that writes the digests in place of a text; nil where it says the same.
  func edit(of present: [UInt8]?) -> FileEdit? {
    let text = text
    guard present ?? [] != text else { return nil }
    return FileEdit(
      path: Self.path, expected: present.map { ExpectedContent.bytes($0) } ?? .absent, change: .replace(FileText(text)))
  }
}
