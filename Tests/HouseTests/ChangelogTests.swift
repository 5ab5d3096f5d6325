// The changelog's form: versions from the newest down, and in each what was added, changed and fixed.

import Testing

/// What holds for contrib/CHANGELOG.md.
@Suite struct ChangelogTests {
  private var lines: [Substring] {
    (Checkout.text("contrib/CHANGELOG.md") ?? "").split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("versions stand newest first, each once")
  func versions() {
    let versions = lines.compactMap { line in
      line.firstMatch(of: /^## (\d+)\.(\d+)\.(\d+)(?: \(not released\)| \(\d{4}-\d{2}-\d{2}\))?$/).map { match in
        [match.output.1, match.output.2, match.output.3].map { Int($0) ?? 0 }
      }
    }
    #expect(versions.count == lines.count { $0.hasPrefix("## ") }, "a heading of a version reads '## 0.2.0 (not released)'")
    #expect(versions.count >= 2)
    for (newer, older) in zip(versions, versions.dropFirst()) {
      #expect(older.lexicographicallyPrecedes(newer), "\(older) stands below \(newer)")
    }
  }

  @Test("each version has groups, in this order and no others: Added, Changed, Fixed")
  func groups() {
    let order = ["Added", "Changed", "Fixed"]
    for version in lines.split(whereSeparator: { $0.hasPrefix("## ") }).dropFirst() {
      let groups = version.filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
      #expect(groups == order.filter { groups.contains($0) })
      #expect(version.prefix { !$0.hasPrefix("### ") }.allSatisfy { $0.isEmpty })
    }
  }

  @Test("each thing is one item, whose first line begins with '- '")
  func items() {
    var faults: [String] = []
    for (index, line) in lines.enumerated().drop(while: { !$0.element.hasPrefix("### ") }) {
      let isHeading = line.hasPrefix("#") || line.allSatisfy { $0.isLetter || $0 == " " }
      if !isHeading, !line.hasPrefix("- "), !line.hasPrefix("  ") { faults.append("contrib/CHANGELOG.md:\(index + 1): \(line)") }
    }
    #expect(faults == [])
  }
}
