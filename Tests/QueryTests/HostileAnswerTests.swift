// Queries and records that nobody means, all the way to an answer. None may trap, hang or take more than its length.

import Glibc
import Testing
import VitrineAnswers
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineText

@Suite struct HostileAnswerTests {
  private static let catalogue = RandomCatalogue(seed: 5, count: 60, kinds: RandomCatalogue.stock)
  private static let games = RandomCatalogue.stock.filter { $0.name == "game" }

  /// What a query comes to: how many records, or what is wrong with it.
  @discardableResult
  private func outcome(_ text: String, _ catalogue: RandomCatalogue = Self.catalogue) -> String {
    do throws(QueryError) {
      let bound = try catalogue.binder.bind(try QueryParser.parse(text))
      let answer = Evaluator(index: catalogue.index).answer(bound)
      #expect(answer.rows.count == min(answer.total, bound.limit ?? .max))
      return "\(answer.total)"
    } catch {
      #expect(error.range.start <= error.range.end && Int(error.range.end) <= error.text.utf8.count)
      #expect(QueryErrorText.text(error).utf8.count < 2_000)
      return error.message
    }
  }

  /// The lesser time of two, of this thread alone: others run at the same time. Units: seconds.
  private func time(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    return (0..<2).map { _ in
      let start = now()
      body()
      return now() - start
    }.min() ?? 0
  }

  @Test(
    "a query is bound and answered in time in proportion to its length",
    arguments: [
      "a ", "title:a ", "is:invalid ", "has:photo ", "(a or b) ", "not a ", "photo:{iso:1} ", "title:re:a+b ", "title:1..2 ",
      "recipes.name:a ", "release:2020.. ", "modified:-1d ", "path:a* ", "color:near:navy,12 ", "@none ", "nowhere:1 ",
      "location:near:0,0,1km ", "kind:game ", "status:library ",
    ])
  func length(_ piece: String) {
    func time(_ bytes: Int) -> Double {
      let text = String(repeating: piece, count: bytes / piece.utf8.count)
      return self.time { outcome(text) }
    }
    // 16 times the length; 80 times the time leaves room for a busy machine and none for the square, which is 256.
    #expect(time(1 << 13) < time(1 << 9) * 80 + 0.02)
  }

  @Test(
    "a megabyte in one piece is answered or refused in words",
    arguments: [
      "", "title:", "title:eq:", "title:re:", "title:starts:", "path:*", "release:", "status:", "color:near:", "@", "is:",
      "kind:",
    ])
  func megabyte(_ start: String) {
    let text = start + String(repeating: "a", count: 1 << 20)
    #expect(outcome(text).utf8.count < 500)
  }

  @Test(
    "more words and values than anyone means are refused",
    arguments: [("a ", ""), ("title:a ", ""), (",x", "title:x"), ("has:photo ", ""), ("photo:{iso:1} ", "")])
  func tooMany(_ piece: String, _ start: String) {
    let text = start + String(repeating: piece, count: min(25_000, 260_000 / piece.utf8.count))
    #expect(outcome(text).contains("no more than 20000 words and values"))
  }

  @Test(
    "a name of thousands of parts is refused at once, wherever a query has names",
    arguments: ["NAME:1", "NAME>1", "has:NAME", "no:NAME.count", "NAME:{a:1}", "sort:-NAME", "group:NAME", "show:title,NAME"])
  func longName(_ form: String) {
    let halves = form.split(separator: "NAME", maxSplits: 1, omittingEmptySubsequences: false)
    for name in ["a", "title", "used-by", "photo"] {
      let text = "\(halves[0])\(String(repeating: name + ".", count: 8_000))b\(halves[1])"
      var said = ""
      let seconds = time { said = outcome(text) }
      #expect(said == "a field's path has no more than 40 names" && seconds < 1, "\(name): \(seconds)")
    }
  }

  @Test("a query that is longer than anybody writes is refused before it is read, at the place where it is too long")
  func tooLong() {
    let most = QueryParser.longest
    #expect(Int(outcome("a" + String(repeating: " ", count: most - 1))) != nil)
    for text in [String(repeating: "(", count: most + 1), "a" + String(repeating: " ", count: 4 << 20)] {
      #expect(outcome(text) == "a query has no more than \(most) bytes")
      do throws(QueryError) {
        _ = try QueryParser.parse(text)
      } catch {
        #expect(Int(error.range.start) == most)
      }
    }
  }

  @Test(
    "ten thousand of anything are answered",
    arguments: [
      (" title:x", ""), (",x", "title:x"), (",library", "status:library"), (",1990..2000", "release:2020"),
      (",navy", "color:navy"),
      (" or release:2020..", "a"), (",1", "points:0"), (",a*", "path:b"), (" sort:", "x"),
    ])
  func tenThousand(_ piece: String, _ start: String) {
    let found = outcome(start + String(repeating: piece, count: 10_000))
    #expect(piece == " sort:" || Int(found) != nil, "\(found.prefix(200))")
    func time(_ count: Int) -> Double { self.time { outcome(start + String(repeating: piece, count: count)) } }
    #expect(time(1_600) < time(100) * 80 + 0.02)
  }

  @Test(
    "what is nested ten thousand deep is refused; a hundred are answered",
    arguments: [("(", ")"), ("photo:{", "}"), ("not ", "")])
  func depth(_ open: String, _ close: String) {
    let deep = String(repeating: open, count: 10_000) + "a" + String(repeating: close, count: 10_000)
    #expect(outcome(deep) == "nested deeper than 100 levels")
    outcome(String(repeating: open, count: 99) + "a" + String(repeating: close, count: 99))
  }

  @Test("rows are sorted by a thousand keys and grouped by ten lists")
  func manyKeys() {
    let fields = [
      "title", "-release", "path", "developers", "-platforms.system", "modified", "photo.iso", "used-by", "-genres", "status",
    ]
    let thousand = (0..<1000).map { fields[$0 % fields.count] }.joined(separator: ",")
    #expect(Int(outcome("sort:\(thousand)")) == Self.catalogue.naive.records.count)
    let lists =
      "developers,genres,platforms.system,platforms.format,modes,photo.file,photo.iso,finding.rule,series,publishers"
    #expect(Int(outcome("kind:game group:\(lists) sort:\(thousand)")) != nil)
  }

  @Test(
    "numbers beyond reason are answered or refused",
    arguments: [
      "location:near:1e308,-1e308,1e308km", "location:near:0,0,-1", "location:near:nan,inf,1", "location:near:90,180,0",
      "location:near:41,28,1e-320", "location:bbox:-1e300,-1e300,1e300,1e300", "location:bbox:91,0,-91,0",
      "color:near:navy,1e308",
      "color:near:navy,-1", "color:near:navy,inf", "points:1e400", "points:-1e400..1e400", "points:1/0", "points:0/0",
      "points:99999999999999999999999999", "title.count:-1", "title.count:1e300", "limit:9223372036854775807",
      "limit:9223372036854775808", "limit:-1", "limit:0", "release:-999999999999d", "release:+9223372036854775807y",
      "release:99999999999", "modified:-9223372036854775808min", "date:0000-00-00", "release:+1e9w..", "on:99-99",
      "date:on:2023-02-29",
      "exposure.shutter:1/999999999999999999999s", "time:99:99", "modified:9999..", "photo.bytes:1e308B",
    ])
  func absurd(_ text: String) {
    #expect(!outcome(text).isEmpty)
  }

  @Test(
    "a pattern made to backtrack costs many long texts no more than in proportion to their length",
    arguments: ["(a+)+$", "^(a|aa)+$"])
  func backtracking(_ pattern: String) throws {
    let records = (0..<160).map { number in
      let text = "title: \(String(repeating: "a", count: 100))\(number)!\n"
      return IndexedRecord(path: "r\(number).yaml", kind: 0, tree: YAML.parse(Array(text.utf8)).tree)
    }
    let index = RecordIndex(kinds: Self.games, records: records)
    let binder = QueryBinder(layouts: index.tables.map(\.layout), views: [:], now: RandomCatalogue.now)
    let bound = try binder.bind(try QueryParser.parse("title:re:\"\(pattern)\""))
    let compiled = try Pattern(ecma: pattern)
    let long = Array((String(repeating: "a", count: 4_000) + "!").utf8)
    #expect(compiled.outcome(in: long) == .exceeded)
    let one = time { _ = compiled.outcome(in: long) }
    // 160 texts, as many times the work of the one that is given up if each were searched like it.
    #expect(time { _ = Evaluator(index: index).answer(bound) } < 40 * one)
  }

  @Test("a pattern that reads every text to its end is found in a long one")
  func longText() throws {
    let text = "title: \(String(repeating: "lorem ipsum ", count: 2_000))dolor sit\n"
    let record = IndexedRecord(path: "r.yaml", kind: 0, tree: YAML.parse(Array(text.utf8)).tree)
    let index = RecordIndex(kinds: Self.games, records: [record])
    let binder = QueryBinder(layouts: index.tables.map(\.layout), views: [:], now: RandomCatalogue.now)
    for pattern in ["dolor\\s+sit$", "[a-z]+ipsum|dolor", "(lorem ipsum )+dolor", "i.*dolor"] {
      let bound = try binder.bind(
        try QueryParser.parse("title:re:\"\(pattern.split(separator: "\\").joined(separator: "\\\\"))\""))
      #expect(Evaluator(index: index).answer(bound).total == 1, "\(pattern)")
    }
  }

  @Test("records with missing, null and other values than their kinds want are asked everything")
  func brokenRecords() {
    let values = [
      "null", "7", "true", "\"\"", "[]", "{}", "[null]", "[[[[a]]]]", "[{a: [{b: c}]}]", "{a: {b: {c: d}}}", ".nan", "-.inf",
      "2026-02-30",
      "\"\\0\"", "&a [*a]", "!!binary x", "1e999", "\"\(String(repeating: "x", count: 5_000))\"",
    ]
    let kinds = RandomCatalogue.stock
    var records: [IndexedRecord] = []
    for (number, kind) in kinds.enumerated() {
      let names = Set(kind.fields.compactMap(\.path.names.first)).sorted()
      for (place, value) in (values + [""]).enumerated() {
        let text =
          value.isEmpty ? ["", "- a\n", "a: [\n", "\u{0}", "\t"][number % 5] : names.map { "\($0): \(value)\n" }.joined()
        records.append(
          IndexedRecord(path: "\(kind.name)/\(place).yaml", kind: number, tree: YAML.parse(Array(text.utf8)).tree))
      }
    }
    let index = RecordIndex(kinds: kinds, records: records)
    let binder = QueryBinder(layouts: index.tables.map(\.layout), views: [:], now: RandomCatalogue.now)
    for (number, kind) in kinds.enumerated() {
      for field in index.tables[number].columns.map(\.field) {
        let path = field.path.dotted
        for test in [
          "\(path):*", "\(path):a", "\(path):1..", "\(path):re:.", "no:\(path)", "\(path).count:1..", "\(path):near:0,0,1km",
        ] {
          guard let query = try? QueryParser.parse("kind:\(kind.name) \(test) sort:-\(path) group:\(path)"),
            let bound = try? binder.bind(query)
          else { continue }
          let answer = Evaluator(index: index).answer(bound)
          let columns = bound.group.map { AnswerColumn($0) }
          let table = AnswerTable.table(of: answer, in: index, columns: columns, groups: columns)
          for format in Table.formats { #expect(String(validating: format.bytes(table), as: UTF8.self) != nil) }
          let facet = bound.group.first.map {
            Facets(index: index, rows: answer.rows).facet(by: FacetKey(path: $0, period: .week))
          }
          #expect(facet?.all.count == answer.rows.count)
        }
      }
    }
  }
}
