// `edit`: many records as one text, and back: what a person changed in it is what changes in the files.

import VitrineEditing
import VitrineModel
package import VitrineSource
import VitrineText

/// One text with many records, each behind a line with its path.
package struct EditBuffer {
  /// A record as it was when the buffer was made.
  private struct Section {
    var path: Path
    var bytes: [UInt8]
    /// The text as it stands in the buffer.
    var shown: String
  }

  /// The text to be edited.
  package let text: String
  private let sections: [Section]
  /// What begins a line with a path.
  private let mark: String
  /// What begins a line with a finding.
  private static let remark = "#! "

  /// The buffer of records by their paths.
  ///
  /// Errors: one of them is no text that can be shown and taken back.
  package init(_ paths: [Path], in source: some ChangeSource) throws(PlanRefusal) {
    var sections: [Section] = []
    for path in paths {
      guard let bytes = source.text(at: path) else { throw PlanRefusal("this file cannot be read", path: path) }
      guard let shown = Self.shown(bytes) else {
        throw PlanRefusal("this is not plain text in UTF-8, which an editor would give back as it was", path: path)
      }
      sections.append(Section(path: path, bytes: bytes, shown: shown))
    }
    var mark = "#== "
    while sections.contains(where: { ("\n" + $0.shown).contains("\n" + mark) }) { mark = "#=" + mark.dropFirst() }
    self.sections = sections
    self.mark = mark
    text =
      """
      # \(paths.count == 1 ? "1 record" : "\(paths.count) records"). What you change below is changed in the files when you save and close.
      # A line that begins with '\(mark.dropLast())' says which file follows; a record that you take out with its line is left as it is.


      """ + sections.map { mark + $0.path.string + "\n" + $0.shown }.joined()
  }

  /// The plan that writes what was changed in the buffer, with the stamps that follow.
  ///
  /// Errors: a line names a file that is not in the buffer, or one twice.
  package func plan(
    _ edited: String, in source: some ChangeSource, at moment: ChangeMoment
  ) throws(PlanRefusal) -> Plan {
    var edits: [FileEdit] = []
    var last = ""
    for (path, shown) in try parts(of: edited) {
      guard let section = sections.first(where: { $0.path == path }), shown != section.shown else { continue }
      guard let record = source.record(at: path) else { throw .unreadable(path, in: source) }
      let bytes = Self.stamped(Self.bytes(of: shown, like: section.bytes), from: section.bytes, source.kinds[record.kind], moment)
      guard bytes != section.bytes else { continue }
      edits.append(FileEdit(path: path, expected: .bytes(section.bytes), change: .replace(FileText(bytes))))
      last = record.title
    }
    return Plan(
      "edit \(edits.count == 1 ? "'\(last)'" : "\(edits.count) records")", edits,
      isDestructive: edits.count > SetPlanner.mostUnasked)
  }

  /// The edited text with findings behind the lines they are about, to be edited again.
  package func annotated(_ edited: String, with findings: [Finding]) throws(PlanRefusal) -> String {
    let head = edited.components(before: mark)
    return head
      + (try parts(of: edited)).map { path, shown in
        var lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for finding in findings.reversed() where finding.path == path {
          let line = min(max(finding.span.start.line, 1), lines.count)
          lines.insert("\(Self.remark)\(finding.severity.word): \(finding.message)", at: line)
        }
        return mark + path.string + "\n" + lines.joined(separator: "\n")
      }.joined()
  }

  /// The records of an edited text, in its order, without remarks.
  private func parts(of edited: String) throws(PlanRefusal) -> [(path: Path, shown: String)] {
    var parts: [(path: Path, shown: String)] = []
    for line in edited.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.utf8.starts(with: mark.utf8) {
        let path = Path(Substring(line.utf8.dropFirst(mark.utf8.count)))
        guard sections.contains(where: { $0.path == path }) else {
          let nearest =
            NearestWord.nearest(to: path.string, in: sections.map(\.path.string)).map { "; did you mean '\($0)'?" } ?? ""
          throw PlanRefusal("'\(path.string)' is none of the records that are edited\(nearest)")
        }
        guard !parts.contains(where: { $0.path == path }) else { throw PlanRefusal("'\(path.string)' stands there twice") }
        parts.append((path, ""))
      } else if !parts.isEmpty, !line.hasPrefix(Self.remark) {
        parts[parts.count - 1].shown += line + "\n"
      }
    }
    // The text behind the last line feed is no line.
    if let last = parts.indices.last, edited.hasSuffix("\n") { parts[last].shown.removeLast() }
    return parts
  }
}

// MARK: bytes

extension EditBuffer {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A text as it is shown: without a byte order mark, its lines ended by line feeds; nil for what is no text.
  private static func shown(_ bytes: [UInt8]) -> String? {
    let content = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    guard var text = String(validating: content, as: UTF8.self), !content.contains(0) else { return nil }
    if text.unicodeScalars.contains("\r") {
      guard hasOnlyCRLF(content) else { return nil }
      text.unicodeScalars.removeAll { $0 == "\r" }
    }
    return text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
  }

  /// Whether each line ends with CR LF.
  private static func hasOnlyCRLF(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices {
      if bytes[index] == 0x0D, index + 1 == bytes.count || bytes[index + 1] != 0x0A { return false }
      if bytes[index] == 0x0A, index == 0 || bytes[index - 1] != 0x0D { return false }
    }
    return true
  }

  /// A shown text as the bytes of a file like another one.
  private static func bytes(of shown: String, like old: [UInt8]) -> [UInt8] {
    var bytes = Array(shown.utf8)
    if old.last != 0x0A, !old.isEmpty, bytes.last == 0x0A { bytes.removeLast() }
    if old.contains(0x0D) { bytes = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }
    return old.starts(with: byteOrderMark) ? byteOrderMark + bytes : bytes
  }

  /// The bytes with the stamps that follow from their difference; as they are where they do not parse.
  private static func stamped(_ bytes: [UInt8], from old: [UInt8], _ kind: Kind, _ moment: ChangeMoment) -> [UInt8] {
    do throws(PlanRefusal) {
      var draft = RecordDraft(try RecordText.value(of: old, at: ""), kind: kind)
      let value = try RecordText.value(of: bytes, at: "")
      draft.set([], value)
      draft.stamp(moment, except: changed(from: draft.before, to: value))
      let edit = try RecordText.edit(Array(draft.changes.dropFirst()), of: bytes, at: "", kind: kind)
      return edit?.result(on: bytes) ?? bytes
    } catch {
      return bytes
    }
  }

  /// The fields that a person changed by hand: they are not stamped over.
  private static func changed(from old: DataValue, to new: DataValue) -> [BoundAssignment] {
    let keys = Set((old.entries ?? []).map(\.key) + (new.entries ?? []).map(\.key))
    return keys.filter { old[$0] != new[$0] }.sorted().map { key in
      BoundAssignment(
        field: Kind.Field(path: FieldPath([key]), meaning: .text), path: [.key(key)], operation: .set, values: [], word: key)
    }
  }
}

extension String {
  /// What stands before the first line that begins with a mark.
  fileprivate func components(before mark: String) -> String {
    var head = ""
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(mark) { return head }
      head += line + "\n"
    }
    return ""
  }
}
