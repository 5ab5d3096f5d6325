// What is said of queries that cannot be read, as it is shown.

import Testing
import VitrineFormats
import VitrineQuery
import VitrineSource

@Suite struct QueryErrorTests {
  /// Faults as they are shown; the second line of each is the query.
  static let faults = #"""
    'status:' has no value; 'has:status' finds what has any, 'no:status' what has none
      status:
      ^^^^^^^
    'status:' has no value; write 'status:wishlist' without a blank; text with a colon goes in quotes
      status: wishlist
      ^^^^^^^
    a quote is never closed; it runs to the end of the query
      title:"the
            ^
    a quote is never closed; it runs to the end of the query; a word that begins with an apostrophe goes in double quotes
      'tis
      ^
    no value follows ','; no blank may follow it; a value with commas goes in quotes
      status:a,
              ^
    no value follows ','; no blank may follow it; a value with commas goes in quotes
      status:a,,b
              ^
    no value follows ','; no blank may follow it; a value with commas goes in quotes
      status:a, b
              ^
    '(' is never closed; a ')' is missing
      (a b
      ^
    ')' closes nothing; put text that has one in quotes
      a b)
         ^
    '{' is never closed; a '}' is missing
      platforms:{system:SNES
                ^
    ')' stands where '}' should; '{' is still open
      platforms:{system:SNES)
                            ^
    '}' stands where ')' should; '(' is still open
      (a}
        ^
    nothing stands between '(' and its end
      ()
      ^^
    nothing stands between '{' and its end
      platforms:{ }
                ^^^
    '{' has no field before it; write 'FIELD:{…}'; text with braces goes in quotes
      {a}
      ^
    'count' has no elements; leave it out before '{'
      a.count:{b}
      ^^^^^^^
    'or' has nothing before it; to search for it, put it in quotes: "or"
      or a
      ^^
    'or' has nothing behind it; to search for it, put it in quotes: "or"
      a or
        ^^
    'or' has nothing behind it; to search for it, put it in quotes: "or"
      a or or b
        ^^
    'and' has nothing before it; to search for it, put it in quotes: "and"
      a | and b
          ^^^
    'and' has nothing behind it; to search for it, put it in quotes: "and"
      a and
        ^^^
    'not' has nothing behind it; to search for it, put it in quotes: "not"
      not
      ^^^
    'not' has nothing behind it; to search for it, put it in quotes: "not"
      a not or b
        ^^^
    '||' is no operator; write 'or', or one '|'
      a || b
        ^^
    '&&' is no operator; terms that must all hold stand side by side
      a && b
        ^^
    '!' is no operator; write 'not' or '-'
      !status:done
      ^
    '!' is no operator; write 'not' or '-'
      !(a b)
      ^
    '--' is no operator; '-' or 'not' leaves out what follows
      --a
      ^^
    '-' stands alone; it touches what it leaves out: '-status:done'; a dash is "-" in quotes
      a - b
        ^
    '-' stands alone; it touches what it leaves out: '-status:done'; a dash is "-" in quotes
      -
      ^
    '==' is no comparison; write '='
      a == 3
        ^^
    '=>' is no comparison; write '>='
      a => 3
        ^^
    '<>' is no comparison; write '!='
      a <> 3
        ^^
    '=~' is no comparison; a pattern is 'a:re:PATTERN'
      a =~ 3
        ^^
    ':>=' is no comparison; write 'a>=3' or 'a:3..'
      a:>=3
       ^^^
    ':=' is no comparison; write 'a=3' or 'a:eq:3'
      a:=3
       ^^
    '>=' has no field before it; write 'FIELD>=VALUE'; text that begins with it goes in quotes
      >= 3
      ^^
    'a >' has no value
      a >
      ^^^
    '>' compares with one value; write a term for each of them
      a>1,2
          ^
    a range does not go with '>='; write 'a:FROM..TO'
      a>=1..2
          ^^
    '*' does not go with '='; 'has:a' finds any value
      a=*
        ^
    '..' has no end at all; write FROM..TO, FROM.. or ..TO; 'has:a' finds any value
      a:..
        ^^
    a range has two dots; text with more goes in quotes
      a:1...3
         ^^^
    a range has two ends; text with '..' goes in quotes
      a:1..2..3
            ^^
    an end of the range is empty; leave the quotes out for no limit
      a:""..3
        ^^
    '*' is no end of a range; leave it out for no limit: 'FROM..' or '..TO'
      a:*..3
        ^
    a range has no field before it; write 'FIELD:2020..2023'
      2020 ..2023
           ^^
    nothing stands in the quotes; 'a:eq:""' finds the empty text, 'no:a' no value
      a:""
        ^^
    nothing stands in the quotes; leave them out to find every record
      ""
      ^^
    a quote stands inside a word; quotes enclose a whole value; inside quotes write \"
      a:b"c
         ^
    'c' touches what is before it; put a blank between them, or all of it in quotes
      a:"b"c
           ^
    '(' touches what is before it; put a blank before it to group, or all of it in quotes
      f(x)
       ^
    '(' touches what is before it; values are separated by commas: 'ONE,OTHER'
      status:(a or b)
             ^
    '|' touches the value before it; between values write a comma, between terms put blanks around it
      a:b|c
         ^
    '“' is no quote of the query language; write "
      a:“b”
        ^
    '*' alone is no term; leave it out; 'has:FIELD' finds what has a value
      *
      ^
    ':' has no field before it; it touches the name: 'status:done'; text that begins with one goes in quotes
      : x
      ^
    ',' stands between values, without blanks; write 'FIELD:ONE,OTHER'
      , x
      ^
    '@' needs the name of a view; such as '@backlog'
      @
      ^
    a view is about records, not elements of a list; put it outside the braces
      platforms:{@backlog}
                 ^^^^^^^^
    'is:' is about a record, not an element of a list; put it before '{'
      platforms:{is:valid}
                 ^^^^^^^^
    'is:' needs a name; such as 'is:invalid'
      is:
      ^^^
    'has:' takes one name; for either, write 'has:a or has:…'
      has:a,b
           ^
    'near:' takes a place and a radius, or a colour and a distance; such as 'near:41.01,28.97,2km', 'near:Istanbul,20km' and 'near:navy,12'
      a:near:1
      ^^^^^^^^
    'bbox:' takes four numbers, not 3; 'bbox:SOUTH,WEST,NORTH,EAST' in degrees
      a:bbox:1,2,3
      ^^^^^^^^^^^^
    'sort:' has no field; write 'sort:FIELD,FIELD', without blanks
      sort:
      ^^^^^
    a field should stand here; write 'sort:FIELD,FIELD', without blanks
      sort:a,
             ^
    ':' stands behind a field of 'sort:'; downwards is 'sort:-FIELD'
      sort:a:desc
            ^
    'sort:' stands here a second time; its fields are separated by commas
      sort:a sort:b
             ^^^^^
    'sort:' stands inside '('; it is about the whole answer: put it outside
      (a sort:b)
         ^^^^^
    'sort:' stands behind 'not'; 'sort:-FIELD' sorts downwards
      not sort:a
          ^^^^^
    'sort:' stands behind '-'; 'sort:-FIELD' sorts downwards
      -sort:a
       ^^^^^
    'or' has nothing behind it; to search for it, put it in quotes: "or"
      a or sort:b
        ^^
    'limit:' needs a whole number; such as 'limit:20'
      limit:many
      ^^^^^^
    'limit:' is too large; at most 9223372036854775807
      limit:99999999999999999999
            ^^^^^^^^^^^^^^^^^^^^
    ',' touches what is before it; put a blank between them, or all of it in quotes
      limit:20,30
              ^
    '-' stands in 'show:'; only 'sort:' goes up or down
      show:-a
           ^
    """#

  /// What is shown of the fault in a query; "" where there is none.
  static func shown(_ text: String) -> String {
    do throws(QueryError) {
      _ = try QueryParser.parse(text)
      return ""
    } catch {
      return QueryErrorText.text(error)
    }
  }

  @Test("a query that cannot be read is told with its place and what to write instead")
  func faultsAreTold() {
    let lines = Self.faults.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 150 && lines.count % 3 == 0)
    for index in stride(from: 0, to: lines.count - 2, by: 3) {
      let expected = lines[index..<index + 3].map { $0 + "\n" }.joined()
      #expect(Self.shown(String(lines[index + 1].dropFirst(2))) == expected)
    }
  }

  @Test("carets stand under the place whatever is before it: wide characters, tabs, controls, marks")
  func widths() {
    #expect(Self.shown("title:東京 (x").hasSuffix("\n  title:東京 (x\n             ^\n"))
    #expect(Self.shown("a\t(x").hasSuffix("\n  a    (x\n       ^\n"))
    #expect(Self.shown("title:e\u{301}e\u{301} (x").hasSuffix("\n  title:e\u{301}e\u{301} (x\n           ^\n"))
    #expect(Self.shown("a \u{202E} (x").hasSuffix("\n  a \\u{202e} (x\n             ^\n"))
    #expect(
      Self.shown("a \u{1B}[31m") == "the control character U+001B is in the query; leave it out\n  a ␛[31m\n    ^\n")
    #expect(
      Self.shown("a\u{0}") == "the control character U+0000 is in the query; leave it out\n  a␀\n   ^\n")
    #expect(Self.shown("\u{85}").hasPrefix("the control character U+0085 is in the query"))
    #expect(Self.shown("(東京 🇹🇷 {").hasSuffix("\n  (東京 🇹🇷 {\n           ^\n"))
  }

  @Test("of a long query about a hundred cells around the place are shown, of one with lines the line")
  func windows() {
    let lines = Self.shown(String(repeating: "a b ", count: 10_000) + "(x " + String(repeating: "c d ", count: 10_000))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count == 4 && lines[1].count <= 102 && lines[1].contains("(x c d") && lines[1].contains("a b (x"))
    #expect(lines[1].dropFirst(lines[2].count - 1).first == "(")
    #expect(Self.shown("a b\nc (d\n  e\n") == "'(' is never closed; a ')' is missing\n  c (d\n    ^\n")
  }

  @Test("a fault in a view names the view")
  func views() {
    let error = QueryError(
      "unknown field 'statsu'", in: "statsu:x", at: .init(0, 6), suggestion: "did you mean 'status'?", view: "backlog")
    #expect(
      QueryErrorText.text(error)
        == "in the view 'backlog': unknown field 'statsu'; did you mean 'status'?\n  statsu:x\n  ^^^^^^\n")
  }
}
