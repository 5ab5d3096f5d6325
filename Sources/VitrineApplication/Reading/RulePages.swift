// What there is to say about rules: what `vitrine explain` and `GET /v1/explain` ask for.

import VitrineCatalog
package import VitrineFormats
import VitrineRules
package import VitrineSource

/// The pages of rules.
package enum RulePages {
  /// All rules, as rows.
  package static var table: Table {
    let rows = RuleBook.all.map { rule in
      Table.Row([.text(rule.code), .text(rule.slug), .text(rule.severity.word), .text(rule.summary)])
    }
    return Table(
      columns: [Table.Column("code"), Table.Column("rule"), Table.Column("severity"), Table.Column("summary")], rows: rows)
  }

  /// The page of a rule, by its name or code.
  ///
  /// Errors: there is no such rule, with the nearest.
  package static func page(named name: String) throws(RequestError) -> [UInt8] {
    guard let found = RuleBook.rule(named: name) else {
      let nearest = RuleBook.suggestion(for: name).map { "; did you mean '\($0)'?" } ?? "; 'vitrine explain' lists all rules"
      throw RequestError("unknown rule '\(name)'\(nearest)")
    }
    return page(of: found)
  }

  /// The page of a rule.
  package static func page(of found: Rule) -> [UInt8] {
    guard let page = Stock.file(named: "explain/\(found.code)-\(found.slug).md") else {
      return Array("\(found.slug) (\(found.code))\n\n\(found.severity.word): \(found.summary)\n\n\(found.help)\n".utf8)
    }
    return readable(page)
  }

  /// The page with its blocks indented, each below its path, and without the words that only tests need. The marks stay: they show
  /// where a finding is.
  private static func readable(_ page: [UInt8]) -> [UInt8] {
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
