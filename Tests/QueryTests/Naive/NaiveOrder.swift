// The order of records, by comparing their values one pair at a time.

import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineText

/// What orders a value.
enum NaiveKey: Comparable {
  case number(Double)
  case text([UInt8])
  case map
  case missing

  static func < (left: NaiveKey, right: NaiveKey) -> Bool {
    switch (left, right) {
    case (.number(let one), .number(let other)): one < other
    case (.text(let one), .text(let other)): one.lexicographicallyPrecedes(other)
    default: left.place < right.place
    }
  }

  private var place: Int {
    switch self {
    case .number: 0
    case .text: 1
    case .map: 2
    case .missing: 3
    }
  }
}

/// Orders the records of some kinds by a query.
struct NaiveOrder {
  let catalogue: NaiveCatalogue
  let kinds: [Int]
  let query: Query
  /// The alphabet that texts are sorted by.
  var collation: Collation?

  /// Sorts records by groups, keys, kinds, the kinds' own orders and paths.
  func sorted(_ records: [Int]) -> [Int] {
    let groups = query.group.map { path in (path: path, keys: keys(path, records, wantsAll: true)) }
    let sorts = query.sort.map { key in (key: key, keys: keys(key.path, records, wantsAll: false)) }
    return records.sorted { left, right in
      for (_, keys) in groups {
        let (one, other) = (keys[left] ?? [], keys[right] ?? [])
        if one != other { return one.lexicographicallyPrecedes(other) }
      }
      for (key, keys) in sorts {
        if let result = before(keys[left]?.first ?? .missing, keys[right]?.first ?? .missing, key.isDescending) { return result }
      }
      let (kind, otherKind) = (catalogue.records[left].kind, catalogue.records[right].kind)
      if kind != otherKind { return kind < otherKind }
      let asked = query.sort.compactMap { way($0.path, kind) }
      for key in catalogue.kinds[kind].sort {
        let own = NaiveWay(path: key.field.dotted)
        if asked.contains(where: { $0.steps.isEmpty && $0.path == own.path && !$0.counts }) { continue }
        guard catalogue.field(kind, own.path) != nil else { continue }
        let (one, other) = (values(left, own, nil).first ?? .missing, values(right, own, nil).first ?? .missing)
        if let result = before(one, other, query.sort.isEmpty && key.isDescending) { return result }
      }
      let (path, otherPath) = (catalogue.records[left].path, catalogue.records[right].path)
      let (folded, otherFolded) = (Folding.fold(path), Folding.fold(otherPath))
      if folded != otherFolded { return folded.lexicographicallyPrecedes(otherFolded) }
      return path.utf8.lexicographicallyPrecedes(otherPath.utf8)
    }
  }

  /// The headings of sorted records: for each group field the texts' keys.
  func headings(_ record: Int, _ all: [Int]) -> [[NaiveKey]] {
    query.group.map { keys($0, all, wantsAll: true)[record] ?? [] }
  }

  private func before(_ left: NaiveKey, _ right: NaiveKey, _ isDescending: Bool) -> Bool? {
    if left == right { return nil }
    if left == .missing || right == .missing { return right == .missing }
    return isDescending ? right < left : left < right
  }

  /// The keys of each record in a field: the first value's, or those of all values, sorted.
  private func keys(_ path: Query.Path, _ records: [Int], wantsAll: Bool) -> [Int: [NaiveKey]] {
    if path.dotted == "kind" {
      return Dictionary(uniqueKeysWithValues: records.map { ($0, [.number(Double(catalogue.records[$0].kind))]) })
    }
    let ways = Dictionary(kinds.compactMap { kind in way(path, kind).map { (kind, $0) } }) { first, _ in first }
    let places = sharedPlaces(ways)
    return Dictionary(
      uniqueKeysWithValues: records.map { record in
        guard let way = ways[catalogue.records[record].kind] else { return (record, [.missing]) }
        var keys = values(record, way, places)
        if wantsAll {
          keys.sort()
          keys = keys.indices.filter { $0 == 0 || keys[$0 - 1] != keys[$0] }.map { keys[$0] }
        }
        return (record, keys.isEmpty ? [.missing] : keys)
      })
  }

  private func way(_ path: Query.Path, _ kind: Int) -> NaiveWay? {
    catalogue.ways(path.names, counts: path.counts, kind: kind)?.first
  }

  /// The places of words where all fields share them; nil where each column has its own order.
  private func sharedPlaces(_ ways: [Int: NaiveWay]) -> [String: Int]? {
    let ends = ways.map { kind, way in (kind: way.steps.last?.kind ?? kind, way: way) }
    guard let first = ends.first else { return nil }
    if ends.allSatisfy({
      $0.way.counts == first.way.counts && (first.way.counts || $0.kind == first.kind && $0.way.path == first.way.path)
    }) {
      return nil
    }
    let orders = ends.map { end -> [String] in
      guard !end.way.counts, let field = catalogue.field(end.kind, end.way.path) else { return [] }
      return words(field)
    }
    guard orders.allSatisfy({ $0 == orders[0] }) else { return [:] }
    return Dictionary(orders[0].enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
  }

  private func words(_ field: Kind.Field) -> [String] {
    switch field.meaning {
    case .enumeration: field.isOrdered ? field.values : []
    case .color: field.palette.map(\.name)
    default: []
    }
  }

  /// What orders the values of a record, in their order. `places` nil: by the field's own words.
  private func values(_ record: Int, _ way: NaiveWay, _ places: [String: Int]?) -> [NaiveKey] {
    catalogue.ends(record, way.steps[...], nil).flatMap { end -> [NaiveKey] in
      let entries = catalogue.entries(end, way.path, nil)
      if way.counts { return [.number(Double(entries.count))] }
      guard let field = catalogue.field(catalogue.records[end].kind, way.path) else { return [] }
      let own = Dictionary(words(field).enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
      return entries.compactMap { key($0, field, places ?? own) }
    }
  }

  private func collated(_ text: String) -> [UInt8] {
    guard let collation else { return Folding.fold(text) }
    var (text, key) = (text, [UInt8]())
    text.withUTF8 { collation.appendKey($0, to: &key) }
    return key
  }

  private func key(_ entry: NaiveEntry, _ field: Kind.Field, _ places: [String: Int]) -> NaiveKey? {
    if entry.form == .null { return nil }
    if entry.form == .map { return .map }
    let text = NaiveKey.text(field.meaning == .text ? collated(entry.text) : Folding.fold(entry.text))
    if !places.isEmpty { return places[entry.text].map { .number(Double($0)) } ?? text }
    if field.meaning == .boolean { return entry.isBool ? .number(entry.text.lowercased() == "true" ? 1 : 0) : text }
    var copy = entry.text
    return copy.withUTF8 { ValueNumber.order(of: $0, meaning: field.meaning) }.map { .number($0) } ?? text
  }
}
