// One column of an answer's table: a field, or what every record has.

package import VitrineIndex
import VitrineModel
package import VitrineQuery

/// A column of an answer.
package struct AnswerColumn: Sendable {
  /// What stands in it.
  package enum Content: Sendable {
    /// The values of a field, by the way to them from the records of each kind.
    case field([Int: BoundPath.Way])
    /// The name of the record's kind.
    case kind
    /// What the record is called.
    case title
    /// The record's id.
    case id
    /// What is worked out of each record by itself; nil for one of which there is nothing to say.
    case computed(@Sendable (RowID) -> String?)
  }

  /// The name, as it was written.
  package var name: String
  /// What stands in it.
  package var content: Content

  /// A column of a name and a content.
  package init(_ name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// The column of a field.
  package init(_ path: BoundPath) {
    self.init(path.written, .field(path.ways))
  }

  /// True where the other column shows the same, whatever it is called.
  package func isSame(as other: AnswerColumn) -> Bool {
    switch (content, other.content) {
    case (.field(let ways), .field(let others)): ways == others
    case (.kind, .kind), (.title, .title), (.id, .id): true
    case (.computed, .computed): name == other.name
    case (.field, _), (.kind, _), (.title, _), (.id, _), (.computed, _): false
    }
  }

  /// The columns as a table has them. People read the last of a path's names, where no other column has the same.
  static func heads(_ columns: [AnswerColumn], _ index: RecordIndex) -> [Table.Column] {
    let language = index.tables.first?.kind.language ?? .english
    let short = columns.map { language.isEnglish ? $0.shortTitle : $0.title(in: language, index) }
    return zip(columns, short).map { column, title in
      let isTaken = short.count { $0 == title } > 1
      var head = Table.Column(column.name, title: isTaken ? column.name : title, column.isNumeric(index) ? .right : .left)
      head.isUncut = column.isTemporal(index)
      return head
    }
  }

  /// True where it shows what records are called.
  func isTitle(_ index: RecordIndex) -> Bool {
    switch content {
    case .title: true
    case .field(let ways):
      !ways.isEmpty
        && ways.allSatisfy { kind, way in
          way.references.isEmpty && !way.counts
            && index.tables[kind].columns[way.column].field.path == index.tables[kind].kind.display
        }
    case .kind, .id, .computed: false
    }
  }

  /// True where each record has at most one value, which is a day or a time.
  private func isTemporal(_ index: RecordIndex) -> Bool {
    guard case .field(let ways) = content, !ways.isEmpty else { return false }
    return ways.allSatisfy { kind, way in
      let field = index.tables[way.references.last?.kind ?? kind].columns[way.column].field
      return !way.counts && !field.isList && field.meaning.isTemporal
    }
  }

  /// The whole paths of the fields it shows.
  func paths(_ index: RecordIndex) -> [String] {
    guard case .field(let ways) = content else { return [] }
    return ways.compactMap { kind, way in
      way.references.isEmpty && !way.counts ? index.tables[kind].columns[way.column].field.path.dotted : nil
    }
  }

  /// What the column is called in another language than English: in small letters, as names are written.
  private func title(in language: Language, _ index: RecordIndex) -> String {
    guard case .field(let ways) = content, let (kind, way) = ways.min(by: { $0.key < $1.key }) else { return language(name) }
    let title = language.lowercased(index.tables[way.references.last?.kind ?? kind].columns[way.column].field.title)
    return way.counts ? language("count of {}", title) : title
  }

  private var shortTitle: String {
    guard case .field(let ways) = content, !ways.values.contains(where: \.counts) else { return name }
    return name.split(separator: ".").last.map(String.init) ?? name
  }

  /// True where each record has at most one value, which is a number.
  private func isNumeric(_ index: RecordIndex) -> Bool {
    guard case .field(let ways) = content, !ways.isEmpty else { return false }
    return ways.allSatisfy { kind, way in
      var kind = kind
      for step in way.references {
        if index.tables[kind].columns[step.column].field.isList { return false }
        kind = step.kind
      }
      let field = index.tables[kind].columns[way.column].field
      return way.counts || (field.meaning == .number && !field.isList)
    }
  }
}
