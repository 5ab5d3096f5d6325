// `property delete`: a value taken away from every record that has it, and from its closed list.

import VitrineEditing
import VitrineModel
package import VitrineSource
import VitrineSyntax
import VitrineText

/// Plans the deletion of a value.
package enum PropertyDeletion {
  /// The most records that are named where the value cannot go.
  private static let mostNamed = 10

  /// The plan that takes a value away.
  ///
  /// Shape: a list loses the item; a map in a list that must have the value goes as a whole (a platform without its system is none); a list
  /// that becomes empty goes where it may be left out; any other field goes. The closed list loses the word. It is destructive.
  ///
  /// Errors: nothing has the value; records must have the field and would be left without; a file holds it in a way that cannot be edited.
  package static func plan(
    _ name: PropertyName, in source: some ChangeSource, at moment: ChangeMoment, stock: (Path) -> [UInt8]?
  ) throws(PlanRefusal) -> Plan {
    let scope = try PropertyScope(name, in: source)
    let ways = Dictionary(scope.fields.map { ($0, Way(source.kinds[$0.kind], $0.path)) }) { first, _ in first }
    try checkRequired(scope, ways, name, source)
    var summary: [String] = []
    var maps = 0
    let recordEdits = RecordEdits(source, fields: scope.fields, at: moment) { kind, field, reader, root in
      let way = ways.first { $0.key.path == field && source.kinds[$0.key.kind] === kind }?.value ?? .field
      let removed = DeletedValues(scope.meant, kind, field, way).removed(in: reader, root)
      if way == .map { maps += removed.items }
      return RecordChanges(removed: removed.paths)
    }
    var (edits, _) = try recordEdits.all { scope.meant.contains($0) }
    let count = edits.count
    if maps > 0 {
      let lists = Set(ways.filter { $0.value == .map }.map { $0.key.path.names.dropLast().last ?? "" }).sorted()
      let word = maps == 1 ? "1 entry" : "\(maps) entries"
      summary.append(
        "\(word) of \(lists.joined(separator: " and ")) \(maps == 1 ? "goes" : "go") as a whole, since each must have a \(name.field)"
      )
    }
    if let list = scope.list, let edit = try ClosedListEdit(list, meant: scope.meant, new: nil).fileEdit(in: source, stock: stock)
    {
      edits.append(edit)
      summary.append(
        edit.expected == .absent
          ? "'\(list.document.string)' becomes a file of the catalogue, without the value"
          : "the list in '\(list.document.string)' loses it")
    }
    let views = PropertyTerms(scope, new: nil).edits(in: source)
    summary += views.summary
    return Plan(
      "delete the \(name.field) '\(name.value)' from \(count == 0 ? "the list" : count == 1 ? "1 record" : "\(count) records")",
      edits, summary: summary,
      isDestructive: !edits.isEmpty)
  }

  private static func checkRequired(
    _ scope: PropertyScope, _ ways: [PropertyField: Way], _ name: PropertyName, _ source: some ChangeSource
  ) throws(PlanRefusal) {
    var paths: [Path] = []
    for field in scope.fields where ways[field] == .impossible {
      paths += source.records(ofKind: field.kind, with: field.path) { scope.meant.contains($0) }.map(\.path)
    }
    guard !paths.isEmpty else { return }
    var named = paths.prefix(mostNamed).map { "'\($0.string)'" }
    if paths.count > named.count { named.append("\(paths.count - named.count) more") }
    throw PlanRefusal(
      "a record must have a \(name.field), and \(paths.count == 1 ? "1 has" : "\(paths.count) have") '\(name.value)': \(named.joined(separator: ", ")); rename it, or set another first"
    )
  }

  /// What goes with a value of a field.
  fileprivate enum Way {
    /// The item of a list.
    case item
    /// The map in a list that must have the value.
    case map
    /// The field.
    case field
    /// Nothing can go.
    case impossible

    /// The way for a field, which its schema tells.
    init(_ kind: Kind, _ path: FieldPath) {
      guard let field = kind.field(path) else {
        self = .impossible
        return
      }
      if field.isOwnList {
        self = .item
      } else if !field.isRequired {
        self = .field
      } else {
        let above = FieldPath(Array(path.names.dropLast()))
        self = kind.field(above)?.isOwnList == true ? .map : .impossible
      }
    }
  }
}

/// What goes from one record.
private struct DeletedValues {
  private let meant: Set<String>
  private let kind: Kind
  private let field: FieldPath
  private let way: PropertyDeletion.Way

  init(_ meant: Set<String>, _ kind: Kind, _ field: FieldPath, _ way: PropertyDeletion.Way) {
    self.meant = meant
    self.kind = kind
    self.field = field
    self.way = way
  }

  func removed(in reader: TreeReader, _ root: NodeID) -> (paths: [[PathStep]], items: Int) {
    var paths: [[PathStep]] = []
    for place in ValuePlace.all(of: field, in: reader, root: root) where meant.contains(reader.text(place.node)) {
      let path =
        switch way {
        case .item, .map: place.item ?? place.path
        case .field, .impossible: place.path
        }
      if !paths.contains(path) { paths.append(path) }
    }
    return (withoutEmptyLists(paths, reader, root), paths.count)
  }

  /// Where all items of a list go that may be left out, the list goes.
  private func withoutEmptyLists(_ paths: [[PathStep]], _ reader: TreeReader, _ root: NodeID) -> [[PathStep]] {
    var counts: [[PathStep]: Int] = [:]
    for path in paths {
      if case .item? = path.last { counts[Array(path.dropLast()), default: 0] += 1 }
    }
    guard !counts.isEmpty else { return paths }
    let whole = reader.dataValue(root)
    let empty = counts.filter { list, count in
      guard case .key? = list.last, whole.value(at: list)?.items?.count == count else { return false }
      let names = list.compactMap { step in if case .key(let key) = step { key } else { nil } }
      return kind.field(FieldPath(names))?.isRequired == false
    }
    var result = paths.filter { empty[Array($0.dropLast())] == nil || $0.last == nil }
    for path in paths where empty[Array(path.dropLast())] != nil && !result.contains(Array(path.dropLast())) {
      result.append(Array(path.dropLast()))
    }
    return result
  }
}
