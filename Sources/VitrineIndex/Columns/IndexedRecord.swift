// What the index takes of one record.

package import VitrineModel
package import VitrineSource
package import VitrineSyntax

/// One record for the index.
package struct IndexedRecord: Sendable {
  /// The file's path relative to the root.
  package var path: Path
  /// The index of its kind in the catalogue's kinds.
  package var kind: Int
  /// What its file says; may be broken, or without a root.
  package var tree: Tree
  /// What is known of it beside that.
  package var context: RecordContext

  /// A record of the given parts.
  package init(path: Path, kind: Int, tree: Tree, context: RecordContext = RecordContext()) {
    self.path = path
    self.kind = kind
    self.tree = tree
    self.context = context
  }
}

/// What is known of a record beside its own text; what other records say of it, the index finds itself.
package struct RecordContext: Sendable {
  /// When the file last changed. Units: nanoseconds since 1970-01-01T00:00:00Z; nil where it is not known.
  package var modified: Int64?
  /// The findings in its file, in report order.
  package var findings: [Finding]
  /// Its photos, by place and by being listed, in order.
  package var photos: [PhotoFacts]

  /// A context of the given parts.
  package init(modified: Int64? = nil, findings: [Finding] = [], photos: [PhotoFacts] = []) {
    self.modified = modified
    self.findings = findings
    self.photos = photos
  }
}

/// How far the clock on the wall is ahead of UTC at a moment. Units: nanoseconds since 1970 in, seconds out. The core asks no clock.
package typealias ClockOffset = @Sendable (Int64) -> Int
