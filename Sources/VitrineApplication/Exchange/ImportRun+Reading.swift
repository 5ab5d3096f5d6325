// The text of an import, read and checked on all cores.

import Synchronization
import VitrineCatalog
package import VitrineExchange
import VitrineModel
import VitrineSource
package import VitrineSystem

extension ImportRun {
  /// So many records share the room for findings.
  private static let block = 1024

  /// The place of the kind that the records of a text are of: that of a word, else of a table the kind that its file is called after, as exports call
  /// it. Nil where the records say it.
  ///
  /// Errors: the word is no kind's.
  package func kind(called word: String?, _ format: ForeignFormat, name: String) throws(RequestError) -> Int? {
    let kinds = catalogue.kinds
    if let word {
      guard let kind = Kind.index(calledBy: word, among: kinds) else {
        throw RequestError("'\(word)' is no kind of this catalogue; there are \(kinds.map(\.name).joined(separator: ", "))")
      }
      return kind
    }
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return format == .csv ? Kind.index(calledBy: Path(stem).stem.name.string, among: kinds) : nil
  }

  /// The records of a text, checked.
  package func reading(
    _ bytes: [UInt8], _ format: ForeignFormat, _ reader: ForeignReader, _ count: WorkCount?
  ) -> (ForeignText, [CheckedRecord]) {
    count?.begin("reading")
    if format == .json, bytes.count >= ForeignParts.leastBytes, let read = inParts(bytes, reader) { return read }
    var reader = reader
    let text = reader.read(bytes, format)
    let (kinds, manifest, records) = (kinds, catalogue.manifest, text.records)
    count?.begin("checking", of: records.count)
    let budget = FindingBudget(most: mostFindings, parts: records.count / Self.block + 1)
    let checked = Parallel.map(records.count) {
      (check: ImportCheck(kinds, manifest), block: -1, left: 0)
    } _: { state, index in
      defer { count?.advance() }
      let block = index / Self.block
      if block != state.block { (state.block, state.left) = (block, budget.left(for: block)) }
      let checked = state.check.check(records[index], mostFindings: state.left)
      budget.note(checked.keptFindings, in: block)
      return checked
    }
    return (text, checked)
  }

  /// What is found of all records at once.
  private enum Table: Sendable {
    case doubles(RecordDoubles)
    case homes(HomeNumbers)
  }

  /// Which records are the same, and which would have the same path: each found on a core of its own.
  package func tables(_ records: [ForeignRecord], _ checked: [CheckedRecord]) -> (RecordDoubles, HomeNumbers) {
    let count = kinds.count
    let tables = Parallel.map(2, inlineBelow: 2, chunk: 1, state: {}) { _, number -> Table in
      number == 0 ? .doubles(RecordDoubles(records, checked, kindCount: count)) : .homes(HomeNumbers(checked))
    }
    guard case .doubles(let doubles) = tables[0], case .homes(let homes) = tables[1] else {
      preconditionFailure("the first table is that of doubles")
    }
    return (doubles, homes)
  }

  /// The same part by part; nil for a text that must be read in one piece, such as one that has faults.
  private func inParts(_ bytes: [UInt8], _ reader: ForeignReader) -> (ForeignText, [CheckedRecord])? {
    guard var parts = ForeignParts(reader, bytes) else { return nil }
    let (kinds, manifest) = (kinds, catalogue.manifest)
    while let count = parts.count {
      let (lists, last, budget) = (parts, LastPart(), FindingBudget(most: mostFindings, parts: count))
      let read = Parallel.map(count, inlineBelow: 2, chunk: 1) {
        ForeignParts.Worker(ImportCheck(kinds, manifest))
      } _: { worker, index in
        guard index <= last.number else { return ForeignParts.Part() }
        let part = lists.read(index, &worker, budget)
        if part.isLast { last.set(index) }
        return part
      }
      guard parts.take(read) else { return nil }
    }
    return parts.document()
  }
}

/// The first part known to be the last: what lies behind it need not be read.
private final class LastPart: Sendable {
  private let least = Atomic<Int>(.max)

  var number: Int { least.load(ordering: .relaxed) }

  func set(_ number: Int) { least.min(number, ordering: .relaxed) }
}
