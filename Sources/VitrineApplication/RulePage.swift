// A rule's page as a person reads it in a terminal.

/// The pages of rules.
package enum RulePage {
  /// The page with its blocks indented, each below its path, and without the words that only tests need. The marks stay: they show
  /// where a finding is.
  package static func readable(_ page: [UInt8]) -> [UInt8] {
    var lines: [String] = []
    var isBlock = false
    for line in String(decoding: page, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("```") else {
        lines.append(isBlock && !line.isEmpty ? "      " + line : String(line))
        continue
      }
      isBlock.toggle()
      guard isBlock else { continue }
      let words = line.split(separator: " ")
      guard let path = words.first(where: { $0.hasPrefix("path=") })?.dropFirst(5) else { continue }
      let times = words.first { $0.hasPrefix("times=") }?.dropFirst(6)
      lines += ["    \(path)\(times.map { ", these lines \($0) times" } ?? ""):", ""]
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
