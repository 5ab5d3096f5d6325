// What is found by each keyword, word by word.

import Testing
import VitrineSchema

/// Findings of single keywords.
@Suite struct KeywordFindingTests {
  /// A schema, a value and what is found in it.
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let value: String
    let findings: String
    var testDescription: String { schema }

    init(_ schema: String, _ value: String, _ findings: String) {
      self.schema = schema
      self.value = value
      self.findings = findings
    }
  }

  @Test("every keyword says what it found and what it wants", arguments: cases)
  func findings(_ example: Case) {
    #expect(check(example.schema, example.value) == example.findings)
  }

  private static let cases: [Case] = [
    Case(
      #"anyOf: [{type: string}, {type: array, items: {type: string}}]"#,
      #"5"#,
      #"1:1-2 V103 · the document must be text or a list, found the number 5 | quote it | write text or a list here | safe: "5""#),
    Case(
      #"anyOf: [{type: string}, {type: array, items: {type: string}}]"#,
      #"[a, 5]"#,
      #"1:5-6 V103 /1 item 2 must be text, found the number 5 | quote it | write text here | safe: "5""#
    ),
    Case(
      #"properties: {size: {oneOf: [{enum: [S, M, L]}, {const: one-size}, {type: integer, minimum: 30}]}}"#,
      #"size: XS"#,
      #"1:7-9 V112 /size 'XS' is not a known size | use 'S', 'M', 'L' or 'one-size'"#),
    Case(
      #"properties: {size: {anyOf: [{enum: [S, M, L]}, {const: one-size}]}}"#,
      #"size: one size"#,
      #"1:7-15 V112 /size 'one size' is not a known size | did you mean 'one-size'? | use 'S', 'M', 'L' or 'one-size' | safe: one-size"#
    ),
    Case(
      #"oneOf: [{title: Book, properties: {kind: {const: book}, pages: {type: integer}}, required: [kind, pages]}, {title: Film, properties: {kind: {const: film}, minutes: {type: integer}}, required: [kind, minutes]}]"#,
      #"""
      kind: film
      minutes: long
      """#,
      #"2:10-14 V103 /minutes 'minutes' must be a whole number, found the text 'long' | a whole number wanted | write a whole number here"#
    ),
    Case(
      #"oneOf: [{required: [a]}, {required: [b]}]"#,
      #"""
      a: 1
      b: 2
      """#,
      #"1:1-2 V118 · the document fits 2 alternatives at once, only one is allowed | change it so that it fits one alternative only | note: it fits a map with 'a' and a map with 'b'"#
    ),
    Case(
      #"oneOf: [{required: [a]}, {required: [b]}]"#,
      #"c: 1"#,
      #"1:1-2 V101 · 'a' or 'b' is missing | add 'a' or 'b'"#
    ),
    Case(
      #"not: {required: [a]}"#,
      #"a: 1"#,
      #"1:1-2 V119 /a 'a' is not allowed here | not allowed here | delete it"#),
    Case(
      #"properties: {a: {not: {type: string}}}"#,
      #"a: x"#,
      #"1:4-5 V118 /a 'a' must not be text | write something else here"#),
    Case(
      #"""
      if: {properties: {status: {const: wishlist}}, required: [status]}
      then: {required: [priority], properties: {bought: false}}
      else: {required: [bought]}
      """#,
      #"""
      status: wishlist
      bought: 5
      """#,
      #"""
      1:1-7 V101 · 'priority' is missing | add 'priority' | note: this is wanted because 'status' is 'wishlist'
      2:9-10 V119 /bought 'bought' is not allowed here | delete the value | note: it is not allowed because 'status' is 'wishlist'
      """#),
    Case(
      #"""
      if: {properties: {status: {const: wishlist}}, required: [status]}
      then: {required: [priority]}
      else: {required: [bought]}
      """#,
      #"status: library"#,
      #"1:1-7 V101 · 'bought' is missing | add 'bought' | note: this is wanted unless 'status' is 'wishlist'"#
    ),
    Case(
      #"dependentRequired: {a: [b, c]}"#,
      #"""
      a: 1
      c: 1
      """#,
      #"1:1-2 V117 · 'b' is missing, which 'a' demands | add 'b', or delete 'a'"#),
    Case(
      #"dependentSchemas: {a: {required: [b]}}"#,
      #"""
      a: 1
      c: 1
      """#,
      #"1:1-2 V101 · 'b' is missing | add 'b' | note: this is wanted because 'a' is there"#),
    Case(
      #"contains: {type: integer}"#,
      #"[a, b]"#,
      #"1:1-7 V118 · the document must hold an item that is a whole number | add an item that is a whole number"#),
    Case(
      #"""
      contains: {type: integer}
      maxContains: 1
      minContains: 0
      """#,
      #"[1, 2]"#,
      #"1:1-7 V118 · the document may hold an item that is a whole number at most 1 times, found 2 | delete 1 item"#),
    Case(
      #"""
      allOf: [{properties: {name: {type: string}}}]
      unevaluatedProperties: false
      """#,
      #"nam: x"#,
      #"1:1-4 V102 /nam unknown field 'nam' | did you mean 'name'? | rename it to 'name', or delete it | unsafe: name"#),
    Case(
      #"""
      allOf: [{properties: {name: {type: string}}}]
      unevaluatedProperties: false
      """#,
      #"""
      name: 5
      foo: 5
      """#,
      #"1:7-8 V103 /name 'name' must be text, found the number 5 | quote it | write text here | safe: "5""#),
    Case(
      #"""
      prefixItems: [{type: string}]
      unevaluatedItems: false
      """#,
      #"[a, b]"#,
      #"1:5-6 V119 /1 item 2 is not allowed here | delete the value"#),
    Case(
      #"propertyNames: {pattern: '^[a-z]+$'}"#,
      #"""
      Foo: 1
      bar: 2
      3: 5
      """#,
      #"""
      1:1-4 V121 /Foo 'Foo' is not allowed as a key | write it as the pattern '^[a-z]+$' wants | note: 'Foo' does not have the form of the key
      3:1-2 V121 /3 '3' is not allowed as a key | write it as the pattern '^[a-z]+$' wants | note: '3' does not have the form of the key
      """#),
    Case(
      #"propertyNames: {maxLength: 3}"#,
      #"Foobar: 1"#,
      #"1:1-7 V121 /Foobar 'Foobar' is not allowed as a key | shorten it to 3 characters | note: the key has 6 characters, at most 3 are allowed"#
    ),
    Case(
      #"minProperties: 2"#,
      #"a: 1"#,
      #"1:1-2 V116 · the document has 1 key, at least 2 wanted | add or delete keys"#),
    Case(
      #"maxProperties: 1"#,
      #"{a: 1, b: 2}"#,
      #"1:1-13 V116 · the document has 2 keys, at most 1 allowed | add or delete keys"#),
    Case(
      #"const: 5"#,
      #"6"#,
      #"1:1-2 V111 · the document must be 5, found the number 6 | 5 wanted | write 5 | unsafe: 5"#),
    Case(
      #"const: {a: 1}"#,
      #"{a: 2}"#,
      #"1:1-7 V111 · the document differs from the one value allowed here | write the value that the schema fixes"#),
    Case(
      #"enum: ['5', 6]"#,
      #"5"#,
      #"1:1-2 V112 · 5 is not an allowed value | did you mean '5'? | use '5' or 6 | safe: "5""#),
    Case(
      #"enum: [a, b]"#,
      #"[a]"#,
      #"1:1-4 V103 · the document must be a single value, found a list | write the value without a list | use 'a' or 'b' | safe: a"#
    ),
    Case(
      #"false"#,
      #"x"#,
      #"1:1-2 V119 · the document is not allowed here | delete the value"#),
    Case(
      #"properties: {a: false}"#,
      #"a: x"#,
      #"1:4-5 V119 /a 'a' is not allowed here | delete the value"#),
    Case(
      #"additionalProperties: {type: integer}"#,
      #"a: x"#,
      #"1:4-5 V103 /a 'a' must be a whole number, found the text 'x' | a whole number wanted | write a whole number here"#),
    Case(
      #"allOf: [{type: string}, {type: string}, {minLength: 5}]"#,
      #"5"#,
      #"1:1-2 V103 · the document must be text, found the number 5 | quote it | write text here | safe: "5""#),
    Case(
      #"type: [string, 'null']"#,
      #"[]"#,
      #"1:1-3 V103 · the document must be text or nothing, found an empty list | text or nothing wanted | write text or nothing here"#
    ),
    Case(
      #"type: boolean"#,
      #"'true'"#,
      #"1:1-7 V103 · the document must be true or false, found the text 'true' | write true | write true or false here | safe: true"#
    ),
    Case(
      #"type: number"#,
      #"'5.5'"#,
      #"1:1-6 V103 · the document must be a number, found the text '5.5' | write the number without quotes | write a number here | safe: 5.5"#
    ),
    Case(
      #"type: integer"#,
      #"1.0"#,
      #""#),
    Case(
      #"type: integer"#,
      #"1.5"#,
      #"1:1-4 V103 · the document must be a whole number, found the number 1.5 | a whole number wanted | write a whole number here"#
    ),
    Case(
      #"""
      exclusiveMinimum: 0
      exclusiveMaximum: 10
      """#,
      #"0"#,
      #"1:1-2 V104 · the document is 0, more than 0 is wanted | more than 0 | use a number within the range"#),
    Case(
      #"exclusiveMaximum: 10"#,
      #"10"#,
      #"1:1-3 V104 · the document is 10, less than 10 is wanted | less than 10 | use a number within the range"#),
    Case(
      #"multipleOf: 0.01"#,
      #"1.005"#,
      #"1:1-6 V120 · the document is 1.005, a multiple of 0.01 is wanted | use a multiple of 0.01"#),
    Case(
      #"maximum: 10"#,
      #".nan"#,
      #"1:1-5 V104 · the document is .nan, the most allowed is 10 | 10 or less | use a number within the range"#),
    Case(
      #"pattern: '^(a+)+$'"#,
      #"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"#,
      #"1:1-75 V122 · the pattern '^(a+)+$' takes too long on this text | simplify the schema's pattern, or the value"#),
    Case(
      #"""
      x-vitrine: {length: characters}
      maxLength: 2
      """#,
      #"'👨‍👩‍👧👨‍👩‍👧'"#,
      #""#),
    Case(
      #"""
      x-vitrine: {length: characters}
      maxLength: 1
      """#,
      #"'👨‍👩‍👧👨‍👩‍👧'"#,
      #"1:1-13 V106 · the document has 2 characters, at most 1 are allowed | shorten it to 1 character"#),
    Case(
      #"""
      type: array
      items: {type: string}
      """#,
      #"a, b"#,
      #"1:1-5 V103 · the document must be a list, found the text 'a, b' | write it as a list of 2: [a, b], or write it as a list: ['a, b'] | write a list here | unsafe: [a, b] | unsafe: ['a, b']"#
    ),
    Case(
      #"properties: {a: {type: array, items: {enum: [MMO, VR]}}}"#, #"{a: 'MMO; VR'}"#,
      #"1:5-14 V103 /a 'a' must be a list, found the text 'MMO; VR' | write it as a list of 2: [MMO, VR] | write a list here | safe: [MMO, VR]"#
    ),
    Case(
      #"enum: [Wii U, Xbox 360, Nintendo Switch]"#, #"Wii V"#,
      #"1:1-6 V112 · 'Wii V' is not an allowed value | did you mean 'Wii U'? | use 'Wii U', 'Xbox 360' or 'Nintendo Switch' | unsafe: Wii U"#
    ),
    Case(
      #"enum: [Wii U, Xbox 360, Nintendo Switch]"#, #"Xbox 361"#,
      #"1:1-9 V112 · 'Xbox 361' is not an allowed value | did you mean 'Xbox 360'? | use 'Wii U', 'Xbox 360' or 'Nintendo Switch' | unsafe: Xbox 360"#
    ),
    Case(
      #"properties: {a: {type: array}}"#,
      #"{a: x}"#,
      #"1:5-6 V103 /a 'a' must be a list, found the text 'x' | write it as a list: [x] | write a list here | safe: [x]"#),
    Case(
      #"properties: {t: {type: string, x-vitrine: {trimmed: true}}}"#,
      #"""
      t: |
        foo

      """#,
      #""#),
    Case(
      #"properties: {a: {properties: {b: {items: {type: string}}}}}"#,
      #"""
      base: &b {b: [5]}
      a:
        <<: *b

      """#,
      #"1:15-16 V103 /a/b/0 item 1 of 'b' must be text, found the number 5 | quote it | write text here | safe: "5""#),
    Case(
      #"format: email"#,
      #"x"#,
      #"1:1-2 V110 · 'x' is not an e-mail address | write an e-mail address"#),
    Case(
      #"format: time"#,
      #"12:0"#,
      #"1:1-5 V109 · '12:0' is not a time (HH:MM or HH:MM:SS, with Z or an offset where it is known) | write a time (HH:MM or HH:MM:SS, with Z or an offset where it is known)"#
    ),
    Case(#"format: time"#, #"12:00"#, ""),
    Case(#"format: date-time"#, #"2026-11-20T17:02:31"#, ""),
    Case(
      #"format: date-time"#,
      #"2026:11:20 17:02:31"#,
      #"1:1-20 V109 · '2026:11:20 17:02:31' is not written as a date and time (2022-02-05T20:20:39, with Z or an offset where it is known) | write 2026-11-20T17:02:31 | write a date and time (2022-02-05T20:20:39, with Z or an offset where it is known) | safe: '2026-11-20T17:02:31'"#
    ),
    Case(#"{type: [string, integer], x-vitrine: {format: date, precision: year}}"#, #"2007"#, ""),
    Case(#"{type: [string, integer], x-vitrine: {format: date, precision: year}}"#, #"2007-05"#, ""),
    Case(
      #"{type: [string, integer], x-vitrine: {format: date, precision: month}}"#,
      #"2007"#,
      #"1:1-5 V109 · 2007 is no whole date (YYYY-MM-DD or YYYY-MM): the month is missing | the month is missing | write the date as YYYY-MM-DD or YYYY-MM"#
    ),
    Case(
      #"format: date"#,
      #"2007-05"#,
      #"1:1-8 V109 · '2007-05' is no whole date (YYYY-MM-DD): the day is missing | the day is missing | write the date as YYYY-MM-DD"#
    ),
    Case(#"{type: integer, format: date-int, minimum: 1950, maximum: 2099, x-vitrine: {precision: year}}"#, #"209912"#, ""),
    Case(
      #"{type: integer, format: date-int, minimum: 1950, maximum: 2099, x-vitrine: {precision: year}}"#,
      #"19491231"#,
      #"1:1-9 V104 · the document is 19491231, the least allowed is 1950 | 1950 or more | use a number within the range"#
    ),
    Case(
      #"{type: integer, format: date-int, minimum: 1950, maximum: 2099, x-vitrine: {precision: year}}"#,
      #"210001"#,
      #"1:1-7 V104 · the document is 210001, the most allowed is 2099 | 2099 or less | use a number within the range"#
    ),
    Case(
      #"{type: [string, integer], x-vitrine: {format: date, precision: year}}"#,
      #"2020-13"#,
      #"1:1-8 V109 · '2020-13' is not a real date: there is no month 13 | there is no month 13 | write a real date as YYYY-MM-DD, YYYY-MM or YYYY"#
    ),
    Case(
      #"{type: [string, integer], x-vitrine: {format: date, precision: year}}"#,
      #"May 2007"#,
      #"1:1-9 V109 · 'May 2007' is not written as a date (YYYY-MM-DD, YYYY-MM or YYYY) | write 2007-05 | write the date as YYYY-MM-DD, YYYY-MM or YYYY | safe: 2007-05"#
    ),
    Case(
      #"{type: [string, integer], x-vitrine: {format: date, precision: year}}"#,
      #"200705"#,
      #"1:1-7 V109 · 200705 is not written as a date (YYYY-MM-DD, YYYY-MM or YYYY) | write 2007-05 | write the date as YYYY-MM-DD, YYYY-MM or YYYY | unsafe: 2007-05"#
    ),
    Case(
      #"format: date"#,
      #"2007-05-01 12:30"#,
      #"1:1-17 V109 · '2007-05-01 12:30' has a time of day, which a date has not; a date is written YYYY-MM-DD | write 2007-05-01 | write the date as YYYY-MM-DD | unsafe: '2007-05-01'"#
    ),
    Case(
      #"format: date-time"#,
      #"29.05.2025 19:42"#,
      #"1:1-17 V109 · '29.05.2025 19:42' is not written as a date and time (2022-02-05T20:20:39, with Z or an offset where it is known) | write 2025-05-29T19:42 | write a date and time (2022-02-05T20:20:39, with Z or an offset where it is known) | safe: '2025-05-29T19:42'"#
    ),
    Case(
      #"format: date"#,
      #"5/2/2022"#,
      #"1:1-9 V109 · '5/2/2022' is not written as a date (YYYY-MM-DD) | write 2022-02-05 or 2022-05-02 | write the date as YYYY-MM-DD | unsafe: '2022-02-05' | unsafe: '2022-05-02'"#
    ),
    Case(
      #"format: date"#,
      #"05.02.2022"#,
      #"1:1-11 V109 · '05.02.2022' is not written as a date (YYYY-MM-DD) | write 2022-02-05 | write the date as YYYY-MM-DD | safe: '2022-02-05'"#
    ),
    Case(
      #"format: date"#,
      #"2022-13-01"#,
      #"1:1-11 V109 · '2022-13-01' is not a real date: there is no month 13 | there is no month 13 | write a real date as YYYY-MM-DD"#
    ),
    Case(
      #"format: uuid"#,
      #"x"#,
      #"1:1-2 V110 · 'x' is not a UUID | write a UUID"#),
    Case(
      #"properties: {d: {type: integer, format: date-int}}"#,
      #"d: 2022-2-30"#,
      #"1:4-13 V109 /d '2022-2-30' is not a real date: February 2022 has 28 days | February 2022 has 28 days | write dates as the number YYYYMMDD"#
    ),
  ]
}
