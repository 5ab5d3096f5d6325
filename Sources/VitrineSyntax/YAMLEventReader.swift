// The door to libyaml: bytes in, events out. Nothing else names a function of the library. Decision 0001 says why.

import CYAML

/// One event of libyaml's parser. Its pointers are valid until the next event is asked for.
struct YAMLEvent {
  /// What happened. Source: `yaml_event_type_t`.
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd, alias, scalar, sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  /// What happened.
  var kind: Kind
  /// Where it starts, in code points from 0, a byte order mark not counted.
  var start: Int
  /// Where it ends, in the same units.
  var end: Int
  /// How a scalar or a collection is written.
  var style: Node.Style = .plain
  /// A scalar's content; nil for other events.
  var value: UnsafePointer<UInt8>?
  /// The length of the content in bytes.
  var valueCount = 0
  /// The name of an anchor, or of an alias' target; ends with NUL.
  var anchor: UnsafePointer<UInt8>?
  /// The full tag; ends with NUL.
  var tag: UnsafePointer<UInt8>?
}

/// What libyaml says of a text that it cannot read.
struct YAMLProblem: Error {
  /// What is wrong, in libyaml's words.
  var problem: String
  /// What was being read, in libyaml's words.
  var context: String
  /// The place of the fault, in code points; for faults of the reader in bytes.
  var place: Int
  /// The start of what was being read, in code points; nil where libyaml names none.
  var contextPlace: Int?
  /// True for faults found while decoding characters, whose place is in bytes.
  var isReaderFault: Bool
}

/// A libyaml parser over bytes in memory.
///
/// Source: `yaml_parser_initialize`, `yaml_parser_set_input_string`, `yaml_parser_parse`, `yaml_event_delete`, `yaml_parser_delete`.
struct YAMLEventReader: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let event: UnsafeMutablePointer<yaml_event_t>
  private var holdsEvent = false
  private let isReady: Bool

  /// Reads `bytes`, which must outlive the reader.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    parser = .allocate(capacity: 1)
    event = .allocate(capacity: 1)
    isReady = yaml_parser_initialize(parser) == 1
    if isReady {
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }
  }

  deinit {
    if holdsEvent { yaml_event_delete(event) }
    if isReady { yaml_parser_delete(parser) }
    parser.deallocate()
    event.deallocate()
  }

  /// The next event.
  ///
  /// Errors: throws what libyaml found wrong; there is no next event after that.
  mutating func next() throws(YAMLProblem) -> YAMLEvent {
    if holdsEvent {
      yaml_event_delete(event)
      holdsEvent = false
    }
    guard isReady, yaml_parser_parse(parser, event) == 1 else { throw problem() }
    holdsEvent = true
    let start = event.pointee.start_mark.index
    let end = event.pointee.end_mark.index
    switch event.pointee.type {
    case YAML_SCALAR_EVENT: return scalar(start, end)
    case YAML_MAPPING_START_EVENT:
      let data = event.pointee.data.mapping_start
      return YAMLEvent(
        kind: .mappingStart, start: start, end: end, style: data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block,
        anchor: UnsafePointer(data.anchor), tag: UnsafePointer(data.tag))
    case YAML_SEQUENCE_START_EVENT:
      let data = event.pointee.data.sequence_start
      return YAMLEvent(
        kind: .sequenceStart, start: start, end: end, style: data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block,
        anchor: UnsafePointer(data.anchor), tag: UnsafePointer(data.tag))
    case YAML_ALIAS_EVENT:
      return YAMLEvent(kind: .alias, start: start, end: end, anchor: UnsafePointer(event.pointee.data.alias.anchor))
    case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, start: start, end: end)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, start: start, end: end)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, start: start, end: end)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(kind: .documentEnd, start: start, end: end)
    case YAML_STREAM_START_EVENT: return YAMLEvent(kind: .streamStart, start: start, end: end)
    default: return YAMLEvent(kind: .streamEnd, start: start, end: end)
    }
  }

  private func scalar(_ start: Int, _ end: Int) -> YAMLEvent {
    let data = event.pointee.data.scalar
    let style: Node.Style =
      switch data.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      default: .plain
      }
    return YAMLEvent(
      kind: .scalar, start: start, end: end, style: style, value: UnsafePointer(data.value), valueCount: data.length,
      anchor: UnsafePointer(data.anchor), tag: UnsafePointer(data.tag))
  }

  private func problem() -> YAMLProblem {
    guard isReady else {
      return YAMLProblem(problem: "out of memory", context: "", place: 0, contextPlace: nil, isReaderFault: false)
    }
    let state = parser.pointee
    let isReaderFault = state.error == YAML_READER_ERROR
    return YAMLProblem(
      problem: state.problem.map { String(cString: $0) } ?? "out of memory",
      context: state.context.map { String(cString: $0) } ?? "",
      place: isReaderFault ? state.problem_offset : state.problem_mark.index,
      contextPlace: state.context == nil ? nil : state.context_mark.index,
      isReaderFault: isReaderFault)
  }
}
