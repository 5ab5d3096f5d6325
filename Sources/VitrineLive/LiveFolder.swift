// What a live catalogue believes of a folder.

package import VitrineSource
import VitrineSystem
import VitrineWatch

/// A folder of a live catalogue, as it is known.
package struct LiveFolder: Sendable, Hashable {
  /// How its changes are seen.
  package enum Watching: String, Sendable {
    /// By events.
    case events
    /// By reading it from time to time.
    case polling
    /// Not but with the folder above: it cannot be opened, or is a catalogue of its own.
    case none
  }

  /// The path, relative to the root; "" for the root.
  package let path: Path
  /// How its changes are seen.
  package let watching: Watching
  /// Why it is polled, and what helps, in one sentence without a full stop; nil where it is not.
  package let reason: String?
  /// How many files are known in it, those in folders below not among them.
  package let files: Int
  /// Why the files in it are not known, or not all; nil where nothing is wrong.
  package let trouble: String?

  /// What a watcher believes.
  init(_ belief: FolderBelief) {
    path = belief.path
    files = belief.files
    switch belief.watching {
    case .events: (watching, reason) = (.events, nil)
    case .polling(let reason): (watching, self.reason) = (.polling, reason.words)
    case .none: (watching, reason) = (.none, nil)
    }
    trouble = belief.error.map { ErrorNumber.words($0).reason } ?? (belief.isCatalogue ? "it is a catalogue of its own" : nil)
  }
}
