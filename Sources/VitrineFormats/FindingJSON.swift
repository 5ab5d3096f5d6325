// A finding as JSON: one shape for reports, the service and whoever else asks.

package import VitrineSource

extension JSONWriter {
  /// Writes a finding as one object.
  ///
  /// Shape: all keys are always there, in this order; a word that is missing is "".
  ///
  ///     {"code": "V112", "rule": "enum", "severity": "error", "path": "games/hades.yaml",
  ///      "start": {"byte": 91, "line": 6, "column": 15, "utf16Column": 15}, "end": {…},
  ///      "pointer": "/platforms/0/system", "record": "Hades", "message": …, "label": …, "help": …, "note": …,
  ///      "related": [{"path": …, "start": {…}, "end": {…}, "message": …}],
  ///      "fixes": [{"title": …, "safe": true, "edits": [{"start": 91, "end": 105, "replacement": "Nintendo Switch"}]}]}
  ///
  /// A replacement that is no UTF-8 stands as `replacementBase64` instead.
  ///
  /// Units: bytes and the offsets of edits from 0, lines and columns from 1; ends are exclusive.
  package mutating func finding(_ finding: Finding) {
    object { json in
      json.field("code", finding.rule.code)
      json.field("rule", finding.rule.slug)
      json.field("severity", finding.severity.word)
      json.field("path", finding.path.string)
      json.place(finding.range, finding.span)
      json.field("pointer", finding.pointer)
      json.field("record", finding.record)
      json.field("message", finding.message)
      json.field("label", finding.label)
      json.field("help", finding.help)
      json.field("note", finding.note)
      json.array("related") { json in
        for place in finding.related {
          json.object { json in
            json.field("path", (place.path.isEmpty ? finding.path : place.path).string)
            json.place(place.range, place.span)
            json.field("message", place.message)
          }
        }
      }
      json.array("fixes") { json in
        for fix in finding.fixes { json.fix(fix) }
      }
    }
  }

  private mutating func place(_ range: ByteRange, _ span: Span) {
    position("start", range.start, span.start)
    position("end", range.end, span.end)
  }

  private mutating func position(_ name: String, _ byte: UInt32, _ position: Position) {
    object(name) { json in
      json.field("byte", Int(byte))
      json.field("line", position.line)
      json.field("column", position.column)
      json.field("utf16Column", position.utf16Column)
    }
  }

  private mutating func fix(_ fix: Fix) {
    object { json in
      json.field("title", fix.title)
      json.field("safe", fix.isSafe)
      if let path = fix.newPath { json.field("newPath", path.string) }
      json.array("edits") { json in
        for edit in fix.edits {
          json.object { json in
            json.field("start", Int(edit.range.start))
            json.field("end", Int(edit.range.end))
            if let text = String(validating: edit.replacement, as: UTF8.self) {
              json.field("replacement", text)
            } else {
              json.field("replacementBase64", base64(edit.replacement))
            }
          }
        }
      }
    }
  }
}

/// Bytes in base 64 (RFC 4648, section 4).
func base64(_ bytes: [UInt8]) -> String {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let count = min(3, bytes.count - start)
    var group: UInt32 = 0
    for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
    for place in 0..<4 {
      result.append(place <= count ? alphabet[Int(group >> UInt32(18 - place * 6)) & 63] : 0x3D)
    }
  }
  return String(decoding: result, as: UTF8.self)
}
