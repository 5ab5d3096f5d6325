// Notices on the desktop of new errors: what they say, and that they do not come too often.

import VitrineSource
import VitrineText

/// When a notice is shown, and what it says.
package struct WatchNotices: Sendable {
  /// A notice.
  package struct Notice: Sendable, Hashable {
    /// The heading.
    package var title: String
    /// What stands below, in the small markup of notices. Source: the Desktop Notifications Specification, "Markup".
    package var body: String

    /// A notice of a heading and a text.
    package init(title: String, body: String) {
      self.title = title
      self.body = body
    }
  }

  /// The least time between two. Units: seconds.
  private static let pause = 5.0

  private var last: Double?
  private var waiting: (count: Int, first: WatchFinding)?

  /// Nothing was shown yet.
  package init() {}

  /// Errors appeared; gives the notice to show now, nil where it has to wait for its time. `now` is in seconds.
  package mutating func appeared(_ findings: [WatchFinding], now: Double) -> Notice? {
    let errors = findings.filter { $0.severity == .error }
    if let first = errors.first { waiting = ((waiting?.count ?? 0) + errors.count, waiting?.first ?? first) }
    return due(now: now)
  }

  /// The notice to show now; nil where there is none, or its time has not come.
  package mutating func due(now: Double) -> Notice? {
    guard let waiting, last.map({ now - $0 >= Self.pause }) ?? true else { return nil }
    last = now
    self.waiting = nil
    let first = waiting.first
    let more = waiting.count > 1 ? "\nand \(waiting.count - 1) more" : ""
    return Notice(
      title: counted(waiting.count, "new error"),
      body: Self.marked("\(first.path):\(first.line): \(first.message)") + more)
  }

  /// How long until a notice that waits is due; nil where none waits. Units: seconds.
  package func delay(now: Double) -> Double? {
    guard waiting != nil, let last else { return nil }
    return max(last + Self.pause - now, 0)
  }

  private static func marked(_ text: String) -> String {
    TerminalText.visible(text).split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
      .split(separator: ">", omittingEmptySubsequences: false).joined(separator: "&gt;")
  }
}
