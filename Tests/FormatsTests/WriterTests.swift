// The writers below the formats.

import Testing
import VitrineFormats

@Suite struct WriterTests {
  @Test(
    "strings are escaped where JSON or a terminal needs it, and nowhere else",
    arguments: [
      ("plain é 伝 🎮", "\"plain é 伝 🎮\""),
      ("q\" b\\ s/", "\"q\\\" b\\\\ s/\""),
      ("\u{8}\t\n\u{C}\r", "\"\\b\\t\\n\\f\\r\""),
      ("\0\u{1B}\u{1F}\u{7F}\u{80}\u{9B}\u{9F}\u{A0}", "\"\\u0000\\u001b\\u001f\\u007f\\u0080\\u009b\\u009f\u{A0}\""),
      ("a\u{2028}\u{202E}b\u{2069}\u{FEFF}\u{FFFE}\u{FFFF}\u{FFFD}", "\"a\\u2028\\u202eb\\u2069\\ufeff\\ufffe\\uffff\u{FFFD}\""),
      ("", "\"\""),
    ])
  func strings(_ text: String, _ expected: String) {
    var json = JSONWriter()
    json.string(text)
    #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    #expect(isJSON(expected))
  }

  @Test("one character that is not plain is seen wherever it stands in a text, long or short")
  func onePlace() {
    for length in 1...20 {
      for place in 0..<length {
        for (odd, json, shown) in [
          ("\"", "\\\"", "\""), ("\\", "\\\\", "\\"), ("\u{1F}", "\\u001f", "␟"), ("\u{7F}", "\\u007f", "␡"), ("é", "é", "é"),
          ("\n", "\\n", "␊"), ("伝", "伝", "伝"), (" ", " ", " "), ("~", "~", "~"),
        ] {
          let (before, after) = (String(repeating: "a", count: place), String(repeating: "z", count: length - place - 1))
          let table = Table(
            columns: [.init("n"), .init("m")], rows: [.init([.text(before + odd + after), .text("x")]), .init([.text("y")])])
          #expect(text("ndjson", table).hasPrefix("{\"n\":\"\(before)\(json)\(after)\",\"m\""))
          let visible = before + shown + after
          let padding = String(repeating: " ", count: odd == "伝" ? 1 : 0)
          let lines = text("table", table).split(separator: "\n").map(String.init)
          #expect(lines[1] == visible + "  x", "\(length) \(place)")
          #expect(lines[0] == "n" + padding + String(repeating: " ", count: length - 1) + "  m")
        }
      }
    }
  }

  @Test("bytes that are no UTF-8 become replacement characters")
  func invalid() {
    var json = JSONWriter()
    json.string(utf8: [0x61, 0xFF, 0xC2] as [UInt8])
    #expect(String(decoding: json.bytes, as: UTF8.self) == "\"a\u{FFFD}\u{FFFD}\"")
  }

  @Test("numbers are always JSON")
  func numbers() {
    var json = JSONWriter()
    json.array { json in
      for value in [0.5, -0.0, 3, 1e300, .leastNonzeroMagnitude, .infinity, .nan, 0x1p53] { json.number(value) }
      for value in [Int.min, -1, 0, 10, Int.max] { json.number(value) }
    }
    let expected =
      "[0.5,0,3,1e+300,5e-324,null,null,9007199254740992.0,-9223372036854775808,-1,0,10,9223372036854775807]"
    #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    #expect(isJSON(expected))
  }

  @Test("an indented document may hold values on one line, and one end too many does no harm")
  func layout() {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.array("empty") { _ in }
      json.object("none") { _ in }
      json.array("list") { json in
        json.onOneLine { json in
          json.object { json in
            json.field("a", 1)
            json.array("b") { $0.boolean(true) }
          }
        }
        json.onOneLine { $0.null() }
        json.raw("[1, 2]".utf8)
      }
      json.field("last", "x")
    }
    json.end()
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == """
        {
          "empty": [],
          "none": {},
          "list": [
            {"a":1,"b":[true]},
            null,
            [1, 2]
          ],
          "last": "x"
        }
        """)
  }

  @Test(
    "seconds and sizes have a fixed count of decimals",
    arguments: [
      (0.0123, 3, "0.012"), (12.35, 1, "12.4"), (0, 2, "0.00"), (-1, 1, "0.0"), (.nan, 3, "0.000"),
      (.infinity, 0, "1000000000000"),
      (1.9999, 3, "2.000"), (0.05, 9, "0.050000"),
    ] as [(Double, Int, String)])
  func fixed(_ value: Double, _ decimals: Int, _ expected: String) {
    #expect(value.fixed(decimals) == expected)
  }

  @Test("a sink hands on everything once, in pieces of bounded size")
  func sink() {
    var received: [UInt8] = []
    var largest = 0
    var sink = ByteSink { piece in
      received.append(contentsOf: piece)
      largest = max(largest, piece.count)
    }
    for index in 0..<50_000 {
      sink.write(decimal: index)
      sink.write("\n")
    }
    sink.finish()
    sink.finish()
    #expect(String(decoding: received, as: UTF8.self) == (0..<50_000).map { "\($0)\n" }.joined())
    #expect(largest < 70_000)
  }
}
