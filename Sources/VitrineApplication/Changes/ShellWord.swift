// Words of command lines that are shown to be copied.

/// A word as a shell takes it.
package enum ShellWord {
  /// A word of a command line: as it is where a shell leaves it so, else in quotes. A name that a shell would work out, such as one with `$(…)`, means itself.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || "/._-0123456789".utf8.contains($0)
    }
    if isPlain { return text }
    // Within double quotes these still mean something.
    guard text.utf8.contains(where: { "$`\\\"!".utf8.contains($0) }) else { return "\"\(text)\"" }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
