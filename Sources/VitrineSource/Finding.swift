// A finding about a place in a text: data only. Renderers live in VitrineFormats and know no rule.

import VitrineAlgorithms

/// One fault at one place.
///
/// The engines make findings with byte ranges only; `SourceText.located(_:)` adds the path and the lines and columns, while the text is at hand.
package struct Finding: Sendable, Hashable {
  /// The rule that found it.
  package var rule: Rule
  /// The severity in force: the rule's own until `vitrine.yaml` sets another.
  package var severity: Severity
  /// The file, relative to the catalogue's root, with `/` between parts; empty until located.
  package var path: Path
  /// The bytes it is about; empty at the place where something is missing.
  package var range: ByteRange
  /// The same range in lines and columns; the start of the text until located.
  package var span: Span
  /// The JSON Pointer (RFC 6901) of the value it is about; "" for the whole document.
  package var pointer: String
  /// The display title of the record, or "".
  package var record: String
  /// What was found and what was expected: lower case, one sentence, no full stop.
  package var message: String
  /// A few words to stand under the marked text, such as "did you mean 'genres'?"; or "".
  package var label: String
  /// What to do. Never empty.
  package var help: String
  /// One more fact, or "".
  package var note: String
  /// Other places that belong to the same fault: the first of two duplicate keys, the other record.
  package var related: [RelatedPlace]
  /// Ways to mend it by exact edits of the same file.
  package var fixes: [Fix]

  /// A finding of `rule` about `range`; the severity and, unless given, the help are the rule's.
  package init(
    _ rule: Rule, at range: ByteRange, pointer: String = "", _ message: String, label: String = "", help: String? = nil,
    note: String = "", related: [RelatedPlace] = [], fixes: [Fix] = []
  ) {
    self.rule = rule
    severity = rule.severity
    path = ""
    self.range = range
    span = .start
    self.pointer = pointer
    record = ""
    self.message = message
    self.label = label
    self.help = help ?? rule.help
    self.note = note
    self.related = related
    self.fixes = fixes
  }
}

extension Finding {
  /// The order of a report: path (by bytes), place, code, then message, so that the order is total.
  package static func reportOrder(_ left: Finding, _ right: Finding) -> Bool {
    if left.path != right.path { return left.path < right.path }
    if left.range != right.range { return left.range < right.range }
    if left.rule.code != right.rule.code { return left.rule.code < right.rule.code }
    if !left.message.utf8.elementsEqual(right.message.utf8) {
      return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
    }
    return left.pointer.utf8.lexicographicallyPrecedes(right.pointer.utf8)
  }

  /// Whether two say the same, to the byte: texts that Unicode calls the same may be different names of files.
  package static func == (left: Finding, right: Finding) -> Bool {
    func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
    return left.rule == right.rule && left.severity == right.severity && left.path == right.path && left.range == right.range
      && left.span == right.span && isSame(left.message, right.message) && isSame(left.record, right.record)
      && isSame(left.pointer, right.pointer) && isSame(left.label, right.label) && isSame(left.help, right.help)
      && isSame(left.note, right.note) && left.related == right.related && left.fixes == right.fixes
  }
}

/// Another place that belongs to a finding.
package struct RelatedPlace: Sendable, Hashable {
  /// The file, relative to the root; empty for the finding's own file, until located.
  package var path: Path
  /// The bytes.
  package var range: ByteRange
  /// The same in lines and columns; the start of the text until located.
  package var span: Span
  /// What this place is: "first given here".
  package var message: String

  /// Whether two are the same, to the byte.
  package static func == (left: RelatedPlace, right: RelatedPlace) -> Bool {
    left.path == right.path && left.range == right.range && left.span == right.span
      && left.message.utf8.elementsEqual(right.message.utf8)
  }

  /// A place in `path`, or in the finding's own file where `path` is "".
  package init(path: Path = "", _ range: ByteRange, span: Span = .start, _ message: String) {
    self.path = path
    self.range = range
    self.span = span
    self.message = message
  }
}

/// A way to mend a finding.
package struct Fix: Sendable, Hashable {
  /// What it does, as an order: "replace with 'Nintendo Switch'".
  package var title: String
  /// The edits, all in the finding's own file, none overlapping.
  package var edits: [TextEdit]
  /// True where it cannot change the meaning a person had in mind, so that `check --fix` may apply it unasked: what is there can mean one thing only, and
  /// nothing that a person wrote is lost. Who makes a safe fix says beside it why it is one.
  package var isSafe: Bool
  /// The path that the finding's own file gets; nil where it keeps its name. What names the file follows.
  package var newPath: Path?

  /// Whether two are the same, to the byte.
  package static func == (left: Fix, right: Fix) -> Bool {
    left.title.utf8.elementsEqual(right.title.utf8) && left.edits == right.edits && left.isSafe == right.isSafe
      && left.newPath == right.newPath
  }

  /// A fix by the given edits.
  package init(_ title: String, _ edits: [TextEdit], isSafe: Bool) {
    self.title = title
    self.edits = edits
    self.isSafe = isSafe
  }

  /// A fix by another name of the file. It is not safe: who else knows the file by its name is not known.
  package init(_ title: String, renamingTo path: Path) {
    self.title = title
    edits = []
    isSafe = false
    newPath = path
  }
}

/// The replacement of some bytes of a text by others.
package struct TextEdit: Sendable, Hashable {
  /// The bytes to replace, in the text before any edit; empty to insert.
  package var range: ByteRange
  /// What to put there.
  package var replacement: [UInt8]

  /// Replaces `range` by `replacement`.
  package init(_ range: ByteRange, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// Replaces `range` by a string in UTF-8.
  package init(_ range: ByteRange, _ replacement: String) {
    self.init(range, Array(replacement.utf8))
  }
}
