// The columns that the records of a kind fill in a comma-separated table.

import VitrineEditing
import VitrineFormats
import VitrineModel

/// The columns of a kind: one for each field that is no map, with dots between the names of maps and their members.
struct TableColumns: Sendable {
  /// A column that the schema knows.
  struct Column: Sendable {
    /// Its heading.
    var name: String
    /// The names of the members that lead to its value.
    var path: [String]
    /// What its cells hold.
    var form: CellText.Form
  }

  /// The columns, in the order of the schema.
  private(set) var columns: [Column] = []

  /// The columns of records of a shape.
  init(_ shape: RecordShape) { add(shape, []) }

  private mutating func add(_ shape: RecordShape, _ path: [String]) {
    for member in shape.members {
      let here = path + [member.name]
      if Self.isSplit(member) {
        add(member.shape, here)
      } else {
        columns.append(Column(name: Self.name(of: here), path: here, form: CellText.form(of: member)))
      }
    }
  }

  /// Whether a field has no column of its own, but its members have.
  private static func isSplit(_ member: RecordShape.Member) -> Bool {
    member.field.isMap && !member.field.isOwnList && !member.shape.members.isEmpty
  }

  /// The heading of a path: its names with dots between, a dot or backslash in a name after a backslash.
  static func name(of path: [String]) -> String {
    let name = path.map { name in
      name.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") })
        ? name.reduce(into: "") { $0 += $1 == "." || $1 == "\\" ? "\\\($1)" : String($1) } : name
    }.joined(separator: ".")
    // What would be read as escaped is not.
    return FormulaCell.unescaped(name) == name ? name : "\\" + name
  }

  /// The path of a heading.
  static func path(of name: String) -> [String] {
    var path: [String] = []
    var current = ""
    var isEscaped = false
    for character in name {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      if !isEscaped, character == "." {
        path.append(current)
        current = ""
      } else {
        current.append(character)
      }
      isEscaped = false
    }
    return path + [current]
  }

  /// The form of a column that the schema may not know.
  static func form(of path: [String], in shape: RecordShape) -> CellText.Form {
    var shape = shape
    for (index, name) in path.enumerated() {
      guard let member = shape.member(name) else { return .scalar([]) }
      if index == path.count - 1 { return isSplit(member) ? .scalar([]) : CellText.form(of: member) }
      shape = member.shape
    }
    return .scalar([])
  }

  /// The cells of a record: those of the known columns in their order, nil where there is no value, and those of others.
  func cells(of entries: [DataValue.Entry], _ shape: RecordShape) -> (known: [String?], others: [(column: String, cell: String)])
  {
    var known = [String?](repeating: nil, count: columns.count)
    var others: [(column: String, cell: String)] = []
    var next = 0
    func visit(_ shape: RecordShape, _ entries: [DataValue.Entry], _ path: [String]) {
      for member in shape.members {
        let value = entries.first { $0.key == member.name }?.value
        let here = path + [member.name]
        guard Self.isSplit(member) else {
          if let value { known[next] = CellText.text(of: value, columns[next].form) }
          next += 1
          continue
        }
        var inner: [DataValue.Entry] = []
        if case .map(let entries)? = value, !entries.isEmpty {
          inner = entries
        } else if let value {
          others.append((Self.name(of: here), CellText.text(of: value, .scalar([]))))
        }
        visit(member.shape, inner, here)
      }
      for entry in entries where shape.member(entry.key) == nil {
        let form = CellText.Form.scalar([])
        others.append((Self.name(of: path + [entry.key]), CellText.text(of: entry.value, form)))
      }
    }
    visit(shape, entries, [])
    return (known, others)
  }
}
