// Texts in JSON, and texts that are none, written for the tests.

/// Texts for what reads JSON.
package enum WrittenJSON {
  /// Texts that RFC 8259 allows.
  package static let accepted = [
    "{}", "[]", " \t\r\n[ ] ", "null", "true", "false", "0", "-0", "1e5", "1E-5", "0.5", "-12.5e+3",
    "123456789012345678901234567890",
    #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u00e9\uD83D\uDE00""#, #""é☕😀""#, #"["a",1,null,[],{}]"#,
    #"{"a":{"b":[1,2,{"c":"d"}]}}"#,
    #"{"":0," ":1}"#, "[[[[[[]]]]]]", #"["\u0000"]"#, "[1\n,\n2]",
  ]

  /// Texts that are no JSON.
  package static let rejected = [
    "", " ", "[", "]", "{", "}", "[1,]", "{\"a\":1,}", "[,1]", "[1 2]", "{\"a\" 1}", "{a:1}", "{1:2}", "{\"a\":}", "{\"a\"}",
    "01", "-", "+1", ".5",
    "1.", "1e", "0x1", "NaN", "Infinity", "True", "nul", "'a'", "\"a", "\"\\q\"", "\"\\u12\"", "\"\t\"", "\"\n\"", "[1] 2",
    "[\"a\"", "// a\n1", "/* a */1",
    "\u{FEFF}[]".replacing("\u{FEFF}", with: "\u{2060}"), "[\u{A0}1]", "{\"a\":1 \"b\":2}", "[1}", "{\"a\":1]",
  ]
}
