// The values that a person types, read by the type of the field they are for.

package import VitrineEditing
package import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineText

/// Reads values for the fields of one kind.
package struct ValueReader {
  /// The kind.
  let kind: Kind
  /// How records are named.
  let references: ReferenceWords
  /// What `today` and `now` are.
  let moment: ChangeMoment
  /// Whether a scalar that a field cannot have is taken as the text it is.
  var takesUnreadable = false
  /// Whether a text may be YAML in block style. A cell of a table is not: its lines are one text.
  var readsBlocks = false

  /// A reader of values for the fields of `kind`.
  package init(kind: Kind, references: ReferenceWords, moment: ChangeMoment) {
    self.kind = kind
    self.references = references
    self.moment = moment
  }

  /// The items that a text stands for: those of a list in brackets, else those between commas, one in quotes for a text with commas. A pattern may name
  /// only some members of a map.
  ///
  /// Errors: the field cannot have one of them.
  package func items(_ text: String, of field: Kind.Field, isPattern: Bool) throws(PlanRefusal) -> [DataValue] {
    if text.isEmpty, !isPattern { return [] }
    guard text.hasPrefix("[") else {
      if let items = try blockItems(text, of: field) { return items }
      if text.hasPrefix("- "), let items = structure(text, of: field)?.items { return items }
      var items: [DataValue] = []
      for part in try Self.parts(text, of: field) { items.append(try item(part, of: field, isPattern: isPattern)) }
      return items
    }
    let tree = try flow(text, field)
    let result = tree.tree.withReader { reader -> Result<[DataValue], PlanRefusal> in
      do throws(PlanRefusal) {
        var items: [DataValue] = []
        guard reader.resolved(tree.root).kind == .sequence else { throw PlanRefusal(unlike(text, field)) }
        for item in reader.items(tree.root) { items.append(try value(item, reader, of: field)) }
        return .success(items)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The texts between the commas of a text; of nil, a field of one's own. A comma with a blank behind it is part of a value, as in `Square, Inc.`, unless the
  /// value is in quotes, double or single; and so is one of a value that the field knows. A map in braces and a place have commas of their own.
  ///
  /// Errors: nothing stands beside a comma.
  static func parts(_ text: String, of field: Kind.Field?) throws(PlanRefusal) -> [String] {
    if let field, field.meaning == .location || text.hasPrefix("{") || !ValueWords.values(of: field, named: text).isEmpty {
      return [text]
    }
    var parts: [String] = []
    var part = ""
    var quote: Character?
    var wasQuoted = false
    func take() throws(PlanRefusal) {
      let value = wasQuoted ? part : part[...].trimmed
      guard wasQuoted || !value.isEmpty || text.isEmpty else {
        throw PlanRefusal("nothing stands beside a comma in '\(text)'; a value with a comma goes in quotes, as in '\"a, b\"'")
      }
      parts.append(value)
      (part, wasQuoted) = ("", false)
    }
    var rest = text[...]
    while let character = rest.popFirst() {
      if let open = quote {
        if character == open { quote = nil } else { part.append(character) }
      } else if (character == "\"" || character == "'"), part.allSatisfy({ $0 == " " }), !wasQuoted {
        (quote, part, wasQuoted) = (character, "", true)
      } else if character == ",", wasQuoted || rest.first != " " {
        try take()
      } else if !wasQuoted || character != " " {
        // What follows a quote that was closed is no quoted value: the text is as it stands.
        if wasQuoted { return [text] }
        part.append(character)
      }
    }
    // A quote that is never closed is a character like any other.
    guard quote == nil else { return [text] }
    try take()
    return parts
  }

  /// The value that a text stands for, of a field that is no list.
  ///
  /// Errors: the field cannot have it.
  package func value(_ text: String, of field: Kind.Field) throws(PlanRefusal) -> DataValue {
    if let value = try blockValue(text, of: field) { return value }
    return try item(text, of: field, isPattern: false)
  }

  /// The value of one line, or of YAML in braces.
  ///
  /// Errors: as of `value`.
  func item(_ text: String, of field: Kind.Field, isPattern: Bool) throws(PlanRefusal) -> DataValue {
    if let structure = structure(text, of: field) { return structure }
    guard field.isMap else { return try scalar(text, of: field) }
    if !text.hasPrefix("{") {
      if let parts = try parts(text, field, isPattern: isPattern) { return parts }
      throw PlanRefusal(unlike(text, field))
    }
    let tree = try flow(text, field)
    let result = tree.tree.withReader { reader -> Result<DataValue, PlanRefusal> in
      do throws(PlanRefusal) { return .success(try value(tree.root, reader, of: field)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// A map without braces. As a pattern, the last of the members that tell items apart may be missing.
  private func parts(_ text: String, _ field: Kind.Field, isPattern: Bool) throws(PlanRefusal) -> DataValue? {
    var members = kind.bareMap(text, of: field)?.members
    if members == nil, isPattern, field.uniqueBy.count > 1 {
      let words = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let named = field.uniqueBy.compactMap { kind.field(FieldPath(field.path.names + $0.names)) }
      if words.count <= named.count, named.count == field.uniqueBy.count, named.allSatisfy({ !$0.isMap && !$0.isOwnList }) {
        members = Array(zip(named, words)).map { (field: $0, text: $1) }
      }
    }
    guard let members else { return nil }
    var entries: [DataValue.Entry] = []
    for (member, word) in members { entries.append(.init(member.path.names.last ?? "", try scalar(word, of: member))) }
    return .map(entries)
  }

  // MARK: YAML

  private func flow(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> (tree: Tree, root: NodeID) {
    let parsed = YAML.parse(Array(text.utf8))
    guard parsed.isComplete, parsed.tree.roots.count == 1, let root = parsed.tree.roots.first,
      !parsed.findings.contains(where: { $0.severity == .error })
    else {
      let fault = parsed.findings.first { $0.severity == .error }.map { ": " + $0.message } ?? ""
      throw PlanRefusal("the value of '\(field.path.dotted)' is no YAML\(fault)")
    }
    return (parsed.tree, root)
  }

  /// A node of a typed value: scalars mean what the field says, whatever YAML would make of them.
  ///
  /// Errors: a map where the field has none; a member that it does not have, but is nearly one that it has.
  func value(_ id: NodeID, _ reader: TreeReader, of field: Kind.Field) throws(PlanRefusal) -> DataValue {
    let node = reader.resolved(id)
    switch node.kind {
    case .sequence, .alias: return reader.dataValue(id)
    case .null where node.style == .plain: return .null
    case .null, .bool, .int, .float, .string:
      return field.isMap ? reader.dataValue(id) : try scalar(reader.text(id), of: field)
    case .mapping:
      if !field.shapes.isEmpty { return reader.dataValue(id) }
      guard field.isMap else { throw PlanRefusal("'\(field.path.dotted)' is no map") }
      var entries: [DataValue.Entry] = []
      for entry in reader.writtenEntries(id) {
        let key = reader.text(entry.key)
        guard let member = kind.field(field.path.appending(key)) else {
          let nearest = NearestWord.nearest(to: key, in: members(of: field))
          if let nearest, !key.hasPrefix("x-") {
            throw PlanRefusal("'\(field.path.dotted)' has no member '\(key)'; did you mean '\(nearest)'?")
          }
          entries.append(.init(key, reader.dataValue(entry.value)))
          continue
        }
        entries.append(.init(key, try self.member(entry.value, reader, member)))
      }
      return .map(entries)
    }
  }

  private func member(_ id: NodeID, _ reader: TreeReader, _ member: Kind.Field) throws(PlanRefusal) -> DataValue {
    guard member.isOwnList, reader.resolved(id).kind == .sequence else { return try value(id, reader, of: member) }
    var items: [DataValue] = []
    for item in reader.items(id) { items.append(try value(item, reader, of: member)) }
    return .list(items)
  }

  /// The names of the members of a field whose values are maps.
  func members(of field: Kind.Field) -> [String] {
    kind.fields.filter { $0.path.names.count == field.path.names.count + 1 && $0.path.names.starts(with: field.path.names) }
      .compactMap(\.path.names.last)
  }

  private func unlike(_ text: String, _ field: Kind.Field) -> String {
    if field.meaning == .location { return "'\(text)' is no place; write '\(field.path.dotted)=41.0256,28.9744'" }
    let form = kind.form(of: field) ?? "{…}"
    if !field.isOwnList {
      let amount = kind.amountForm(of: field, with: text).map { "'\($0)' or " } ?? ""
      return
        "'\(text)' is no value of '\(field.path.dotted)', which is a map; write \(amount)'\(kind.form(of: field, with: text) ?? form)'"
    }
    if let (known, missing) = kind.incompleteMap(text, of: field) {
      let some = missing.values.prefix(4).map { "'\(text)/\($0)'" }
      return
        "'\(text)' is the '\(known)' of an item of '\(field.path.dotted)', which has a '\(missing.path.names.last ?? "")', too; write "
        + some.joined(separator: " or ")
    }
    // A comma with a blank behind it is part of a value elsewhere.
    let incomplete = text.split(separator: ",").compactMap { kind.incompleteMap($0.trimmed, of: field) }
    if incomplete.count > 1, incomplete.count == text.split(separator: ",").count, let value = incomplete[0].missing.values.first
    {
      let (known, missing) = incomplete[0]
      let items = text.split(separator: ",").map { "\($0.trimmed)/\(value)" }.joined(separator: ",")
      return
        "'\(text)' names the '\(known)' of items of '\(field.path.dotted)', which have a '\(missing.path.names.last ?? "")', too; write '\(items)', each with its own"
    }
    let short = kind.shortForm(of: field).map { "'\($0)' or " } ?? ""
    return "'\(text)' is no item of '\(field.path.dotted)', which are maps; write \(short)'\(form)'"
  }
}

extension Substring {
  /// The text without blanks around it.
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
