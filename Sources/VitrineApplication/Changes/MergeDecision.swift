// Which of two records has the word on a field, as a person says it.

package import VitrineChanges
import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineText

/// What a person decides where two records differ.
package enum MergeDecision {
  /// The field and the side of `FIELD=keep` or `FIELD=other`, for records of a kind.
  ///
  /// Errors: it is neither, or the kind has no such field.
  package static func read(
    _ word: String, ofKind kind: Int, in open: OpenCatalogue
  ) throws(RequestError) -> (FieldPath, MergeSide) {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let side = MergeSide(rawValue: parts[1]) else {
      throw RequestError("option '--take' needs FIELD=keep or FIELD=other, not '\(word)'")
    }
    guard let way = open.binder.names.way(to: parts[0], kind: kind), way.references.isEmpty, !way.counts,
      case let column = open.index.tables[kind].columns[way.column], !column.isBuiltIn
    else {
      let names = open.kinds[kind].fields.map(\.path.dotted)
      let nearest = NearestWord.nearest(to: parts[0], in: names).map { "; did you mean '\($0)'?" } ?? ""
      throw RequestError("a \(open.kinds[kind].name) has no field '\(parts[0])'\(nearest)")
    }
    return (column.field.path, side)
  }
}
