// A long JSON document, read and checked in parts, on as many threads as there are. Decision 0025 says why.

import VitrineModel
import VitrineSyntax

/// The records of a long JSON document. Its lists are read one after the other, the parts of a list in any order and on any thread; what comes
/// of it is what `ForeignReader` reads, or nothing where that cannot be proved, or where anything is wrong with the text.
package struct ForeignParts: Sendable {
  /// The shortest text that is worth it. Units: bytes.
  package static let leastBytes = 1 << 20

  private var reader: ForeignReader
  private let bytes: [UInt8]
  private let partSize: Int
  /// The lists that were read, by their ranges.
  private var lists: [Range<Int>] = []
  /// What stands around them, when all are.
  private var frame: Tree?
  /// The list that is to be read next; nil when all are.
  private var list: JSONList?
  /// Its records' kind, where they do not say it, and its pointer.
  private var place: (kind: Int?, pointer: String) = (nil, "")
  private var text = ForeignText()
  private var checked: [CheckedRecord] = []

  /// The document that `reader` is to read; nil for another one. Units of `partSize`: bytes.
  package init?(_ reader: ForeignReader, _ bytes: [UInt8], partSize: Int? = nil) {
    guard reader.mapping == nil, bytes.count <= ForeignReader.mostBytes else { return nil }
    self.reader = reader
    self.bytes = bytes
    self.partSize = partSize ?? JSONList.partSize
    guard findList() else { return nil }
  }

  /// Finds the next list; false where something is wrong.
  private mutating func findList() -> Bool {
    list = nil
    switch JSONFrame(bytes, lists: lists, partSize: partSize) {
    case nil: return false
    case .whole(let tree)?: frame = tree
    case .list(let next, let key)?:
      place = (reader.given, "")
      if let key {
        guard let kind = reader.kinds.firstIndex(where: { $0.kind.plural == key }) else { return false }
        place = (kind, "/" + TreeReader.escaped(key))
      }
      list = next
    }
    return true
  }

  /// How many parts the list has that is to be read next; nil when all lists are read.
  package var count: Int? { list?.count }

  /// What a part of the list gives.
  package struct Part: Sendable {
    fileprivate var text = ForeignText()
    fileprivate var checked: [CheckedRecord] = []
    fileprivate var end = JSONList.End.lost
    /// True where no part behind it counts.
    package var isLast: Bool { end != .met }

    /// A part that nobody asks for.
    package init() {}
  }

  /// What one thread needs to read parts, one after the other.
  package struct Worker {
    fileprivate var check: ImportCheck
    fileprivate let buffer = JSONPartBuffer()

    /// A worker that checks the records, too.
    package init(_ check: ImportCheck) { self.check = check }
  }

  /// Reads a part of the list and checks its records.
  package func read(_ index: Int, _ worker: inout Worker, _ budget: FindingBudget) -> Part {
    guard let list else { return Part() }
    let source = ForeignSource(list: place.pointer, .text(bytes), .text(offset: 0))
    var rows = CheckedRows(mostFindings: budget.left(for: index))
    defer { budget.note(rows.keptFindings, in: index) }
    let (text, end) = list.withPart(index, worker.buffer) { nodes, roots -> ForeignText? in
      var reader = reader
      reader.result.records.reserveCapacity(roots.count)
      for (number, root) in roots.enumerated() {
        reader.add(root, source, number, nodes, kind: place.kind)
        // What is wrong with the text is reported by whoever reads all of it.
        // Records of an older version are made anew, which is done with the whole text at hand.
        guard reader.result.records.count == number + 1, reader.result.findings.isEmpty, reader.result.migrated.isEmpty else {
          return nil
        }
        let record = reader.result.records[number]
        if record.hasOthersBeside {
          record.withReader { worker.check.check(record, $0, $1, &rows) }
        } else {
          worker.check.check(record, nodes, root, &rows)
        }
      }
      return reader.result
    }
    var part = Part()
    guard let text = text ?? nil else { return part }
    part.text = text
    part.checked = rows.records()
    part.end = end
    return part
  }

  /// Takes the parts of the list, and goes on to the next one. False where they do not prove each other, or something is wrong.
  package mutating func take(_ parts: [Part]) -> Bool {
    guard let list, let end = list.end(of: parts.map(\.end)) else { return false }
    let count = parts[..<end.parts].reduce(text.records.count) { $0 + $1.checked.count }
    text.records.reserveCapacity(count)
    checked.reserveCapacity(count)
    var number = 0
    for part in parts[..<end.parts] {
      text.kinds.formUnion(part.text.kinds)
      checked += part.checked
      let first = text.records.count
      text.records += part.text.records
      for index in first..<text.records.count {
        text.records[index].number = number
        number += 1
      }
    }
    lists.append(list.start..<end.offset)
    return findList()
  }

  /// The document, when all lists are read.
  package func document() -> (text: ForeignText, checked: [CheckedRecord])? {
    guard let frame, let root = frame.roots.first else { return nil }
    var reader = reader
    frame.withReader { reader.readFrame(frame, $0, root) }
    guard reader.versions.isEmpty else { return nil }
    var text = reader.result
    text.records = self.text.records
    text.kinds.formUnion(self.text.kinds)
    if let given = reader.given { text.kinds.insert(given) }
    return (text, checked)
  }
}
