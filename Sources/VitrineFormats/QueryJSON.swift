// A query's tree as JSON: for people who wonder how a query is read, and for programs that draw or build queries.

package import VitrineQuery
import VitrineSource

extension Query {
  /// The query as JSON, indented by so many blanks a level; 0 for one line.
  ///
  /// Shape: keys always in this order; ranges are `[start, end]` in bytes of `text`, half-open; controls that were not given are left out. `kinds`,
  /// where they are given, are those that may have what is asked for.
  /// ```
  /// {"text": "…", "normal": "…", "kinds": ["…"], "condition": NODE, "group": [PATH], "sort": [{"path": PATH, "descending": true}], "limit": 20, "show": [PATH]}
  /// NODE: {"node": "all" | "any", "of": [NODE]} · {"node": "not", "range": R, "of": NODE} · {"node": "word", "text": "…", "quoted": false, "range": R}
  ///       {"node": "term", "path": PATH, "relation": ":" | "eq:" | ">=" …, "values": [VALUE], "range": R}
  ///       {"node": "is" | "has" | "no", "name": PATH, "range": R} · {"node": "view", "name": "…", "range": R}
  ///       {"node": "element", "path": PATH, "of": NODE, "range": R}
  /// PATH: {"names": ["platforms", "system"], "count": true, "range": R}        "count" only where it is true
  /// VALUE: {"text": "…", "quoted": false, "range": R} · {"from": "…", "to": null, "range": R} · {"any": true, "range": R}
  /// ```
  package func json(indent: Int = 0, kinds: [String]? = nil) -> String {
    var writer = JSONWriter(indent: indent)
    writer.object { writer in
      writer.field("text", text)
      writer.field("normal", normalForm)
      if let kinds {
        writer.key("kinds")
        writer.onOneLine { writer in
          writer.array { writer in
            for kind in kinds { writer.string(kind) }
          }
        }
      }
      writer.key("condition")
      writer.write(condition)
      if !group.isEmpty { writer.write("group", group) }
      if !sort.isEmpty {
        writer.array("sort") { writer in
          for key in sort {
            writer.onOneLine { writer in
              writer.object { writer in
                writer.write("path", key.path)
                writer.field("descending", key.isDescending)
              }
            }
          }
        }
      }
      if let limit { writer.field("limit", limit) }
      if !show.isEmpty { writer.write("show", show) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes a condition. Its depth is bounded by what the parser lets through.
  fileprivate mutating func write(_ node: Query.Node) {
    switch node {
    case .all(let parts): write("all", parts)
    case .any(let parts): write("any", parts)
    case .not(let part, let range):
      object { writer in
        writer.field("node", "not")
        writer.write(range)
        writer.key("of")
        writer.write(part)
      }
    case .element(let path, let part, let range):
      object { writer in
        writer.field("node", "element")
        writer.key("path")
        writer.onOneLine { $0.write(path) }
        writer.write(range)
        writer.key("of")
        writer.write(part)
      }
    case .term(let term):
      object { writer in
        writer.field("node", "term")
        writer.key("path")
        writer.onOneLine { $0.write(term.path) }
        writer.field("relation", term.relation.text)
        writer.array("values") { writer in
          for value in term.values { writer.onOneLine { $0.write(value) } }
        }
        writer.write(term.range)
      }
    case .word(let text, let isQuoted, let range):
      onOneLine { writer in
        writer.object { writer in
          writer.field("node", "word")
          writer.field("text", text)
          writer.field("quoted", isQuoted)
          writer.write(range)
        }
      }
    case .state(let state, let name, let range):
      onOneLine { writer in
        writer.object { writer in
          writer.field("node", state.rawValue)
          writer.write("name", name)
          writer.write(range)
        }
      }
    case .view(let name, let range):
      onOneLine { writer in
        writer.object { writer in
          writer.field("node", "view")
          writer.field("name", name)
          writer.write(range)
        }
      }
    }
  }

  private mutating func write(_ word: String, _ parts: [Query.Node]) {
    object { writer in
      writer.field("node", word)
      writer.array("of") { writer in
        for part in parts { writer.write(part) }
      }
    }
  }

  fileprivate mutating func write(_ key: String, _ paths: [Query.Path]) {
    array(key) { writer in
      for path in paths { writer.onOneLine { $0.write(path) } }
    }
  }

  fileprivate mutating func write(_ key: String, _ path: Query.Path) {
    self.key(key)
    write(path)
  }

  private mutating func write(_ path: Query.Path) {
    object { writer in
      writer.array("names") { writer in
        for name in path.names { writer.string(name) }
      }
      if path.counts { writer.field("count", true) }
      writer.write(path.range)
    }
  }

  private mutating func write(_ value: Query.Value) {
    object { writer in
      switch value.form {
      case .text(let text, let isQuoted):
        writer.field("text", text)
        writer.field("quoted", isQuoted)
      case .range(let lower, let upper):
        writer.key("from")
        if let lower { writer.string(lower) } else { writer.null() }
        writer.key("to")
        if let upper { writer.string(upper) } else { writer.null() }
      case .anything: writer.field("any", true)
      }
      writer.write(value.range)
    }
  }

  private mutating func write(_ range: ByteRange) {
    key("range")
    onOneLine { writer in
      writer.array { writer in
        writer.number(Int(range.start))
        writer.number(Int(range.end))
      }
    }
  }
}
