// Names that are never part of a catalogue: dot-files and what editors leave behind.

/// The names a listing passes over in silence.
enum SkippedNames {
  /// True for dot-files (`.git`, `.vitrine`, `.#lock`), for swap and backup files (`*~`, `#*#`, `*.swp`, `*.bak` …) and for the test
  /// file `4913` of vim.
  @inline(__always)
  static func contain(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first, let last = name.last else { return true }
    if first == UInt8(ascii: ".") || last == UInt8(ascii: "~") { return true }
    switch last {
    case UInt8(ascii: "#"): return first == UInt8(ascii: "#") && name.count > 1
    case UInt8(ascii: "p"): return ends(name, ".swp")
    case UInt8(ascii: "o"): return ends(name, ".swo")
    case UInt8(ascii: "x"): return ends(name, ".swx")
    case UInt8(ascii: "k"): return ends(name, ".bak")
    case UInt8(ascii: "_"): return ends(name, "___jb_tmp___") || ends(name, "___jb_old___")
    case UInt8(ascii: "3"): return name.count == 4 && ends(name, "4913")
    default: return false
    }
  }

  private static func ends(_ name: UnsafeBufferPointer<UInt8>, _ suffix: StaticString) -> Bool {
    let count = suffix.utf8CodeUnitCount
    guard name.count >= count else { return false }
    for index in 0..<count where name[name.count - count + index] != suffix.utf8Start[index] { return false }
    return true
  }
}
