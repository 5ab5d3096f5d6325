// What a watching reporter gets, whoever watches: the service's events, as values.

package import VitrineSource

/// A finding as far as one line of it goes.
package struct WatchFinding: Sendable, Hashable {
  /// The file, or the manifest for what concerns the whole catalogue.
  package var path: String
  /// The line it begins on. Units: from 1.
  package var line: Int
  /// The column it begins in. Units: code points from 1.
  package var column: Int
  /// How bad it is.
  package var severity: Severity
  /// The rule's slug.
  package var rule: String
  /// The message, with the label where there is one.
  package var message: String

  /// A finding of the given parts.
  package init(path: String, line: Int, column: Int, severity: Severity, rule: String, message: String) {
    self.path = path
    self.line = line
    self.column = column
    self.severity = severity
    self.rule = rule
    self.message = message
  }

  /// The line of a finding of a report.
  package init(_ finding: Finding) {
    self.init(
      path: finding.path.string, line: finding.span.start.line, column: finding.span.start.column, severity: finding.severity,
      rule: finding.rule.slug, message: finding.label.isEmpty ? finding.message : finding.message + "; " + finding.label)
  }

  /// What makes it the same finding although it stands elsewhere in its file.
  package var identity: WatchFinding {
    WatchFinding(path: path, line: 0, column: 0, severity: severity, rule: rule, message: message)
  }
}

/// How many findings there are of each severity.
package struct WatchCounts: Sendable, Hashable {
  /// Errors.
  package var errors = 0
  /// Warnings.
  package var warnings = 0
  /// Findings worth knowing.
  package var infos = 0

  /// No findings.
  package init() {}

  /// Counts of the given numbers.
  package init(errors: Int, warnings: Int, infos: Int) {
    self.errors = errors
    self.warnings = warnings
    self.infos = infos
  }

  /// True where nothing is wrong.
  package var isWell: Bool { errors == 0 && warnings == 0 }

  /// Counts so many more of a severity.
  package mutating func add(_ count: Int, _ severity: Severity) {
    switch severity {
    case .error: errors += count
    case .warning: warnings += count
    case .info: infos += count
    }
  }
}

/// How well a catalogue is watched.
package struct WatchWatching: Sendable, Hashable {
  /// Folders whose changes no event tells.
  package struct Polled: Sendable, Hashable {
    /// The topmost folder; "" for the root.
    package var path: String
    /// How many folders it is with those below.
    package var folders: Int
    /// Why, and what helps.
    package var reason: String

    /// Polled folders.
    package init(path: String, folders: Int, reason: String) {
      self.path = path
      self.folders = folders
      self.reason = reason
    }
  }

  /// How many folders are watched.
  package var folders: Int
  /// What is polled.
  package var polled: [Polled]
  /// How many symbolic links lead to what is not watched, and are looked at from time to time.
  package var links = 0
  /// How many times the system lost events, and everything was read again.
  package var overflows = 0
  /// Why what changed cannot be read for now, and what helps; nil while it can.
  package var shortage: String?

  /// So many folders, and those that are polled.
  package init(folders: Int, polled: [Polled] = []) {
    self.folders = folders
    self.polled = polled
  }
}

/// Why a report stays as it was although the files are different.
package enum WatchFreeze: Sendable, Hashable {
  /// The folder of the catalogue is gone.
  case rootGone
  /// The manifest is gone or cannot be read, in a sentence.
  case manifest(String)
  /// At once so many records went of so many.
  case massLoss(gone: Int, of: Int)
  /// Something else, in the words of who told it.
  case other(String)
}

/// A generation, or the state that generations go on from.
package struct WatchEvent: Sendable, Hashable {
  /// What kind of event it is.
  package enum Form: Sendable, Hashable {
    /// How things stand; what happened before is not told. At the beginning, and for one who did not keep up.
    case state
    /// What one generation brought.
    case generation
  }

  /// What kind of event it is.
  package var form: Form
  /// The number of the generation.
  package var generation: UInt64
  /// When it was made; nil where nobody said. Units: nanoseconds since 1970-01-01T00:00:00Z.
  package var time: Int64?
  /// The findings that are there now and were not before, in report order.
  package var appeared: [WatchFinding] = []
  /// The findings that were there before and are not now, in report order.
  package var fixed: [WatchFinding] = []
  /// The files that came, went or changed; the first 1,000.
  package var changed: [String] = []
  /// How many files that is in all.
  package var changedCount = 0
  /// How many records there are.
  package var records = 0
  /// How many photos there are.
  package var photos = 0
  /// How many findings there are.
  package var counts = WatchCounts()
  /// How well all is watched; nil where it was not said.
  package var watching: WatchWatching?
  /// Why nothing follows; nil while all is well.
  package var freeze: WatchFreeze?
  /// The event as one line of JSON, without its line feed, as the service writes it.
  package var json: [UInt8] = []

  /// An event in which nothing happened yet.
  package init(_ form: Form, generation: UInt64) {
    self.form = form
    self.generation = generation
  }
}
