// The records that one worker reads, gathered for the index without a word to the other workers.

import VitrineModel
package import VitrineSource
package import VitrineSyntax

/// Some records of a catalogue, of any kinds. One thread fills one.
package struct IndexPart: Sendable {
  /// One for each kind.
  var tables: [TableBuilder]
  private var readers: [RowReader]
  private let offset: ClockOffset
  private var lastSecond = Int64.min
  private var lastModified: [UInt8] = []

  /// An empty part for the given layouts, one for each kind.
  init(_ layouts: [TableLayout], offset: @escaping ClockOffset) {
    tables = layouts.map { TableBuilder($0) }
    readers = layouts.map { RowReader($0) }
    self.offset = offset
  }

  /// Adds a record: what its own file says, its path and its time. `position` is its place in byte order of all paths, or anything that
  /// orders records like that.
  package mutating func add(_ tree: Tree, path: Path, kind: Int, modified: Int64?, position: Int) {
    tables[kind].beginRow(position: position)
    readers[kind].read(tree, into: &tables[kind])
    tables[kind].addPath(path)
    guard let modified, let column = tables[kind].layout.builtIns.modified else { return }
    setModified(modified)
    let value = lastModified.withUnsafeBufferPointer { tables[kind].columns[column].table.gather($0, .string) }
    tables[kind].add(value, to: column)
  }

  /// Adds what else is known of the record that was added last.
  mutating func addContext(_ context: RecordContext, kind: Int) {
    tables[kind].add(context.findings)
    tables[kind].add(context.photos)
  }

  /// Takes all records of a kind out, and keeps the memory for others.
  mutating func clear(_ kind: Int) { tables[kind].clear() }

  /// Makes the text of a moment by the clock on the wall, to the second: files that were written together share a value.
  private mutating func setModified(_ nanoseconds: Int64) {
    let second = nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : (nanoseconds + 1) / 1_000_000_000 - 1
    if second == lastSecond { return }
    lastSecond = second
    let (whole, overflow) = second.multipliedReportingOverflow(by: 1_000_000_000)
    lastModified.removeAll(keepingCapacity: true)
    CivilMoment(nanoseconds: overflow ? nanoseconds : whole, offset: offset(nanoseconds)).write(to: &lastModified)
  }
}

extension CivilMoment {
  /// Appends the moment as RFC 3339 writes it, to the second: `2026-05-29T19:42:00+03:00`.
  func write(to text: inout [UInt8]) {
    let (whole, ahead) = (Int(seconds), offset ?? 0)
    func add(_ number: Int, _ end: Unicode.Scalar? = nil) {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
      if let end { text.append(UInt8(ascii: end)) }
    }
    add(day.year / 100)
    add(day.year % 100, "-")
    add(day.month, "-")
    add(day.day, "T")
    add(whole / 3600, ":")
    add(whole / 60 % 60, ":")
    add(whole % 60, ahead < 0 ? "-" : "+")
    add(abs(ahead) / 3600, ":")
    add(abs(ahead) / 60 % 60)
  }
}

extension TableBuilder {
  /// Adds findings to the last row.
  mutating func add(_ findings: [Finding]) {
    guard let list = layout.builtIns.finding else { return }
    for (number, finding) in findings.prefix(RowReader.mostValues).enumerated() {
      let element = [UInt32(truncatingIfNeeded: number)]
      add(ValueID.map, to: list)
      add(finding.rule.slug, to: layout.builtIns.rule, elements: element)
      add(finding.severity.word, to: layout.builtIns.severity, elements: element)
    }
  }

  /// Adds photos to the last row.
  mutating func add(_ photos: [PhotoFacts]) {
    guard let list = layout.builtIns.photo else { return }
    for (number, photo) in photos.prefix(RowReader.mostValues).enumerated() {
      let element = [UInt32(truncatingIfNeeded: number)]
      add(ValueID.map, to: list)
      let metadata = Dictionary((photo.metadata?.texts ?? []).map { ($0.name, $0.text) }) { first, _ in first }
      for (name, column) in layout.builtIns.photoMembers {
        if layout.columns[column].field.isMap {
          let hasMembers = metadata.keys.contains { $0.hasPrefix(name + ".") }
          if hasMembers { add(ValueID.map, to: column, elements: element) }
        } else if let text = photo.text(of: name) ?? metadata[name], !text.isEmpty {
          let isNumber = layout.columns[column].field.meaning == .number
          add(text, isNumber ? (Int(text) == nil ? .float : .int) : .string, to: column, elements: element)
        }
      }
    }
  }
}

extension PhotoFacts {
  /// What the file itself tells under a name below `photo`.
  fileprivate func text(of name: String) -> String? {
    switch name {
    case "file": path.string
    case "format": format
    case "bytes": String(byteCount)
    default: nil
    }
  }
}
