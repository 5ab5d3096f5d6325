// The journal and the trash as people read them.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineJournal
import VitrineModel

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
    session.endInterruptedChange(in: root)
    journal = try Journal(root: root)
    clock = try session.stoppableClock()
  }

  /// The number of an entry among the arguments.
  static let number = Positional.optional("NUMBER", "the number that 'vitrine log' shows")

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
}
