// Findings that were there before: what `check --new-since` and `check --baseline` leave out. Decision 0052.

import VitrineChanges
import VitrineFormats
package import VitrineSource
import VitrineSyntax

/// Findings that nobody wants to see again.
///
/// A finding is known by its rule, its file, the value it is about and its message; lines and columns do not count, and items of a list may move.
package struct KnownFindings: Sendable {
  /// What makes two findings one.
  fileprivate struct Key: Hashable, Sendable {
    var rule: String
    var path: Path
    var pointer: String
    var message: String

    /// The same wherever in its list an item stands.
    var loose: Key {
      var key = self
      key.pointer = pointer.split(separator: "/", omittingEmptySubsequences: false)
        .map { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "*" : String($0) }.joined(separator: "/")
      return key
    }
  }

  /// The first line of a baseline.
  private static let header = #"{"vitrine-baseline": 1}"#

  private var keys: [Key] = []

  /// The findings of an earlier version.
  package init(_ findings: some Sequence<Finding>) { keys = findings.map { Key($0) } }

  /// The findings that a baseline names: a file by `text(of:)`, or the lines of `check --format ndjson`.
  ///
  /// Errors: a line is no finding.
  package init(baseline: [UInt8]) throws(RequestError) {
    var bytes = baseline[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let blank = line.allSatisfy { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
      if blank { continue }
      let parsed = JSON.parse(Array(line))
      guard parsed.isComplete, parsed.findings.isEmpty, let root = parsed.tree.roots.first else {
        throw RequestError("line \(number + 1) of the baseline is no JSON; 'vitrine check --write-baseline' makes one")
      }
      let isHeader = parsed.tree.withReader { EventObject(reader: $0, id: root).member("vitrine-baseline") != nil }
      if isHeader { continue }
      let found = parsed.tree.withReader { reader -> (key: Key, count: Int)? in
        let object = EventObject(reader: reader, id: root)
        guard let path = object.text("path"), let rule = object.text("rule"), let message = object.text("message") else {
          return nil
        }
        let count = min(max(object.integer("count") ?? 1, 0), 1_000_000)
        return (Key(rule: rule, path: Path(path), pointer: object.text("pointer") ?? "", message: message), count)
      }
      guard let found else {
        throw RequestError("line \(number + 1) of the baseline is no finding; 'vitrine check --write-baseline' makes one")
      }
      keys += Array(repeating: found.key, count: found.count)
    }
  }

  /// A baseline of findings: JSON, a line each, in the order of a report, so that git shows and merges changes of it.
  package static func text(of findings: [Finding]) -> [UInt8] {
    var counts: [Key: Int] = [:]
    var order: [Key] = []
    for finding in findings {
      let key = Key(finding)
      counts[key, default: 0] += 1
      if counts[key] == 1 { order.append(key) }
    }
    var json = JSONWriter()
    json.raw(header.utf8)
    json.lineBreak()
    for key in order {
      json.object { json in
        json.field("path", key.path.string)
        json.field("rule", key.rule)
        json.field("pointer", key.pointer)
        json.field("message", key.message)
        if let count = counts[key], count > 1 { json.field("count", count) }
      }
      json.lineBreak()
    }
    return json.bytes
  }

  /// Those of some findings that are not known, in their order, and how many of the known ones are not among them any more.
  package func new(among findings: [Finding]) -> (new: [Finding], gone: Int) {
    var left: [Key: Int] = [:]
    for key in keys { left[key, default: 0] += 1 }
    let exact = findings.filter { !Self.take(Key($0), from: &left) }
    var loose: [Key: Int] = [:]
    for (key, count) in left where count > 0 { loose[key.loose, default: 0] += count }
    let new = exact.filter { !Self.take(Key($0).loose, from: &loose) }
    return (new, loose.values.reduce(0, +))
  }

  private static func take(_ key: Key, from counts: inout [Key: Int]) -> Bool {
    guard let count = counts[key], count > 0 else { return false }
    counts[key] = count - 1
    return true
  }

  /// Takes the findings of files that have another path now for those of the new one.
  package mutating func follow(_ oldPaths: [Path: Path]) {
    var newPaths: [Path: Path] = [:]
    for (new, old) in oldPaths { newPaths[old] = new }
    for index in keys.indices {
      if let path = newPaths[keys[index].path] { keys[index].path = path }
    }
  }

  /// The files that the findings are about.
  package var paths: Set<Path> { Set(keys.map(\.path)) }
}

extension KnownFindings.Key {
  fileprivate init(_ finding: Finding) {
    self.init(rule: finding.rule.slug, path: finding.path, pointer: finding.pointer, message: finding.message)
  }
}
