// The metadata of a PNG file: the size in its header, EXIF in a chunk of its own or, as older programs write it, in a text.

import VitrineCompression
import VitrineModel

/// Reads PNG.
///
/// Source: PNG 3rd edition, 11.2.1 (IHDR), 11.3.3 (tEXt, zTXt, iTXt), 11.3.4.5 (eXIf); for the texts `Raw profile type …` ImageMagick's
/// coders/png.c; for `XML:com.adobe.xmp` the XMP specification, part 3.
enum PNGMetadata {
  private static let mostChunks = 2048

  /// A chunk.
  private struct Chunk {
    let type: Int
    let start: Int
    let count: Int
  }

  /// Takes what the file says.
  static func read(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    guard image.has("IHDR", at: 12) else { return }
    if let width = image.number(16, 4), let height = image.number(20, 4), width > 0, height > 0 {
      (builder.metadata.width, builder.metadata.height) = (width, height)
    }
    var chunks: [Chunk] = []
    var place = 8
    var isWalked = false
    // Over the picture's chunks only as far as bytes are known: each would be a read of its own.
    for _ in 0..<mostChunks {
      guard let length = image.number(place, 4), let type = image.number(place + 4, 4), length <= image.size - place - 8 else {
        break
      }
      if wanted.contains(type) { chunks.append(Chunk(type: type, start: place + 8, count: length)) }
      isWalked = type == IEND
      if isWalked || type == IDAT && image.reads >= 16 { break }
      place += 12 + length
    }
    if !isWalked { chunks += chunksNearEnd(&image).filter { $0.start > place } }
    // The chunk of EXIF's own counts before any text.
    let exif = chunks.filter { $0.type == eXIf }
    _ = exif.contains { builder.takeExif(&image, at: $0.start, count: $0.count) }
    var hasProfile = false
    for chunk in chunks where chunk.type != eXIf {
      takeText(&image, chunk, hasProfile: &hasProfile, into: &builder)
    }
  }

  private static let eXIf = 0x65_58_49_66
  private static let tEXt = 0x74_45_58_74
  private static let zTXt = 0x7A_54_58_74
  private static let iTXt = 0x69_54_58_74
  private static let IDAT = 0x49_44_41_54
  private static let IEND = 0x49_45_4E_44
  private static let wanted: Set<Int> = [eXIf, tEXt, zTXt, iTXt]

  /// Metadata may stand behind the picture; then it is looked for in the last bytes, by the chunk's name and a length that leads to another.
  private static func chunksNearEnd(_ image: inout ImageBytes) -> [Chunk] {
    let start = max(0, image.size - ImageBytes.most)
    guard let tail = image.bytes(start, image.size - start) else { return [] }
    var chunks: [Chunk] = []
    var index = 4
    while index + 12 < tail.count, chunks.count < 64 {
      // All of these names have an X, at the second place or at the third.
      if tail[index + 1] == UInt8(ascii: "X") || tail[index + 2] == UInt8(ascii: "X"),
        let type = ImageBytes.number(tail[index..<index + 4], false), wanted.contains(type)
      {
        let count = ImageBytes.number(tail[index - 4..<index], false) ?? 0
        let next = index + 4 + count + 4
        if count >= 8, next + 8 <= tail.count, tail[next + 4..<next + 8].allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) {
          chunks.append(Chunk(type: type, start: start + index + 4, count: count))
          index = next
          continue
        }
      }
      index += 1
    }
    return chunks
  }

  /// Takes a text, where its key says that it is EXIF or XMP; of several raw profiles the first.
  private static func takeText(
    _ image: inout ImageBytes, _ chunk: Chunk, hasProfile: inout Bool, into builder: inout MetadataBuilder
  ) {
    guard let head = image.bytes(chunk.start, min(chunk.count, 80)), let end = head.firstIndex(of: 0) else { return }
    let key = String(decoding: head[..<end], as: UTF8.self)
    let isProfile = ["Raw profile type exif", "Raw profile type APP1", "Raw profile type xmp", "Raw profile type iptc"].contains(
      key)
    guard isProfile || key == "XML:com.adobe.xmp",
      case let bytes = image.longBytes(chunk.start, chunk.count), bytes.count > end,
      let text = text(bytes, from: end + 1, chunk.type, &builder)
    else { return }
    if !isProfile {
      // A text that is not compressed ends its chunk.
      let start = chunk.count - text.count
      if chunk.count == bytes.count, start >= 0, bytes[start...].elementsEqual(text) {
        return builder.takeXMP(&image, at: chunk.start + start, count: text.count)
      }
      return builder.takeXMP(text)
    }
    let profile = profile(text)
    if profile.starts(with: "http://ns.adobe.com/xap/1.0/".utf8) { return builder.takeXMP(Array(profile.dropFirst(29))) }
    if key.hasSuffix("xmp") { return builder.takeXMP(profile) }
    if key.hasSuffix("iptc") { return builder.takeIPTC(profile) }
    guard !hasProfile else { return }
    var block = ImageBytes(ImageSample(profile))
    hasProfile = builder.takeExif(&block, at: 0, count: profile.count, isInPlace: false)
  }

  /// The text behind a key, expanded where it is compressed; nil where it is not well formed.
  private static func text(_ bytes: [UInt8], from start: Int, _ type: Int, _ builder: inout MetadataBuilder) -> [UInt8]? {
    switch type {
    case tEXt: return Array(bytes[start...])
    case zTXt:
      guard start < bytes.count, bytes[start] == 0 else { return nil }
      return builder.expanded(Array(bytes[(start + 1)...]), by: { Compression.expanded($0, limit: $1) })
    default:
      guard start + 2 <= bytes.count, let language = bytes[(start + 2)...].firstIndex(of: 0),
        let title = bytes[(language + 1)...].firstIndex(of: 0)
      else { return nil }
      let text = Array(bytes[(title + 1)...])
      if bytes[start] == 0 { return text }
      guard bytes[start + 1] == 0 else { return nil }
      return builder.expanded(text, by: { Compression.expanded($0, limit: $1) })
    }
  }

  /// ImageMagick's form: a line with the name, a line with the count of bytes, and these in hexadecimal.
  private static func profile(_ text: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
    guard lines.count == 3 else { return [] }
    var bytes: [UInt8] = []
    var half: UInt8?
    for byte in lines[2] {
      guard let digit = digit(byte) else { continue }
      if let first = half { bytes.append(first << 4 | digit) }
      half = half == nil ? digit : nil
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
