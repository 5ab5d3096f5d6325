// Queries of any bytes: no trap, faults with words and places, a normal form that reads back as the same tree.

import FuzzShared
import VitrineFormats
import VitrineQuery
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer: a query, or the arguments of a command line separated by NULs.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzQuery(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Sound.bytes(start, count)
  check(String(decoding: bytes, as: UTF8.self))
  let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  let arguments = QueryArguments(words)
  Sound.demand(arguments.places.count == words.count, "an argument without a place")
  Sound.demand(arguments.places.last?.end == UInt32(arguments.text.utf8.count), "the place of the last argument")
  check(arguments.text)
  return 0
}

private func check(_ text: String) {
  let length = UInt32(text.utf8.count)
  do throws(QueryError) {
    let query = try QueryParser.parse(text)
    let ranges = ranges(of: query.condition) + query.group.map(\.range) + query.show.map(\.range) + query.sort.map(\.path.range)
    Sound.demand(ranges.allSatisfy { $0.start < $0.end && $0.end <= length }, "a place outside the query")
    checkShape(query.condition)
    checkNormalForm(of: query)
    let json = Array(query.json().utf8)
    let parsed = JSON.parse(json)
    Sound.demand(
      parsed.isComplete && (parsed.findings.isEmpty || !parsed.findings.contains { $0.rule.slug != "too-deep" }), "no JSON")
  } catch {
    Sound.demand(error.range.start <= error.range.end && error.range.end <= length, "the place of '\(error.message)'")
    Sound.demand(!error.message.isEmpty && error.text == text, "a fault without words or text")
    let shown = QueryErrorText.text(error)
    Sound.demand(shown.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A }, "a control character in what is shown")
    Sound.demand(shown.split(separator: "\n", omittingEmptySubsequences: false).count == 4, "not three lines: \(shown)")
  }
}

private func checkNormalForm(of query: Query) {
  let form = query.normalForm
  do throws(QueryError) {
    let again = try QueryParser.parse(form)
    Sound.demand(again.says(query), "the normal form says something else: \(form.debugDescription)")
    Sound.demand(again.normalForm.utf8.elementsEqual(form.utf8), "the normal form of the normal form")
  } catch {
    Sound.demand(false, "the normal form is no query: \(form.debugDescription): \(error.message)")
  }
}

/// Nothing is joined that could have been one.
private func checkShape(_ node: Query.Node, _ depth: Int = 0) {
  Sound.demand(depth < 3 * QueryParser.deepest, "too deep")
  switch node {
  case .all(let parts):
    Sound.demand(parts.count > 1 || (parts.isEmpty && depth == 0), "all of one")
    for part in parts {
      if case .all = part { Sound.demand(false, "all in all") }
      checkShape(part, depth + 1)
    }
  case .any(let parts):
    Sound.demand(parts.count > 1, "any of one")
    for part in parts {
      if case .any = part { Sound.demand(false, "any in any") }
      checkShape(part, depth + 1)
    }
  case .not(let part, _), .element(_, let part, _): checkShape(part, depth + 1)
  case .term(let term): Sound.demand(!term.values.isEmpty && !term.path.names.isEmpty, "a term without value or path")
  case .word(let text, _, _): Sound.demand(!text.isEmpty, "an empty word")
  case .state(_, let name, _): Sound.demand(!name.names.isEmpty, "a state without a name")
  case .view(let name, _): Sound.demand(!name.isEmpty, "a view without a name")
  }
}

private func ranges(of node: Query.Node) -> [ByteRange] {
  switch node {
  case .all(let parts), .any(let parts): parts.flatMap { ranges(of: $0) }
  case .not(let part, let range): [range] + ranges(of: part)
  case .term(let term): [term.range, term.path.range] + term.values.map(\.range)
  case .word(_, _, let range), .view(_, let range): [range]
  case .state(_, let name, let range): [range, name.range]
  case .element(let path, let part, let range): [path.range, range] + ranges(of: part)
  }
}
