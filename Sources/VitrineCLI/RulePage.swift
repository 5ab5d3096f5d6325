// A rule's page as a person reads it in a terminal.

/// The pages of rules.
enum RulePage {
  /// The page with the marks that only tests need taken away: words after the language of a fence become a comment line with the path.
  static func readable(_ page: [UInt8]) -> [UInt8] {
    var lines: [String] = []
    for line in String(decoding: page, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("```"), line.count > 3 else {
        lines.append(line.hasPrefix("```") ? "" : String(line))
        continue
      }
      let path = line.split(separator: " ").first { $0.hasPrefix("path=") }?.dropFirst(5)
      lines.append(path.map { "    \($0):" } ?? "")
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
