// What the daemon reports of how well its catalogue is watched: only when that becomes different.

import Synchronization
import VitrineLive
import VitrineSource

/// Compares each status with the one before.
final class StatusWatch: Sendable {
  private let journal: Journal
  private let readiness: Readiness
  private let last = Mutex(LiveStatus())

  /// Tells by a journal, and to systemd.
  init(journal: Journal, readiness: Readiness) {
    self.journal = journal
    self.readiness = readiness
  }

  /// Takes the status of a generation.
  func look(at status: LiveStatus) {
    let before = last.withLock { last in
      defer { last = status }
      return last
    }
    if status.overflows > before.overflows { journal.write(.warning, "the system lost events; everything was read again") }
    for polled in status.polled where !before.polled.contains(polled) {
      journal.write(.warning, "'\(polled.path.isEmpty ? "." : polled.path.string)' is polled: \(polled.reason)")
    }
    if !before.polled.isEmpty, status.polled.isEmpty { journal.write(.info, "nothing is polled any more") }
    if status.shortage != before.shortage { tell(shortage: status.shortage) }
    if status.freeze != before.freeze { tell(status.freeze) }
  }

  private func tell(shortage: String?) {
    let sentence = shortage.map { "what changed cannot be read for now, and is tried again: \($0)" } ?? "what changed was read"
    journal.write(shortage == nil ? .info : .warning, sentence)
    readiness.tell(sentence)
  }

  private func tell(_ freeze: LiveStatus.Freeze?) {
    let sentence =
      switch freeze {
      case nil: "follows the files again"
      case .rootGone: "the catalogue's folder is gone; it is kept as it was until the folder is back"
      case .manifest(nil): "'vitrine.yaml' is gone; the catalogue is kept as it was until it is back"
      case .manifest(let reason?): "'vitrine.yaml' cannot be read: \(reason); the catalogue is kept as it was until it can be"
      case .massLoss(let gone, let all):
        "\(gone) of \(all) records went at once; they are kept until they are back, or 'vitrine daemon accept'"
      }
    journal.write(freeze == nil ? .info : .warning, sentence)
    readiness.tell(sentence)
  }
}
