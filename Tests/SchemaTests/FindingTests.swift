import Testing
import VitrineSchema

@Suite struct ProbeTests {
  static let game = """
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
    """
  static let system =
    "enum: [Nintendo Switch, Super Nintendo, PlayStation 5, PlayStation 4, Wii U, Xbox One]\nx-vitrine: {aliases: {SNES: Super Nintendo}}"

  @Test(arguments: [
    "title: Hades\nrelease: 20200917\nstatus: library\n",
    "title: 1984\nrelease: 2020-09-17\nstatus: libary\n",
    "titel: Hades\nrelease: 20220230\nstatus: Library\n",
    "title: ''\nrelease: 220225\nstatus: owned\n",
    "title:\nrelease: [20200917]\nstatus: [library]\n",
    "title: ' Hades '\nrelease: 20200917.5\nstatus: library\nplayed: yes\ngenres: RPG\nrating: 10.7\n",
    "title: \"  \"\nrelease: '20200917'\nstatus: library\nrating: 3.3\ngenres: [RPG, Action, RPG, '']\nbought: 2022-2-5\n",
    "title: [Hades]\nrelease: 20200917\nstatus: library\nbought: 2022-02-30\nsite: hades\nhost: 1.2.3\ncode: ab\n",
    "title: Hades\nrelease: 20200917\nstatus: library\nplatforms:\n  - system: Nintendo Swich\n    format: phys\n  - system: SNES\n  - system: wii u\n  - {system: PlayStation 3}\n  - {system: Xbox One}\n  - {system: Xbox One}\n  - format: digital\n",
    "title: Hades\u{A0}\nrelease: 20200917\nstatus: library\nnotes: x\ncode: ABCDEFG\ngenre: [x]\n",
    "[]",
    "title: {a: 1}\nrelease: soon\nstatus: library\ngenres: []\nplatforms: {system: Wii U}\n",
    "{}",
  ])
  func probe(_ record: String) {
    print("---\n" + record + "=>\n" + check(Self.game, record, others: ["schemas/vocabulary/system.yaml": Self.system]))
  }
}

@Suite struct Probe2Tests {
  static let cases: [(String, String)] = [
    ("anyOf: [{type: string}, {type: array, items: {type: string}}]", "5"),
    ("anyOf: [{type: string}, {type: array, items: {type: string}}]", "[a, 5]"),
    ("properties: {size: {oneOf: [{enum: [S, M, L]}, {const: one-size}, {type: integer, minimum: 30}]}}", "size: XS"),
    ("properties: {size: {anyOf: [{enum: [S, M, L]}, {const: one-size}]}}", "size: one size"),
    (
      "oneOf: [{title: Book, properties: {kind: {const: book}, pages: {type: integer}}, required: [kind, pages]}, {title: Film, properties: {kind: {const: film}, minutes: {type: integer}}, required: [kind, minutes]}]",
      "kind: film\nminutes: long"
    ),
    ("oneOf: [{required: [a]}, {required: [b]}]", "a: 1\nb: 2"),
    ("oneOf: [{required: [a]}, {required: [b]}]", "c: 1"),
    ("not: {required: [a]}", "a: 1"),
    ("properties: {a: {not: {type: string}}}", "a: x"),
    (
      "if: {properties: {status: {const: wishlist}}, required: [status]}\nthen: {required: [priority], properties: {bought: false}}\nelse: {required: [bought]}",
      "status: wishlist\nbought: 5"
    ),
    (
      "if: {properties: {status: {const: wishlist}}, required: [status]}\nthen: {required: [priority]}\nelse: {required: [bought]}",
      "status: library"
    ),
    ("dependentRequired: {a: [b, c]}", "a: 1\nc: 1"),
    ("dependentSchemas: {a: {required: [b]}}", "a: 1\nc: 1"),
    ("contains: {type: integer}", "[a, b]"),
    ("contains: {type: integer}\nmaxContains: 1\nminContains: 0", "[1, 2]"),
    ("allOf: [{properties: {name: {type: string}}}]\nunevaluatedProperties: false", "nam: x"),
    ("allOf: [{properties: {name: {type: string}}}]\nunevaluatedProperties: false", "name: 5\nfoo: 5"),
    ("prefixItems: [{type: string}]\nunevaluatedItems: false", "[a, b]"),
    ("propertyNames: {pattern: '^[a-z]+$'}", "Foo: 1\nbar: 2\n3: 5"),
    ("propertyNames: {maxLength: 3}", "Foobar: 1"),
    ("minProperties: 2", "a: 1"), ("maxProperties: 1", "{a: 1, b: 2}"),
    ("const: 5", "6"), ("const: {a: 1}", "{a: 2}"), ("enum: ['5', 6]", "5"), ("enum: [a, b]", "[a]"), ("enum: [a, b]", ""),
    ("false", "x"), ("properties: {a: false}", "a: x"),
    ("additionalProperties: {type: integer}", "a: x"), ("allOf: [{type: string}, {type: string}, {minLength: 5}]", "5"),
    ("type: [string, 'null']", "[]"), ("type: boolean", "'true'"), ("type: number", "'5.5'"), ("type: integer", "1.0"),
    ("type: integer", "1.5"),
    ("exclusiveMinimum: 0\nexclusiveMaximum: 10", "0"), ("exclusiveMaximum: 10", "10"), ("multipleOf: 0.01", "1.005"),
    ("maximum: 10", ".nan"),
    ("pattern: '^(a+)+$'", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"),
    ("$ref: " + "'#'", "5"), ("$dynamicAnchor: a\nallOf: [{$ref: '#/$defs/x'}]\n$defs: {x: {$dynamicRef: '#a'}}", "5"),
    ("$ref: nowhere.yaml", "5"), ("properties: {a: {$ref: '#/$defs/nam'}}\n$defs: {name: {}}", "5"), ("pattern: '('", "5"),
    ("$schema: https://json-schema.org/draft/2020-12/schem\ntype: string", "5"),
    ("x-vitrine: {trimmed: 5, length: words, uniqueBy: []}", "5"), ("enum: [a]\nx-vitrine: {aliases: {b: c}}", "a"),
    ("properties: {a: 5}", "5"), ("x-vitrine: {length: characters}\nmaxLength: 2", "'👨‍👩‍👧👨‍👩‍👧'"),
    ("x-vitrine: {length: characters}\nmaxLength: 1", "'👨‍👩‍👧👨‍👩‍👧'"),
    ("type: array\nitems: {type: string}", "a, b"), ("properties: {a: {type: array}}", "{a: x}"),
    ("properties: {t: {type: string, x-vitrine: {trimmed: true}}}", "t: |\n  foo\n"),
    ("properties: {a: {properties: {b: {items: {type: string}}}}}", "base: &b {b: [5]}\na:\n  <<: *b\n"),
    ("format: email", "x"), ("format: time", "12:00"), ("format: date", "05.02.2022"), ("format: date", "2022-13-01"),
    ("format: uuid", "x"), ("properties: {d: {type: integer, format: date-int}}", "d: 2022-2-30"),
  ]
  @Test func probe() {
    for (schema, record) in Self.cases {
      print(
        "## \(schema.split(separator: "\n").joined(separator: "; ")) ## \(record.split(separator: "\n").joined(separator: "; "))\n"
          + check(schema, record))
    }
  }
}
