// Two branches' texts of one record put together: by lines, and where lines say too little, by fields.

import VitrineAlgorithms
import VitrineEditing
package import VitrineModel
import VitrineSource
import VitrineSyntax

/// A record's text as two sides made it of one.
///
/// What lines alone can put together is put together by lines, so that comments and order of both sides stay. Where both sides changed the same
/// lines, or where the result would be no record, the fields decide: our text takes in what the other side changed, by the edits of any change.
/// That is done only if the other side has no new comments, which would be lost.
package struct RecordMerge {
  /// The longest text whose fields are compared. Units: bytes.
  private static let mostBytes = 1 << 20

  /// What is wanted of the merge.
  package struct Options {
    /// The kind of the record; nil where it is not known. Asked for only where lines do not decide.
    let kind: () -> Kind?
    /// How often the character of a conflict's mark stands.
    package var markSize = 7
    /// The names of the sides in marks.
    package var names = (ours: "ours", theirs: "theirs")

    /// The usual ones, for a record of a kind.
    package init(kind: @autoclosure @escaping () -> Kind? = nil) { self.kind = kind }
  }

  /// The text: whole, or with git's marks around what nobody can decide.
  package private(set) var text: [UInt8]
  /// Whether nothing is left to decide.
  package private(set) var isClean = true
  /// The fields that both sides changed, each in its own way; empty where only lines were compared.
  package private(set) var conflicts: [String] = []

  /// The merge of two texts that came from `base`, which is empty where both sides made the file.
  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8], _ options: Options = Options()) {
    text = ours
    if theirs == ours || theirs == base { return }
    let marks = LineMerge.Marks(ours: options.names.ours, theirs: options.names.theirs, size: options.markSize)
    let lines = LineMerge(base: base, ours: ours, theirs: theirs, marks: marks)
    text = lines.bytes
    if lines.conflicts == 0, Self.value(of: lines.bytes) != nil { return }
    isClean = lines.conflicts == 0
    guard max(base.count, ours.count, theirs.count) <= Self.mostBytes else { return }
    guard let left = Self.value(of: ours), let right = Self.value(of: theirs),
      let old = base.isEmpty ? .null : Self.value(of: base)
    else { return }
    isClean = false
    let kind = options.kind()
    if let merged = Self.formKept(old, left, right, base: base, ours: ours, theirs: theirs, kind) {
      text = merged
      isClean = true
      return
    }
    let values = ValueMerge(base: old, ours: left, theirs: right, kind: kind)
    conflicts = values.conflicts
    guard conflicts.isEmpty, !Self.hasNewComments(theirs, base, ours),
      let merged = Self.text(of: ours, with: values.changes, kind)
    else { return }
    text = merged
    isClean = true
  }

  /// The other side's text with the values that our side changed, where the other side changed no value: it wrote the record in another form, or said something in
  /// comments. Nil where it did more, or where a comment of ours would be lost.
  private static func formKept(
    _ old: DataValue, _ left: DataValue, _ right: DataValue, base: [UInt8], ours: [UInt8], theirs: [UInt8], _ kind: Kind?
  ) -> [UInt8]? {
    guard !base.isEmpty, right.allNormalized == old.allNormalized, !hasNewComments(ours, base, theirs) else { return nil }
    let values = ValueMerge(base: old, ours: right, theirs: left, kind: kind)
    return values.conflicts.isEmpty ? text(of: theirs, with: values.changes, kind) : nil
  }

  /// The value of a text that is one record; nil for any other.
  private static func value(of text: [UInt8]) -> DataValue? {
    let parsed = YAML.parse(text)
    guard parsed.isComplete, !parsed.findings.contains(where: { $0.severity == .error }), let root = parsed.tree.roots.first
    else {
      return nil
    }
    let value = parsed.tree.withReader { $0.dataValue(root) }
    return value.entries == nil ? nil : value
  }

  private static func text(of ours: [UInt8], with changes: [ValueChange], _ kind: Kind?) -> [UInt8]? {
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits(changes, in: ours, keyOrder: kind?.keyOrder)
      return FileEdit(path: "", expected: .bytes(ours), change: .edits(edits)).result(on: ours)
    } catch {
      // Such as a change through an alias: people decide.
      return nil
    }
  }

  /// Whether the other side says something in comments that neither the base nor our side does.
  private static func hasNewComments(_ theirs: [UInt8], _ base: [UInt8], _ ours: [UInt8]) -> Bool {
    let known = Set(comments(in: base) + comments(in: ours))
    return comments(in: theirs).contains { !known.contains($0) }
  }

  /// The comments of a text, without what stands before and behind them.
  private static func comments(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    YAML.parse(text).tree.withReader { reader in
      var comments: [ArraySlice<UInt8>] = []
      var index = text.startIndex
      while let hash = text[index...].firstIndex(of: UInt8(ascii: "#")) {
        index = hash + 1
        let begins = hash == 0 || [0x20, 0x09, 0x0A, 0x0D].contains(text[hash - 1])
        guard begins, !isInScalar(hash, reader) else { continue }
        let end = text[hash...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
        comments.append(text[hash..<end])
        index = end
      }
      return comments
    }
  }

  private static func isInScalar(_ place: Int, _ reader: TreeReader) -> Bool {
    let next = reader.nodes.partitioningIndex { Int($0.start) > place }
    guard next > 0 else { return false }
    let node = reader.nodes[next - 1]
    return node.isScalar && Int(node.end) > place
  }
}
