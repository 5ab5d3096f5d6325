// Every query means what the definition says: random queries on random records, answered by the index and by the naive reading.

import Glibc
import Testing
import VitrineAnswers
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineTesting
import VitrineText

/// The evaluator beside the naive truth. `VITRINE_ROUNDS=20000` makes it long; `VITRINE_SEED=7` starts elsewhere.
@Suite struct TruthTests {
  private static func setting(_ name: String, _ otherwise: Int) -> Int {
    getenv(name).flatMap { Int(String(cString: $0)) } ?? otherwise
  }

  @Test("random queries on random records find what the definition says, in its order, under its headings (G2.3, G5.5, M3.3)")
  func truth() { compare(changes: false) }

  @Test("so they do where the index came about by any changes")
  func truthAfterChanges() { compare(changes: true) }

  private func compare(changes: Bool) {
    let rounds = Self.setting("VITRINE_ROUNDS", 200)
    let first = Self.setting("VITRINE_SEED", 1)
    var tried = 0
    var refused = 0
    var found = 0
    for round in 0..<(rounds + 19) / 20 {
      let seed = UInt64(first + round)
      var random = SplitMix(state: seed)
      var kinds = RandomCatalogue.stock
      while kinds.count > 1 + Int(seed % 4) { kinds.remove(at: random.below(kinds.count)) }
      let count = seed % 197 == 0 ? 1100 : 1 + random.below(60)
      var catalogue = RandomCatalogue(seed: seed, count: count, kinds: kinds, changes: changes)
      for (number, text) in queries(for: kinds, seed: seed, &catalogue).enumerated() {
        tried += 1
        switch outcome(text, catalogue) {
        case .refused: refused += 1
        case .same(let rows): found += rows
        case .different(let what):
          let reduced = reduce(text, catalogue)
          Issue.record("seed \(seed), query \(number): \(text)\n  \(what)\n  reduced: \(reduced.text)\n  \(reduced.what)")
          return
        }
      }
    }
    #expect(Double(refused) < Double(tried) * 0.6, "most queries should be answered: \(refused) of \(tried) were refused")
    #expect(found > 0)
    if getenv("VITRINE_ROUNDS") != nil { print("\(tried) queries, \(refused) refused, \(found) rows found") }
  }

  // MARK: queries

  private func queries(for kinds: [Kind], seed: UInt64, _ catalogue: inout RandomCatalogue) -> [String] {
    var random = SplitMix(state: seed &* 31)
    var vocabulary = vocabulary(kinds, &random, catalogue)
    var viewMaker = QueryGenerator(vocabulary, seed: seed &+ 1 << 32, depth: 1)
    for number in 0..<6 where catalogue.naive.views.count < 3 {
      // Later views use earlier ones.
      if number % 3 == 2, let last = catalogue.naive.views.last {
        addView("@\(last.saved.name) \(viewMaker.next().text)", &random, &catalogue)
      } else {
        addView(viewMaker.next().text, &random, &catalogue)
      }
    }
    vocabulary.views = catalogue.naive.views.map(\.saved.name)
    var generator = QueryGenerator(vocabulary, seed: seed, depth: 1 + Int(seed % 3))
    return (0..<20).map { _ in
      let text = generator.next().text
      // The only view lends its order, so it stands there at times.
      return random.below(8) == 0 && !vocabulary.views.isEmpty
        ? "@\(vocabulary.views[random.below(vocabulary.views.count)]) \(text)" : text
    }
  }

  /// Saves a query as a view, if it means anything.
  private func addView(_ text: String, _ random: inout SplitMix, _ catalogue: inout RandomCatalogue) {
    guard let query = try? QueryParser.parse(text) else { return }
    let naive = catalogue.naive
    let kind = random.below(2) == 0 ? nil : naive.kinds[random.below(naive.kinds.count)].name
    var view = SavedView(name: "v\(naive.views.count)", kind: kind, query: text)
    if random.below(3) == 0 { view.limit = random.below(20) }
    if random.below(3) == 0 { view.sort = query.group.map { Query.SortKey(path: $0, isDescending: random.below(2) == 0) } }
    if random.below(3) == 0 { view.group = query.sort.map(\.path) }
    catalogue.add(NaiveView(saved: view, query: query))
    guard let asked = try? QueryParser.parse("@" + view.name), (try? catalogue.binder.bind(asked)) != nil else {
      return catalogue.removeLastView()
    }
  }

  private func vocabulary(_ kinds: [Kind], _ random: inout SplitMix, _ catalogue: RandomCatalogue) -> QueryVocabulary {
    var fields: [QueryVocabulary.Field] = []
    var keys: [String] = []
    for (number, kind) in kinds.enumerated() {
      for field in catalogue.naive.fields[number] {
        // There are as many of these as of all others.
        if field.path.dotted.hasPrefix("photo."), random.below(3) > 0 { continue }
        let names = spelled(field, kind, &random)
        var entry = self.entry(field, names, &random)
        if field.isMap {
          entry.members = catalogue.naive.fields[number].filter {
            $0.path.names.count == field.path.names.count + 1 && $0.path.names.starts(with: field.path.names)
          }.map { self.entry($0, $0.path.names.last ?? "", &random) }
        }
        fields.append(entry)
        keys.append(names)
        if field.isList || random.below(8) == 0 {
          fields.append(
            QueryVocabulary.Field(names + ".count", ["0", "1", "2", "3", "40"], operators: [">=", "<"], hasRanges: true))
          keys.append(names + ".count")
        }
        if case .reference(let wanted) = field.meaning {
          for (other, target) in kinds.enumerated() where wanted == nil || target.name == wanted {
            let inner = catalogue.naive.fields[other]
            let last = inner[random.below(inner.count)]
            let path = names + "." + last.path.dotted
            fields.append(self.entry(last, path, &random))
            keys.append(path)
          }
        }
      }
      fields.append(QueryVocabulary.Field("kind", [kind.name, kind.plural]))
    }
    keys.append("kind")
    // Few fields, so that conditions meet.
    while fields.count > 14 { fields.remove(at: random.below(fields.count)) }
    var vocabulary = QueryVocabulary(fields: fields, words: ["a", "zel", "eclair", "İst", "ポケ", "7", "é", "nothing"])
    vocabulary.states = ["invalid", "valid", "warned", "clean", "duplicate", "orphan", "unused"]
    vocabulary.keys = keys
    return vocabulary
  }

  private func spelled(_ field: Kind.Field, _ kind: Kind, _ random: inout SplitMix) -> String {
    let names = field.path.names
    if kind.field(field.path) == nil { return names == ["finding", "rule"] && random.below(2) == 0 ? "rule" : field.path.dotted }
    switch random.below(4) {
    case 0: return names.last ?? ""
    case 1:
      let singular = field.singular?.split(separator: " ").joined(separator: "-") ?? names.last ?? ""
      return (names.dropLast() + [singular.isEmpty ? names.last ?? "" : singular]).joined(separator: ".")
    default: return field.path.dotted
    }
  }

  private func entry(_ field: Kind.Field, _ path: String, _ random: inout SplitMix) -> QueryVocabulary.Field {
    let words = RandomCatalogue.words
    var values = RandomCatalogue.values(of: field, &random)
    var operators = OperatorTruths.all.filter { $0.takesValues(of: field.meaning) }.map { $0.word }
    if ![.location, .map].contains(field.meaning) { operators += field.meaning == .color ? ["!="] : ["!=", "="] }
    // Backwards, as they always were: each seed tries what it has tried before.
    if field.meaning == .location { operators.reverse() }
    let written = OperatorTruths.all.reversed().flatMap { $0.terms(of: field.meaning) }
    var hasRanges = false
    switch field.meaning {
    case .text, .reference: values = (0..<6).map { _ in words[random.below(words.count)] } + ["e", "r1", "R2"]
    case .location:
      values = ["zel", "a"]
    case .map: values = ["a", "zel", "digital"]
    case .enumeration:
      hasRanges = field.isOrdered
      if field.isOrdered { operators += [">=", "<=", ">", "<"] }
    case .color:
      values += field.paletteGroups.map(\.name)
    case .number:
      hasRanges = true
      operators += [">=", "<=", ">", "<"]
      if let unit = field.unit { values.append("50" + unit) }
    case .boolean: values += ["yes", "no"]
    case .date, .dateInt, .dateTime:
      values = ["2026", "2026-05", "2024-02-29", "2026-q2", "2026-w22", "today", "-30d", "this-year", "20260527", "1999-01-01"]
      hasRanges = true
      operators += [">=", "<=", ">", "<"]
    case .time:
      hasRanges = true
      values += ["6:00", "23:00"]
      operators += [">=", "<"]
    }
    if field.path.dotted.hasPrefix("photo.") {
      values += ["jpeg", "heic", "p1", "fuji", "100", "400", "6000", "1/250", "0.004", "50mm", "2.8"]
    }
    if field.path.dotted == "path" { values += ["a/*", "R*.yaml", "**/r?.yaml"] }
    if field.path.dotted == "finding.rule" {
      values = ["duplicate-key", "missing-parent"]
      operators = []
    }
    return QueryVocabulary.Field(path, values, operators: operators, hasRanges: hasRanges, written: written)
  }

  // MARK: comparing

  private enum Outcome {
    case refused
    case same(Int)
    case different(String)
  }

  private func outcome(_ text: String, _ catalogue: RandomCatalogue) -> Outcome {
    let query: Query
    var bound: BoundQuery
    do throws(QueryError) {
      query = try QueryParser.parse(text)
      bound = try catalogue.binder.bind(query)
    } catch { return .refused }
    var outcome = Outcome.refused
    for collation in [nil, Collation.turkish] {
      bound.collation = collation
      outcome = compare(query, bound, Evaluator(index: catalogue.index).answer(bound), catalogue)
      if case .different = outcome { break }
    }
    return outcome
  }

  private func compare(_ query: Query, _ bound: BoundQuery, _ answer: Answer, _ catalogue: RandomCatalogue) -> Outcome {
    let naive = catalogue.naive
    let query = naive.complete(query)
    let matching = naive.records.indices.filter { naive.holds(query.condition, $0) }
    let order = NaiveOrder(
      catalogue: naive, kinds: bound.conditions.map(\.kind), query: query, collation: bound.collation)
    let sorted = order.sorted(matching)
    let limited = Array(sorted.prefix(query.limit ?? .max))
    let wanted = limited.map { naive.records[$0].path }
    let found = answer.rows.map { catalogue.index.path(of: $0).string }
    if found != wanted {
      let missing = wanted.filter { !found.contains($0) }
      let extra = found.filter { !wanted.contains($0) }
      if missing.isEmpty, extra.isEmpty {
        let place = found.indices.first { found[$0] != wanted[$0] } ?? 0
        return .different("order at \(place): \(found[place]), not \(wanted[place])")
      }
      return .different("missing \(missing.prefix(3)), too many \(extra.prefix(3))")
    }
    if answer.total != matching.count { return .different("total \(answer.total), not \(matching.count)") }
    let headings = limited.map { order.headings($0, sorted) }
    if let fault = check(answer.groups, headings, 0..<limited.count, depth: 0, query.group.count) { return .different(fault) }
    return .same(found.count)
  }

  private func check(
    _ groups: [Answer.Group], _ headings: [[[NaiveKey]]], _ range: Range<Int>, depth: Int, _ depths: Int
  ) -> String? {
    if depth == depths { return groups.isEmpty ? nil : "groups below the last field" }
    var start = range.lowerBound
    for group in groups {
      if group.rows.lowerBound != start || group.rows.isEmpty { return "a group starts at \(group.rows), not \(start)" }
      for row in group.rows where headings[row][depth] != headings[start][depth] {
        return "two headings in group '\(group.title)'"
      }
      if group.rows.upperBound < range.upperBound, headings[group.rows.upperBound][depth] == headings[start][depth] {
        return "group '\(group.title)' is divided"
      }
      if group.values.count != (headings[start][depth] == [.missing] ? 0 : headings[start][depth].count) {
        return "group '\(group.title)' has \(group.values.count) values"
      }
      if let fault = check(group.groups, headings, group.rows, depth: depth + 1, depths) { return fault }
      start = group.rows.upperBound
    }
    return start == range.upperBound ? nil : "groups end at \(start), not \(range.upperBound)"
  }

  /// A shorter query that differs, too: words are left out as long as it does.
  private func reduce(_ text: String, _ catalogue: RandomCatalogue) -> (text: String, what: String) {
    var best = (text: text, what: "")
    if case .different(let what) = outcome(text, catalogue) { best.what = what }
    var isShorter = true
    while isShorter {
      isShorter = false
      let parts = best.text.split(separator: " ").map(String.init)
      for length in (1...max(parts.count - 1, 1)).reversed() where parts.count > 1 {
        for start in 0...parts.count - length {
          let shorter = (parts[..<start] + parts[(start + length)...]).joined(separator: " ")
          for candidate in [shorter, parts[start..<start + length].joined(separator: " ")]
          where candidate.utf8.count < best.text.utf8.count {
            if case .different(let what) = outcome(candidate, catalogue) {
              best = (candidate, what)
              isShorter = true
              break
            }
          }
          if isShorter { break }
        }
        if isShorter { break }
      }
    }
    for view in catalogue.naive.views where best.text.contains("@") {
      let parts = [view.saved.kind.map { "kind:" + $0 }, view.saved.query, view.saved.limit.map { "limit:\($0)" }].compactMap {
        $0
      }
      best.what +=
        "\n  @\(view.saved.name): " + parts.joined(separator: " | ") + " \(view.saved.sort.map(\.path.dotted))"
        + " \(view.saved.group.map(\.dotted))"
    }
    for text in catalogue.texts where catalogue.texts.count < 6 || best.what.contains(text.split(separator: " ")[1]) {
      best.what += "\n  " + text
    }
    return best
  }
}
