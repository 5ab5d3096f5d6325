// The page on the query language, for `vitrine help query` and vitrine-query(1).

import VitrineCommandLine
import VitrineQuery

/// What there is to say about queries.
enum QueryManual {
  /// The page.
  static var manual: Manual {
    Manual(
      examples: examples, description: [introduction] + terms + [types] + notes + controls + shells,
      exitStatuses: [
        (.well, "the query can be read; in a catalogue, its kinds know the fields and values"),
        (.usage, ExitStatus.usage.summary),
      ],
      files: [("views/NAME.view.yaml", "a query with a name; @NAME stands for it")], seeAlso: ["list", "schema"])
  }

  private static let examples = [
    ("vitrine query status:wishlist release:2020..", "both must hold: wished for, and out in 2020 or later"),
    ("vitrine query games developer:nintendo,sega -status:wishlist", "either developer, and not on the wish list"),
    ("vitrine query 'developer:From Software'", "one value with a blank, in the quotes of the shell"),
    ("vitrine query zelda or mario sort:-release limit:5", "either word; the newest five"),
    ("vitrine query 'platforms:{system:SNES format:digital}'", "one platform that is both"),
    ("vitrine query project.army:ultra has:photo modified:-30d..", "follows a reference; has photos; changed in 30 days"),
    ("vitrine query 'rating >= 4 and not (tags:loan or status:wishlist)'", "comparisons, 'and', 'not' and parentheses"),
  ]

  private static let introduction =
    "A query says which records are meant. The same language is spoken on the command line, in the files of views/, in 'vitrine find' and by the daemon's service. Terms side by side must all hold; 'or' (or '|') is for either, 'not' (or '-' before a term) for what must not hold, parentheses group, and 'not' binds before 'and', 'and' before 'or'. A field or value that no kind knows is an error with the nearest word, never an empty answer. This command shows how a query is read: its normal form, then its tree."

  private static let terms = [
    "A term is FIELD:VALUE, without blanks around the colon. Commas separate values of which any will do. In front of a value may stand an operator: \(Query.operators.map { $0.word }.joined(separator: " ")). FIELD:* and has:FIELD find what has a value, no:FIELD what has none. In quotes, 'FIELD >= VALUE' and the like (= != < <= >) compare.",
    "A bare word looks in the fields that the kind names for search; words in double or single quotes are one phrase, and never an operator. @NAME is the view of that name ('vitrine view save').",
    "A FIELD is a path of names with dots, as records have them. Leading names may be left out where that is clear, and a list's name may stand in its singular: 'system', 'platform.system' and 'properties.platforms.system' are one field. A path may go on through a reference into the record it names, as in 'project.army'. '.count' at the end counts. Every kind also has kind, path, modified, created (the first commit of its file in git, else when the file was made), parent, used-by, photo (with taken, camera, iso, format and others) and finding (rule, severity).",
    "Of a list, any element may match. Two terms on members of one list may each be met by another element: 'platforms.system:SNES platforms.format:digital' also finds what is on the SNES as a cartridge and elsewhere as a download. 'platforms:{system:SNES format:digital}' asks for one element that is both. 'not' means that nothing of what follows it is found.",
  ]

  /// The table of types; each operator says its own lines, which stand below those of the type.
  private static var types: String {
    var lines = [line("TYPE", "FIELD:VALUE", "FINDS")]
    for type in byType {
      var rows = type.rows
      for help in Query.operators.flatMap({ $0.help }) where help.type == type.name {
        let finds = help.finds.split(separator: "\n").map(String.init)
        let isWide = help.example.utf8.count > 24
        rows += isWide ? [(help.example, "")] : []
        for (index, part) in finds.enumerated() { rows.append((isWide || index > 0 ? "" : help.example, part)) }
      }
      for (index, row) in rows.enumerated() { lines.append(line(index == 0 ? type.name : "", row.example, row.finds)) }
    }
    for (index, state) in states.enumerated() { lines.append(line(index == 0 ? "state" : "", state.0, state.1)) }
    return lines.joined(separator: "\n")
  }

  private static func line(_ type: String, _ example: String, _ finds: String) -> String {
    func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.utf8.count, 0)) }
    let line = "  " + padded(type, 11) + padded(example, 25) + finds
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static let byType: [(name: String, rows: [(example: String, finds: String)])] = [
    ("text", [("title:zelda", "what holds it; case and accents are one")]),
    (
      "word list",
      [
        ("status:wishlist", "the word, or an alias of it"), ("progress:primed..", "this or later, if they have an order"),
      ]
    ),
    (
      "number",
      [("points:100..200", "from 100 to 200, both included"), ("size:50mm", "the number; its unit may be said")]
    ),
    (
      "date",
      [
        ("release:2026-05-29", "that day; so are 2026, 2026-05, 2026-q2,"), ("", "2026-w21: year, month, quarter, week"),
        ("release:2020..2023", "from the start of one to the other's end"),
        ("modified:-30d..", "the last 30 days; also w, m, y, h, min"),
        ("worn:today", "also yesterday, tomorrow, this-week,"), ("", "last-month, next-quarter, this-year"),
      ]
    ),
    ("time", [("opens:19:42", "that time; ranges too")]),
    ("yes or no", [("owned:yes", "yes, no, true or false")]),
    ("reference", [("project:ultra", "its id, the id's last part, or its title")]),
    ("list", [("genres:rpg", "any element"), ("platforms.count:3..", "three elements or more")]),
    ("place", [("location:levent", "a text of the place")]),
    (
      "colour",
      [("color:navy", "a colour or a group of them by its name"), ("color:1b2a6b", "exactly this colour")]
    ),
  ]

  /// The states of records, one a line.
  private static let states = RecordState.allCases.map { state in ("is:" + state.rawValue, state.summary) }

  private static let notes = [
    "A range is FROM..TO with two dots; either end may be left out. A value with blanks, commas, parentheses, quotes, '|' or '..' goes in double or single quotes, inside which a backslash escapes the quote and itself; quoted, a value has no meaning but its letters. The first colon ends the field, so that 'opens:19:42' and 'url:http://x' need no quotes. A word with a colon does where its beginning could be a field: '\"Re:Zero\"'. So do the words or, and, not (also in capitals), and a word that begins with a dash: '\"-er\"'."
  ]

  private static let controls = [
    "Four words are about the whole answer and stand outside parentheses, each at most once: sort:FIELD,-FIELD (the dash sorts downwards), limit:NUMBER, group:FIELD,FIELD and show:FIELD,FIELD (the columns)."
  ]

  private static let shells = [
    "On the command line the arguments are joined with blanks. One with blanks in it, as the shell's quotes make it, is a single value behind FIELD: ('developer:From Software'; each of its comma parts by itself), a phrase if all of it is plain words ('Chrono Trigger'), and else a query in itself. Quotes of the language need quotes of the shell around them: 'title:\"Papers, Please\"'.",
    "Terms of letters, digits and . , : - _ @ / = + % ! reach vitrine as they are in bash, dash, zsh and fish. Everywhere these need quotes: blanks within a value, parentheses, quotes and apostrophes, | & ; $ \\ and, since the shell would write or read a file, < and >. So do * ? and, with blanks in them, { } in zsh and fish, [ ] and a ~ in front in zsh, and # ^ in zsh with EXTENDED_GLOB. When in doubt, put the whole query in single quotes.",
    "An argument that begins with '-', a field's name and a colon leaves out a term; to leave out a word, write 'not WORD'. '--' ends the options.",
  ]
}
