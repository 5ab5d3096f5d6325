// The manual of binding: pages of queries with what each becomes, compared line by line.

import FoundationEssentials
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineTesting

/// The stock kinds, and what binding makes of queries for them.
enum Stocked {
  static let kinds: [Kind] = {
    var store = SchemaStore()
    return store.kindNames.compactMap { store.kind(named: $0) }
  }()
  static let layouts = kinds.map { TableLayout(kind: $0) }
  /// Thursday, 29 February 2024, a quarter to eight in the evening.
  static let now = moment(2024, 2, 29)

  static func moment(_ year: Int, _ month: Int, _ day: Int) -> CivilMoment {
    CivilMoment(day: CivilDay(year: year, month: month, day: day) ?? CivilDay(number: 0), seconds: 19 * 3600 + 45 * 60)
  }

  static func index(_ kind: String) -> Int { kinds.firstIndex { $0.name == kind } ?? -1 }

  static func binder(_ views: [SavedView] = [], now: CivilMoment = now) -> QueryBinder {
    QueryBinder(
      layouts: layouts, views: Dictionary(views.map { ($0.name, $0) }) { first, _ in first }, now: now, namedPlaces: places)
  }

  /// Two towns, a name that is nearly one, and one that stands for a table that is not there.
  static let places = NamedPlaces { name in
    switch name {
    case "Istanbul": .point(latitude: 41.01, longitude: 28.97)
    case "paris, texas": .point(latitude: 33.66, longitude: -95.56)
    case "istnabul": .unknown(nearest: "Istanbul")
    case "nowhere": .noTable
    default: .unknown(nearest: nil)
    }
  }

  /// What a query becomes: a line a kind; or the error as a person sees it, with the part of the text it is about in `⟨⟩`.
  static func bound(_ text: String, _ views: [SavedView] = [], now: CivilMoment = now) -> String {
    do throws(QueryError) {
      return try binder(views, now: now).bind(try QueryParser.parse(text)).explanation(layouts)
    } catch {
      return Self.text(of: error)
    }
  }

  /// An error as a person sees it.
  static func text(of error: QueryError) -> String {
    let bytes = Array(error.text.utf8)
    let range = error.range.indices.clamped(to: 0..<bytes.count)
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let marked = part(0..<range.lowerBound) + "⟨" + part(range) + "⟩" + part(range.upperBound..<bytes.count)
    let suggestion = error.suggestion.isEmpty ? "" : "; " + error.suggestion
    return "error\(error.view.map { " in @\($0)" } ?? ""): \(error.message)\(suggestion)\n\(marked)"
  }
}

/// A page of `manual/`.
///
/// Shape: Markdown. In a block that begins with ```` ```query ````, a line with `? ` before it is a query, and the lines below it, indented, what it
/// becomes. After `query` may stand `kind=NAME`: only this kind is looked at, as if it stood in the query; and `now=2023-03-31`. A block
/// ```` ```view NAME ```` is a view, `key: value` in each line; it is there for the page's queries.
struct ManualPage: Sendable, CustomTestStringConvertible {
  let name: String

  var testDescription: String { name }

  private static let folder = TestData.checkout + "/Tests/QueryTests/manual/"

  static let all: [ManualPage] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { ManualPage(name: $0) }
  }()

  var text: String {
    get throws { String(decoding: try Data(contentsOf: URL(fileURLWithPath: Self.folder + name)), as: UTF8.self) }
  }

  func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: Self.folder + name)) }

  /// The page with what its queries become now.
  func answered() throws -> String {
    let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let views = Self.views(lines)
    var result: [String] = []
    var block: [String]?
    for line in lines {
      if line.hasPrefix("```") {
        block = block == nil && line.hasPrefix("```query") ? line.split(separator: " ").dropFirst().map(String.init) : nil
        result.append(line)
      } else if let words = block {
        guard line.hasPrefix("? ") else { continue }
        result.append(line)
        let answer = Self.answer(String(line.dropFirst(2)), words, views)
        result += answer.split(separator: "\n").map { "  \($0)" }
      } else {
        result.append(line)
      }
    }
    return result.joined(separator: "\n")
  }

  private static func answer(_ query: String, _ words: [String], _ views: [SavedView]) -> String {
    func word(_ key: String) -> String? { words.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) } }
    var now = Stocked.now
    if let parts = word("now")?.split(separator: "-").compactMap({ Int($0) }), parts.count == 3 {
      now = Stocked.moment(parts[0], parts[1], parts[2])
    }
    guard let kind = word("kind") else { return Stocked.bound(query, views, now: now) }
    return Stocked.bound("kind:\(kind) " + query, views, now: now).split(separator: "\n").map { line in
      for prefix in ["\(kind): ", "kind:\(kind) "] where line.hasPrefix(prefix) { return String(line.dropFirst(prefix.count)) }
      return String(line)
    }.joined(separator: "\n")
  }

  private static func views(_ lines: [String]) -> [SavedView] {
    var views: [SavedView] = []
    var isView = false
    for line in lines {
      if line.hasPrefix("```view ") {
        isView = true
        views.append(SavedView(name: String(line.dropFirst("```view ".count)), query: ""))
      } else if line.hasPrefix("```") {
        isView = false
      } else if isView, let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        let paths = value.split(separator: ",").map { $0.drop { $0 == " " } }
        switch line[..<colon] {
        case "kind": views[views.count - 1].kind = String(value)
        case "query": views[views.count - 1].query = String(value)
        case "limit": views[views.count - 1].limit = Int(value)
        case "group": views[views.count - 1].group = paths.map { Query.Path(dotted: String($0)) }
        case "columns": views[views.count - 1].columns = paths.map { Query.Path(dotted: String($0)) }
        case "sort":
          views[views.count - 1].sort = paths.map {
            Query.SortKey(path: Query.Path(dotted: String($0.drop { $0 == "-" })), isDescending: $0.hasPrefix("-"))
          }
        default: Issue.record("a view has no '\(line)'")
        }
      }
    }
    return views
  }
}

@Suite("The manual of binding")
struct BindingTests {
  private static let areWritten = ProcessInfo.processInfo.environment["VITRINE_TRANSCRIPTS"] == "write"

  @Test("queries become what the pages say", arguments: ManualPage.all)
  func pages(_ page: ManualPage) throws {
    let answered = try page.answered()
    if Self.areWritten { return try page.write(answered) }
    let (found, wanted) = (answered.split(separator: "\n"), try page.text.split(separator: "\n"))
    for (line, expected) in zip(found, wanted) where line != expected {
      Issue.record("\(page.name): got\n  \(line)\nexpected\n  \(expected)")
    }
    #expect(found.count == wanted.count)
  }

  @Test("there are pages")
  func pagesAreThere() { #expect(ManualPage.all.count >= 8) }
}

@Suite("Binding of anything")
struct BindingFuzzTests {
  /// All queries of the manual.
  private static let queries: [String] = ManualPage.all.flatMap { page in
    ((try? page.text) ?? "").split(separator: "\n").filter { $0.hasPrefix("? ") }.map { String($0.dropFirst(2)) }
  }

  @Test(
    "queries torn apart and put together again are bound, or give an error about a part of the text",
    arguments: 1...4 as ClosedRange<UInt64>)
  func pieces(_ seed: UInt64) {
    var generator = SplitMix(state: seed)
    let binder = Stocked.binder([SavedView(name: "backlog", kind: "game", query: "status:wishlist")])
    for _ in 0..<3_000 {
      var bytes: [UInt8] = []
      for _ in 0...generator.below(3) {
        let piece = Array(Self.queries[generator.below(Self.queries.count)].utf8)
        let start = generator.below(3) == 0 ? generator.below(piece.count) : 0
        bytes += piece[start...].prefix(generator.below(3) == 0 ? generator.below(20) : piece.count)
        if generator.below(2) == 0 { bytes.append(0x20) }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(QueryError) {
        let bound = try binder.bind(try QueryParser.parse(text))
        #expect(!bound.explanation(Stocked.layouts).isEmpty)
      } catch {
        #expect(Int(error.range.end) <= error.text.utf8.count && !error.message.isEmpty, "\(text)")
        #expect(error.message.first?.isUppercase != true && !error.message.hasSuffix("."), "\(error.message)")
      }
    }
  }
}
