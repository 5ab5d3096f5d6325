// A query worth a name, as a view file says it: `@name` stands for it in other queries.

package import VitrineSource

/// A saved query and how its rows are shown.
package struct SavedView: Sendable, Hashable {
  /// How programs with pictures and maps show it.
  package enum Layout: String, Sendable, Hashable, CaseIterable {
    /// Rows with columns.
    case table
    /// Pictures.
    case gallery
    /// Pins on a map.
    case map
  }

  /// The file's name without `.view.yaml`: what stands after `@`.
  package var name: String
  /// What it is called.
  package var title: String
  /// What it is for, or "".
  package var description = ""
  /// What it is called, by the tag of a language, where the file says so in several.
  package var titles: [String: String] = [:]
  /// What it is for, by the tag of a language.
  package var descriptions: [String: String] = [:]
  /// The kind it looks at, by its name; nil for all.
  package var kind: String?
  /// The query's text.
  package var query: String
  /// The order; empty where nothing is said. Ranges are those of each key's own text.
  package var sort: [Query.SortKey] = []
  /// What rows are grouped by, outer first. Ranges are those of each path's own text.
  package var group: [Query.Path] = []
  /// The columns to show. Ranges are those of each path's own text.
  package var columns: [Query.Path] = []
  /// The most rows.
  package var limit: Int?
  /// How programs with pictures and maps show it; nil where nothing is said.
  package var layout: Layout?

  /// A view of the given name and query.
  package init(name: String, title: String? = nil, kind: String? = nil, query: String) {
    self.name = name
    self.title = title ?? name
    self.kind = kind
    self.query = query
  }

  /// What it is called in a language, else in the one of `title`; its name where the file says nothing.
  package func title(in language: String) -> String {
    let found = titles[language] ?? title
    return found.isEmpty ? name : found
  }

  /// What it is for in a language, else in the one of `description`.
  package func description(in language: String) -> String { descriptions[language] ?? description }

  /// How the names of view files end.
  package static let suffixes = [".view.yaml", ".view.yml", ".yaml", ".yml"]

  /// The folder of views.
  package static let folder: Path = "views"

  /// The name of the view in a file of `views/`.
  package static func name(ofPath path: Path) -> String {
    let name = path.rest(below: folder) ?? path.slice
    for suffix in suffixes where name.hasSuffix(suffix) { return name.dropping(suffix: suffix).string }
    return name.string
  }
}
