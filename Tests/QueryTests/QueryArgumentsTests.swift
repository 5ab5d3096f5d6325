// The words of a command line, and the query they are.

import Testing
import VitrineQuery
import VitrineSource

@Suite struct QueryArgumentsTests {
  /// Arguments, separated by ` · `, and the query.
  static let table: [(String, String)] = [
    ("status:wishlist · release:2020..", "status:wishlist release:2020.."),
    ("zelda · or · mario", "zelda or mario"),
    ("platforms:{system:SNES · format:digital}", "platforms:{system:SNES format:digital}"),
    ("platforms:{system:SNES format:digital}", "platforms:{system:SNES format:digital}"),
    // One term and plain words: a value with blanks.
    ("developer:From Software", "developer:\"From Software\""),
    ("-developer:From Software · zelda", "-developer:\"From Software\" zelda"),
    ("system:PC Engine,SNES,Mega Drive", "system:\"PC Engine\",SNES,\"Mega Drive\""),
    ("system: PC Engine, SNES", "system:\"PC Engine\",SNES"),
    ("title:eq:Chrono Trigger", "title:eq:\"Chrono Trigger\""),
    ("title:starts:The Legend", "title:starts:\"The Legend\""),
    ("title:re:^(The|A) Legend", "title:re:\"^(The|A) Legend\""),
    ("title:re:a\\d b", "title:re:\"a\\\\d b\""),
    ("title:Assassin's Creed", "title:\"Assassin's Creed\""),
    ("title:Metroid - Other M", "title:\"Metroid - Other M\""),
    ("condition:very good..near mint", "condition:\"very good\"..\"near mint\""),
    ("condition:very good..", "condition:\"very good\".."),
    ("title:wait.. what", "title:\"wait.. what\""),
    ("status: wishlist", "status:wishlist"),
    ("developer=From Software", "developer=\"From Software\""),
    ("developer = From Software", "developer=\"From Software\""),
    ("release >= 2020", "release>=2020"),
    ("location:near:41.01, 28.97, 2km", "location:near:41.01,28.97,2km"),
    // Plain words: a phrase.
    ("Chrono Trigger", "\"Chrono Trigger\""),
    (" Chrono Trigger ", "\"Chrono Trigger\""),
    ("Metroid - Other M", "\"Metroid - Other M\""),
    ("Ratchet & Clank", "\"Ratchet & Clank\""),
    ("Papers, Please · zelda", "\"Papers, Please\" zelda"),
    ("not · From Software", "not \"From Software\""),
    (" zelda ", "zelda"),
    // Anything else: a query in itself, in parentheses where it would fall apart.
    ("a:1 b:2", "a:1 b:2"),
    ("a:1 or b:2", "a:1 or b:2"),
    ("a:1 or b:2 · c:3", "(a:1 or b:2) c:3"),
    ("x|y · c:3", "(x|y) c:3"),
    ("(a or b) · c", "(a or b) c"),
    ("(a) or (b) · c", "((a) or (b)) c"),
    ("not · a or b", "not (a or b)"),
    ("title:\"Papers, Please\"", "title:\"Papers, Please\""),
    ("title:a b status:c", "title:a b status:c"),
    ("sort:-release, title", "sort:-release, title"),
    ("has:photo zelda", "has:photo zelda"),
    ("(a · b)", "(a b)"),
    // Nothing must not mean everything.
    ("", "\"\""),
    ("a · ", "a \"\""),
    (" ", "\" \""),
  ]

  @Test("arguments are joined to the query they were meant as", arguments: table)
  func joins(_ arguments: String, _ query: String) {
    let words = arguments.split(separator: " · ", omittingEmptySubsequences: false).map(String.init)
    let joined = QueryArguments(arguments == "a · " ? ["a", ""] : words)
    #expect(joined.text == query)
    #expect(joined.places.count == words.count)
  }

  @Test("no arguments are every record, and each argument knows its place in the query")
  func places() {
    #expect(QueryArguments.text(of: []) == "")
    let joined = QueryArguments(["é", "developer:From Software", "x"])
    #expect(joined.places.map { $0.indices } == [0..<2, 3..<28, 29..<30])
  }
}
