// What was found of one imported record. Of very many, all texts of a part lie in one stretch of memory.
// Decision 0032 says why.

import VitrineModel
package import VitrineSource

/// A record that was checked.
package struct CheckedRecord: Sendable {
  /// What is kept of it and of the records that were checked with it.
  private let table: CheckedTable
  /// Its place there.
  private let number: Int

  fileprivate init(_ table: CheckedTable, _ number: Int) {
    self.table = table
    self.number = number
  }

  private var row: CheckedTable.Row { table.rows[number] }

  /// What is wrong with it, as findings of its tree: `ForeignRecord.relocated` makes findings of the text of them.
  package var findings: [Finding] { row.findings < 0 ? [] : table.findings[row.findings] }
  /// True where nothing is wrong with it.
  package var isClean: Bool { row.findings == CheckedTable.none }
  /// How many errors it has, those among them of which no findings are kept.
  package var errorCount: Int { row.errorCount }
  /// How many findings of it are kept.
  package var keptFindings: Int { row.findings < 0 ? 0 : table.findings[row.findings].count }
  /// What makes it the same thing as another; nil where its kind has nothing of that sort, or the record lacks it.
  package var identity: RecordKey? {
    let row = row
    return row.identityCount < 0 ? nil : key(row.start, row.identityCount, row.identityHash)
  }
  /// What a person calls it; "" where it says nothing.
  package var title: String { text(row.titleStart, row.titleCount) }
  /// Where the title stands in the text.
  package var place: ByteRange { row.place }
  /// The path where it would go, were it new and the only one of that name.
  package var home: Path { Path(text(row.homeStart, row.homeCount)) }
  /// True where the kind's records are looked for there.
  var isHomeClaimed: Bool { row.isHomeClaimed }
  /// That path as file systems know it that take no notice of case.
  var homeKey: RecordKey {
    let row = row
    guard row.foldedHomeCount >= 0 else { return key(row.homeStart, row.homeCount, row.homeHash) }
    return key(row.homeStart + row.homeCount, row.foldedHomeCount, row.homeHash)
  }

  /// True where it can be written.
  package var isSound: Bool { row.errorCount == 0 }

  private func key(_ start: Int, _ count: Int, _ hash: Int) -> RecordKey {
    RecordKey(table.bytes[start..<start + count], hash: hash)
  }

  private func text(_ start: Int, _ count: Int) -> String { String(decoding: table.bytes[start..<start + count], as: UTF8.self) }
}

/// What is kept of records that were checked together.
private final class CheckedTable: Sendable {
  /// What is kept of a record. Counts are in bytes; below 0 there is none.
  struct Row {
    /// Where its texts begin: identity, title, path, and that path in lower case where it is different.
    var start: Int
    var identityCount = -1
    var identityHash = 0
    var titleCount = 0
    var homeCount = 0
    var foldedHomeCount = -1
    var homeHash = 0
    var isHomeClaimed = false
    var place: ByteRange
    /// The place of its findings; `none` or `unlisted` where there is none.
    var findings = none
    var errorCount = 0

    var titleStart: Int { start + max(identityCount, 0) }
    var homeStart: Int { titleStart + titleCount }
  }

  /// There are no findings.
  static let none = -1
  /// There are findings, which are not kept.
  static let unlisted = -2

  let rows: [Row]
  /// The texts of all.
  let bytes: [UInt8]
  /// The findings of those that have any.
  let findings: [[Finding]]

  init(_ rows: [Row], _ bytes: [UInt8], _ findings: [[Finding]]) {
    self.rows = rows
    self.bytes = bytes
    self.findings = findings
  }
}

/// Records that are being checked together.
struct CheckedRows {
  private var rows: [CheckedTable.Row] = []
  private var bytes: [UInt8] = []
  private var findings: [[Finding]] = []
  /// How many findings may still be kept.
  private var room: Int
  /// How many findings are kept.
  private(set) var keptFindings = 0

  /// No records yet; of so many findings more than the number is kept.
  init(mostFindings: Int = .max) { room = mostFindings }

  /// Begins with a record, whose title is said to stand at `place` as long as it has none.
  mutating func begin(at place: ByteRange) {
    rows.append(CheckedTable.Row(start: bytes.count, place: place))
  }

  /// The identity, which `body` appends. First of all.
  mutating func setIdentity(_ body: (inout [UInt8]) -> Identity.Appending) -> Identity.Appending {
    let start = bytes.count
    let appending = body(&bytes)
    if case .key = appending {
      rows[rows.count - 1].identityCount = bytes.count - start
      rows[rows.count - 1].identityHash = RecordKey.hash(bytes, from: start)
    }
    return appending
  }

  /// The title, after the identity.
  mutating func setTitle(_ title: UnsafeBufferPointer<UInt8>, at place: ByteRange) {
    bytes.append(contentsOf: title)
    rows[rows.count - 1].titleCount = title.count
    rows[rows.count - 1].place = place
  }

  /// The path, which `body` appends, after the title; `isClaimed` says whether the kind's records are looked for there.
  mutating func setHome(_ body: (inout [UInt8]) -> Void, isClaimed: (UnsafeBufferPointer<UInt8>) -> Bool) {
    let start = bytes.count
    body(&bytes)
    let last = rows.count - 1
    rows[last].homeCount = bytes.count - start
    let (claimed, isFolded) = bytes.withUnsafeBufferPointer { bytes in
      let path = UnsafeBufferPointer(rebasing: bytes[start...])
      return (isClaimed(path), path.allSatisfy { $0 < 0x80 && $0 &- 0x41 >= 26 })
    }
    rows[last].isHomeClaimed = claimed
    var keyStart = start
    if !isFolded {
      keyStart = bytes.count
      bytes.append(contentsOf: String(decoding: bytes[start...], as: UTF8.self).lowercased().utf8)
      rows[last].foldedHomeCount = bytes.count - keyStart
    }
    rows[last].homeHash = RecordKey.hash(bytes, from: keyStart)
  }

  /// What is wrong with the record, last of all.
  mutating func setFindings(_ found: [Finding]) {
    guard !found.isEmpty else { return }
    rows[rows.count - 1].errorCount = found.count { $0.severity == .error }
    rows[rows.count - 1].findings = room > 0 ? findings.count : CheckedTable.unlisted
    guard room > 0 else { return }
    findings.append(found)
    keptFindings += found.count
    room -= min(found.count, room)
  }

  /// The records, which can be read from now on.
  consuming func records() -> [CheckedRecord] {
    let table = CheckedTable(rows, bytes, findings)
    return rows.indices.map { CheckedRecord(table, $0) }
  }
}
