// A live catalogue at one moment, and what became different with it.

package import VitrineCatalog
package import VitrineSource

/// A settled state of a live catalogue. Readers keep theirs as long as they like.
package struct LiveState: Sendable {
  /// Counted from 1 at every change that was applied; never goes back while the catalogue is alive.
  package var generation: UInt64
  /// The catalogue, as if it had been read at this moment; but see `lastGood`.
  package var catalogue: LoadedCatalogue
  /// How well it is watched.
  package var status: LiveStatus
  /// The records whose files cannot be understood now, and which the index holds as they last were; in byte order of the paths.
  package var lastGood: [Path] = []

  /// A state of the given parts.
  package init(generation: UInt64, catalogue: LoadedCatalogue, status: LiveStatus) {
    self.generation = generation
    self.catalogue = catalogue
    self.status = status
  }
}

extension LiveState {
  /// What is reported of it.
  package var outline: LiveOutline {
    LiveOutline(generation: generation, summary: CatalogueSummary(catalogue), status: status, lastGood: lastGood)
  }
}

/// What is reported of a state wherever it is reported: all but what queries look into.
package struct LiveOutline: Sendable {
  /// The state's generation.
  package var generation: UInt64
  /// The report, and how much there is.
  package var summary: CatalogueSummary
  /// How well it is watched.
  package var status: LiveStatus
  /// The records whose files cannot be understood now, and which the index holds as they last were; in byte order of the paths.
  package var lastGood: [Path]
}

/// How well a catalogue is watched, and whether it follows at all.
package struct LiveStatus: Sendable, Hashable {
  /// Why a catalogue stays as it was although its files are different.
  package enum Freeze: Sendable, Hashable {
    /// The root's path leads nowhere, or not to the catalogue.
    case rootGone
    /// The manifest is not there, or cannot be read; why, in a few words, where it is there.
    case manifest(String?)
    /// Within one batch so many records went of so many.
    case massLoss(gone: Int, of: Int)
  }

  /// Folders whose changes no event tells.
  package struct Polled: Sendable, Hashable {
    /// The topmost folder; "" for the root.
    package var path: Path
    /// How many folders it is with those below.
    package var folders: Int
    /// Why, and what helps, in one sentence without a full stop.
    package var reason: String

    /// Polled folders.
    package init(path: Path, folders: Int, reason: String) {
      self.path = path
      self.folders = folders
      self.reason = reason
    }
  }

  /// How many folders are watched.
  package var watchedFolders = 0
  /// What is polled, in byte order of the paths.
  package var polled: [Polled] = []
  /// How many symbolic links lead to what is not watched, and are looked at from time to time.
  package var links = 0
  /// Why nothing follows now; nil while all is well.
  package var freeze: Freeze?
  /// Why what changed cannot be read for now, and what helps, in one sentence without a full stop: too many open files, too little memory. It is tried
  /// again and again. Nil while there is enough.
  package var shortage: String?
  /// How many times the system lost events, and everything was read again.
  package var overflows = 0

  /// All is well and nothing is watched yet.
  package init() {}
}

/// What a generation brought.
package struct ReportDelta: Sendable {
  /// What is reported of the state that it led to.
  package var outline: LiveOutline
  /// The findings that are there now and were not before, in report order. One that only moved within its file is neither here nor in `fixed`.
  package var appeared: [Finding]
  /// The findings that were there before and are not now, in report order.
  package var fixed: [Finding]
  /// The files whose findings may be others than before, be it only their places; nil for any.
  package var reportedPaths: Set<Path>?
  /// The files that came, went or changed, in byte order.
  package var changedPaths: [Path]
  /// When it was made, on the clock on the wall. Units: nanoseconds since 1970-01-01T00:00:00Z.
  package var time: Int64

  /// A delta of the given parts.
  package init(
    outline: LiveOutline, appeared: [Finding], fixed: [Finding], reportedPaths: Set<Path>? = nil, changedPaths: [Path],
    time: Int64
  ) {
    self.outline = outline
    self.appeared = appeared
    self.fixed = fixed
    self.reportedPaths = reportedPaths
    self.changedPaths = changedPaths
    self.time = time
  }
}
