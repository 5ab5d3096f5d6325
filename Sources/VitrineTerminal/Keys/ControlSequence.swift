// Keys that a terminal sends as Escape and more.

/// Reading of what begins with Escape.
enum ControlSequence {
  /// Reads the key at the start of bytes whose first is Escape; `character` reads a character of UTF-8.
  static func step(_ bytes: ArraySlice<UInt8>, character: (ArraySlice<UInt8>) -> KeyDecoder.Step) -> KeyDecoder.Step {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return .unfinished }
    switch second {
    case UInt8(ascii: "["): return csi(rest.dropFirst(), before: 2)
    case UInt8(ascii: "O"): return ss3(rest.dropFirst(), before: 2)
    case 0x1B: return afterTwoEscapes(rest, character: character)
    case 0x7F, 0x08: return .key(.named(.backspace, .alt), 2)
    case 0x0D: return .key(.named(.enter, .alt), 2)
    case ..<0x20: return .key(.named(.escape), 1)
    default:
      switch character(rest) {
      case .key(.text(let text), let length): return text.first.map { .key(.alt($0), length + 1) } ?? .nothing(length + 1)
      case .unfinished: return .unfinished
      default: return .nothing(2)
      }
    }
  }

  /// Some terminals send Alt as an Escape before the sequence of a key.
  private static func afterTwoEscapes(
    _ rest: ArraySlice<UInt8>, character: (ArraySlice<UInt8>) -> KeyDecoder.Step
  ) -> KeyDecoder.Step {
    guard let third = rest.dropFirst().first else { return .unfinished }
    guard third == UInt8(ascii: "[") || third == UInt8(ascii: "O") else { return .key(.named(.escape), 1) }
    switch step(rest, character: character) {
    case .key(.named(let name, let modifiers), let length): return .key(.named(name, modifiers.union(.alt)), length + 1)
    case .key(_, let length), .nothing(let length), .startOfPaste(let length): return .nothing(length + 1)
    case .unfinished: return .unfinished
    }
  }

  /// Parameters, then a final byte. A byte that belongs in no sequence ends it and is read anew.
  private static func csi(_ bytes: ArraySlice<UInt8>, before: Int) -> KeyDecoder.Step {
    // The Linux console sends F1 to F5 as ESC [ [ A to E.
    if bytes.first == UInt8(ascii: "[") {
      guard let letter = bytes.dropFirst().first else { return .unfinished }
      let number = Int(letter) - 0x40
      return 1...5 ~= number ? .key(.named(.function(number)), before + 2) : .nothing(before + 1)
    }
    for (count, byte) in bytes.enumerated() where !(0x20...0x3F ~= byte) {
      guard 0x40...0x7E ~= byte else { return .nothing(before + count) }
      // Private parameters, and M, are in what mice and questions are answered with.
      let isKey = byte != UInt8(ascii: "M") && !(0x3C...0x3F ~= bytes.first ?? 0)
      let length = before + count + 1
      return isKey ? key(parameters(bytes.prefix(count)), final: byte, length: length) : .nothing(length)
    }
    return .unfinished
  }

  /// A letter, with the modifiers as a number before it in some terminals.
  private static func ss3(_ bytes: ArraySlice<UInt8>, before: Int) -> KeyDecoder.Step {
    for (count, byte) in bytes.enumerated() where !(0x30...0x39 ~= byte) {
      guard 0x40...0x7E ~= byte else { return .nothing(before + count) }
      let modifiers = parameters(bytes.prefix(count)).first ?? 1
      return key([1, modifiers], final: byte, length: before + count + 1)
    }
    return .unfinished
  }

  /// Numbers between semicolons; one that is none or too large counts as 0.
  private static func parameters(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.count <= 6 ? Int(String(decoding: $0, as: UTF8.self)) ?? 0 : 0
    }
  }

  private static func key(_ parameters: [Int], final: UInt8, length: Int) -> KeyDecoder.Step {
    let bits = parameters.count > 1 ? max(parameters[1], 1) - 1 : 0
    var modifiers = Key.Modifiers(rawValue: bits & 7)
    let name: Key.Name
    switch final {
    case UInt8(ascii: "A"): name = .up
    case UInt8(ascii: "B"): name = .down
    case UInt8(ascii: "C"): name = .right
    case UInt8(ascii: "D"): name = .left
    case UInt8(ascii: "H"): name = .home
    case UInt8(ascii: "F"): name = .end
    case UInt8(ascii: "M"): name = .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): name = .function(Int(final) - 0x4F)
    case UInt8(ascii: "Z"):
      name = .tab
      modifiers.insert(.shift)
    case UInt8(ascii: "~"):
      let number = parameters.first ?? 0
      if number == 200 { return .startOfPaste(length) }
      guard let found = keyName(number) else { return .nothing(length) }
      name = found
    default: return .nothing(length)
    }
    return .key(.named(name, modifiers), length)
  }

  private static func keyName(_ number: Int) -> Key.Name? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...24: .function(number - 12)
    default: nil
    }
  }
}
