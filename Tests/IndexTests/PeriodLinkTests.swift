// Records of one name whose dates are known to different precision: changed one by one, read anew, and by the definition.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// Years, months and days as one and the same thing's.
@Suite struct PeriodLinkTests {
  private static let schema = """
    type: object
    required: [title, release]
    properties:
      title: {type: string}
      release: {type: [integer, string], x-vitrine: {format: date, precision: year}}
    x-vitrine: {plural: works, display: title, identity: [{field: title, fold: alphanumeric}, release]}

    """
  private static let dates = ["2020", "'2020-09'", "'2020-09-17'", "'2020-10-01'", "1998", "'1998-03-11'", "'1998-12'", "soon"]
  private let kinds: [Kind] = {
    var schemas = SchemaStore()
    _ = schemas.add(Array(schema.utf8), path: "schemas/work.schema.yaml")
    return schemas.kind(named: "work").map { [$0] } ?? []
  }()

  @Test("the first earlier record is the same after any changes, read anew, and by the definition", arguments: 1...16)
  func agreement(seed: UInt64) throws {
    try #require(!kinds.isEmpty)
    var random = SplitMix(state: seed)
    var texts: [String: String] = [:]
    // Half of the catalogues begin with days alone, and hear of a year later.
    let dates = seed.isMultiple(of: 2) ? Self.dates : Self.dates.filter { $0.count == 12 }
    for _ in 0..<random.below(12) { texts[path(&random)] = text(dates, &random) }
    var links = Links(facts(texts))
    _ = links.settle()
    for _ in 0..<60 {
      let path = path(&random)
      if random.below(3) == 0 {
        links.removeRecord(at: Path(path))
        texts[path] = nil
      } else {
        let text = text(Self.dates, &random)
        var terms = TermTable()
        links.put(facts(path, text, &terms), terms: terms)
        texts[path] = text
      }
      guard random.below(3) == 0 else { continue }
      _ = links.settle()
      let wanted = truth(texts)
      #expect(earlier(links, texts) == wanted)
      var fresh = Links(facts(texts))
      _ = fresh.settle()
      #expect(earlier(fresh, texts) == wanted)
    }
  }

  /// By the definition: the first path before a record's with the same title, and a date that is a part of its date or the other way round.
  private func truth(_ texts: [String: String]) -> [String: String] {
    func parts(_ path: String) -> (title: Substring, date: String)? {
      let lines = texts[path]?.split(separator: "\n") ?? []
      return lines.count == 2 ? (lines[0], lines[1].dropFirst("release: ".count).filter { $0 != "'" }) : nil
    }
    var found: [String: String] = [:]
    let paths = texts.keys.sorted { Path($0) < Path($1) }
    for (place, path) in paths.enumerated() {
      guard let own = parts(path) else { continue }
      found[path] = paths[..<place].first { other in
        guard let theirs = parts(other), theirs.title == own.title, theirs.date != own.date else { return false }
        let areDates = own.date != "soon" && theirs.date != "soon"
        return areDates && (own.date.hasPrefix(theirs.date) || theirs.date.hasPrefix(own.date))
      }
    }
    return found
  }

  private func earlier(_ links: Links, _ texts: [String: String]) -> [String: String] {
    var found: [String: String] = [:]
    for path in texts.keys {
      guard let slot = links.slot(ofRecordAt: Path(path)), let earlier = links.earlier(nearlyLike: slot) else { continue }
      found[path] = links.records[earlier].path.string
    }
    return found
  }

  private func path(_ random: inout SplitMix) -> String { "works/\(["a", "b", "c", "d", "e", "f"][random.below(6)]).yaml" }

  private func text(_ dates: [String], _ random: inout SplitMix) -> String {
    "title: \(["Hades", "Io"][random.below(2)])\nrelease: \(dates[random.below(dates.count)])\n"
  }

  private func facts(_ path: String, _ text: String, _ terms: inout TermTable) -> RecordFacts {
    FactReader(kinds[0]).read(YAML.parse(Array(text.utf8)).tree, path: Path(path), index: 0, terms: &terms).facts
  }

  private func facts(_ texts: [String: String]) -> CatalogueFacts {
    var facts = CatalogueFacts()
    facts.kinds = kinds
    for (path, text) in texts.sorted(by: { Path($0.key) < Path($1.key) }) {
      facts.records.append(self.facts(path, text, &facts.terms))
    }
    return facts
  }
}
