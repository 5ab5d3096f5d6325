// A query under a name: what `vitrine view save` asks for.

import VitrineAnswers
import VitrineCatalog
package import VitrineChanges
import VitrineEditing
import VitrineModel
package import VitrineQuery
package import VitrineSource
import VitrineText

/// A view that is to be saved.
package struct NewView: Sendable {
  /// Its name, without `@`.
  package var name: String
  /// What people read; nothing for the name itself.
  package var title: String?
  /// How programs with pictures and maps show it; nil for what they do where nothing is said.
  package var layout: SavedView.Layout?
  /// True where a view of that name may be replaced.
  package var replaces = false
  private let question: Question

  /// What it asks for.
  private enum Question {
    /// The words of a command line; the first may be a kind.
    case words([String])
    /// The text of a query, to the records of a kind or of all.
    case text(String, kind: Int?)
  }

  /// A view of a query in words of a command line.
  package init(name: String, words: [String]) { self.init(name, .words(words)) }

  /// A view of a query's own text, to the records of a kind or of all.
  package init(name: String, query: String, kind: Int?) { self.init(name, .text(query, kind: kind)) }

  private init(_ name: String, _ question: Question) {
    self.name = name.hasPrefix("@") ? String(name.dropFirst()) : name
    self.question = question
  }

  /// The file it becomes.
  package var path: Path { SavedView.folder.appending("\(name).view.yaml") }

  /// The plan that writes the file, and how many records the view finds.
  ///
  /// Errors: the name cannot be one; a view has it; the query cannot be understood (`QueryError`).
  package func plan(in open: OpenCatalogue) throws -> (plan: Plan, count: Int) {
    try Self.check(name: name)
    let existing = open.catalogue.views[name]
    guard existing == nil || replaces else {
      throw RequestError("there is a view '\(name)' already: \(existing?.query ?? "")")
    }
    let (query, kind, text) = try asked(in: open)
    guard kind != nil || !text.isEmpty else { throw RequestError("say what the view is to find") }
    var entries = [DataValue.Entry("title", .string(title ?? name))]
    if let kind { entries.append(DataValue.Entry("kind", .string(open.kinds[kind].name))) }
    // A view of all records of a kind asks for the kind.
    entries.append(DataValue.Entry("query", .string(text.isEmpty ? "kind:\(open.kinds[kind ?? 0].name)" : text)))
    if let layout { entries.append(DataValue.Entry("layout", .string(layout.rawValue))) }
    let bytes = YAMLDocument.text(.map(entries))
    let paths = SavedView.suffixes.map { SavedView.folder.appending(name + $0) }
    let old = paths.lazy.compactMap { path in open.catalogue.text(at: path).map { (path, $0) } }.first
    let edit =
      old.map { FileEdit(path: $0.0, expected: .bytes($0.1), change: .replace(FileText(bytes))) } ?? .create(path, bytes)
    return (Plan("save the view '\(name)'", [edit]), query.answer(isSorted: false).total)
  }

  private func asked(in open: OpenCatalogue) throws(QueryError) -> (query: RecordQuery, kind: Int?, text: String) {
    switch question {
    case .words(let words):
      let words = RecordQuery.words(words, among: open.kinds)
      let kind = Kind.index(calledBy: words.first, among: open.kinds)
      return (try RecordQuery(words, in: open), kind, QueryArguments.text(of: Array(words.dropFirst(kind == nil ? 0 : 1))))
    case .text(let text, let kind): return (try RecordQuery(text: text, kind: kind, in: open), kind, text)
    }
  }

  /// Errors: a view cannot have that name.
  static func check(name: String) throws {
    guard !name.isEmpty, name.utf8.count <= 64,
      name.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0) })
    else { throw RequestError("'\(name)' cannot be the name of a view; write letters, digits and hyphens, such as 'to-paint'") }
  }
}
