// What is found in records of a typical kind, word by word.

import Testing
import VitrineSchema

/// Findings in records of one schema.
@Suite struct RecordFindingTests {
  private static let system = #"""
    enum: [Nintendo Switch, Super Nintendo, PlayStation 5, PlayStation 4, Wii U, Xbox One]
    x-vitrine: {aliases: {SNES: Super Nintendo}}
    """#
  private static let game = #"""
    type: object
    required: [title, release, status]
    additionalProperties: false
    properties:
      title: {type: string, minLength: 1, x-vitrine: {trimmed: true}}
      release: {type: integer, format: date-int, minimum: 19500101, maximum: 20991231}
      status: {enum: [library, wishlist]}
      bought: {type: string, format: date}
      rating: {type: number, minimum: 0, maximum: 10, multipleOf: 0.5}
      played: {type: boolean}
      genres: {type: array, uniqueItems: true, minItems: 1, maxItems: 3, items: {type: string, minLength: 1}}
      site: {type: string, format: uri}
      host: {type: string, format: ipv4}
      code: {type: string, pattern: "^[A-Z]{3}$", maxLength: 5, minLength: 2, examples: [ABC]}
      platforms:
        type: array
        x-vitrine: {uniqueBy: [system]}
        items:
          type: object
          required: [system]
          properties:
            system: {$ref: vocabulary/system.yaml}
            format: {enum: [physical, digital]}
    """#

  /// A record and what is found in it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let record: String
    let findings: String

    init(_ name: String, _ record: String, _ findings: String = "") {
      testDescription = name
      self.record = record
      self.findings = findings
    }
  }

  @Test("every fault of a record is one finding with place, words, help and fix", arguments: cases)
  func findings(_ example: Case) {
    #expect(check(Self.game, example.record, others: ["schemas/vocabulary/system.yaml": Self.system]) == example.findings)
  }

  @Test("an item that lacks an optional key of 'uniqueBy' repeats another as a whole, and is found once where it has all")
  func repeated() {
    let schema = """
      type: object
      properties:
        paints:
          type: array
          uniqueItems: true
          x-vitrine: {uniqueBy: [brand, name, code]}
          items: {type: object, required: [brand, name]}
      """
    let record = """
      paints:
        - {brand: Citadel, name: Blue}
        - {brand: Citadel, name: Red, code: 1}
        - {brand: Citadel, name: Blue}
        - {brand: Citadel, name: Red, code: 1}
      """
    #expect(
      check(schema, record) == """
        4:5-33 V113 /paints/2 item 3 of 'paints' repeats item 1 | given before | delete or change one of the two | 2:5 first given here
        5:5-41 V113 /paints/3 item 4 of 'paints' has the same 'brand', 'name' and 'code' as item 2 | given before | delete or change one of the two | 3:5 first given here
        """)
  }

  private static let cases: [Case] = [
    Case(
      "a valid record has no finding",
      #"""
      title: Hades
      release: 20200917
      status: library
      """#),
    Case(
      "wrong type, date in ISO form, misspelt value",
      #"""
      title: 1984
      release: 2020-09-17
      status: libary
      """#,
      #"""
      1:8-12 V103 /title 'title' must be text, found the number 1984 | quote it | write text here | safe: "1984"
      2:10-20 V109 /release 'release' must be the number 20200917, found the text '2020-09-17' | write 20200917 | write dates as the number YYYYMMDD | safe: 20200917
      3:9-15 V112 /status 'libary' is not a known status | did you mean 'library'? | use 'library' or 'wishlist' | safe: library
      """#),
    Case(
      "misspelt key, day that does not exist, other case",
      #"""
      titel: Hades
      release: 20220230
      status: Library
      """#,
      #"""
      1:1-6 V102 /titel unknown field 'titel' | did you mean 'title'? | rename it to 'title', or delete it | safe: title
      2:10-18 V109 /release 20220230 is not a real date: February 2022 has 28 days | February 2022 has 28 days | write a real date as YYYYMMDD
      3:9-16 V112 /status 'Library' is not a known status | did you mean 'library'? | use 'library' or 'wishlist' | safe: library
      """#),
    Case(
      "empty text, date too early, unknown value",
      #"""
      title: ''
      release: 220225
      status: owned
      """#,
      #"""
      1:8-10 V107 /title 'title' is empty | text wanted | write a value
      2:10-16 V104 /release 'release' is 220225, the least allowed is 19500101 | 19500101 or more | use a number within the range
      3:9-14 V112 /status 'owned' is not a known status | use 'library' or 'wishlist'
      """#),
    Case(
      "nothing, and lists where one value is wanted",
      #"""
      title:
      release: [20200917]
      status: [library]
      """#,
      #"""
      1:7-7 V107 /title 'title' is empty, text is wanted | write a text
      2:10-20 V103 /release 'release' must be a whole number, found a list | write the value without a list | write a whole number here | safe: 20200917
      3:9-18 V103 /status 'status' must be a single value, found a list | write the value without a list | use 'library' or 'wishlist' | safe: library
      """#),
    Case(
      "blanks around, fraction, word for a truth value, single value for a list",
      #"""
      title: ' Hades '
      release: 20200917.5
      status: library
      played: yes
      genres: RPG
      rating: 10.7
      """#,
      #"""
      1:8-17 V108 /title 'title' begins and ends with blanks | delete the blanks around the text | safe: 'Hades'
      2:10-20 V103 /release 'release' must be a date (YYYYMMDD), found the number 20200917.5 | a date wanted | write a date as the number YYYYMMDD
      4:9-12 V103 /played 'played' must be true or false, found the text 'yes' | write true | write true or false here | safe: true
      5:9-12 V103 /genres 'genres' must be a list, found the text 'RPG' | write it as a list: [RPG] | write a list here | safe: [RPG]
      6:9-13 V104 /rating 'rating' is 10.7, the most allowed is 10 | 10 or less | use a number within the range
      """#),
    Case(
      "blanks only, quoted date, repeated and too many items",
      #"""
      title: "  "
      release: '20200917'
      status: library
      rating: 3.3
      genres: [RPG, Action, RPG, '']
      bought: 2022-2-5
      """#,
      #"""
      1:8-12 V107 /title 'title' holds nothing but blanks | text wanted | write a value
      2:10-20 V109 /release 'release' must be the number 20200917, found the text '20200917' | write 20200917 | write dates as the number YYYYMMDD | safe: 20200917
      4:9-12 V120 /rating 'rating' is 3.3, a multiple of 0.5 is wanted | use a multiple of 0.5
      5:23-26 V113 /genres/2 item 3 of 'genres' repeats item 1 ('RPG') | given before | delete or change one of the two | 5:10 first given here
      5:28-30 V107 /genres/3 item 4 of 'genres' is empty | text wanted | write a value, or delete the item
      5:28-30 V114 /genres 'genres' has 4 items, at most 3 allowed | delete 1 item
      6:9-17 V109 /bought '2022-2-5' is not written as a date (YYYY-MM-DD) | write 2022-02-05 | write the date as YYYY-MM-DD | safe: '2022-02-05'
      """#),
    Case(
      "list for a text, formats, pattern",
      #"""
      title: [Hades]
      release: 20200917
      status: library
      bought: 2022-02-30
      site: hades
      host: 1.2.3
      code: ab
      """#,
      #"""
      1:8-15 V103 /title 'title' must be text, found a list | write the value without a list | write text here | safe: Hades
      4:9-19 V109 /bought '2022-02-30' is not a real date: February 2022 has 28 days | February 2022 has 28 days | write a real date as YYYY-MM-DD
      5:7-12 V110 /site 'hades' is not a web address (URI) | write a web address (URI)
      6:7-12 V110 /host '1.2.3' is not an IPv4 address | write an IPv4 address
      7:7-9 V105 /code 'ab' does not have the form of 'code' | write it like 'ABC' | note: the pattern is '^[A-Z]{3}$'
      """#),
    Case(
      "values of referred lists, aliases, items unique by a key",
      #"""
      title: Hades
      release: 20200917
      status: library
      platforms:
        - system: Nintendo Swich
          format: phys
        - system: SNES
        - system: wii u
        - {system: PlayStation 3}
        - {system: Xbox One}
        - {system: Xbox One}
        - format: digital
      """#,
      #"""
      5:13-27 V112 /platforms/0/system 'Nintendo Swich' is not a known system | did you mean 'Nintendo Switch'? | use 'Nintendo Switch', 'Super Nintendo', 'PlayStation 5', 'PlayStation 4', 'Wii U' or 'Xbox One' | safe: Nintendo Switch
      6:13-17 V112 /platforms/0/format 'phys' is not a known format | did you mean 'physical'? | use 'physical' or 'digital' | unsafe: physical
      7:13-17 V112 /platforms/1/system 'SNES' is not a known system | did you mean 'Super Nintendo'? | use 'Nintendo Switch', 'Super Nintendo', 'PlayStation 5', 'PlayStation 4', 'Wii U' or 'Xbox One' | safe: Super Nintendo
      8:13-18 V112 /platforms/2/system 'wii u' is not a known system | did you mean 'Wii U'? | use 'Nintendo Switch', 'Super Nintendo', 'PlayStation 5', 'PlayStation 4', 'Wii U' or 'Xbox One' | safe: Wii U
      9:14-27 V112 /platforms/3/system 'PlayStation 3' is not a known system | did you mean 'PlayStation 4'? | use 'Nintendo Switch', 'Super Nintendo', 'PlayStation 5', 'PlayStation 4', 'Wii U' or 'Xbox One' | unsafe: PlayStation 4
      11:5-23 V113 /platforms/5 item 6 of 'platforms' has the same 'system' as item 5 | given before | delete or change one of the two | 10:5 first given here
      12:5-11 V101 /platforms/6 'system' is missing in item 7 of 'platforms' | add 'system': 'Nintendo Switch', 'Super Nintendo', 'PlayStation 5', 'PlayStation 4', 'Wii U' or 'Xbox One'
      """#),
    Case(
      "no-break space, unknown keys, too long",
      #"""
      title: Hades\#u{A0}
      release: 20200917
      status: library
      notes: x
      code: ABCDEFG
      genre: [x]
      """#,
      #"""
      1:8-14 V108 /title 'title' ends with blanks | delete the blanks around the text | safe: Hades
      4:1-6 V102 /notes unknown field 'notes' | known here: 'bought', 'code', 'genres', 'host', 'platforms', 'played', 'rating', 'release', 'site', 'status', 'title'
      5:7-14 V106 /code 'code' has 7 characters, at most 5 are allowed | shorten it to 5 characters
      6:1-6 V102 /genre unknown field 'genre' | did you mean 'genres'? | rename it to 'genres', or delete it | safe: genres
      """#),
    Case(
      "a list for a record",
      #"""
      []
      """#,
      #"""
      1:1-3 V103 · the document must be a map, found an empty list | a map wanted | write a map with 'title', 'release' and 'status' here
      """#),
    Case(
      "maps and words in the wrong place",
      #"""
      title: {a: 1}
      release: soon
      status: library
      genres: []
      platforms: {system: Wii U}
      """#,
      #"""
      1:8-14 V103 /title 'title' must be text, found a map | text wanted | write text here
      2:10-14 V103 /release 'release' must be a date (YYYYMMDD), found the text 'soon' | a date wanted | write a date as the number YYYYMMDD
      4:9-11 V114 /genres 'genres' has 0 items, at least 1 wanted | add at least 1 item
      5:12-27 V103 /platforms 'platforms' must be a list, found a map | write it as a list: [{system: Wii U}] | write a list here | unsafe: [{system: Wii U}]
      """#),
    Case(
      "an empty record",
      #"""
      {}
      """#,
      #"""
      1:1-1 V101 · 'release' is missing | add 'release', a date (YYYYMMDD)
      1:1-1 V101 · 'status' is missing | add 'status': 'library' or 'wishlist'
      1:1-1 V101 · 'title' is missing | add 'title' (text)
      """#),
  ]
}
