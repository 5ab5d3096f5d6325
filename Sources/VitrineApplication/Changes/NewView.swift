// A query under a name: what `vitrine view save` asks for.

import VitrineAnswers
import VitrineCatalog
package import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineQuery
package import VitrineSource
import VitrineText

/// A view that is to be saved.
package struct NewView: Sendable {
  /// Its name, without `@`.
  package var name: String
  /// What people read; nothing for the name itself.
  package var title: String?
  /// The query as it is typed; the first word may be a kind.
  package var words: [String]
  /// True where a view of that name may be replaced.
  package var replaces = false

  /// A view of a query.
  package init(name: String, words: [String]) {
    self.name = name.hasPrefix("@") ? String(name.dropFirst()) : name
    self.words = words
  }

  /// The file it becomes.
  package var path: Path { SavedView.folder.appending("\(name).view.yaml") }

  /// The plan that writes the file, and how many records the view finds.
  ///
  /// Errors: the name cannot be one; a view has it; the query cannot be understood (`QueryError`).
  package func plan(in open: OpenCatalogue) throws -> (plan: Plan, count: Int) {
    guard !name.isEmpty, name.utf8.count <= 64,
      name.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0) })
    else { throw RequestError("'\(name)' cannot be the name of a view; write letters, digits and hyphens, such as 'to-paint'") }
    let existing = open.catalogue.views[name]
    guard existing == nil || replaces else {
      throw RequestError("there is a view '\(name)' already: \(existing?.query ?? ""); '--overwrite' puts this one in its place")
    }
    let query = try RecordQuery(words, in: open)
    let kind = Kind.index(calledBy: words.first, among: open.kinds)
    let text = QueryArguments.text(of: Array(words.dropFirst(kind == nil ? 0 : 1)))
    guard kind != nil || !text.isEmpty else { throw RequestError("say what the view is to find: 'vitrine view save NAME QUERY'") }
    var entries = [DataValue.Entry("title", .string(title ?? name))]
    if let kind { entries.append(DataValue.Entry("kind", .string(open.kinds[kind].name))) }
    // A view of all records of a kind asks for the kind.
    entries.append(DataValue.Entry("query", .string(text.isEmpty ? "kind:\(open.kinds[kind ?? 0].name)" : text)))
    let bytes = YAMLDocument.text(.map(entries))
    let paths = SavedView.suffixes.map { SavedView.folder.appending(name + $0) }
    let old = paths.lazy.compactMap { path in open.catalogue.text(at: path).map { (path, $0) } }.first
    let edit =
      old.map { FileEdit(path: $0.0, expected: .bytes($0.1), change: .replace(FileText(bytes))) } ?? .create(path, bytes)
    return (Plan("save the view '\(name)'", [edit]), query.answer(isSorted: false).total)
  }
}
