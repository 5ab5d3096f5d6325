// What a check found, ready to be written in any format.

package import VitrineSource

/// The findings of a check and what was checked.
package struct Report {
  /// The findings: located, in report order, with the severities in force.
  package var findings: [Finding]
  /// How many errors there are besides the findings.
  package var unlistedErrors = 0
  /// How much was looked at.
  package var counts: Counts
  /// The time it took in seconds, or nil where it is not to be shown.
  package var seconds: Double?
  /// The program's version.
  package var version: String
  /// The bytes of a file of the catalogue, for excerpts; nil where there are none to show (a photo, a file that has gone).
  package var texts: (_ path: Path) -> [UInt8]?

  /// A report of findings that are located and in report order already.
  package init(
    findings: [Finding], counts: Counts, seconds: Double? = nil, version: String, texts: @escaping (_ path: Path) -> [UInt8]?
  ) {
    self.findings = findings
    self.counts = counts
    self.seconds = seconds
    self.version = version
    self.texts = texts
  }

  /// How much was checked.
  package struct Counts: Sendable, Hashable {
    /// Records.
    package var records: Int
    /// Photos.
    package var photos: Int
    /// Files of every sort.
    package var files: Int
    /// Whether the files are no records of a catalogue, so that a summary counts files.
    package let isOfFiles: Bool

    /// The given counts.
    package init(records: Int, photos: Int, files: Int) {
      self.records = records
      self.photos = photos
      self.files = files
      isOfFiles = false
    }

    /// Counts of files that are no records.
    package init(files: Int) {
      records = 0
      photos = 0
      self.files = files
      isOfFiles = true
    }
  }
}

extension Report {
  /// Calls the body once for each file with findings, in order.
  func forEachFile(_ body: (_ path: Path, _ findings: ArraySlice<Finding>) -> Void) {
    var start = findings.startIndex
    while start < findings.endIndex {
      let path = findings[start].path
      var end = start + 1
      while end < findings.endIndex, findings[end].path == path { end += 1 }
      body(path, findings[start..<end])
      start = end
    }
  }

  /// The rules that found something, by code.
  var rules: [Rule] {
    Set(findings.lazy.map(\.rule)).sorted { $0.code < $1.code }
  }
}

extension Finding {
  /// The message with the label, for formats that have no place under the text: "'Wi' is not a known system; did you mean 'Wii'?".
  var sentence: String {
    // A message may end with its label already, as in "is not a real date: there is no month 13".
    label.isEmpty || message.hasSuffix(label) ? message : message + "; " + label
  }

  /// The path, or the manifest's for what concerns the whole catalogue, for formats that insist on a file.
  var reportedPath: String {
    path.isEmpty ? "vitrine.yaml" : path.string
  }
}
