// What a changing command does to a catalogue of twins, compared with what the naive graph says it has to do.

import VitrineSource

/// The comparison of a catalogue before and after a command.
struct TwinCommandCheck {
  private let words: [String]
  private let before: NaiveGraph
  private let after: NaiveGraph
  private let isDone: Bool
  /// What is wrong.
  private(set) var faults: [String] = []

  /// A comparison for a command line.
  init(_ words: [String], before: NaiveGraph, after: NaiveGraph, isDone: Bool) {
    (self.words, self.before, self.after, self.isDone) = (words, before, after, isDone)
  }

  /// Compares the files.
  mutating func compare(_ files: [Path: [UInt8]], _ later: [Path: [UInt8]]) {
    guard isDone else {
      if files != later { faults.append("it was refused, and changed files") }
      if mustWork { faults.append("it was refused") }
      return
    }
    guard let record = record(at: 1) else { return }
    switch words[0] {
    case "rm": removed(record, files, later)
    case "mv": expectEdges(before.edges)
    case "merge": if let other = self.record(at: 2) { merged(record, other) }
    case "set": set(record)
    default: break
    }
  }

  /// The record that a word means by the bytes of its path, or by a path that Unicode calls the same where it is the only one.
  private func record(at index: Int) -> NaiveRecord? {
    let path = Path(words[index])
    if let exact = before.records[path] { return exact }
    let alike = before.records.values.filter { NaiveGraph.composed($0.path.slice) == NaiveGraph.composed(path.slice) }
    return alike.count == 1 ? alike[0] : nil
  }

  /// Whether nothing stands in the way of the command.
  private var mustWork: Bool {
    guard let record = record(at: 1) else { return false }
    switch words[0] {
    case "rm": return true
    case "set": return target(of: record) != nil
    default: return false
    }
  }

  // MARK: commands

  private mutating func removed(_ record: NaiveRecord, _ files: [Path: [UInt8]], _ later: [Path: [UInt8]]) {
    let gone = before.closure(of: [record.path], cascades: words.contains("--cascade"))
    expect("it removes", Set(files.keys).subtracting(later.keys).sorted(), gone.sorted())
    let changed = later.filter { files[$0.key] != $0.value }.map(\.key).sorted()
    guard words.contains("--unlink") else { return expect("it edits", changed, []) }
    let users = before.records.values.filter { !gone.contains($0.path) && !gone.isDisjoint(with: before.found(by: $0)) }
    expect("it edits", changed, users.map(\.path).sorted())
    for user in users {
      let left = before.targets(of: user).filter { _, target in
        if case .record(let path) = target { return !gone.contains(path) }
        return true
      }
      let found = after.records[user.path]?.links ?? []
      if found != left.map(\.link) { faults.append("\(user.path.escaped) has \(found), not \(left.map(\.link))") }
    }
  }

  private mutating func merged(_ kept: NaiveRecord, _ other: NaiveRecord) {
    guard kept.path != other.path else { return }
    var edges: [String] = []
    for edge in before.edges where !edge.hasPrefix(other.title + " ") {
      // What would name its own record goes.
      if edge.hasPrefix(kept.title + " "), edge.hasSuffix(" " + other.title) { continue }
      edges.append(edge.hasSuffix(" " + other.title) ? edge.dropLast(other.title.count) + kept.title : edge)
    }
    expectEdges(edges)
    if after.records[other.path] != nil { faults.append("\(other.path.escaped) is there still") }
  }

  /// The record that the value of `set` means in its field, where the record's kind has that field.
  private func target(of record: NaiveRecord) -> Path? {
    guard let word = words.last, let sign = word.firstIndex(of: "=") else { return nil }
    let field = field(of: word)
    guard NaiveGraph.fields[record.kind]?.contains(field) == true, let kind = NaiveGraph.wanted[field],
      case .record(let path) = before.resolve(Path(word[word.index(after: sign)...]), kind: kind)
    else { return nil }
    return path
  }

  private func field(of word: String) -> String { String(word.prefix { $0 != "=" && $0 != "+" }) }

  private mutating func set(_ record: NaiveRecord) {
    guard let path = target(of: record), let target = before.records[path], let word = words.last else { return }
    let edge = "\(record.title) \(field(of: word)) \(target.title)"
    if !after.edges.contains(edge) { faults.append("'\(edge)' is not there: \(after.records[record.path]?.links ?? [])") }
  }

  // MARK: words

  private mutating func expect(_ what: String, _ found: [Path], _ wanted: [Path]) {
    if found != wanted { faults.append("\(what) \(found.map(\.escaped)), not \(wanted.map(\.escaped))") }
  }

  private mutating func expectEdges(_ edges: [String]) {
    let lost = Set(edges).subtracting(after.edges).sorted()
    if !lost.isEmpty { faults.append("references lead elsewhere: \(lost), but \(after.edges)") }
  }
}
