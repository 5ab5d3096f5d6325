// Changes of a document as an editor sends them: made together, one by one, and in a plain list of code points, they give the same text.

import FuzzShared
import VitrineEditing
import VitrineLanguageServer
import VitrineSource

/// One input of the fuzzer: a text, a NUL, then changes of six bytes each and the text that they put in, up to the next NUL.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzEditing(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let parts = Sound.bytes(start, count).split(separator: 0, omittingEmptySubsequences: false)
  let text = String(decoding: parts.first ?? [], as: UTF8.self)
  let encoding = PositionEncoding.allCases[count % 3]
  let changes = parts.dropFirst().compactMap { change($0) }
  let begin = DocumentText(Array(text.utf8))
  var single = begin
  var plain = Array(text.unicodeScalars)
  for change in changes {
    single = single.applying(change.json, encoding) ?? single
    plain = change.made(in: plain, encoding)
    checkPlaces(single, encoding)
  }
  let together = begin.applying(changes.map(\.json), encoding)
  Sound.demand(together.bytes == single.bytes, "changes made together")
  var expected = String.UnicodeScalarView()
  expected.append(contentsOf: plain)
  Sound.demand(single.bytes == Array(String(expected).utf8), "changes made in code points")
  return 0
}

/// A change of an editor.
private struct Change {
  var start: DocumentPosition
  var end: DocumentPosition
  var text: String
  var isWhole: Bool

  var json: JSONValue {
    isWhole ? ["text": .string(text)] : ["range": ["start": start.json, "end": end.json], "text": .string(text)]
  }

  func made(in scalars: [Unicode.Scalar], _ encoding: PositionEncoding) -> [Unicode.Scalar] {
    if isWhole { return Array(text.unicodeScalars) }
    let (first, last) = (index(of: start, in: scalars, encoding), index(of: end, in: scalars, encoding))
    var result = scalars
    result.replaceSubrange(first..<max(first, last), with: text.unicodeScalars)
    return result
  }

  private func index(of place: DocumentPosition, in scalars: [Unicode.Scalar], _ encoding: PositionEncoding) -> Int {
    var (index, line) = (0, 0)
    while line < place.line, index < scalars.count {
      let isBreak = scalars[index] == "\n" || scalars[index] == "\r" && (index + 1 == scalars.count || scalars[index + 1] != "\n")
      index += 1
      if isBreak { line += 1 }
    }
    if line < place.line { return scalars.count }
    var column = 0
    while index < scalars.count, scalars[index] != "\n", scalars[index] != "\r" {
      let width =
        switch encoding {
        case .utf8: UTF8.width(scalars[index])
        case .utf16: UTF16.width(scalars[index])
        case .utf32: 1
        }
      if column + width > place.character { break }
      column += width
      index += 1
    }
    return index
  }
}

private func change(_ bytes: ArraySlice<UInt8>) -> Change? {
  let bytes = Array(bytes)
  guard bytes.count >= 6 else { return nil }
  let places = bytes[1..<5].map { Int($0 % 24) }
  let start = DocumentPosition(line: places[0], character: places[1])
  return Change(
    start: start, end: DocumentPosition(line: places[0] + places[2] % 4, character: places[3]),
    text: String(decoding: bytes[5...], as: UTF8.self), isWhole: bytes[0] == 0xFF)
}

/// Every byte has a place that leads back to the character that it is of.
private func checkPlaces(_ text: DocumentText, _ encoding: PositionEncoding) {
  for offset in text.bytes.indices where text.bytes[offset] & 0xC0 != 0x80 {
    let place = text.position(of: offset, encoding)
    let back = text.offset(of: place, encoding)
    let isBreak = text.bytes[offset] == 0x0A && offset > 0 && text.bytes[offset - 1] == 0x0D
    Sound.demand(back == offset || isBreak && back == offset - 1, "the place of byte \(offset)")
  }
}
