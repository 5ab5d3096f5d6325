// What the links say of references and what the index says, on the same records.

import Testing
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// References, parents and backlinks, seen from the rules and from queries.
@Suite struct LinkAgreementTests {
  private static let names = ["one", "two", "caf\u{E9}", "cafe\u{301}", "cafe", "box", "\u{212A}x", "Kx"]
  private static let folders = ["", "a/", "a/b/", "caf\u{E9}/", "cafe\u{301}/"]
  private let kinds = SampleKinds.all()

  @Test("links and index agree on who refers to whom, in all spellings, after any changes", arguments: 1...24)
  func agreement(seed: UInt64) {
    var random = SplitMix(state: seed)
    var records: [Path: IndexedRecord] = [:]
    for _ in 0..<random.below(20) {
      let record = record(&random)
      records[record.path] = record
    }
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: Array(records.values)))
    var links = Links(facts(records))
    for step in 0..<80 {
      let record = record(&random)
      if random.below(3) == 0 {
        writer.remove(path: record.path)
        links.removeRecord(at: record.path)
        records[record.path] = nil
      } else {
        writer.put(record)
        var terms = TermTable()
        links.put(facts(of: record, &terms), terms: terms)
        records[record.path] = record
      }
      guard step % 10 == 9 else { continue }
      _ = links.settle()
      let anew = RecordIndex(kinds: kinds, records: Array(records.values))
      let changed = writer.index
      #expect(changed.portrait == anew.portrait)
      expectAgreement(links, changed, records)
      let fresh = Links(facts(records))
      expectAgreement(fresh, anew, records)
      for record in fresh.records {
        for reference in record.references where fresh.resolve(reference) == .dangling {
          let (found, wanted) = (links.suggestion(for: reference), fresh.suggestion(for: reference))
          // By bytes: names that Unicode calls the same are two.
          #expect(found.nearest.map { Array($0.utf8) } == wanted.nearest.map { Array($0.utf8) })
          #expect(found.knowsAny == wanted.knowsAny)
        }
      }
    }
  }

  @Test("the first reference of a catalogue leaves its own record to be referred to")
  func firstReference() {
    let (one, two) = (SampleKinds.record("one.yaml", 1, "title: t"), SampleKinds.record("two.yaml", 1, "title: t"))
    var links = Links(facts([one.path: one, two.path: two]))
    for (name, other) in [("one", "two"), ("two", "one")] {
      var terms = TermTable()
      links.put(facts(of: SampleKinds.record("\(name).yaml", 1, "title: t\nlike: [\(other)]"), &terms), terms: terms)
      _ = links.settle()
    }
    for path in ["one.yaml", "two.yaml"] {
      let slot = links.slot(ofRecordAt: Path(path))
      #expect(slot.map { links.backlinks(of: $0).count } == 1)
      #expect(slot.map { links.faultyReferences(of: $0).isEmpty } == true)
    }
  }

  /// Expects the users of each record to be the same in both, and those that have a reference to it.
  private func expectAgreement(_ links: Links, _ index: RecordIndex, _ records: [Path: IndexedRecord]) {
    for key in records.keys {
      guard let slot = links.slot(ofRecordAt: key), let row = index.row(ofPath: key) else {
        Issue.record("\(key.string) is not there")
        continue
      }
      let backlinks = links.backlinks(of: slot)
      let plain = links.records.indices.filter { other in
        links.records[other].references.contains { links.resolve($0) == .record(slot) }
      }
      #expect(Set(backlinks) == Set(plain))
      let users = Set((backlinks + links.children(of: slot)).map { links.records[$0].path })
      let table = index.tables[row.table]
      let listed = table.layout.builtIns.usedBy.map { column in
        table.values(row.row, column).map { Path(table.pools[column].text($0)) }
      }
      #expect(users == Set(listed ?? []))
    }
  }

  private func record(_ random: inout SplitMix) -> IndexedRecord {
    let path = path(&random)
    if random.below(3) == 0 { return SampleKinds.record(path, 0, "label: b\nwithin: \(reference(&random))") }
    return SampleKinds.record(
      path, 1, "title: t\nwhere: \(reference(&random))\nlike: [\(reference(&random)), \(reference(&random))]")
  }

  private func path(_ random: inout SplitMix) -> String {
    Self.folders[random.below(Self.folders.count)] + Self.names[random.below(Self.names.count)]
      + [".yaml", ".yaml", ".yml"][random.below(3)]
  }

  private func reference(_ random: inout SplitMix) -> String {
    switch random.below(3) {
    case 0: Self.names[random.below(Self.names.count)]
    case 1: Self.folders[random.below(Self.folders.count)] + Self.names[random.below(Self.names.count)]
    default: path(&random)
    }
  }

  private func facts(of record: IndexedRecord, _ terms: inout TermTable) -> RecordFacts {
    FactReader(kinds[record.kind]).read(record.tree, path: record.path, index: record.kind, terms: &terms).facts
  }

  private func facts(_ records: [Path: IndexedRecord]) -> CatalogueFacts {
    var facts = CatalogueFacts()
    facts.kinds = kinds
    for record in records.values.sorted(by: { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }) {
      facts.records.append(self.facts(of: record, &facts.terms))
    }
    return facts
  }
}
