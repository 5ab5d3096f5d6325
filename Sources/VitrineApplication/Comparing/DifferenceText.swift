// A difference of two versions, written.

import VitrineChanges
package import VitrineFormats
import VitrineSource
import VitrineText

extension CatalogueDifference {
  /// Writes it in a form. Nothing is written where nothing is different, but in JSON.
  package func write(_ form: DifferenceForm, look: Look, to sink: inout ByteSink) {
    switch form {
    case .human: writeText(look, &sink)
    case .markdown: sink.write(markdown)
    case .json: sink.write(json)
    }
  }

  /// How many of each, in words: "2 records changed, 1 added"; "" where nothing is different.
  package var summary: String {
    var parts: [String] = []
    for mark in Mark.allCases {
      let count = records.count { $0.mark == mark }
      if count > 0 { parts.append(parts.isEmpty ? "\(counted(count, "record")) \(mark.rawValue)" : "\(count) \(mark.rawValue)") }
    }
    if !photos.isEmpty { parts.append(counted(photos.count, "photo")) }
    if !newFindings.isEmpty { parts.append(counted(newFindings.count, "new finding")) }
    if !goneFindings.isEmpty { parts.append("\(counted(goneFindings.count, "finding")) gone") }
    return parts.joined(separator: ", ")
  }

  private func writeText(_ look: Look, _ sink: inout ByteSink) {
    func path(_ path: Path) -> String { TerminalText.visible(look.pathBase.written(path.string)) }
    for record in records {
      look.write(record.mark.rawValue, record.mark.style, to: &sink)
      sink.write(String(repeating: " ", count: max(1, 9 - record.mark.rawValue.count)))
      if record.mark == .renamed, let old = record.oldPath { sink.write(path(old) + " → ") }
      look.write(path(record.anyPath), .place, to: &sink)
      sink.write("  " + TerminalText.visible(record.title) + "\n")
      sink.write(record.note.map { "  " + $0 + "\n" } ?? ChangeLines.text(record.changes ?? [], indent: "  "))
    }
    if !photos.isEmpty {
      if !records.isEmpty { sink.write("\n") }
      look.write("photos\n", .title, to: &sink)
      for photo in photos { sink.write("  \(photo.change.sign) \(path(photo.path))\n") }
    }
    for (title, findings, style) in [("new findings", newFindings, TextStyle.error), ("findings gone", goneFindings, .fix)]
    where !findings.isEmpty {
      if !records.isEmpty || !photos.isEmpty || title != "new findings" && !newFindings.isEmpty { sink.write("\n") }
      look.write(title + "\n", style, to: &sink)
      for finding in findings {
        let place = "\(path(finding.path)):\(finding.span.start.line):\(finding.span.start.column)"
        sink.write("  \(place): \(finding.severity.word)[\(finding.rule.slug)]: \(TerminalText.visible(finding.message))\n")
      }
    }
    if !isEmpty { sink.write("\n\(summary)\n") }
  }

  private var markdown: String {
    guard !isEmpty else { return "" }
    func code(_ path: Path) -> String {
      "`" + TerminalText.visible(path.string).split(separator: "`", omittingEmptySubsequences: false).joined(separator: "'") + "`"
    }
    var text = "**\(summary)**\n" + (records.isEmpty ? "" : "\n")
    for record in records {
      let rename = record.mark == .renamed ? record.oldPath.map { code($0) + " → " } ?? "" : ""
      text += "- **\(MarkdownText.escaped(record.title))** \(record.mark.rawValue) (\(rename)\(code(record.anyPath)))\n"
      if let note = record.note { text += "  - \(note)\n" }
      for change in record.changes ?? [] {
        text += "  - \(MarkdownText.escaped(change.field)): \(MarkdownText.escaped(change.words))\n"
      }
    }
    if !photos.isEmpty {
      text += "\n**Photos**\n\n"
      for photo in photos { text += "- \(code(photo.path)) \(photo.change.rawValue)\n" }
    }
    for (title, findings) in [("New findings", newFindings), ("Findings gone", goneFindings)] where !findings.isEmpty {
      text += "\n**\(title)**\n\n"
      for finding in findings {
        text += "- \(code(finding.path)):\(finding.span.start.line) \(finding.severity.word) \(finding.rule.slug): "
        text += MarkdownText.escaped(finding.message) + "\n"
      }
    }
    return text
  }

  private var json: [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.array("records") { json in
        for record in records {
          json.object { json in
            json.field("change", record.mark.rawValue)
            json.field("path", record.anyPath.string)
            if record.mark == .renamed, let old = record.oldPath { json.field("from", old.string) }
            json.field("kind", record.kind)
            json.field("title", record.title)
            if let note = record.note { json.field("note", note) }
            json.array("fields") { json in
              for change in record.changes ?? [] { json.onOneLine { change.write(to: &$0) } }
            }
          }
        }
      }
      json.array("photos") { json in
        for photo in photos {
          json.onOneLine { json in
            json.object { json in
              json.field("change", photo.change.rawValue)
              json.field("path", photo.path.string)
            }
          }
        }
      }
      json.array("appeared") { json in for finding in newFindings { json.onOneLine { $0.finding(finding) } } }
      json.array("fixed") { json in for finding in goneFindings { json.onOneLine { $0.finding(finding) } } }
    }
    json.lineBreak()
    return json.bytes
  }
}

extension CatalogueDifference.Record {
  /// What became of the record.
  fileprivate var mark: CatalogueDifference.Mark {
    guard let oldPath else { return .added }
    guard let path else { return .removed }
    return oldPath == path ? .changed : .renamed
  }

  /// What is to be said where there are no fields.
  fileprivate var note: String? {
    guard oldPath != nil, path != nil else { return nil }
    guard let changes else { return "one of the texts cannot be read as a record" }
    return changes.isEmpty && isRewritten ? "only the form is another" : nil
  }
}

extension CatalogueDifference {
  /// What became of a record.
  fileprivate enum Mark: String, CaseIterable {
    case changed, added, removed, renamed

    /// What it is written in.
    var style: TextStyle {
      switch self {
      case .changed, .renamed: .info
      case .added: .fix
      case .removed: .error
      }
    }
  }
}

extension CatalogueDifference.Photo.Change {
  /// A sign for it.
  fileprivate var sign: String {
    switch self {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    }
  }
}
