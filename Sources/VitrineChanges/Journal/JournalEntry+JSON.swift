// A journal entry as text: what `entry.json` holds, written and read.

import VitrineSource
import VitrineSyntax

extension JournalEntry {
  /// The JSON text: one step a line, so that a person can read it and `grep` finds a path in it.
  ///
  /// Shape:
  /// ```json
  /// {"kept":120,"title":"set status to library","words":["set","hades","status=library"],"time":1795262400000000000,"version":"0.1.0",
  /// "made":["games/new"],"left":[{"path":"drafts","mode":493}],
  /// "steps":[
  /// {"replace":"games/hades.yaml","before":"9f86…","after":"60d9…"},
  /// {"move":"a.jpg","to":"b.jpg","content":{"size":120,"modified":1795262400000000000}}]}
  /// ```
  /// `kept` tells how many bytes the journal holds for the way back, first of all, so that whoever counts need not read on. Where files came from
  /// outside and left there, `"origins":[{"step":0,"path":"/media/card/dsc0042.jpg"}]` stands before the steps.
  package var json: [UInt8] {
    var text = Array("{\"kept\":\(kept),\"title\":".utf8)
    text.reserveCapacity(256 + steps.count * 192)
    Self.add(head.title, to: &text)
    text += ",\"words\":[".utf8
    Self.add(list: head.words, to: &text)
    text += "],\"time\":\(head.time),\"version\":".utf8
    Self.add(head.version, to: &text)
    text += ",\n\"made\":[".utf8
    Self.add(list: madeFolders.map(\.string), to: &text)
    text += "],\"left\":[".utf8
    for (index, folder) in leftFolders.enumerated() {
      text += (index == 0 ? "{\"path\":" : ",{\"path\":").utf8
      Self.add(folder.path.string, to: &text)
      text += ",\"mode\":\(folder.mode)}".utf8
    }
    if !origins.isEmpty { text += "],\n\"origins\":[".utf8 }
    for (index, origin) in origins.enumerated() {
      text += "\(index == 0 ? "" : ",\n"){\"step\":\(origin.step),\"path\":".utf8
      Self.add(origin.path.string, to: &text)
      text.append(UInt8(ascii: "}"))
    }
    text += "],\n\"steps\":[".utf8
    for (index, step) in steps.enumerated() {
      text += (index == 0 ? "\n{" : ",\n{").utf8
      Self.add(step, to: &text)
      text.append(UInt8(ascii: "}"))
    }
    text += "]}\n".utf8
    return text
  }

  private static func add(_ step: JournalStep, to text: inout [UInt8]) {
    switch step {
    case .create(let path, let after): add([("create", path)], [("after", after)], to: &text)
    case .replace(let path, let before, let after): add([("replace", path)], [("before", before), ("after", after)], to: &text)
    case .remove(let path, let before): add([("remove", path)], [("before", before)], to: &text)
    case .drop(let path, let before): add([("drop", path)], [("before", before)], to: &text)
    case .move(let from, let to, let content): add([("move", from), ("to", to)], [("content", content)], to: &text)
    }
  }

  private static func add(_ paths: [(String, Path)], _ contents: [(String, FileContent)], to text: inout [UInt8]) {
    for (index, (name, path)) in paths.enumerated() {
      text += (index == 0 ? "\"\(name)\":" : ",\"\(name)\":").utf8
      add(path.string, to: &text)
    }
    for (name, content) in contents {
      switch content {
      case .digest(let digest): text += ",\"\(name)\":\"\(digest.hexadecimal)\"".utf8
      case .trace(let trace): text += ",\"\(name)\":{\"size\":\(trace.size),\"modified\":\(trace.modified)}".utf8
      }
    }
  }

  private static func add(list texts: [String], to text: inout [UInt8]) {
    for (index, word) in texts.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      add(word, to: &text)
    }
  }

  private static func add(_ word: String, to text: inout [UInt8]) {
    var word = word
    word.withUTF8 { TreeJSON.append(string: $0, to: &text) }
  }
}

extension JournalEntry {
  /// The entry of a text; nil for a text that is none, or has a path in it that leads out of the catalogue.
  package init?(json text: [UInt8]) {
    let parsed = JSON.parse(text)
    guard parsed.isComplete, let root = parsed.tree.roots.first else { return nil }
    let entry = parsed.tree.withReader { reader in EntryReader(reader: reader).entry(root) }
    guard let entry else { return nil }
    self = entry
  }

  /// How many bytes the journal holds for the way back, told by the first bytes of the text; 0 where they do not tell.
  package static func kept(inStart text: [UInt8]) -> Int {
    let start = Array("{\"kept\":".utf8)
    guard text.starts(with: start) else { return 0 }
    let digits = text[start.count...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}

/// Reads an entry from its tree: what is missing or of another type makes it none.
private struct EntryReader {
  let reader: TreeReader

  func entry(_ root: NodeID) -> JournalEntry? {
    guard let title = text(root, "title"), let words = texts(root, "words"), let time = number(root, "time"),
      let version = text(root, "version"), let made = texts(root, "made")?.map({ place($0) }),
      let left = reader.value(root, "left"),
      let steps = reader.value(root, "steps")
    else { return nil }
    guard made.allSatisfy({ $0 != nil }) else { return nil }
    var entry = JournalEntry(
      head: JournalEntry.Head(title: title, words: words, time: time, version: version), steps: [],
      madeFolders: made.compactMap(\.self))
    entry.kept = number(root, "kept").flatMap { Int(exactly: $0) } ?? 0
    for item in reader.items(left) {
      guard let path = place(item, "path"), let mode = number(item, "mode").flatMap({ UInt32(exactly: $0) }) else { return nil }
      entry.leftFolders.append(JournalEntry.LeftFolder(path: path, mode: mode))
    }
    entry.steps.reserveCapacity(Int(reader.resolved(steps).content))
    for item in reader.items(steps) {
      guard let step = step(item) else { return nil }
      entry.steps.append(step)
    }
    guard let origins = reader.value(root, "origins") else { return entry }
    for item in reader.items(origins) {
      guard let path = text(item, "path"), let step = number(item, "step").flatMap({ Int(exactly: $0) }),
        entry.steps.indices.contains(step)
      else { return nil }
      entry.origins.append(JournalEntry.Origin(step: step, path: Path(path)))
    }
    return entry
  }

  private func step(_ id: NodeID) -> JournalStep? {
    if let path = place(id, "create"), let after = content(id, "after") { return .create(path: path, after: after) }
    if let path = place(id, "replace"), let before = content(id, "before"), let after = content(id, "after") {
      return .replace(path: path, before: before, after: after)
    }
    if let path = place(id, "remove"), let before = content(id, "before") { return .remove(path: path, before: before) }
    if let path = place(id, "drop"), let before = content(id, "before") { return .drop(path: path, before: before) }
    if let from = place(id, "move"), let to = place(id, "to"), let content = content(id, "content") {
      return .move(from: from, to: to, content: content)
    }
    return nil
  }

  private func content(_ id: NodeID, _ key: StaticString) -> FileContent? {
    if let text = text(id, key) { return ContentDigest(hexadecimal: text).map { .digest($0) } }
    guard let value = reader.value(id, key), let size = number(value, "size").flatMap({ Int(exactly: $0) }),
      let modified = number(value, "modified")
    else { return nil }
    return .trace(FileTrace(size: size, modified: modified))
  }

  private func place(_ id: NodeID, _ key: StaticString) -> Path? { text(id, key).flatMap { place($0) } }

  /// A path in the catalogue or its trash; nil for one that leads out of it, or to what git or the journal itself keeps: a journal may come along with a
  /// catalogue from anywhere. Decision 0122 says why.
  private func place(_ text: String) -> Path? {
    let names = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
    let isInside = names.allSatisfy { !["", ".", "..", ".git"].contains($0.lowercased()) && !$0.utf8.contains(0) }
    let isKept = names[0].lowercased() == ".vitrine" && names.count > 1 && names[1] != "trash"
    return isInside && !isKept ? Path(text) : nil
  }

  private func text(_ id: NodeID, _ key: StaticString) -> String? {
    guard let value = reader.value(id, key), reader.resolved(value).kind == .string else { return nil }
    return reader.text(value)
  }

  private func texts(_ id: NodeID, _ key: StaticString) -> [String]? {
    reader.value(id, key).map { reader.items($0).map { reader.text($0) } }
  }

  private func number(_ id: NodeID, _ key: StaticString) -> Int64? {
    reader.value(id, key).flatMap { Int64(reader.text($0)) }
  }
}
