// The public test suite of JSON parsers, and the promises every tree keeps.

import Testing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("JSON test suite")
struct JSONSuiteTests {
  /// The cases whose outcome RFC 8259 leaves open, and that we reject: what is not UTF-8, and halves of surrogate pairs.
  private static let rejectedByChoice: Set<String> = [
    "i_object_key_lone_2nd_surrogate", "i_string_1st_valid_surrogate_2nd_invalid", "i_string_UTF-8_invalid_sequence",
    "i_string_UTF8_surrogate_U+D800", "i_string_incomplete_surrogate_pair", "i_string_invalid_lonely_surrogate",
    "i_string_invalid_surrogate", "i_string_inverted_surrogates_U+1D11E", "i_string_lone_second_surrogate",
    "i_string_lone_utf8_continuation_byte", "i_string_overlong_sequence_2_bytes", "i_string_overlong_sequence_6_bytes_null",
    "i_string_truncated-utf-8", "i_string_utf16LE_no_BOM", "i_string_1st_surrogate_but_2nd_missing",
    "i_string_UTF-16LE_with_BOM", "i_string_incomplete_surrogate_and_escape_valid",
    "i_string_incomplete_surrogates_escape_valid", "i_string_invalid_utf-8", "i_string_iso_latin_1",
    "i_string_not_in_unicode_range", "i_string_overlong_sequence_6_bytes", "i_string_utf16BE_no_BOM",
  ]

  @Test("every text of the suite is accepted or rejected as it must be", .needs(.corpus("json-test-suite")))
  func verdicts() throws {
    let rows = try TestData.rows("json-test-suite/MANIFEST.tsv")
    #expect(rows.count > 190)
    for row in rows {
      let result = JSON.parse(try TestData.bytes("json-test-suite/" + row[0]))
      let name = String(row[0].split(separator: "/").last?.dropLast(5) ?? "")
      checkTree(result, name)
      let isClean = result.findings.allSatisfy { $0.rule.slug == "duplicate-map-key" }
      #expect(isClean == (result.isComplete as Bool), "\(name)")
      let isAccepted = result.isComplete
      switch row[2] {
      case "must accept": #expect(isAccepted, "\(name): \(messages(result))")
      case "must reject": #expect(!isAccepted, "\(name)")
      case "either": #expect(isAccepted == !Self.rejectedByChoice.contains(name), "\(name): \(messages(result))")
      default: #expect(isAccepted == !name.contains("invalid_codepoint"), "\(name): \(messages(result))")
      }
      let hasDuplicates = result.findings.contains { $0.rule.slug == "duplicate-map-key" }
      if isAccepted, row.count > 4, row[4] != "-" { #expect(hasDuplicates == (row[4] != "no"), "\(name)") }
    }
  }

  @Test("what is JSON is accepted, and what is none is not, each with a sound tree, as of every beginning")
  func written() {
    for (texts, isJSON) in [(WrittenJSON.accepted, true), (WrittenJSON.rejected, false)] {
      for text in texts {
        let bytes = Array(text.utf8)
        let result = JSON.parse(bytes)
        checkTree(result, text)
        #expect(result.isComplete == isJSON, "\(text): \(messages(result))")
        for end in bytes.indices { checkTree(JSON.parse(Array(bytes[..<end])), text) }
      }
    }
  }

  @Test("the tree of every beginning of a text is sound", .needs(.corpus("json-test-suite")))
  func beginnings() throws {
    for file in try TestData.files("json-test-suite") where file.hasSuffix(".json") {
      let bytes = try TestData.bytes("json-test-suite/" + file)
      guard bytes.count < 400 else { continue }
      for end in bytes.indices { checkTree(JSON.parse(Array(bytes[..<end])), file) }
    }
  }
}

/// The messages of all findings, for a test that fails.
func messages(_ result: ParsedText) -> String { result.findings.map(\.message).joined(separator: "; ") }

/// Checks what must be true of every tree: ids, ranges and counts fit together.
func checkTree(_ result: ParsedText, _ name: String) {
  let tree = result.tree
  let count = tree.nodes.count
  var faults: [String] = []
  func check(_ id: Int) -> Int {
    guard id < count else {
      faults.append("child \(id) of \(count)")
      return count
    }
    let node = tree.nodes[id]
    if node.start > node.end || Int(node.end) > tree.bytes.count { faults.append("range of \(id)") }
    var next = id + 1
    if node.isCollection {
      if node.kind == .mapping, node.content % 2 != 0 { faults.append("odd mapping \(id)") }
      for _ in 0..<node.content { next = check(next) }
    } else if node.isScalar {
      let source = node.flags.contains(.decoded) ? tree.decoded.count : tree.bytes.count
      if Int(node.content) + Int(node.contentCount) > source { faults.append("content of \(id)") }
    }
    if Int(node.next) != next { faults.append("next of \(id)") }
    return max(next, id + 1)
  }
  if tree.roots == [0] {
    if check(0) != count { faults.append("nodes left over") }
  } else if count != 0 || !tree.roots.isEmpty {
    faults.append("roots")
  }
  for finding in result.findings {
    if Int(finding.range.end) > tree.bytes.count { faults.append("finding's range") }
    if finding.help.isEmpty || finding.message.isEmpty { faults.append("finding without words") }
    for edit in finding.fixes.flatMap(\.edits) where Int(edit.range.end) > tree.bytes.count { faults.append("fix") }
    for place in finding.related where Int(place.range.end) > tree.bytes.count { faults.append("related place") }
  }
  #expect(faults.isEmpty, "\(name)")
}
