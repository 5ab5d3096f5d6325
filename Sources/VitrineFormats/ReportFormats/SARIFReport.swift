// SARIF 2.1.0, which code hosts and editors show as annotations with fixes.

import VitrineSource

/// Shape: one run; the rules that found something with their help; a result for each finding with its region (lines, UTF-16 columns, bytes),
/// JSON Pointer, related places, fixes, and a fingerprint that stays while lines move. Paths are URIs relative to `%SRCROOT%`, the root
/// of the catalogue.
///
/// Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
enum SARIFReport: ReportFormat {
  static var name: String { "sarif" }
  static var summary: String { "SARIF 2.1.0, for code hosts and editors" }

  static func render(_ report: Report, _: Look, to sink: inout ByteSink) {
    let rules = report.rules
    let places = Dictionary(rules.enumerated().map { ($1.code, $0) }) { first, _ in first }
    var fingerprints = Fingerprints()
    var lines = RecentLines(report)
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.field("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json")
      json.field("version", "2.1.0")
      json.array("runs") { json in
        json.object { json in
          json.tool(report.version, rules)
          json.array("invocations") { $0.object { $0.field("executionSuccessful", true) } }
          json.object("originalUriBaseIds") { json in
            json.object("%SRCROOT%") { $0.text("description", "the root of the catalogue") }
          }
          json.field("columnKind", "utf16CodeUnits")
          json.array("results") { json in
            for finding in report.findings {
              let print = fingerprints.next(finding)
              json.onOneLine { $0.result(finding, places[finding.rule.code] ?? -1, print, &lines) }
              json.drain(into: &sink)
            }
          }
        }
      }
    }
    json.lineBreak()
    json.drain(into: &sink)
  }
}

extension JSONWriter {
  fileprivate mutating func tool(_ version: String, _ rules: [Rule]) {
    object("tool") { json in
      json.object("driver") { json in
        json.field("name", "vitrine")
        json.field("version", version.isEmpty ? "0" : version)
        json.array("rules") { json in
          for rule in rules {
            json.object { json in
              json.field("id", rule.code)
              json.field("name", rule.slug)
              json.text("shortDescription", rule.summary)
              json.text("help", rule.help)
              json.object("defaultConfiguration") { $0.field("level", rule.severity.sarifLevel) }
            }
          }
        }
      }
    }
  }

  fileprivate mutating func result(_ finding: Finding, _ ruleIndex: Int, _ fingerprint: String, _ lines: inout RecentLines) {
    object { json in
      json.field("ruleId", finding.rule.code)
      json.field("ruleIndex", ruleIndex)
      json.field("level", finding.severity.sarifLevel)
      json.text("message", finding.sentence + "\n" + finding.help + (finding.note.isEmpty ? "" : "\n" + finding.note))
      if !finding.path.isEmpty {
        json.array("locations") { json in
          json.object { json in
            json.physicalLocation(finding.path, finding.range, finding.span)
            if !finding.pointer.isEmpty {
              json.array("logicalLocations") { $0.object { $0.field("fullyQualifiedName", finding.pointer) } }
            }
          }
        }
      }
      json.object("partialFingerprints") { $0.field("vitrine/v1", fingerprint) }
      if !finding.related.isEmpty { json.relatedLocations(finding) }
      json.fixes(finding, &lines)
    }
  }

  private mutating func relatedLocations(_ finding: Finding) {
    array("relatedLocations") { json in
      for (index, place) in finding.related.enumerated() {
        json.object { json in
          json.field("id", index + 1)
          let path = place.path.isEmpty ? finding.path : place.path
          if !path.isEmpty { json.physicalLocation(path, place.range, place.span) }
          json.text("message", place.message)
        }
      }
    }
  }

  private mutating func physicalLocation(_ path: Path, _ range: ByteRange, _ span: Span) {
    object("physicalLocation") { json in
      json.artifactLocation(path)
      json.object("region") { json in
        json.lines(span)
        json.bytes(range)
      }
    }
  }

  private mutating func artifactLocation(_ path: Path) {
    object("artifactLocation") { json in
      json.field("uri", uriReference(path.string))
      json.field("uriBaseId", "%SRCROOT%")
    }
  }

  /// A text region; an empty one has its end at its start.
  private mutating func lines(_ span: Span) {
    field("startLine", max(span.start.line, 1))
    field("startColumn", max(span.start.utf16Column, 1))
    field("endLine", max(span.end.line, span.start.line, 1))
    field("endColumn", max(span.end.utf16Column, 1))
  }

  private mutating func bytes(_ range: ByteRange) {
    field("byteOffset", Int(range.start))
    field("byteLength", range.count)
  }

  /// The fixes that edit something, each once as it is written (section 3.27.30): two may differ only in what SARIF does not show.
  private mutating func fixes(_ finding: Finding, _ lines: inout RecentLines) {
    let fixes = finding.fixes.filter { !$0.edits.isEmpty }
    guard !fixes.isEmpty, !finding.path.isEmpty else { return }
    let table = lines.lines(of: finding.path)
    array("fixes") { json in
      var seen: Set<[UInt8]> = []
      for fix in fixes {
        var writer = JSONWriter()
        writer.fix(fix, in: finding.path, table)
        if seen.insert(writer.bytes).inserted { json.raw(writer.bytes) }
      }
    }
  }

  private mutating func fix(_ fix: Fix, in path: Path, _ table: LineTable?) {
    object { json in
      json.text("description", fix.title)
      json.array("artifactChanges") { json in
        json.object { json in
          json.artifactLocation(path)
          json.array("replacements") { json in
            for edit in fix.edits { json.replacement(edit, table) }
          }
        }
      }
    }
  }

  /// An edit: text where the file's text is at hand and the replacement is UTF-8, else binary.
  private mutating func replacement(_ edit: TextEdit, _ table: LineTable?) {
    object { json in
      let text = String(validating: edit.replacement, as: UTF8.self)
      json.object("deletedRegion") { json in
        if let table, text != nil { json.lines(table.span(of: edit.range)) } else { json.bytes(edit.range) }
      }
      json.object("insertedContent") { json in
        if table != nil, let text { json.field("text", text) } else { json.field("binary", base64(edit.replacement)) }
      }
    }
  }

  /// A message object.
  ///
  /// What would be read as a link or a placeholder is escaped (sections 3.11.5 and 3.11.6), and only then: few viewers undo the escapes.
  fileprivate mutating func text(_ name: String, _ text: String) {
    let bytes = Array(text.utf8)
    let hasLink = zip(bytes, bytes.dropFirst()).contains { $0 == 0x5D && $1 == 0x28 }
    let hasPlaceholder = zip(bytes, bytes.dropFirst()).contains { $0 == 0x7B && (0x30...0x39).contains($1) }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count)
    for byte in bytes {
      switch byte {
      case 0x5B, 0x5C, 0x5D: if hasLink { escaped.append(0x5C) }
      case 0x7B, 0x7D: if hasPlaceholder { escaped.append(byte) }
      default: break
      }
      escaped.append(byte)
    }
    object(name) { $0.field("text", hasLink || hasPlaceholder ? String(decoding: escaped, as: UTF8.self) : text) }
  }
}

extension Severity {
  fileprivate var sarifLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
