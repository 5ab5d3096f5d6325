// Which parts of a document of another shape are its records.

import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineText

extension ForeignReader {
  /// The records of a document of another shape. `pointer` is where the document stands, `offset` how far behind the text's start.
  mutating func readMapped(_ reader: TreeReader, _ root: NodeID, _ pointer: String, offset: Int, _ maker: inout RecordMaker?) {
    guard let mapping else { return }
    func note(_ id: NodeID, _ message: String, label: String = "", help: String? = nil) {
      result.note(
        ImportRules.form, reader.node(id).range.moved(by: offset), pointer + reader.pointer(of: id, root: root), message,
        label: label, help: help)
    }
    var list = root
    for name in mapping.records {
      guard reader.resolved(list).kind == .mapping, let next = reader.value(list, named: name) else {
        let names = reader.resolved(list).kind == .mapping ? reader.writtenEntries(list).map { reader.text($0.key) } : []
        let nearest = NearestWord.nearest(to: name, in: names)
        return note(
          list, "there is no '\(mapping.records.joined(separator: "."))' here",
          label: nearest.map { "did you mean '\($0)'?" } ?? "", help: "the mapping's 'records' names the list of records")
      }
      list = next
    }
    if list != root { noteBeside(list, in: root, reader, mapping.records[...], &maker) }
    if let key = mapping.key {
      guard reader.resolved(list).kind == .mapping else {
        return note(
          list, "the mapping has a 'key', so the records must be a map by their keys, but here is \(reader.words(list))",
          help: reader.resolved(list).kind == .sequence ? "take 'key' out of the mapping: a list needs none" : nil)
      }
      var pointers = PointerFinder()
      for entry in reader.writtenEntries(list) {
        let source = SourceObject(reader: reader, root: entry.value, offset: offset, key: (key, entry.key))
        append(source, pointer + pointers.pointer(of: entry.value, reader, root: root), &maker)
      }
      return
    }
    if mapping.records.isEmpty, reader.resolved(list).kind == .mapping {
      if let only = onlyList(reader, list), fit(of: only, reader) >= fit(of: list, reader) {
        list = only
        noteBeside(list, in: root, reader, [], &maker)
      } else if fit(of: list, reader) > 0 {
        return append(SourceObject(reader: reader, root: list, offset: offset), pointer, &maker)
      }
    }
    guard reader.resolved(list).kind == .sequence else {
      let name = mapping.records.isEmpty ? "" : "'\(mapping.records.joined(separator: "."))' is "
      guard reader.resolved(list).kind == .mapping, isMapOfMaps(reader, list) else {
        return note(
          list,
          mapping.records.isEmpty
            ? "there is no list of records here, but \(reader.words(list))"
            : "\(name)no list of records, but \(reader.words(list))",
          help: "name the list with 'records' in the mapping")
      }
      return note(
        list, "a list of records is expected, but \(name.isEmpty ? "this is " : name)a map of them by their keys",
        help: "write 'key: id' in the mapping: then the keys are the member 'id' of the records, which a field may come from")
    }
    let listPointer = pointer + reader.pointer(of: reader.resolve(list), root: root)
    for (index, item) in reader.items(reader.resolve(list)).enumerated() {
      append(SourceObject(reader: reader, root: item, offset: offset), "\(listPointer)/\(index)", &maker)
    }
  }

  /// Makes one record of an object.
  private mutating func append(_ source: SourceObject, _ pointer: String, _ maker: inout RecordMaker?) {
    let takesAnything = mapping?.fields.contains { $0.sources.contains(".") } ?? false
    guard takesAnything || source.reader.resolved(source.root).kind == .mapping else {
      return result.note(
        ImportRules.form, source.range, pointer, "a record must be an object, but this is \(source.reader.words(source.root))",
        help: "in a mapping 'from: .' takes a record that is a value itself")
    }
    if let made = maker?.record(source) { append(made, pointer) }
  }

  /// Counts what stands around the records, which becomes part of none of them. `names` lead to their list.
  private func noteBeside(
    _ list: NodeID, in map: NodeID, _ reader: TreeReader, _ names: ArraySlice<String>, _ maker: inout RecordMaker?,
    below path: String = ""
  ) {
    for entry in reader.writtenEntries(reader.resolve(map)) where entry.value != list {
      let name = reader.text(entry.key)
      let whole = path.isEmpty ? name : path + "." + name
      if name == names.first, names.count > 1 {
        noteBeside(list, in: entry.value, reader, names.dropFirst(), &maker, below: whole)
      } else {
        maker?.noteBeside(SourceObject(reader: reader, root: entry.value, offset: 0), whole)
      }
    }
  }

  /// The only list of a map that holds objects, or holds anything where it is the only member.
  private func onlyList(_ reader: TreeReader, _ map: NodeID) -> NodeID? {
    let lists = reader.writtenEntries(map).filter { reader.resolved($0.value).kind == .sequence }
    return lists.count == 1 ? lists[0].value : nil
  }

  /// How many fields of the mapping find something in a record, or in the first one of a list.
  private func fit(of id: NodeID, _ reader: TreeReader) -> Int {
    guard let mapping else { return 0 }
    var id = reader.resolve(id)
    if reader.node(id).kind == .sequence {
      guard let first = reader.items(id).first(where: { _ in true }) else { return 0 }
      id = reader.resolve(first)
    }
    let source = SourceObject(reader: reader, root: id, offset: 0)
    return mapping.fields.count { field in field.from.map { !source.values($0).isEmpty } ?? false }
  }

  private func isMapOfMaps(_ reader: TreeReader, _ map: NodeID) -> Bool {
    var count = 0
    for entry in reader.writtenEntries(map) {
      guard reader.resolved(entry.value).kind == .mapping else { return false }
      count += 1
    }
    return count > 0
  }
}
