// What the service says of itself and of generations, as JSON.

import Glibc
package import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineIndex
package import VitrineLive
import VitrineSource

/// The service's own facts, which are in no state.
struct ServiceFacts: Sendable {
  /// The program's version.
  var version: String
  /// The catalogue's root.
  var root: String
  /// When the service began. Units: nanoseconds since 1970-01-01T00:00:00Z.
  var started: Int64

  /// How many editors are served.
  var editors: @Sendable () -> Int

  /// What tells this run of the service from others.
  let life: String

  /// What is known of a service when it begins.
  init(version: String, root: String, started: Int64, editors: @escaping @Sendable () -> Int = { 0 }) {
    self.version = version
    self.root = root
    self.started = started
    self.editors = editors
    life = String(UInt64(bitPattern: started), radix: 36)
  }
}

extension JSONWriter {
  /// Writes the status as one object; `time`, which an event has, is when it is sent.
  mutating func status(_ state: LiveState, _ facts: ServiceFacts, clients: Int, time: Int64?) {
    object { json in
      if let time { json.field("time", Timestamp.text(time)) }
      json.field("version", facts.version)
      json.field("root", facts.root)
      json.field("pid", Int(getpid()))
      json.key("generation")
      json.number(state.generation)
      json.field("started", Timestamp.text(facts.started))
      StateOutline(state.outline).write(to: &json)
      json.field("files", state.catalogue.fileCount)
      json.field("clients", clients)
      json.field("editors", facts.editors())
      json.field(Memory.Member.memory.rawValue, Memory.resident)
    }
  }

  /// Writes what is believed of every folder as one array.
  mutating func folders(_ folders: [LiveFolder]) {
    array { json in
      for folder in folders {
        json.object { json in
          json.field("path", folder.path.string)
          json.field("watching", folder.watching.rawValue)
          json.key("reason")
          if let reason = folder.reason { json.string(reason) } else { json.null() }
          json.field("files", folder.files)
          json.key("trouble")
          if let trouble = folder.trouble { json.string(trouble) } else { json.null() }
        }
      }
    }
  }

  /// Writes what a generation brought as one object; at most `mostPaths` of the changed files are named.
  mutating func generation(_ delta: ReportDelta, mostPaths: Int) {
    object { json in
      json.key("generation")
      json.number(delta.outline.generation)
      json.field("time", Timestamp.text(delta.time))
      json.array("appeared") { json in
        for finding in delta.appeared { json.finding(finding) }
      }
      json.array("fixed") { json in
        for finding in delta.fixed { json.finding(finding) }
      }
      json.array("changed") { json in
        for path in delta.changedPaths.prefix(mostPaths) { json.string(path.string) }
      }
      json.field("changedCount", delta.changedPaths.count)
      StateOutline(delta.outline).write(to: &json)
    }
  }

  private mutating func number(_ value: UInt64) { number(Int(clamping: value)) }
}

extension StateOutline {
  /// What is reported of a live catalogue.
  package init(_ state: LiveOutline) {
    self.init()
    let findings = state.summary.findings
    (records, photos) = (state.summary.recordCount, state.summary.photoCount)
    counts = WatchCounts(
      errors: findings.count(of: .error), warnings: findings.count(of: .warning), infos: findings.count(of: .info))
    var watching = WatchWatching(
      folders: state.status.watchedFolders,
      polled: state.status.polled.map { WatchWatching.Polled(path: $0.path.string, folders: $0.folders, reason: $0.reason) })
    watching.overflows = state.status.overflows
    watching.links = state.status.links
    watching.shortage = state.status.shortage
    self.watching = watching
    freeze = state.status.freeze.map { WatchFreeze($0) }
    lastGood = state.lastGood.map(\.string)
  }
}

extension WatchFreeze {
  /// Why a live catalogue stays as it was.
  init(_ freeze: LiveStatus.Freeze) {
    switch freeze {
    case .rootGone: self = .rootGone
    case .manifest(nil): self = .manifest("'vitrine.yaml' is gone, and without it the folder is no catalogue")
    case .manifest(let reason?): self = .manifest("'vitrine.yaml' cannot be read: \(reason)")
    case .massLoss(let gone, let all): self = .massLoss(gone: gone, of: all)
    }
  }
}

/// Moments in words.
enum Timestamp {
  /// A moment as RFC 3339 has it, in UTC, with microseconds: `2026-11-21T18:15:00.123456Z`. Units: nanoseconds since 1970-01-01T00:00:00Z.
  static func text(_ nanoseconds: Int64) -> String {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var moment = time_t(rest < 0 ? seconds - 1 : seconds)
    let micros = (rest < 0 ? rest + 1_000_000_000 : rest) / 1_000
    var parts = tm()
    gmtime_r(&moment, &parts)
    var text: [UInt8] = []
    text.reserveCapacity(32)
    func add(_ value: Int, _ count: Int, _ end: Unicode.Scalar) {
      var unit = 1
      for _ in 1..<count { unit *= 10 }
      // Years of more than four digits are as long as they are.
      while value / unit >= 10 { unit *= 10 }
      while unit > 0 {
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / unit % 10))
        unit /= 10
      }
      text.append(UInt8(ascii: end))
    }
    add(Int(parts.tm_year) + 1900, 4, "-")
    add(Int(parts.tm_mon) + 1, 2, "-")
    add(Int(parts.tm_mday), 2, "T")
    add(Int(parts.tm_hour), 2, ":")
    add(Int(parts.tm_min), 2, ":")
    add(Int(parts.tm_sec), 2, ".")
    add(Int(micros), 6, "Z")
    return String(decoding: text, as: UTF8.self)
  }
}

/// The memory of this process.
enum Memory {
  /// What it is called in the status.
  enum Member: String {
    /// Bytes in use.
    case memory
  }

  /// What of it is in use; 0 where the system does not say. Units: bytes. Source: proc_pid_statm(5).
  static var resident: Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    let fields = bytes.prefix(max(0, count)).split(separator: 0x20)
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
