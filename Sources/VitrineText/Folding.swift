// One meaning of "the same word, however it is written": for search, vocabularies and identity keys. No locale has a say in it.
// Decision 0004 says why.

/// Folds text so that spellings that a person takes for the same become the same bytes.
///
/// Every form takes any bytes (those that are not UTF-8 count as U+FFFD), gives UTF-8 in NFC, gives the same for NFC and NFD input, and gives
/// its own output again when that is folded. `I`, `İ`, `ı` and `i` all become `i`. What a mark is, and which go, says `isDiacritic`.
package enum Folding {
  /// The form for search: case folded, diacritics and invisible characters removed, each white space character one plain space.
  package static func fold(_ text: String) -> [UInt8] {
    folded(text, .search)
  }

  /// The same for bytes.
  package static func fold(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { folded($0, .search) }
  }

  /// The same, appended to `output`: what an index calls for each of its titles.
  package static func fold(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    append(bytes, .search, to: &output)
  }

  /// The form for free words that must be unique: as `fold`, but accents stay; white space is trimmed and runs of it made one space.
  package static func vocabulary(_ text: String) -> [UInt8] {
    folded(text, .vocabulary)
  }

  /// The same for bytes.
  package static func vocabulary(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { folded($0, .vocabulary) }
  }

  /// The same, appended to `output`.
  package static func vocabulary(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    append(bytes, .vocabulary, to: &output)
  }

  /// The form for keys: as `fold`, then only letters and numbers (categories L* and N*) and the marks that belong to them are kept.
  ///
  /// Shape: "NieR:Automata" becomes `nierautomata`; a title of signs and pictures alone becomes nothing.
  package static func identity(_ text: String) -> [UInt8] {
    folded(text, .identity)
  }

  /// The same for bytes.
  package static func identity(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { folded($0, .identity) }
  }

  /// The same, appended to `output`.
  package static func identity(_ bytes: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) {
    append(bytes, .identity, to: &output)
  }
}

extension Folding {
  /// Which of the three forms is wanted.
  enum Form {
    case search
    case vocabulary
    case identity
  }

  private static func folded(_ text: String, _ form: Form) -> [UInt8] {
    var text = text
    return text.withUTF8 { folded($0, form) }
  }

  private static func folded(_ bytes: UnsafeBufferPointer<UInt8>, _ form: Form) -> [UInt8] {
    var output: [UInt8] = []
    append(bytes, form, to: &output)
    return output
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, _ form: Form, to output: inout [UInt8]) {
    let start = output.count
    if bytes.isASCII {
      output.append(contentsOf: bytes)
      lowerASCII(&output, from: start)
      if form == .identity { keepWordBytes(&output, from: start) }
    } else {
      FoldedRun.append(bytes, onlyWords: form == .identity, keepsMarks: form == .vocabulary, to: &output)
    }
    if form == .vocabulary { collapseSpaces(&output, from: start) }
  }

  /// Lower-cases ASCII letters and makes ASCII white space plain spaces, in place.
  static func lowerASCII(_ output: inout [UInt8], from start: Int) {
    output.withUnsafeMutableBufferPointer { buffer in
      for index in start..<buffer.count {
        let byte = buffer[index]
        let lower = byte | (byte &- 0x41 < 26 ? 0x20 : 0)
        buffer[index] = byte &- 0x09 < 5 ? 0x20 : lower
      }
    }
  }

  /// Keeps lower-case ASCII letters and digits only, in place.
  static func keepWordBytes(_ output: inout [UInt8], from start: Int) {
    let kept = output.withUnsafeMutableBufferPointer { buffer in
      var end = start
      for index in start..<buffer.count {
        let byte = buffer[index]
        buffer[end] = byte
        end &+= byte &- 0x61 < 26 || byte &- 0x30 < 10 ? 1 : 0
      }
      return end
    }
    output.removeLast(output.count - kept)
  }

  /// Makes each run of spaces one and drops those at both ends, in place.
  private static func collapseSpaces(_ output: inout [UInt8], from start: Int) {
    let kept = output.withUnsafeMutableBufferPointer { buffer in
      var end = start
      var isAfterSpace = true
      for index in start..<buffer.count {
        let byte = buffer[index]
        buffer[end] = byte
        let isSpace = byte == 0x20
        end &+= isSpace && isAfterSpace ? 0 : 1
        isAfterSpace = isSpace
      }
      return end > start && isAfterSpace ? end - 1 : end
    }
    output.removeLast(output.count - kept)
  }
}
