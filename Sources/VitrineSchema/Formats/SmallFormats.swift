// Formats whose whole check is a few lines: UUIDs, regular expressions, JSON Pointers.

import VitrineText

/// The format `uuid`.
enum UUIDFormat {
  /// 8-4-4-4-12 hexadecimal digits.
  static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 36 else { return false }
    return text.indices.allSatisfy { index in
      index == 8 || index == 13 || index == 18 || index == 23 ? text[index] == 0x2D : hexadecimalValue(text[index]) != nil
    }
  }
}

/// The format `regex`.
enum RegexFormat {
  /// What compiles as ECMA-262, and what is right but cannot be searched for here.
  static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    do {
      _ = try Pattern(ecma: Array(text))
      return true
    } catch {
      return error.kind == .unsupported
    }
  }
}

/// The format `json-pointer`.
enum JSONPointerFormat {
  /// Empty, or tokens each after a slash, with `~` only in `~0` and `~1`.
  static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    guard first == 0x2F else { return false }
    return text.indices.allSatisfy { index in
      text[index] != 0x7E || (index + 1 < text.count && (text[index + 1] == 0x30 || text[index + 1] == 0x31))
    }
  }
}
