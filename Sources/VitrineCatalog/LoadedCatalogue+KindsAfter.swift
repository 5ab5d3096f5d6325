// The kinds as a plan leaves them, where it changes schemas: what its records are checked against.

package import VitrineChanges
package import VitrineModel
import VitrineSource

extension LoadedCatalogue {
  /// The kinds after a plan, in the order of `kinds`; nil where it changes no schema, or leaves one that cannot be used.
  package func kinds(after plan: Plan) -> [Kind]? {
    let edits = plan.edits.filter { $0.path.isWithin(SchemaStore.folder) }
    guard !edits.isEmpty else { return nil }
    var texts: [Path: [UInt8]] = [:]
    for path in schemas.ownPaths { texts[path] = text(at: path) }
    for edit in edits { texts[edit.path] = edit.result(on: texts[edit.path]) }
    var store = SchemaStore()
    for (path, bytes) in texts.sorted(by: { $0.key < $1.key }) { store.add(bytes, path: path) }
    let after = kinds.compactMap { store.kind(named: $0.name) }
    return after.count == kinds.count ? after : nil
  }
}
