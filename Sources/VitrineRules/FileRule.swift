// The two shapes of a rule that no schema can express.

package import VitrineModel
package import VitrineSource
package import VitrineSyntax

/// A rule about one record's file, looked at while its tree is at hand. One type a file of the shelf `FileRules`.
package protocol FileRule: Sendable {
  /// The rule.
  static var rule: Rule { get }
  /// Calls `report` for each fault in the file, not yet located.
  static func check(_ file: RecordFile, _ report: (Finding) -> Void)
}

/// A rule that looks across files. One type a file of the shelf `CatalogueRules`, which follows one of the four below: each looks at one subject
/// at a time and reports faults in its file only, so that what is found can be found anew for the few subjects that a change concerns.
///
/// Shape: findings carry their path and byte range; lines and columns are filled in later.
package protocol CatalogueRule: Sendable {
  /// The rule.
  static var rule: Rule { get }
}

/// A rule about one record among the others.
package protocol RecordRule: CatalogueRule {
  /// Calls `report` for each fault of the record in a slot.
  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void)
}

/// A rule about one image.
package protocol PhotoRule: CatalogueRule {
  /// Calls `report` for each fault of the image in a slot.
  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void)
}

/// A rule about one file that cannot be, or is not, part of the catalogue.
package protocol TroubleRule: CatalogueRule {
  /// Calls `report` where the trouble is one of the rule's.
  static func check(_ trouble: FileTrouble, _ report: (Finding) -> Void)
}

/// A rule about `vitrine.yaml` that no schema can express.
package protocol ManifestRule: CatalogueRule {
  /// Calls `report` for each fault.
  static func check(_ manifest: Manifest, _ report: (Finding) -> Void)
}

/// One record's file as rules see it.
package struct RecordFile {
  /// The path relative to the root.
  package let path: Path
  /// The reading face of its tree.
  package let reader: TreeReader
  /// The root node.
  package let root: NodeID
  /// Its kind.
  package let kind: Kind
  /// The text that the tree was made of.
  package let text: ParsedText

  /// The largest text for which fixes are computed that read it again. Units: bytes.
  private static let mostMended = 1 << 20

  /// Whether fixes may be computed that read the text again.
  var isMended: Bool { text.tree.bytes.count <= Self.mostMended }

  /// A record's file.
  package init(path: Path, reader: TreeReader, root: NodeID, kind: Kind, text: ParsedText) {
    self.path = path
    self.reader = reader
    self.root = root
    self.kind = kind
    self.text = text
  }
}

extension Finding {
  /// A finding of a catalogue rule: at a place of a file that is not at hand.
  package init(
    _ rule: Rule, in path: Path, at range: ByteRange, pointer: String = "", record: String = "", _ message: String,
    label: String = "",
    help: String? = nil, note: String = "", related: [RelatedPlace] = [], fixes: [Fix] = []
  ) {
    self.init(rule, at: range, pointer: pointer, message, label: label, help: help, note: note, related: related, fixes: fixes)
    self.path = path
    self.record = record
  }
}
