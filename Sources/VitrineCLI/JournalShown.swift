// The journal and the trash as people read them.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineJournal
import VitrineModel
import VitrineSource
import VitrineSystem

/// What the commands of the journal have in common.
struct JournalShown {
  /// The catalogue's root.
  let root: String
  /// Its journal.
  let journal: Journal
  private let session: Session
  private let clock: WallClock

  /// The journal of the catalogue that a session means.
  ///
  /// Errors: there is none here.
  init(_ session: Session) throws {
    guard session.live == nil else { throw NotServed() }
    self.session = session
    root = try session.root()
    journal = try Journal(root: root)
    clock = try session.stoppableClock()
  }

  /// The number of an entry among the arguments.
  static let number = Positional.optional("NUMBER", "the number that 'vitrine log' shows")

  /// An entry by the number that a person typed.
  ///
  /// Errors: it is no number, or none of an entry.
  func record(_ word: String) throws -> Journal.Record {
    guard let number = Int(word), number > 0 else {
      throw CommandError("'\(word)' is not the number of a change; 'vitrine log' shows them")
    }
    guard let record = try journal.record(number) else {
      throw CommandError("there is no change \(number) in the journal; 'vitrine log' shows what is")
    }
    return record
  }

  /// A moment as `2026-11-21 12:00`.
  func time(_ time: Int64) -> Cell {
    let moment = CivilMoment(nanoseconds: time, offset: clock.offset(time))
    let minutes = Int(moment.seconds) / 60
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
    let words = "\(moment.day) \(two(minutes / 60)):\(two(minutes % 60))"
    let offset = abs(clock.offset(time)) / 60
    let zone = offset == 0 ? "Z" : (clock.offset(time) < 0 ? "-" : "+") + "\(two(offset / 60)):\(two(offset % 60))"
    let written = "\(moment.day)T\(two(minutes / 60)):\(two(minutes % 60)):\(two(Int(moment.seconds) % 60))\(zone)"
    return .shown(words, written: .text(written))
  }

  /// Now. Units: nanoseconds since 1970.
  var now: Int64 { clock.now() }

  /// The difference that a change made, or, turned around, that undoing it makes.
  func difference(of record: Journal.Record, isTurned: Bool = false) -> [UInt8] {
    var text: [UInt8] = []
    for (index, step) in record.entry.steps.enumerated() {
      let (before, after) = journal.sides(of: record, step: index)
      let (old, new) = isTurned ? (after, before) : (before, after)
      switch step {
      case .move(let from, let to, _):
        text += isTurned ? UnifiedDiff.render(from: to, to: from) : UnifiedDiff.render(from: from, to: to)
      case .create(let path, _), .drop(let path, _), .remove(let path, _), .replace(let path, _, _):
        if old == nil, new == nil || step.isReplacement {
          text += "# '\(path.shown)' \(step.verb(isTurned)); its bytes are not text, or are no longer kept\n".utf8
        } else if step.isReplacement, new == nil {
          text += "# '\(path.shown)' \(step.verb(isTurned)); its new bytes are no longer kept\n".utf8
        } else {
          text += UnifiedDiff.render(path: path, old: old, new: new)
        }
      }
    }
    return text
  }
}

extension JournalStep {
  fileprivate var isReplacement: Bool { if case .replace = self { true } else { false } }

  /// What became of the file, or becomes when it is undone.
  fileprivate func verb(_ isTurned: Bool) -> String {
    switch self {
    case .create: isTurned ? "goes" : "is new"
    case .replace: "changes"
    case .remove, .drop: isTurned ? "comes back" : "goes"
    case .move: "moves"
    }
  }
}

extension FileError {
  /// Why a change cannot be undone, in words about one file.
  var sinceWords: String {
    switch cause {
    case .changed: "'\(path.shown)' was changed since"
    case .vanished: "'\(path.shown)' was removed or renamed since"
    case .appeared: "something else stands at '\(path.shown)' now"
    case .lost: "what '\(path.shown)' held is neither in the journal nor in the trash any more"
    default: "\(self)"
    }
  }
}
