// `property rename`: a value of a field given another name, in every file that has it.

import VitrineEditing
import VitrineModel
package import VitrineSource
import VitrineSyntax
import VitrineText

/// Plans the renaming of a value.
package enum PropertyRenaming {
  /// So many files at most are changed without a question.
  package static let mostUnasked = SetPlanner.mostUnasked

  /// The plan that gives a value another name: in all records, in the closed list that has it, and in saved queries that ask for it.
  ///
  /// Shape: all spellings that fold alike are the value. Where a list has the new name already, the old one goes. `stock` reads schemas
  /// that come with the program; one that has the list becomes the catalogue's own.
  ///
  /// Errors: nothing has the value; the new name is empty, or not in the closed list; a file holds it in a way that cannot be edited.
  package static func plan(
    _ name: PropertyName, to typed: String, in source: some ChangeSource, at moment: ChangeMoment,
    stock: (Path) -> [UInt8]?
  ) throws(PlanRefusal) -> Plan {
    let scope = try PropertyScope(name, in: source)
    let goal = try Self.goal(typed, scope, name)
    var edits: [FileEdit] = []
    var summary: [String] = []
    let recordEdits = RecordEdits(source, fields: scope.fields, at: moment) { record, field, reader, root in
      RenamedValues(scope.meant, goal, field, record).changes(in: reader, root)
    }
    let (changed, merged) = try recordEdits.all(where: { scope.meant.contains($0) && !$0.utf8.elementsEqual(goal.utf8) })
    edits += changed
    if merged > 0 {
      summary.append("\(merged == 1 ? "1 record has" : "\(merged) records have") '\(goal)' already, and there the value goes")
    }
    if goal != typed { summary.append("'\(goal)' is how it is spelled already") }
    if let list = scope.list,
      let edit = try ClosedListEdit(list, meant: scope.meant, new: goal).fileEdit(in: source, stock: stock)
    {
      edits.append(edit)
      summary.append(
        edit.expected == .absent
          ? "'\(list.document.string)' becomes a file of the catalogue, with the list changed"
          : "the list in '\(list.document.string)' is changed")
    }
    let views = PropertyTerms(scope, new: goal).edits(in: source)
    edits += views.edits
    summary += views.summary
    let records = changed.isEmpty ? "the list" : changed.count == 1 ? "1 record" : "\(changed.count) records"
    let others = name.others.map { ", '\($0)'" }.joined()
    let title =
      others.isEmpty
      ? "rename the \(name.field) '\(name.value)' to '\(goal)' in \(records)"
      : "merge the \(name.field) '\(name.value)'\(others) into '\(goal)' in \(records)"
    return Plan(
      title, edits, summary: summary,
      isDestructive: edits.count > mostUnasked)
  }

  /// The new name as it is spelled: as in the closed list, or as records have it already.
  private static func goal(_ typed: String, _ scope: PropertyScope, _ name: PropertyName) throws(PlanRefusal) -> String {
    let trimmed = typed.drop { $0 == " " }
    guard !trimmed.isEmpty, trimmed.count == typed.count, typed.last != " " else {
      throw PlanRefusal("the new \(name.field) is empty, or has blanks around it; 'vitrine property delete' takes a value away")
    }
    let key = Folding.vocabulary(typed)
    if let word = scope.words.first(where: { Folding.vocabulary($0) == key && !scope.meant.contains($0) }) { return word }
    if scope.list != nil, !scope.words.contains(where: { scope.meant.contains($0) }) {
      let nearest = NearestWord.nearest(to: typed, in: scope.words).map { "; did you mean '\($0)'?" } ?? ""
      throw PlanRefusal("neither '\(name.value)' nor '\(typed)' is in the list of the \(name.field)\(nearest)")
    }
    guard scope.list == nil else { return typed }
    let others = scope.spellings.filter { Folding.vocabulary($0) == key && !scope.meant.contains($0) }
    return others.count == 1 && !others.contains(typed) ? others.first ?? typed : typed
  }
}

/// The changes of one record where a value gets another name.
private struct RenamedValues {
  private let meant: Set<String>
  private let goal: String
  private let field: Kind.Field
  private let kind: Kind

  init(_ meant: Set<String>, _ goal: String, _ field: FieldPath, _ kind: Kind) {
    self.meant = meant
    self.goal = goal
    self.field = kind.field(field) ?? Kind.Field(path: field, meaning: .text)
    self.kind = kind
  }

  func changes(in reader: TreeReader, _ root: NodeID) -> RecordChanges {
    let places = ValuePlace.all(of: field.path, in: reader, root: root)
    let texts = places.map { reader.text($0.node) }
    let key = Folding.vocabulary(goal)
    var changes = RecordChanges()
    var listsWithGoal: Set<[PathStep]> = []
    for (place, text) in zip(places, texts) where place.isItem && !meant.contains(text) && Folding.vocabulary(text) == key {
      listsWithGoal.insert(Array(place.path.dropLast()))
    }
    for (place, text) in zip(places, texts) where meant.contains(text) {
      let isThere = place.isItem && !listsWithGoal.insert(Array(place.path.dropLast())).inserted
      if isThere {
        changes.removed.append(place.path)
      } else if !text.utf8.elementsEqual(goal.utf8) {
        changes.set.append(.set(place.path, reader.value(goal, like: place.node)))
      }
    }
    takeDoubles(&changes, reader, root)
    return changes
  }

  /// Where the value is a member of a map in a list, a map may have become the double of another.
  private func takeDoubles(_ changes: inout RecordChanges, _ reader: TreeReader, _ root: NodeID) {
    guard field.isList, !field.isOwnList, field.path.names.count > 1 else { return }
    var lists: [[PathStep]] = []
    for change in changes.set {
      guard let item = change.path.lastIndex(where: { if case .item = $0 { true } else { false } }) else { continue }
      let list = Array(change.path[..<item])
      if !lists.contains(list) { lists.append(list) }
    }
    guard !lists.isEmpty else { return }
    var whole = reader.dataValue(root)
    for case .set(let path, let value) in changes.set { whole = whole.setting(value, at: path[...]) }
    for list in lists {
      let items = (whole.value(at: list)?.items ?? []).map(\.inKeyOrder)
      let changed = Set(
        items.indices.filter { index in
          changes.set.contains { $0.path.starts(with: list + [.item(index)]) }
        })
      // An item that nothing happened to stays, wherever it stands.
      var seen = Set(items.indices.filter { !changed.contains($0) }.map { items[$0] })
      for index in items.indices where changed.contains(index) && !seen.insert(items[index]).inserted {
        let path = list + [.item(index)]
        // What goes needs no other change.
        changes.set.removeAll { $0.path.starts(with: path) }
        changes.removed.append(path)
      }
    }
  }
}
