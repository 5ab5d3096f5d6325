// The query language by examples: what is written, and how it is read.

import Testing
import VitrineQuery
import VitrineSource

@Suite struct QueryParserTests {
  /// A query, its normal form, and its tree in short: see `picture(of:)`.
  static let table: [(written: String, normal: String, tree: String)] = [
    // Terms.
    ("status:wishlist", "status:wishlist", "status : wishlist"),
    ("status:wishlist,library", "status:wishlist,library", "status : wishlist / library"),
    ("properties.platforms.system:SNES", "properties.platforms.system:SNES", "properties.platforms.system : SNES"),
    ("platforms.count:3..", "platforms.count:3..", "count of platforms : 3 to -"),
    ("count:3", "count:3", "count : 3"),
    ("oyun.adı:kuşatma 東京:駅", "oyun.adı:kuşatma 東京:駅", "all[oyun.adı : kuşatma; 東京 : 駅]"),
    ("used-by:x army_2:y", "used-by:x army_2:y", "all[used-by : x; army_2 : y]"),
    // Operators behind the colon.
    ("title:eq:Zelda", "title:eq:Zelda", "title eq: Zelda"),
    ("title:starts:the", "title:starts:the", "title starts: the"),
    ("title:re:^(The|A)\\s.{2,3}$,x b", "title:re:^(The|A)\\s.{2,3}$,x b", "all[title re: ^(The|A)\\s.{2,3}$ / x; b]"),
    ("(title:re:[(] b)", "title:re:[(] b", "all[title re: [(]; b]"),
    ("worn:on:today", "worn:on:today", "worn on: today"),
    ("location:near:41.01,28.97,2km", "location:near:41.01,28.97,2km", "location near: 41.01 / 28.97 / 2km"),
    ("color:near:1b2a6b,12", "color:near:1b2a6b,12", "color near: 1b2a6b / 12"),
    ("location:bbox:-1,28,41.2,29", "location:bbox:-1,28,41.2,29", "location bbox: -1 / 28 / 41.2 / 29"),
    ("title:eq:1..2", "title:eq:1..2", "title eq: 1..2"),
    // Values.
    ("title:*", "title:*", "title : anything"),
    ("title:\"*\" path:games/*.yaml", "title:\"*\" path:games/*.yaml", "all[title : \"*\"; path : games/*.yaml]"),
    ("release:2020..2023", "release:2020..2023", "release : 2020 to 2023"),
    ("release:..2023,2025..", "release:..2023,2025..", "release : - to 2023 / 2025 to -"),
    ("weight:1.5..2.5", "weight:1.5..2.5", "weight : 1.5 to 2.5"),
    ("modified:-30d..", "modified:-30d..", "modified : -30d to -"),
    ("condition:\"very good\"..'mint'", "condition:\"very good\"..mint", "condition : very good to mint"),
    ("title:\"1..2\"", "title:\"1..2\"", "title : \"1..2\""),
    ("title:'From \"Software\"',b", "title:\"From \\\"Software\\\"\",b", "title : \"From \"Software\"\" / b"),
    ("title:\"a\\\"b\\\\c\\d\"", "title:\"a\\\"b\\\\c\\\\d\"", "title : \"a\"b\\c\\d\""),
    ("title:Assassin's", "title:Assassin's", "title : Assassin's"),
    ("color:#1b2a6b size:1/250s", "color:#1b2a6b size:1/250s", "all[color : #1b2a6b; size : 1/250s]"),
    ("title:eq:\"\"", "title:eq:\"\"", "title eq: \"\""),
    ("opens:19:42 url:http://x?a=b", "opens:19:42 url:http://x?a=b", "all[opens : 19:42; url : http://x?a=b]"),
    ("title:is:x", "title:is:x", "title : is:x"),
    ("title:a,eq:b x=c,=d", "title:a,eq:b x=c,=d", "all[title : a / eq:b; x = c / =d]"),
    // Comparisons.
    ("release>=2020", "release>=2020", "release >= 2020"),
    ("release >= 2020 x < 3", "release>=2020 x<3", "all[release >= 2020; x < 3]"),
    ("name = \"a b\" x!=y,z", "name=\"a b\" x!=y,z", "all[name = \"a b\"; x != y / z]"),
    ("steps.count > 3", "steps.count>3", "count of steps > 3"),
    // Words.
    ("zelda ocarina", "zelda ocarina", "all[zelda; ocarina]"),
    ("\"link to the past\"", "\"link to the past\"", "\"link to the past\""),
    ("Ratchet & Clank C++ Yu-Gi-Oh! 50%", "Ratchet & Clank C++ Yu-Gi-Oh! 50%", "all[Ratchet; &; Clank; C++; Yu-Gi-Oh!; 50%]"),
    ("Papers, Please", "Papers, Please", "all[Papers,; Please]"),
    ("Re:Zero 12:30", "Re:Zero 12:30", "all[Re : Zero; 12 : 30]"),
    ("\"or\" 'not' \"and\"", "\"or\" \"not\" \"and\"", "all[\"or\"; \"not\"; \"and\"]"),
    ("Not Or And", "Not Or And", "all[Not; Or; And]"),
    ("ゼルダ　マリオ", "ゼルダ マリオ", "all[ゼルダ; マリオ]"),
    // States and views.
    (
      "is:invalid has:photo no:properties.genres", "is:invalid has:photo no:properties.genres",
      "all[is invalid; has photo; no properties.genres]"
    ),
    ("@backlog -@to-play @\"my list\"", "@backlog not @to-play @\"my list\"", "all[@backlog; not @to-play; @my list]"),
    // Operators.
    ("a b or c d", "(a b) or (c d)", "any[all[a; b]; all[c; d]]"),
    ("a | b OR c", "a or b or c", "any[a; b; c]"),
    ("a|b", "a or b", "any[a; b]"),
    ("a and b AND c", "a b c", "all[a; b; c]"),
    ("a (b or c)", "a (b or c)", "all[a; any[b; c]]"),
    ("((a) (b c))", "a b c", "all[a; b; c]"),
    ("not a b", "not a b", "all[not a; b]"),
    ("not (a b) -(c or d)", "not (a b) not (c or d)", "all[not all[a; b]; not any[c; d]]"),
    ("not not a", "not not a", "not not a"),
    (
      "-status:wishlist -zelda -\"a b\"", "not status:wishlist not zelda not \"a b\"",
      "all[not status : wishlist; not zelda; not \"a b\"]"
    ),
    ("not(a or b)or(c)", "not (a or b) or c", "any[not any[a; b]; c]"),
    // Elements.
    (
      "platforms:{system:SNES format:digital}", "platforms:{system:SNES format:digital}",
      "platforms{all[system : SNES; format : digital]}"
    ),
    ("platforms:{ a or not b:{ c:1 } }", "platforms:{a or not b:{c:1}}", "platforms{any[a; not b{c : 1}]}"),
    ("a.b:{has:c}", "a.b:{has:c}", "a.b{has c}"),
    // Controls.
    ("sort:-release,title zelda limit:20", "zelda sort:-release,title limit:20", "zelda sort -release, title limit 20"),
    (
      "show:title,a.count group:series,year", "group:series,year show:title,a.count",
      "all[] group series, year show title, a.count"
    ),
    ("a or b sort:title", "a or b sort:title", "any[a; b] sort title"),
    ("", "", "all[]"),
    (" \t\n ", "", "all[]"),
  ]

  @Test("a query has one tree and one normal form", arguments: table)
  func reads(_ written: String, _ normal: String, _ tree: String) throws {
    let query = try QueryParser.parse(written)
    #expect(query.normalForm == normal)
    #expect(Self.picture(of: query) == tree)
    #expect(try QueryParser.parse(normal).says(query))
  }

  @Test("every part of a tree knows its place in bytes")
  func places() throws {
    let text = "é not platforms.count:3..,\"x\" a:{b c>1}"
    let query = try QueryParser.parse(text)
    func cut(_ range: ByteRange) -> String { String(decoding: Array(text.utf8)[range.indices], as: UTF8.self) }
    guard case .all(let parts) = query.condition, parts.count == 3, case .word(_, _, let word) = parts[0],
      case .not(.term(let term), let negation) = parts[1], case .element(let path, .all(let inner), let element) = parts[2],
      case .word(_, _, let first) = inner[0], case .term(let second) = inner[1]
    else {
      Issue.record("another tree: \(query.normalForm)")
      return
    }
    let places = [word, negation, term.range, term.path.range, term.values[0].range, term.values[1].range]
    #expect(places.map(cut) == ["é", "not", "platforms.count:3..,\"x\"", "platforms.count", "3..", "\"x\""])
    #expect([path.range, element, first, second.range, second.values[0].range].map(cut) == ["a", "a:{b c>1}", "b", "c>1", "1"])
  }

  @Test("the kind beside a query is one more term")
  func kinds() throws {
    #expect(
      try ["a b", "a or b", "", "not a"].map { try QueryParser.parse($0).narrowed(to: ["stone"]).normalForm }
        == ["kind:stone a b", "kind:stone (a or b)", "kind:stone", "kind:stone not a"])
  }

  /// A tree in short.
  static func picture(of query: Query) -> String {
    var text = picture(of: query.condition)
    if !query.group.isEmpty { text += " group " + query.group.map(\.dotted).joined(separator: ", ") }
    if !query.sort.isEmpty {
      text += " sort " + query.sort.map { ($0.isDescending ? "-" : "") + $0.path.dotted }.joined(separator: ", ")
    }
    if let limit = query.limit { text += " limit \(limit)" }
    if !query.show.isEmpty { text += " show " + query.show.map(\.dotted).joined(separator: ", ") }
    return text
  }

  private static func picture(of node: Query.Node) -> String {
    switch node {
    case .all(let parts): "all[" + parts.map { picture(of: $0) }.joined(separator: "; ") + "]"
    case .any(let parts): "any[" + parts.map { picture(of: $0) }.joined(separator: "; ") + "]"
    case .not(let part, _): "not " + picture(of: part)
    case .term(let term):
      "\(picture(of: term.path)) \(term.relation.text) " + term.values.map { picture(of: $0) }.joined(separator: " / ")
    case .word(let text, let isQuoted, _): isQuoted ? "\"\(text)\"" : text
    case .state(let state, let name, _): "\(state.rawValue) \(picture(of: name))"
    case .view(let name, _): "@" + name
    case .element(let path, let part, _): "\(picture(of: path)){\(picture(of: part))}"
    }
  }

  private static func picture(of path: Query.Path) -> String {
    (path.counts ? "count of " : "") + path.names.joined(separator: ".")
  }

  private static func picture(of value: Query.Value) -> String {
    switch value.form {
    case .text(let text, let isQuoted): isQuoted ? "\"\(text)\"" : text
    case .range(let lower, let upper): "\(lower ?? "-") to \(upper ?? "-")"
    case .anything: "anything"
    }
  }
}
