// Controls: what is said of the answer, not of the records in it.

import VitrineSource

extension QueryParser {
  /// The words that are controls.
  enum Control: String {
    case sort, limit, group, show
  }

  /// Reads what follows a control's colon.
  mutating func read(_ control: Control, at range: ByteRange, negation: ByteRange?) throws(QueryError) {
    let word = input.text(range)
    if let last = open.last {
      throw input.error(
        "'\(word)' stands inside '\(input.text(last.range))'", at: range, "it is about the whole answer: put it outside")
    }
    if let negation {
      throw input.error(
        "'\(word)' stands behind '\(input.text(negation))'", at: range,
        control == .sort ? "'sort:-FIELD' sorts downwards" : "it is about the whole answer")
    }
    if !seen.insert(control.rawValue).inserted {
      throw input.error(
        "'\(word)' stands here a second time", at: range,
        control == .limit ? "one has to go" : "its fields are separated by commas")
    }
    switch control {
    case .sort:
      controls.sort = try fields(range, mayDescend: true).map { Query.SortKey(path: $0.path, isDescending: $0.isDescending) }
    case .group: controls.group = try fields(range, mayDescend: false).map(\.path)
    case .show: controls.show = try fields(range, mayDescend: false).map(\.path)
    case .limit: controls.limit = try number(range)
    }
    try refuseTouching(bar: true)
  }

  private mutating func fields(_ control: ByteRange, mayDescend: Bool) throws(QueryError) -> [(
    path: Query.Path, isDescending: Bool
  )] {
    var result: [(path: Query.Path, isDescending: Bool)] = []
    while true {
      let start = input.position
      let isDescending = input.byte == UInt8(ascii: "-")
      if isDescending, !mayDescend {
        throw input.error(
          "'-' stands in '\(input.text(control))'", at: input.range(start, start + 1), "only 'sort:' goes up or down")
      }
      if isDescending { input.position += 1 }
      guard let end = input.pathEnd(from: input.position) else {
        let isMissing = result.isEmpty && input.isBlank(at: input.position)
        throw input.error(
          isMissing ? "'\(input.text(control))' has no field" : "a field should stand here",
          at: isMissing ? control : input.range(start, min(start + 1, input.bytes.count)),
          "write '\(input.text(control))FIELD,FIELD', without blanks")
      }
      result.append((input.path(input.range(input.position, end)), isDescending))
      input.position = end
      if input.byte == UInt8(ascii: ":") {
        throw input.error(
          "':' stands behind a field of '\(input.text(control))'", at: input.range(end, end + 1),
          mayDescend ? "downwards is 'sort:-FIELD'" : "separate fields with commas")
      }
      guard input.byte == UInt8(ascii: ",") else { return result }
      input.position += 1
    }
  }

  private mutating func number(_ control: ByteRange) throws(QueryError) -> Int {
    let start = input.position
    while let byte = input.byte, (0x30...0x39).contains(byte) { input.position += 1 }
    if start == input.position { throw input.error("'limit:' needs a whole number", at: control, "such as 'limit:20'") }
    let range = input.range(start, input.position)
    guard let number = Int(input.text(range)) else { throw input.error("'limit:' is too large", at: range, "at most \(Int.max)") }
    return number
  }
}
