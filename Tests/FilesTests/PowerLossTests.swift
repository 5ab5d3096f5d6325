// The power goes at any moment of a change, an undo or a redo: whatever the file system shows afterwards, recovery ends in all old or all new.

import Testing
import VitrineChanges
import VitrineJournal
import VitrineSource
import VitrineSystem

@Suite struct PowerLossTests {
  /// A change with each sort of step, and one of so many files that whole file systems are forced to the disk.
  enum Sample: CaseIterable, Sendable {
    case mixed, many

    /// The files in the beginning.
    var files: [(String, String)] {
      switch self {
      case .mixed: JournalSample.files
      case .many: (0..<9).map { ("m\($0 % 2)/\($0).yaml", "n: \($0)\n") } + [("gone/a.yaml", "a: 1\n")]
      }
    }

    /// The files in the end.
    var ends: [String: String] {
      switch self {
      case .mixed: JournalSample.new
      case .many: Dictionary(uniqueKeysWithValues: (0..<9).map { ("m\($0 % 2)/\($0).yaml", "n: \($0)9\n") })
      }
    }

    /// The change.
    func plan(_ folder: TemporaryFolder) -> Plan {
      switch self {
      case .mixed: return JournalSample.plan(folder)
      case .many:
        let edits = files.dropLast().map { path, text in
          FileEdit(path: Path(path), expected: .bytes(Array(text.utf8)), change: .edits([TextEdit(ByteRange(4, 4), "9")]))
        }
        return Plan("test", edits + [.remove("gone/a.yaml", expecting: .bytes(Array("a: 1\n".utf8)))])
      }
    }
  }

  @Test(
    "after a power cut at any moment of a change, its undo and its redo, all files are old or all are new, and nothing is left (M9.4)",
    arguments: Sample.allCases, JournalFaultTests.Deed.allCases)
  func powerCut(_ sample: Sample, _ deed: JournalFaultTests.Deed) throws {
    let folder = try TemporaryFolder(sample.files, inMemory: true)
    let plan = sample.plan(folder)
    if deed != .change { _ = try JournalSample.carryOut(plan, in: folder) }
    if deed == .redo { try JournalSample.turn(1, undo: true, in: folder) }
    let start = DiskImage(folder)
    let record = DiskRecord(root: folder.path)
    switch deed {
    case .change: _ = try JournalSample.carryOut(plan, in: folder, record.calls)
    case .undo: try JournalSample.turn(1, undo: true, in: folder, record.calls)
    case .redo: try JournalSample.turn(1, undo: false, in: folder, record.calls)
    }
    let images = PowerLoss(start: start, calls: record.all).images()
    #expect(images.count > 30)
    let old = Dictionary(uniqueKeysWithValues: sample.files)
    var failed = 0
    for image in images where failed < 3 {
      let faults = try Self.faults(image, old, sample.ends)
      if !faults.isEmpty { failed += 1 }
      #expect(faults == [], "\(image.names.keys.sorted())\n\(image.files.map { String(decoding: $0.bytes, as: UTF8.self) })")
    }
  }

  /// What is wrong after a recovery.
  static func faults(_ image: DiskImage, _ old: [String: String], _ new: [String: String]) throws -> [String] {
    let folder = try TemporaryFolder([], inMemory: true)
    image.write(into: folder)
    let journal = try Journal(root: folder.path)
    do { _ = try JournalWriter(journal, who: "test").recover() } catch { return ["it cannot be recovered: \(error)"] }
    var faults: [String] = []
    let files = JournalSample.files(folder)
    if files != old, files != new { faults.append("neither old nor new: \(files.sorted { $0.key < $1.key })") }
    if try journal.isUnsettled() { faults.append("an entry is not ended") }
    func walk(_ path: String) {
      for name in folder.names(path) {
        let path = path.isEmpty ? name : path + "/" + name
        if name.hasSuffix(".tmp") { faults.append("left: \(path)") }
        walk(path)
      }
    }
    walk("")
    // What the journal holds leads to the other side, to the byte.
    guard faults.isEmpty, let record = try journal.records().first else { return faults }
    do { try JournalSample.turn(record.number, undo: record.state == .done, in: folder) } catch { faults.append("\(error)") }
    if JournalSample.files(folder) != (files == old ? new : old) { faults.append("it cannot be turned") }
    return faults
  }
}
