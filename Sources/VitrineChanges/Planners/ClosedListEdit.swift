// A word of a closed list renamed or taken out, with all that the list says of it: aliases, marks, colours.

import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// The edit of the document that a closed list is written in.
struct ClosedListEdit {
  private let list: ClosedList
  private let meant: Set<String>
  /// The word that takes the place; nil where the word goes.
  private let new: String?

  /// An edit of a list that gives all `meant` words another name, or takes them out.
  init(_ list: ClosedList, meant: Set<String>, new: String?) {
    self.list = list
    self.meant = meant
    self.new = new
  }

  /// The edit of the catalogue's own document; of a stock one, the document made the catalogue's own. Nil where the list has none of the words.
  ///
  /// Errors: the document cannot be edited; nothing would be left in the list.
  func fileEdit(in source: some ChangeSource, stock: (Path) -> [UInt8]?) throws(PlanRefusal) -> FileEdit? {
    let own = source.text(at: list.document)
    guard let bytes = own ?? stock(list.document) else {
      throw PlanRefusal("the list that has the value cannot be read", path: list.document)
    }
    let parsed = YAML.parse(bytes)
    guard parsed.isComplete, let root = parsed.tree.roots.first else {
      throw PlanRefusal("the list that has the value does not parse", path: list.document)
    }
    let changes = parsed.tree.withReader { self.changes(in: $0, root) }
    guard let changes, !changes.isEmpty else { return nil }
    guard changes != [.remove([])] else {
      throw PlanRefusal("the list would be empty: it needs another value first", path: list.document)
    }
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits(changes, in: parsed)
      guard own == nil else { return FileEdit(path: list.document, expected: .bytes(bytes), change: .edits(edits)) }
      return FileEdit.create(list.document, edits.applied(to: bytes))
    } catch {
      throw PlanRefusal(error, path: list.document, in: bytes)
    }
  }

  /// The changes of the document; nil where it has no such list, the removal of everything where the list would be empty.
  private func changes(in reader: TreeReader, _ root: NodeID) -> [ValueChange]? {
    guard let base = [PathStep](pointer: list.pointer, in: reader.dataValue(root)) else { return nil }
    var node = root
    for step in base {
      switch step {
      case .key(let key): node = reader.value(node, named: key) ?? node
      case .item(let index): node = reader.items(node).enumerated().first { $0.offset == index }?.element ?? node
      }
    }
    guard let words = reader.value(node, named: "enum") else { return nil }
    let texts = reader.items(words).map { reader.text($0) }
    var replaced: [ValueChange] = []
    var removed: [ValueChange] = []
    // Where the new word is in the list already, the old one goes.
    var isThere = new.map { new in texts.contains { !isMeant($0) && $0 == new } } ?? true
    for (index, item) in reader.items(words).enumerated() where isMeant(texts[index]) {
      let path = base + [.key("enum"), .item(index)]
      if let new, !isThere {
        isThere = true
        if !texts[index].utf8.elementsEqual(new.utf8) { replaced.append(.set(path, reader.value(new, like: item))) }
      } else {
        removed.append(.remove(path))
      }
    }
    guard !replaced.isEmpty || !removed.isEmpty else { return [] }
    if removed.count == texts.count { return [.remove([])] }
    var changes = replaced + removed.reversed()
    if let notes = reader.value(node, named: "x-vitrine") {
      changes += self.changes(ofNotes: notes, at: base + [.key("x-vitrine")], reader)
    }
    return changes
  }

  /// What follows for the annotations beside the list.
  private func changes(ofNotes notes: NodeID, at base: [PathStep], _ reader: TreeReader) -> [ValueChange] {
    var changes: [ValueChange] = []
    if let aliases = reader.value(notes, named: "aliases") {
      for entry in reader.writtenEntries(aliases) where isMeant(reader.text(entry.value)) {
        let path = base + [.key("aliases"), .key(reader.text(entry.key))]
        // The new word needs no alias of its own.
        if let new, Folding.vocabulary(reader.text(entry.key)) != Folding.vocabulary(new) {
          changes.append(.set(path, reader.value(new, like: entry.value)))
        } else {
          changes.append(.remove(path))
        }
      }
    }
    for name in ["marks", "colors"] {
      guard let map = reader.value(notes, named: name) else { continue }
      let keys = reader.writtenEntries(map).map { reader.text($0.key) }
      var isThere = new.map { new in keys.contains { !isMeant($0) && $0 == new } } ?? true
      for key in keys where isMeant(key) {
        if let new, !isThere {
          isThere = true
          if !key.utf8.elementsEqual(new.utf8) { changes.append(.rename(base + [.key(name), .key(key)], to: new)) }
        } else {
          changes.append(.remove(base + [.key(name), .key(key)]))
        }
      }
    }
    return changes
  }

  private func isMeant(_ text: String) -> Bool { meant.contains(text) }
}

extension TreeReader {
  /// A word as a value of the kind of the one it takes the place of: a number stays a number.
  func value(_ word: String, like node: NodeID) -> DataValue {
    switch resolved(node).kind {
    case .int, .float, .bool: DataValue(plain: word)
    case .null, .string, .sequence, .mapping, .alias: .string(word)
    }
  }
}
