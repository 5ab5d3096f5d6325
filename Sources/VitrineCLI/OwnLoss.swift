// A daemon that sees many records go at once stops, since that is more often a disk that is not mounted than a wish. Ours are wishes.

import VitrineClient

/// A removal of our own, which a running daemon takes for true as soon as it has seen it.
struct OwnLoss {
  private let control: DaemonControl

  /// From so few files on a daemon would not stop.
  private static let floor = 10

  /// The removal of so many files that is about to happen; nil where no daemon would mind, and where one stands still already, so that what
  /// it waits for is none of ours.
  init?(_ count: Int, session: Session, root: String) {
    guard count >= OwnLoss.floor else { return nil }
    control = DaemonControl(session, root: root)
    guard let status = control.presentStatus(), status.freeze == nil else { return nil }
  }

  /// Tells the daemon, if it stands still now: its status comes after all that was written before the question.
  func accept() {
    guard let status = control.presentStatus(), status.isLoss else { return }
    _ = try? control.order("/v1/accept")
  }
}
