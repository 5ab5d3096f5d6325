// Photos as pictures in the terminal.

import VitrineApplication
import VitrineCatalog
import VitrineFiles
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSharing
import VitrineSource
import VitrineSystem
import VitrineTerminal
import VitrineText

/// Shows photos of records on standard output.
struct TerminalPhotos {
  /// The most photos of one record.
  private static let most = 8
  /// The most columns of a picture.
  private static let mostColumns = 80
  /// How many pixels a column is taken to be wide.
  private static let columnWidth = 10
  /// The most that kitty takes at once. Units: characters of base64. Source: kitty's graphics protocol, "The transmission medium".
  private static let pieceSize = 4_096

  private let session: Session
  private let program: DecodingProgram
  private let way: TerminalPictures
  private let columns: Int

  /// Asks the terminal how it shows pictures; nil where the output is none, and no colours are wanted in spite of that.
  init?(_ session: Session, columns: Int = mostColumns) {
    guard session.terminalWidth != nil || session.usesColor else { return nil }
    guard let program = DecodingProgram(session.context) else {
      session.tell("vitrine: vitrine-decode, which decodes photos, is not installed beside vitrine")
      return nil
    }
    (self.session, self.program) = (session, program)
    way = session.terminalWidth == nil ? .blocks : TerminalPictures.ask(name: session.environment("TERM"))
    self.columns = max(4, min(columns, (session.terminalWidth ?? 80) - 2))
  }

  /// Shows the photos of a record in their order, each below its name.
  func show(ofRecordAt path: Path, in open: OpenCatalogue) throws {
    let photos = open.catalogue.book.withWriter { $0.photos(ofRecordAt: path).map(\.path) }
    var reader = try FolderReader(root: open.catalogue.root)
    for photo in photos.prefix(Self.most) {
      session.print("\n\(TerminalText.visible(photo.string))\n")
      do throws(FileError) {
        try reader.withFile(path: photo) { file throws(FileError) in
          guard let decodable = try DecodablePhoto(file) else { return }
          do throws(DecodingFailure) { try show(decodable) } catch {
            session.tell("vitrine: '\(photo.string)' cannot be shown: \(error.reason)")
          }
        }
      } catch {
        session.tell("vitrine: \(error.description)")
      }
    }
    if photos.count > Self.most { session.note("\(photos.count - Self.most) more photos are not shown") }
  }

  /// Shows the photo in a file; nothing of one that cannot be decoded.
  func show(fileAt path: String) {
    do throws(FileError) {
      try FileReader.withFile(path: Path(path)) { file throws(FileError) in
        guard let decodable = try DecodablePhoto(file) else { return }
        do throws(DecodingFailure) { try show(decodable) } catch { return }
      }
    } catch {
      session.tell("vitrine: \(error.description)")
    }
  }

  private func show(_ photo: DecodablePhoto) throws(DecodingFailure) {
    switch way {
    case .blocks:
      let pixels = try program.pixels(of: photo, within: columns)
      session.print(
        PictureText.blocks(
          pixels.bytes, width: pixels.width, height: pixels.height, isExact: session.look.hasExactColors))
    case .sixel:
      let pixels = try program.pixels(of: photo, within: columns * Self.columnWidth)
      session.print(PictureText.sixels(pixels.bytes, width: pixels.width, height: pixels.height) + [0x0A])
    case .iterm:
      let copy = try program.copy(of: photo, within: columns * Self.columnWidth)
      let start = "\u{1B}]1337;File=inline=1;size=\(copy.count);width=auto;height=auto;preserveAspectRatio=1:"
      session.print(Array(start.utf8) + Self.base64(copy) + [0x07, 0x0A])
    case .kitty:
      let pixels = try program.pixels(of: photo, within: columns * Self.columnWidth)
      let text = Self.base64(try program.encoded(pixels, quality: nil))
      var bytes: [UInt8] = []
      for start in stride(from: 0, to: text.count, by: Self.pieceSize) {
        let end = min(start + Self.pieceSize, text.count)
        let head = start == 0 ? "a=T,f=100,q=2," : "q=2,"
        bytes += "\u{1B}_G\(head)m=\(end < text.count ? 1 : 0);".utf8
        bytes += text[start..<end]
        bytes += "\u{1B}\\".utf8
      }
      session.print(bytes + [0x0A])
    }
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var sink = ByteSink()
    var stream = Base64Stream()
    bytes.withUnsafeBytes { stream.add($0, to: &sink) }
    stream.finish(to: &sink)
    return sink.bytes
  }
}
