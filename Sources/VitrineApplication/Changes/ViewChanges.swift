// Saved queries that ask for something else, get another name, or go.

import VitrineCatalog
package import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineQuery
package import VitrineSource
import VitrineSyntax

/// What may become of a view that is there.
package struct ViewChanges {
  private let open: OpenCatalogue
  /// Its name, without `@`.
  private let name: String
  private let path: Path
  private let bytes: [UInt8]

  /// The view of a name; nil where there is none.
  package init?(of name: String, in open: OpenCatalogue) {
    // A name in an address may be anything.
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { return nil }
    let paths = SavedView.suffixes.map { SavedView.folder.appending(name + $0) }
    guard let path = paths.first(where: { open.catalogue.trace(at: $0) != nil }), let bytes = open.catalogue.text(at: path) else {
      return nil
    }
    (self.open, self.name, self.path, self.bytes) = (open, name, path, bytes)
  }

  /// The file that it stands in.
  package var file: Path { path }

  /// The plan that gives it another title, kind and query; what else its file says stays.
  ///
  /// Errors: the query cannot be understood (`QueryError`); the file cannot be edited.
  package func edit(title: String, kind: Int?, query: String) throws -> Plan {
    _ = try RecordQuery(text: query, kind: kind, in: open)
    guard !query.isEmpty else { throw RequestError("say what the view is to find") }
    let parsed = YAML.parse(bytes)
    let old = ViewFile(parsed.tree, path: path).view
    var changes: [ValueChange] = []
    if query != old?.query { changes.append(.set([.key("query")], .string(query))) }
    if kind != Kind.index(calledBy: old?.kind, among: open.kinds) {
      changes.append(kind.map { .set([.key("kind")], .string(open.kinds[$0].name)) } ?? .remove([.key("kind")]))
    }
    if !title.isEmpty, title != old?.title { changes.append(.set(titlePath(parsed.tree), .string(title))) }
    guard !changes.isEmpty else { return Plan("change the view '\(name)'", []) }
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits(changes, in: parsed) { _ in ["title", "description", "kind", "query", "sort"] }
      return Plan("change the view '\(name)'", [FileEdit(path: path, expected: .bytes(bytes), change: .edits(edits))])
    } catch {
      throw PlanRefusal(error.message, path: path)
    }
  }

  /// Where the title stands that is shown: of one in several languages the English one, else the first.
  private func titlePath(_ tree: Tree) -> [PathStep] {
    let language = tree.withReader { reader -> String? in
      guard let title = tree.roots.first.flatMap({ reader.value($0, named: "title") }), !reader.resolved(title).isScalar else {
        return nil
      }
      let languages = reader.writtenEntries(title).map { reader.text($0.key) }
      return languages.first { $0 == "en" } ?? languages.first
    }
    return [.key("title")] + (language.map { [.key($0)] } ?? [])
  }

  /// The plan that gives it another name; queries of other views that ask for it follow.
  ///
  /// Errors: the name cannot be one, or a view has it.
  package func rename(to new: String) throws -> Plan {
    let new = new.hasPrefix("@") ? String(new.dropFirst()) : new
    try NewView.check(name: new)
    guard new != name else { return Plan("rename the view '\(name)'", []) }
    let suffix = SavedView.suffixes.first { path.string.hasSuffix($0) } ?? SavedView.suffixes[0]
    let goal = SavedView.folder.appending(new + suffix)
    guard open.catalogue.views[new] == nil, !open.catalogue.isTaken(goal) else {
      throw RequestError("there is a view '\(new)' already: \(open.catalogue.views[new]?.query ?? goal.string)")
    }
    var edits: [FileEdit] = []
    let callers = callers
    for other in callers {
      guard let view = ViewChanges(of: other, in: open), let text = open.catalogue.views[other]?.query else { continue }
      let query = Self.renamed(text, name, to: new)
      do throws(EditRefusal) {
        let changes = try TreeEditor.edits([.set([.key("query")], .string(query))], in: view.bytes)
        edits.append(FileEdit(path: view.path, expected: .bytes(view.bytes), change: .edits(changes)))
      } catch {
        throw PlanRefusal(error.message, path: view.path)
      }
    }
    let summary = edits.isEmpty ? [] : ["views that ask for it follow: \(callers.map { "'@\($0)'" }.joined(separator: ", "))"]
    return Plan(
      "rename the view '\(name)' to '\(new)'", edits, moves: [FileMove(from: path, to: goal, expected: .bytes(bytes))],
      summary: summary)
  }

  /// The plan that moves it to the trash.
  package var removal: Plan {
    let callers = callers
    let summary =
      callers.isEmpty
      ? []
      : [
        "\(callers.map { "'@\($0)'" }.joined(separator: ", ")) \(callers.count == 1 ? "asks" : "ask") for it, and will not be understood"
      ]
    return Plan(
      "remove the view '\(name)'", [FileEdit(path: path, expected: .bytes(bytes), change: .remove)], summary: summary)
  }

  /// The other views whose queries name it.
  private var callers: [String] {
    open.catalogue.views.values.filter { $0.name != name && !Self.places(of: name, in: $0.query).isEmpty }.map(\.name).sorted()
  }

  /// A query with another name for a view.
  private static func renamed(_ query: String, _ name: String, to new: String) -> String {
    let edits = places(of: name, in: query).map { TextEdit($0, "@" + new) }
    return String(decoding: edits.applied(to: Array(query.utf8)), as: UTF8.self)
  }

  /// Where a query names a view, in order; nowhere where it cannot be read.
  private static func places(of name: String, in query: String) -> [ByteRange] {
    func places(_ node: Query.Node) -> [ByteRange] {
      switch node {
      case .all(let parts), .any(let parts): parts.flatMap { places($0) }
      case .not(let part, _), .element(_, let part, _): places(part)
      case .view(let written, let range): written == name ? [range] : []
      case .term, .word, .state: []
      }
    }
    do throws(QueryError) {
      return places(try QueryParser.parse(query).condition).sorted { $0.start < $1.start }
    } catch {
      return []
    }
  }
}
