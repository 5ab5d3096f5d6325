// Whatever fails, and wherever the process is killed: all files are old or all are new, and after recovery nothing is left behind.

import Glibc
import Synchronization
import Testing
import VitrineChanges
import VitrineJournal
import VitrineSystem

/// How a call of the writer goes wrong.
enum Mishap: CaseIterable, Sendable {
  /// The process dies: this call and all after it do nothing; of a write, a part may be done.
  case death
  /// This call fails.
  case noSpace, disk, access, readOnly
  /// This call and all after it that write or make something fail, as on a full disk.
  case full

  /// The number of the error.
  var number: Int32 {
    switch self {
    case .death, .disk: EIO
    case .noSpace, .full: ENOSPC
    case .access: EACCES
    case .readOnly: EROFS
    }
  }
}

/// What a file system cannot do.
enum Lack: CaseIterable, Sendable {
  /// It can do all.
  case nothing
  /// No rename that does not replace.
  case renameNew
  /// Neither that nor hard links.
  case links
  /// Hard links, of files of others.
  case rights
  /// The journal lies on another one.
  case device
}

/// The system's calls on such a file system, of which the one with the given number goes wrong.
func calls(_ mishap: Mishap?, at step: Int, _ lack: Lack, _ count: Counter) -> WriteCalls {
  var calls = WriteCalls.system
  let system = calls
  /// Minus the number of an error, 0 where the call may go on.
  @Sendable func fault(makes: Bool = true) -> Int32 {
    let now = count.next()
    switch mishap {
    case nil: return 0
    case .death?: return now >= step ? -EIO : 0
    case .full?: return now >= step && makes ? -ENOSPC : 0
    case let mishap?: return now == step ? -mishap.number : 0
    }
  }
  @Sendable func isFar(_ left: Int32, _ right: Int32) -> Bool {
    guard lack == .device else { return false }
    return isInJournal(left) != isInJournal(right)
  }
  calls.open = { folder, name, flags, mode in
    let number = fault(makes: flags & O_CREAT != 0)
    return number < 0 ? number : system.open(folder, name, flags, mode)
  }
  calls.write = { file, bytes in
    let number = fault()
    guard number < 0 else { return system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(40))) }
    // The first write of a dying process may be cut short.
    if mishap == .death, count.value == step + 1 {
      _ = system.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)))
    }
    return Int(number)
  }
  calls.sync = { file in
    let number = fault(makes: false)
    return number < 0 ? number : 0
  }
  calls.syncAll = calls.sync
  calls.setMode = { file, mode in
    let number = fault(makes: false)
    return number < 0 ? number : system.setMode(file, mode)
  }
  calls.setOwner = { file, owner, group in
    let number = fault(makes: false)
    return number < 0 ? number : system.setOwner(file, owner, group)
  }
  calls.setModified = { file, time in
    let number = fault(makes: false)
    return number < 0 ? number : system.setModified(file, time)
  }
  calls.close = { file in
    let number = fault(makes: false)
    let closed = system.close(file)
    return number < 0 ? number : closed
  }
  calls.rename = { fromFolder, from, toFolder, to in
    if isFar(fromFolder, toFolder) { return -EXDEV }
    let number = fault(makes: false)
    return number < 0 ? number : system.rename(fromFolder, from, toFolder, to)
  }
  calls.renameNew = { fromFolder, from, toFolder, to in
    if lack == .renameNew || lack == .links { return -EINVAL }
    if isFar(fromFolder, toFolder) { return -EXDEV }
    let number = fault(makes: false)
    return number < 0 ? number : system.renameNew(fromFolder, from, toFolder, to)
  }
  calls.link = { fromFolder, from, toFolder, to in
    if lack == .links || lack == .rights { return -EPERM }
    if isFar(fromFolder, toFolder) { return -EXDEV }
    let number = fault()
    return number < 0 ? number : system.link(fromFolder, from, toFolder, to)
  }
  calls.remove = { folder, name in
    let number = fault(makes: false)
    return number < 0 ? number : system.remove(folder, name)
  }
  calls.makeFolder = { folder, name, mode in
    let number = fault()
    return number < 0 ? number : system.makeFolder(folder, name, mode)
  }
  calls.removeFolder = { folder, name in
    let number = fault(makes: false)
    return number < 0 ? number : system.removeFolder(folder, name)
  }
  return calls
}

/// Whether an open folder lies in `.vitrine`.
private func isInJournal(_ folder: Int32) -> Bool {
  var path = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/fd/\(folder)", &path, 4095)
  return String(decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self).contains("/.vitrine")
}

@Suite struct JournalFaultTests {
  /// What is done when the mishap comes.
  enum Deed: CaseIterable, Sendable {
    case change, undo, redo
  }

  /// A folder in which the deed is the next thing to do.
  private static func folder(for deed: Deed) throws -> (TemporaryFolder, Plan) {
    // In memory: what a disk would do to it is what the calls do.
    let folder = try TemporaryFolder(JournalSample.files, inMemory: true)
    let plan = JournalSample.plan(folder)
    let quick = calls(nil, at: 0, .nothing, Counter())
    if deed != .change { _ = try JournalSample.carryOut(plan, in: folder, quick) }
    if deed == .redo { try JournalSample.turn(1, undo: true, in: folder, quick) }
    return (folder, plan)
  }

  private static func run(_ deed: Deed, _ plan: Plan, in folder: TemporaryFolder, _ calls: WriteCalls) throws {
    switch deed {
    case .change: _ = try JournalSample.carryOut(plan, in: folder, calls)
    case .undo: try JournalSample.turn(1, undo: true, in: folder, calls)
    case .redo: try JournalSample.turn(1, undo: false, in: folder, calls)
    }
  }

  /// What is wrong after a mishap and a recovery; nothing where all is as it must be.
  private static func faults(_ deed: Deed, _ mishap: Mishap?, at step: Int, _ lack: Lack, _ count: Counter) throws -> [String] {
    let (folder, plan) = try Self.folder(for: deed)
    let before = JournalSample.files(folder)
    let old = JournalSample.old
    let new = JournalSample.new
    var faults: [String] = []
    var failure: JournalFailure?
    do {
      try run(deed, plan, in: folder, calls(mishap, at: step, lack, count))
    } catch let error as JournalFailure {
      failure = error
    }
    let between = JournalSample.files(folder)
    if mishap != .death {
      if failure == nil, between != (before == old ? new : old) { faults.append("it says done and is not") }
      if let failure, between != before {
        if case .stuck = failure {} else { faults.append("it says failed and is not as before: \(failure)") }
      }
    }
    let journalCalls = calls(nil, at: 0, lack, Counter())
    let journal = try Journal(root: folder.path, calls: journalCalls)
    do {
      // A program that another test starts has our lock with all else that is open, until it becomes that program.
      let writer = try JournalWriter(journal, who: "")
      _ = try writer.recover()
    } catch {
      return ["it cannot be recovered: \(error)"]
    }
    let after = JournalSample.files(folder)
    if after != old, after != new { faults.append("neither old nor new: \(after.sorted { $0.key < $1.key })") }
    faults += leftovers(folder, journal, isNew: after == new)
    // What the journal holds is good for the way back and forth.
    if let record = try journal.records().first {
      for _ in 0..<(step % 4 == 0 ? 2 : 0) {
        let isDone = try journal.record(1)?.state == .done
        do { try JournalSample.turn(record.number, undo: isDone, in: folder, journalCalls) } catch {
          faults.append("\(isDone): \(error)")
        }
        if JournalSample.files(folder) != (isDone ? old : new) { faults.append("it cannot be turned") }
      }
    } else if after != old {
      faults.append("nobody knows of it")
    }
    return faults
  }

  /// What lies there that belongs to no settled entry.
  private static func leftovers(_ folder: TemporaryFolder, _ journal: Journal, isNew: Bool) -> [String] {
    var faults: [String] = []
    func walk(_ path: String) {
      for name in folder.names(path) {
        if name.hasSuffix(".tmp") { faults.append("left: \(path)/\(name)") }
        walk(path.isEmpty ? name : path + "/" + name)
      }
    }
    walk("")
    let records = (try? journal.records()) ?? []
    if folder.names(".vitrine/journal") != records.map({ _ in "000001" }) { faults.append("half an entry is left") }
    guard let record = records.first else {
      if folder.names(".vitrine/trash") != [] { faults.append("left in the trash: \(folder.names(".vitrine/trash"))") }
      return faults
    }
    if isNew != (record.state == .done) { faults.append("the state is \(record.state) and that is not so") }
    var slots = ["entry.json", record.state.rawValue]
    for (index, step) in record.entry.steps.enumerated() {
      switch (step, isNew) {
      case (.replace, true), (.drop, true): slots.append("\(index).old")
      case (.replace, false), (.create, false): slots.append("\(index).new")
      default: break
      }
    }
    let names = folder.names(".vitrine/journal/000001")
    if names != slots.sorted() { faults.append("the entry holds \(names), not \(slots.sorted())") }
    if isNew != (folder.names(".vitrine/trash") == ["000001", "000001.json"]) { faults.append("the trash is not right") }
    return faults
  }

  /// How many calls a deed makes.
  private static func callCount(_ deed: Deed, _ lack: Lack) throws -> Int {
    let count = Counter()
    _ = try faults(deed, nil, at: 0, lack, count)
    return count.value
  }

  @Test("without mishaps every file system will do", arguments: Lack.allCases)
  func lacks(lack: Lack) throws {
    for deed in Deed.allCases { #expect(try Self.faults(deed, nil, at: 0, lack, Counter()) == []) }
  }

  @Test("2,000 mishaps at any call: each ends old or new, never torn, nothing left behind (M4.4, M9.4, G7.10)")
  func mishaps() throws {
    var random = SystemRandomNumberGenerator()
    var counts: [String: Int] = [:]
    var failed = 0
    for round in 0..<2_000 {
      let deed = Deed.allCases[round % 3]
      let lack = Lack.allCases[round / 3 % 5]
      let mishap = Mishap.allCases[round / 15 % 6]
      let key = "\(deed) \(lack)"
      let count = try counts[key] ?? Self.callCount(deed, lack)
      counts[key] = count
      let step = Int.random(in: 0..<count, using: &random)
      let faults = try Self.faults(deed, mishap, at: step, lack, Counter())
      #expect(faults == [], "\(deed), \(lack) missing, \(mishap) at call \(step) of \(count)")
      if !faults.isEmpty { failed += 1 }
      if failed > 5 { break }
    }
    #expect(counts.values.allSatisfy { $0 > 40 })
  }
}
