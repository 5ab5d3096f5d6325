// What the JSON reader makes of texts, right and wrong.

import Testing
import VitrineSource
import VitrineSyntax

@Suite("JSON")
struct JSONTests {
  @Test("nodes know what they are, where they stand and what they hold")
  func nodes() {
    let result = JSON.parse(Array("\u{FEFF} {\"a\" : [1, -2.5e3, true, null, \"x\\n\\u00e9\\ud83d\\ude00\"], \"b\": {}}".utf8))
    #expect(result.isComplete && result.findings.isEmpty)
    let lines = result.tree.withReader { reader in
      (0..<NodeID(reader.nodes.count)).map { id in
        let node = reader.node(id)
        return
          "\(node.kind) \(node.style) \(node.start)-\(node.end) \(reader.text(id)) \(node.isCollection ? node.content : 0) \(node.next)"
      }
    }
    #expect(
      lines == [
        "mapping flow 4-69  4 10", "string doubleQuoted 5-8 a 0 2", "sequence flow 11-59  5 8", "int plain 12-13 1 0 4",
        "float plain 15-21 -2.5e3 0 5", "bool plain 23-27 true 0 6", "null plain 29-33 null 0 7",
        "string doubleQuoted 35-58 x\né😀 0 8", "string doubleQuoted 61-64 b 0 9", "mapping flow 66-68  0 10",
      ])
  }

  @Test(
    "a fault is told where it is, in words that help",
    arguments: [
      // text, marked text, message
      ("[1, 2,]", ",", "a comma stands after the last value"),
      ("{\"a\": 1,\n}", ",", "a comma stands after the last entry"),
      ("[1,,2]", ",", "a value is missing between two commas"),
      ("[,1]", ",", "a comma stands where a value was expected"),
      ("{'a': 1}", "'a'", "JSON strings stand in double quotes, not in single quotes"),
      ("[‘x’]", "‘x’", "JSON strings stand in double quotes, not in typographic quotes"),
      ("[“x”]", "“x”", "JSON strings stand in double quotes, not in typographic quotes"),
      ("[1] // end", "// end", "a comment stands in JSON, which has none"),
      ("{/* one */\"a\": 1}", "/* one */", "a comment stands in JSON, which has none"),
      ("# top\n[]", "# top", "a comment stands in JSON, which has none"),
      ("{title: 1}", "title", "the key 'title' is not in double quotes"),
      ("{1: 1}", "1", "the key '1' is not in double quotes"),
      ("[hello]", "hello", "'hello' is not in double quotes"),
      ("[NaN]", "NaN", "'NaN' is not a JSON value"),
      ("[-Infinity]", "-Infinity", "'-Infinity' is not a JSON value"),
      ("[True]", "True", "'True' is not a JSON value"),
      ("[tru]", "tru", "'tru' is not a JSON value"),
      ("[012]", "012", "the number '012' starts with a zero"),
      ("[+1]", "+1", "the number '+1' has a plus sign"),
      ("[.5]", ".5", "the number '.5' starts with a point"),
      ("[5.]", "5.", "the number '5.' ends with a point"),
      ("[1e+]", "1e+", "the number '1e+' has no digits in its exponent"),
      ("[-]", "-", "the number '-' has no digits"),
      ("[0x1F]", "0x1F", "the number '0x1F' is not decimal"),
      ("[1_000]", "1_000", "the number '1_000' is grouped with '_'"),
      ("[1.2.3]", "1.2.3", "'1.2.3' is not a number"),
      ("[2024-05-01]", "2024-05-01", "'2024-05-01' is not a number"),
      ("[\"abc]", "\"", "the string opened here is never closed"),
      ("{\"a\": \"abc\n}", "\"abc", "the string opened here is not closed on its line"),
      ("[\"a\tb\"]", "\t", "a tab stands in a string"),
      ("[\"a\u{1}b\"]", "\u{1}", "a control character (U+0001) stands in a string"),
      ("[\"C:\\games\"]", "\\g", "'\\g' is not an escape of JSON"),
      ("[\"it\\'s\"]", "\\'", "'\\'' is not an escape of JSON"),
      ("[\"\\u12\"]", "\\u12", "'\\u12' has 2 hexadecimal digits; four were expected"),
      ("[\"\\ud800\"]", "\\ud800", "'\\ud800' is half of a pair and no character by itself"),
      ("[1\n2]", "", "a comma is missing between two values"),
      ("{\"a\": 1 \"b\": 2}", "", "a comma is missing between two entries"),
      ("{\"a\" 1}", "", "a ':' is missing between key and value"),
      ("{\"a\" = 1}", "=", "'=' stands where ':' was expected"),
      ("{\"a\": 1; \"b\": 2}", ";", "';' stands where ',' was expected"),
      ("{\"a\"}", "\"a\"", "the key 'a' has no value"),
      ("{\"a\":}", "\"a\"", "the key 'a' has no value"),
      ("{\"a\":,\"b\":1}", "\"a\"", "the key 'a' has no value"),
      ("[\"a\": 1]", ":", "a ':' stands in a list"),
      ("[1, {\"a\": 2]", "]", "']' stands where '}' was expected"),
      ("[1, {\"a\": 2}", "[", "the list opened here is never closed"),
      ("{\"a\": [1, 2", "[", "the list opened here is never closed"),
      ("{", "{", "the object opened here is never closed"),
      ("[1]]", "]", "']' closes nothing"),
      ("]", "]", "']' closes nothing"),
      ("{\"a\": 1}\n{\"a\": 2}", "{", "text follows the end of the JSON value"),
      ("1 x", "x", "text follows the end of the JSON value"),
      ("1, 2", ",", "a comma follows the end of the JSON value"),
      ("[\"say \"hi\"\"]", "\"", "the string ends at this quote, but text follows it"),
      ("[1,\u{A0}2]", "\u{A0}", "a special space (U+00A0) stands between the values"),
      ("[1,\u{200B}2]", "\u{200B}", "an invisible character (U+200B) stands between the values"),
      ("[1,\u{B}2]", "\u{B}", "a control character (U+000B) stands between the values"),
      ("{[1]: 2}", "[", "a list or an object stands where a key was expected"),
      ("", "", "the file holds no JSON value"),
      ("  \n", "", "the file holds no JSON value"),
      ("[*]", "*", "'*' stands where a value was expected"),
    ])
  func faults(text: String, marked: String, message: String) throws {
    let bytes = Array(text.utf8)
    let result = JSON.parse(bytes)
    checkTree(result, text)
    #expect(result.isComplete == false)
    #expect(result.findings.map(\.message) == [message])
    let finding = try #require(result.findings.first)
    #expect(String(decoding: bytes[finding.range.indices], as: UTF8.self) == marked)
  }

  @Test(
    "a safe fix makes the text right",
    arguments: [
      ("[1, 2,]", "[1, 2]"), ("{\"a\": 1,\n}", "{\"a\": 1\n}"), ("{'a': 1}", "{\"a\": 1}"), ("{“a”: 1}", "{\"a\": 1}"),
      ("{title: 1}", "{\"title\": 1}"), ("[True]", "[true]"), ("[None]", "[null]"), ("[+1]", "[1]"), ("[-.5]", "[-0.5]"),
      ("[5.e3]", "[5.0e3]"), ("[0x1F]", "[31]"), ("[1_000]", "[1000]"), ("[\"a\tb\"]", "[\"a\\tb\"]"),
      ("[\"it\\'s\"]", "[\"it's\"]"), ("[\"\\x41\"]", "[\"\\u0041\"]"), ("[1\n2]", "[1,\n2]"),
      ("{\"a\": 1 \"b\": 2}", "{\"a\": 1, \"b\": 2}"), ("{\"a\" 1}", "{\"a\": 1}"), ("{\"a\" => 1}", "{\"a\" : 1}"),
      ("{\"a\": 1; \"b\": 2}", "{\"a\": 1, \"b\": 2}"), ("[1,\u{A0}2]", "[1, 2]"), ("{\"a\":: 1}", "{\"a\": 1}"),
    ])
  func fixes(text: String, fixed: String) throws {
    let bytes = Array(text.utf8)
    let fix = try #require(JSON.parse(bytes).findings.first?.fixes.first)
    #expect(fix.isSafe)
    let mended = fix.edits.applied(to: bytes)
    #expect(String(decoding: mended, as: UTF8.self) == fixed)
    #expect(JSON.parse(mended).isComplete)
  }

  @Test("what was read before a fault stays in the tree")
  func partial() {
    let result = JSON.parse(Array("{\"a\": [1, {\"b\": 2, \"c\": *".utf8))
    #expect(result.findings.map(\.pointer) == ["/a/1"])
    let kinds = result.tree.nodes.map { "\($0.kind)" }
    #expect(kinds == ["mapping", "string", "sequence", "int", "mapping", "string", "int", "string", "null"])
    checkTree(result, "partial")
  }

  @Test("a key given twice is found with both places, escapes decoded, in small and large objects")
  func duplicates() throws {
    let small = JSON.parse(Array(#"{"x/y": [{}, {"k": 1, "\u006b": 2, "k": 3}]}"#.utf8))
    #expect(small.isComplete)
    #expect(small.findings.map(\.pointer) == ["/x~1y/1/k", "/x~1y/1/k"])
    let finding = try #require(small.findings.first)
    #expect(finding.message == "key 'k' is given twice")
    #expect(finding.range == ByteRange(22, 30))
    #expect(finding.related.map(\.range) == [ByteRange(14, 17)])

    for count in [15, 16, 17, 18, 40, 1000] {
      let keys = (0..<count).map { "\"key\($0)\": \($0)" } + ["\"key\\u0037\": 0"]
      let result = JSON.parse(Array("{\(keys.joined(separator: ", "))}".utf8))
      #expect(result.findings.map(\.pointer) == ["/key7"])
      #expect(result.isComplete as Bool)
    }
  }

  @Test("an object of 100,000 keys with one duplicate is read at once")
  func manyKeys() {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for number in 0..<100_000 { text += Array("\"\(number)\":0,".utf8) }
    text += Array("\"77777\":0}".utf8)
    let clock = ContinuousClock()
    var count = 0
    let time = clock.measure { count = JSON.parse(text).findings.count }
    #expect(count == 1)
    #expect(time < .seconds(5), "a debug build takes a fraction of a second")
  }

  @Test("nesting up to the limit is read, deeper is one finding")
  func depth() {
    func nested(_ depth: Int) -> [UInt8] {
      Array(String(repeating: "[", count: depth).utf8) + Array(String(repeating: "]", count: depth).utf8)
    }
    #expect(JSON.parse(nested(Limits.jsonDepth)).findings.isEmpty)
    let deeper = JSON.parse(nested(Limits.jsonDepth + 1))
    #expect(deeper.findings.map(\.rule.slug) == ["too-deep"])
    #expect(deeper.findings.map(\.range) == [ByteRange(Limits.jsonDepth, Limits.jsonDepth + 1)])
    #expect(JSON.parse(nested(200_000)).findings.count == 1)
    let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
    checkTree(JSON.parse(objects), "deep objects")
  }

  @Test("a text in another encoding is reported as such")
  func encodings() {
    let wide = "[1]".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(JSON.parse([0xFF, 0xFE] + wide).findings.map(\.message) == ["the file is UTF-16 (little-endian), not UTF-8"])
    #expect(JSON.parse(wide).findings.map(\.rule.slug) == ["not-utf8"])
    #expect(JSON.parse([0x5B, 0x22, 0xE9, 0x22, 0x5D]).findings.map(\.message) == ["byte 0xE9 at offset 2 is not UTF-8"])
  }

  @Test("random damage never breaks the tree (GR2)")
  func damage() {
    let seed = Array(#"{"title": "Chrono \"T\"\u00e9", "n": [1, -2.5e+3, {"k": null, "k": [true, false]}], "x": {"y": {}}}"#.utf8)
    let palette = Array("{}[],:\"\\'u0de+-.#/tfn \n\u{1}x;=".utf8) + [0x80, 0xC3, 0xA9, 0xEF]
    var state: UInt64 = 42
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<4_000 {
      var bytes = seed
      for _ in 0...random(3) {
        let index = random(bytes.count)
        switch random(3) {
        case 0: bytes[index] = palette[random(palette.count)]
        case 1: bytes.insert(palette[random(palette.count)], at: index)
        default: bytes.remove(at: index)
        }
      }
      checkTree(JSON.parse(bytes), String(decoding: bytes, as: UTF8.self))
    }
  }
}
