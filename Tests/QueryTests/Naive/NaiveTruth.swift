// Whether a record meets a query: the definition, read out aloud.

import VitrineModel
import VitrineQuery
import VitrineText

/// The element that paths start at.
struct NaiveElement {
  /// The field of the list or map.
  var base: String
  /// The list and the number of its element; nil for one map.
  var only: (list: String, number: Int)?
}

extension NaiveCatalogue {
  /// True where a record meets a condition.
  func holds(_ node: Query.Node, _ record: Int, _ element: NaiveElement? = nil) -> Bool {
    switch node {
    case .all(let nodes): return nodes.allSatisfy { holds($0, record, element) }
    case .any(let nodes): return nodes.contains { holds($0, record, element) }
    case .not(let inner, _): return !holds(inner, record, element)
    case .term(let term):
      let found = self.term(term, record, element)
      return term.relation == .unequal ? !found : found
    case .word(let text, _, _): return word(text, record, element)
    case .state(.is, let name, _): return state(name.dotted, record)
    case .state(.has, let name, _): return isPresent(name, record, element)
    case .state(.no, let name, _): return !isPresent(name, record, element)
    case .view(let name, _):
      guard let view = views.first(where: { $0.saved.name == name }) else { return false }
      let isKind = view.saved.kind.map { $0 == kinds[records[record].kind].name } ?? true
      return isKind && holds(view.query.condition, record)
    case .element(let path, let inner, _):
      return eachEnd(path, record, element) { way, end, inside in
        guard !way.counts, let field = field(records[end].kind, way.path), field.isMap else { return false }
        let maps = entries(end, way.path, inside?.only).filter { $0.form == .map }
        guard field.isOwnList else {
          return !maps.isEmpty && holds(inner, end, NaiveElement(base: way.path, only: inside?.only))
        }
        return maps.contains { map in
          holds(inner, end, NaiveElement(base: way.path, only: (way.path, map.elements[way.path] ?? -1)))
        }
      }
    }
  }

  /// True where it is true of some record that a path leads to.
  private func eachEnd(
    _ path: Query.Path, _ record: Int, _ element: NaiveElement?, _ body: (NaiveWay, Int, NaiveElement?) -> Bool
  ) -> Bool {
    let ways = ways(path.names, counts: path.counts, kind: records[record].kind, base: element?.base ?? "") ?? []
    return ways.contains { way in
      ends(record, way.steps[...], element?.only).contains { body(way, $0, way.steps.isEmpty ? element : nil) }
    }
  }

  private func isPresent(_ path: Query.Path, _ record: Int, _ element: NaiveElement?) -> Bool {
    eachEnd(path, record, element) { way, end, inside in
      entries(end, way.path, inside?.only).contains { $0.form != .null }
    }
  }

  private func word(_ text: String, _ record: Int, _ element: NaiveElement?) -> Bool {
    let kind = records[record].kind
    let wanted = Folding.fold(text)
    let paths: [String]
    if let element {
      paths = fields[kind].filter { field in
        field.path.names.count == element.base.split(separator: ".").count + 1 && field.path.dotted.hasPrefix(element.base + ".")
          && [.text, .enumeration, .color].contains(field.meaning)
          || field.isReference && field.path.dotted.hasPrefix(element.base + ".")
      }.map(\.path.dotted)
    } else {
      paths = kinds[kind].search.map(\.dotted)
    }
    return paths.contains { path in
      entries(record, path, element?.only).contains { $0.form == .scalar && Folding.fold($0.text).holds(wanted) }
    }
  }

  private func state(_ name: String, _ record: Int) -> Bool {
    let rules = (records[record].entries["finding.rule"] ?? []).map(\.text)
    let severities = (records[record].entries["finding.severity"] ?? []).map(\.text)
    switch name {
    case "invalid": return severities.contains("error")
    case "valid": return !severities.contains("error")
    case "warned": return severities.contains("warning")
    case "clean": return rules.isEmpty
    case "duplicate": return rules.contains { ["duplicate-key", "duplicate-id", "near-duplicate"].contains($0) }
    case "orphan": return rules.contains { ["missing-parent", "dangling-reference"].contains($0) }
    case "unused":
      let kind = kinds[records[record].kind]
      let couldBe = kinds.contains { other in
        other.parent == kind.name
          || other.fields.contains { field in
            if case .reference(let wanted) = field.meaning { return wanted == nil || wanted == kind.name }
            return false
          }
      }
      return couldBe && (records[record].entries["used-by"] ?? []).isEmpty
    default: return false
    }
  }

  // MARK: terms

  private func term(_ term: Query.Term, _ record: Int, _ element: NaiveElement?) -> Bool {
    if term.path.names == ["kind"], element == nil {
      return term.values.contains { value in
        guard case .text(let text, _) = value.form else { return value.form == .anything }
        let kind = kinds[records[record].kind]
        return [kind.name, kind.plural, kind.title].contains { NaiveWords.key($0) == NaiveWords.key(text) }
      }
    }
    let groups = operatorOfSeveral(term) != nil ? [term.values] : term.values.map { [$0] }
    return groups.contains { values in
      eachEnd(term.path, record, element) { way, end, inside in
        guard let field = field(records[end].kind, way.path) else { return false }
        return has(field, way.counts, term, values, end, inside) ?? false
      }
    }
  }

  /// True where a record has such a value; nil where the field cannot have it.
  private func has(
    _ field: Kind.Field, _ counts: Bool, _ term: Query.Term, _ values: [Query.Value], _ record: Int, _ element: NaiveElement?
  ) -> Bool? {
    let entries = entries(record, field.path.dotted, element?.only)
    let naive = NaiveField(catalogue: self, field: field, record: record, element: element)
    if !counts, let word = operatorOfSeveral(term) { return OperatorTruths.truth(of: word)?.holds(values, naive) }
    guard let value = values.first else { return nil }
    if value.form == .anything { return entries.contains { $0.form != .null } }
    if counts {
      return NaiveWords.interval(term, value) { text in
        NaiveWords.number(text, unit: nil).map { NaiveInterval($0, $0, isPoint: true) }
      }.map { $0(Double(entries.count)) }
    }
    if field.meaning == .map || field.meaning == .location {
      let members = fields[records[record].kind].filter { member in
        member.path.names.dropLast() == field.path.names[...] && !member.isMap
          && (field.meaning == .map || member.isReference || [.text, .enumeration, .color].contains(member.meaning))
      }
      let found = members.compactMap { has($0, false, term, [value], record, element) }
      return found.isEmpty ? nil : found.contains(true)
    }
    if case .word(let word) = term.relation { return OperatorTruths.truth(of: word.word)?.holds([value], naive) }
    if field.isReference, term.relation.isEquality {
      guard case .text(let word, _) = value.form else { return nil }
      return entries.contains { $0.form == .scalar && names($0, word, term.relation == .matches, record, field) }
    }
    guard let test = NaiveWords.test(field, term, value, now) else { return nil }
    return entries.contains { $0.form == .scalar && test($0) }
  }

  /// True where a value of a reference names a record by this word, or where it names none, reads like it.
  private func names(_ entry: NaiveEntry, _ word: String, _ contains: Bool, _ record: Int, _ field: Kind.Field) -> Bool {
    let wanted = Folding.fold(word)
    func fits(_ text: String) -> Bool { contains ? Folding.fold(text).holds(wanted) : Folding.fold(text) == wanted }
    guard let target = target(of: entry, record, field.path.dotted) else { return fits(entry.text) }
    let path = records[target].path
    for name in [path, NaiveCatalogue.id(path)] where name == word || name.hasSuffix("/" + word) { return true }
    guard let display = kinds[records[target].kind].display else { return false }
    return entries(target, display.dotted, nil).contains { $0.form == .scalar && fits($0.text) }
  }

  /// The word of a term's operator, if all its values are one operand.
  private func operatorOfSeveral(_ term: Query.Term) -> String? {
    if case .word(let word) = term.relation, word.valuesTogether != nil { return word.word }
    return nil
  }
}

extension Kind.Field {
  /// True for names of records.
  var isReference: Bool {
    if case .reference = meaning { return true }
    return false
  }
}

extension [UInt8] {
  /// True where the bytes stand somewhere in these.
  func holds(_ other: [UInt8]) -> Bool {
    guard other.count <= count else { return false }
    return (0...count - other.count).contains { Array(self[$0..<$0 + other.count]) == other }
  }
}
