// Changes of an index, compared with an index made anew.

import Testing
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineTesting
import VitrineText

/// The writer of an index.
@Suite struct IndexWriterTests {
  private let kinds = SampleKinds.all()

  @Test("after any changes the index says what one made anew says", arguments: 1...8)
  func randomChanges(seed: UInt64) {
    var random = RandomRecords(seed: seed)
    var records: [String: IndexedRecord] = [:]
    for _ in 0..<random.below(30) {
      let path = random.path()
      records[path] = random.record(path)
    }
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: Array(records.values)))
    for step in 0..<120 {
      let path = random.path()
      if random.below(3) == 0 {
        let isGone = writer.remove(path: Path(path))
        #expect(isGone == (records.removeValue(forKey: path) != nil))
      } else if random.below(4) == 0, let known = records[path] {
        records[path]?.context = random.record(path).context
        if records[path]?.context.modified == nil { records[path]?.context.modified = known.context.modified }
        let isKnown = writer.setContext(records[path]?.context ?? RecordContext(), ofPath: Path(path))
        #expect(isKnown)
      } else {
        let record = random.record(path)
        records[path] = record
        writer.put(record)
      }
      if step % 20 == 19 {
        let anew = RecordIndex(kinds: kinds, records: Array(records.values)).portrait
        let changed = writer.index.portrait
        #expect(changed == anew)
        if changed != anew { return }
        expectNames(writer.index)
      }
    }
    expectOrder(writer.index)
  }

  /// Each record is among those that its last part, its title and the folder of a parent may mean; few others are, and none that went.
  private func expectNames(_ index: RecordIndex) {
    let parents = Set(index.tables.compactMap(\.kind.parent))
    for table in index.tables {
      var called: [String: Set<Int>] = [:]
      for row in 0..<table.rowCount where table.isLive(row) {
        let path = table.path(ofRow: row)
        var names = [path.stem.name.string]
        if parents.contains(table.kind.name), !path.folder.isEmpty { names.append(path.folder.name.string) }
        for name in names {
          #expect(table.rows(maybeNamed: Folding.fold(name))?.contains(row) == true, "\(name)")
          called[name, default: []].insert(row)
        }
        #expect(table.rows(maybeTitled: Folding.fold(table.title(ofRow: row)))?.contains(row) == true)
        #expect(table.row(ofPath: path) == row)
      }
      for (name, rows) in called {
        let found = table.rows(maybeNamed: Folding.fold(name)) ?? []
        #expect(found.allSatisfy { table.isLive($0) } && found.count <= rows.count + 20 && found == Array(Set(found)).sorted())
      }
      #expect(table.rows(maybeNamed: Folding.fold("no record is called so")) == [])
    }
  }

  @Test("an index that nobody changes keeps no names")
  func namesOfWritersOnly() {
    let index = RecordIndex(kinds: kinds, records: [thing("a")])
    #expect(index.tables.allSatisfy { $0.rows(maybeNamed: Folding.fold("a")) == nil && $0.rows(maybeTitled: []) == nil })
    #expect(index.row(ofPath: "a.yaml") != nil)
  }

  @Test("an index that a reader holds stays as it was")
  func oldIndexStays() {
    var random = RandomRecords(seed: 77)
    let records = (0..<40).map { _ in random.path() }.map { random.record($0) }
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: records))
    let old = writer.index
    let before = old.portrait
    for _ in 0..<60 {
      let path = random.path()
      if random.below(3) == 0 { writer.remove(path: Path(path)) } else { writer.put(random.record(path)) }
    }
    #expect(old.portrait == before)
    let now = writer.index
    #expect(now.portrait != before)
  }

  @Test("the row of a record stays while its file stays, and is used again afterwards")
  func rows() {
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: ["a", "b", "c"].map { thing($0) }))
    let row = writer.row(ofPath: "b.yaml")
    writer.put(thing("d"))
    writer.put(SampleKinds.record("b.yaml", 1, "title: other"))
    let after = writer.row(ofPath: "b.yaml")
    #expect(after == row)
    writer.remove(path: "b.yaml")
    let gone = writer.row(ofPath: "b.yaml")
    #expect(gone == nil)
    let left = writer.index
    #expect(left.count == 3)
    writer.put(thing("e"))
    let other = writer.row(ofPath: "e.yaml")
    #expect(other == row)
  }

  @Test("values that come between others, again and again, make room and keep their order")
  func crowdedLabels() {
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: [thing("a"), thing("b")]))
    for number in 0..<2000 {
      // Each comes right before all that came before it, and after "a"; and each title is longer than a word.
      writer.put(
        SampleKinds.record("n\(number).yaml", 1, "title: aaaaaaaaaaaaaaaa\(100_000 - number)\nsize: \(1.0 / Double(number + 1))"))
    }
    let relabelings = writer.relabelings
    #expect(relabelings > 10)
    expectOrder(writer.index)
    var low = writer.index
    for number in 0..<200 {
      writer.put(SampleKinds.record("m\(number).yaml", 1, "size: \(-number)"))
      low = writer.index
    }
    expectOrder(low)
  }

  @Test("more rows than a chunk has come and go")
  func manyRows() {
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: []))
    for number in 0..<2100 {
      let tags = number % 3 == 0 ? "tags: [t\(number % 7), ~]" : number % 3 == 1 ? "tags: one" : ""
      writer.put(SampleKinds.record("r\(number).yaml", 1, "title: t\(number)\n\(tags)\n"))
    }
    for number in 0..<2100 where number % 2 == 0 { writer.remove(path: "r\(number).yaml") }
    let index = writer.index
    #expect(index.count == 1050)
    for number in [1, 3, 1025, 2099] {
      guard let id = writer.row(ofPath: "r\(number).yaml") else {
        Issue.record("r\(number).yaml is gone")
        continue
      }
      #expect(index.entries(id, "title") == "t\(number)")
      #expect(index.entries(id, "tags") == (number % 3 == 0 ? "t\(number % 7) ~" : number % 3 == 1 ? "one" : ""))
    }
  }

  @Test("an index whose values nobody has any more can be made small again, and goes on")
  func compacting() {
    let boxes = (0..<3).map { SampleKinds.record("b\($0).yaml", 0, "label: Box \($0)") }
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: boxes))
    var last: [IndexedRecord] = []
    for round in 0..<4000 {
      last = (0..<6).map {
        SampleKinds.record("t\($0).yaml", 1, "title: r\(round) n\($0)\nwhere: b\(round % 3)\nlike: [x\(round)\($0), t1]")
      }
      for record in last { writer.put(record) }
      if writer.isWasteful { break }
    }
    let isWasteful = writer.isWasteful
    #expect(isWasteful)
    let row = writer.row(ofPath: "t3.yaml")
    writer.compact()
    let isStillWasteful = writer.isWasteful
    let sameRow = writer.row(ofPath: "t3.yaml")
    #expect(!isStillWasteful && row == sameRow)
    let small = writer.index
    #expect(small.portrait == RecordIndex(kinds: kinds, records: boxes + last).portrait)
    expectOrder(small)
    writer.put(SampleKinds.record("t7.yaml", 1, "title: new\nwhere: b1"))
    writer.remove(path: "b1.yaml")
    last.append(SampleKinds.record("t7.yaml", 1, "title: new\nwhere: b1"))
    let changed = writer.index
    #expect(changed.portrait == RecordIndex(kinds: kinds, records: [boxes[0], boxes[2]] + last).portrait)
  }

  @Test("a record used by many goes, and comes back under another name")
  func manyUsers() {
    var records = (0..<150).map { SampleKinds.record("things/t\($0).yaml", 1, "title: t\nwhere: home\nlike: [t1, home]") }
    records.append(SampleKinds.record("boxes/home.yaml", 0, "label: Home"))
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: records))
    writer.remove(path: "boxes/home.yaml")
    records.removeLast()
    let without = writer.index
    #expect(without.portrait == RecordIndex(kinds: kinds, records: records).portrait)
    for path in ["things/home.yml", "home.yaml"] {
      records.append(SampleKinds.record(path, 0, "label: Home"))
      if let record = records.last { writer.put(record) }
      let with = writer.index
      #expect(with.portrait == RecordIndex(kinds: kinds, records: records).portrait)
    }
  }

  @Test("a reference is followed in any spelling of a name, by its bytes first; what fits two records leads to none")
  func spellings() {
    let (composed, apart) = ("caf\u{E9}", "cafe\u{301}")
    func box(_ name: String) -> IndexedRecord { SampleKinds.record("boxes/\(name)", 0, "label: Box") }
    func thing(_ name: String, _ reference: String) -> IndexedRecord {
      SampleKinds.record("things/\(name).yaml", 1, "title: t\nwhere: \(reference)")
    }
    let things = [
      thing("a", composed), thing("b", apart), thing("c", "boxes/" + apart), thing("d", "boxes/\(apart).yml"),
      thing("e", "\u{212A}elvin"), thing("f", "boxes/Kelvin"),
    ]
    var writer = IndexWriter(RecordIndex(kinds: kinds, records: things))
    // Every set of boxes is reached by changes and made anew; the things that each box has are counted.
    let steps: [(boxes: [String], users: [Int])] = [
      (["\(composed).yaml"], [4]), (["\(composed).yaml", "\(apart).yaml"], [1, 3]), (["\(apart).yaml"], [4]),
      (["\(apart).yml", "\(composed).yaml"], [3, 1]), (["\(apart).yml", "\(apart).yaml"], [1, 0]),
      (["\(composed).yml", "\(composed).yaml"], [0, 0]), (["Kelvin.yaml"], [2]),
      (["\u{212A}elvin.yaml", "Kelvin.yaml"], [1, 1]),
      (["\u{212A}elvin.yml"], [2]), ([], []),
    ]
    var before: [String] = []
    for (boxes, users) in steps {
      for gone in before { writer.remove(path: Path("boxes/" + gone)) }
      for box in boxes.map(box) { writer.put(box) }
      before = boxes
      let changed = writer.index
      let anew = RecordIndex(kinds: kinds, records: things + boxes.map(box))
      #expect(changed.portrait == anew.portrait, "\(boxes)")
      let counts = boxes.map { name in
        anew.row(ofPath: Path("boxes/" + name)).map {
          anew.entries($0, "used-by").split(separator: " ").count { $0.hasPrefix("things/") }
        }
      }
      #expect(counts == users, "\(boxes)")
    }
  }

  private func thing(_ name: String) -> IndexedRecord { SampleKinds.record("\(name).yaml", 1, "title: \(name)") }

  /// Expects labels of all values to order them as comparing them does.
  private func expectOrder(_ index: RecordIndex) {
    for table in index.tables {
      for (pool, column) in zip(table.pools, table.columns) {
        let values = (2..<ValueID(pool.count)).map { (label: pool.label($0), key: SortKey(pool, $0, column.field)) }
        let sorted = values.sorted { $0.label < $1.label }
        for (left, right) in zip(sorted, sorted.dropFirst()) {
          let isRight = left.label == right.label ? left.key == right.key : left.key < right.key
          #expect(isRight, "\(column.field.path.dotted): \(left) and \(right)")
        }
        #expect(values.allSatisfy { $0.label > 0 && $0.label < ValuePool.lastLabel })
      }
    }
  }
}

/// What orders a value, found in the plainest way.
private struct SortKey: Comparable {
  let number: Double?
  let folded: [UInt8]

  init(_ pool: ValuePool, _ id: ValueID, _ field: Kind.Field) {
    let bytes = Array(pool.bytes(id))
    var number = bytes.withUnsafeBufferPointer { ValueNumber.order(of: $0, meaning: field.meaning) }
    if field.isOrdered { number = field.values.firstIndex(of: pool.text(id)).map { Double($0) } }
    if field.meaning == .boolean, pool.kind(id) == .bool { number = pool.text(id).lowercased() == "true" ? 1 : 0 }
    self.number = number
    folded = number == nil ? Folding.fold(bytes) : []
  }

  static func < (left: SortKey, right: SortKey) -> Bool {
    switch (left.number, right.number) {
    case (let left?, let right?): left < right
    case (nil, nil): left.folded.lexicographicallyPrecedes(right.folded)
    case (let number, _): number != nil
    }
  }
}
