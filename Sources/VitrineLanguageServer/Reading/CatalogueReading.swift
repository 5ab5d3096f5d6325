// Where an editor's catalogue comes from: read for this editor alone, or followed by a service that others ask, too.

import VitrineLive
import VitrineSource

/// A live catalogue with an editor's texts over its files. One thread uses it.
protocol CatalogueReading: AnyObject {
  /// The last state that is known; asking for it waits for nobody.
  var toldState: LiveState { get }

  /// The state of the last generation that was told of, with all texts.
  var lastState: LiveState { get }

  /// The state with everything in it that was written before; while a text is read that all records may depend on, the one before that.
  var state: LiveState { get }

  /// When `readTyped` is to be called; nil while nothing waits for it. Units: nanoseconds of `MonotonicClock`.
  var deadline: Int64? { get }

  /// Whether what follows from the text of a file is not known yet.
  func isSettling(_ path: Path) -> Bool

  /// Has the texts that were typed be read, now or where their time has come. Nobody waits for it.
  func readTyped(now: Int64)

  /// Waits until all that follows from the texts is known, and all that was written before.
  func settle()

  /// Says that the text over a file is another one, under every name that the file has, and waits until what follows is known; where somebody `isTyping`, and
  /// all records may depend on the text, that is found out later. Of a text that `isRead`, being what its file says, nothing follows.
  func textChanged(_ paths: [Path], isRead: Bool, isTyping: Bool)
}
