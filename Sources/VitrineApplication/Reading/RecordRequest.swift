// One record, in the form that somebody wants it in: what `vitrine show` and `GET /v1/records` ask for.

import VitrineCatalog
package import VitrineFormats
import VitrineSource
import VitrineSyntax

/// How a record is shown.
package enum RecordForm: String, Sendable, CaseIterable {
  /// A page to read.
  case page
  /// Its values as JSON.
  case json
  /// Its file as it is.
  case yaml
  /// The page as Markdown.
  case markdown

  /// What it is, in a few words.
  package var summary: String {
    switch self {
    case .page: "a page to read"
    case .json: "its values as JSON"
    case .yaml: "its file as it is"
    case .markdown: "the page as Markdown"
    }
  }
}

/// A record as it is shown.
package enum ShownRecord: Sendable {
  /// A text, ending with a line feed.
  case text(String)
  /// The bytes of its file.
  case file([UInt8])
}

/// A request for records.
package struct RecordRequest: Sendable, Hashable {
  /// What it is called: an id, a path, the last part of an id, a title, or a query that one record meets.
  package var name: String
  /// How it is shown.
  package var form: RecordForm

  /// A request for the record of a name.
  package init(_ name: String, as form: RecordForm) {
    self.name = name
    self.form = form
  }

  /// The record. Relative paths start in `folder`.
  ///
  /// Errors: there is no such record, or several; its JSON would be too large; it went meanwhile. A `QueryError` for what looks like a query and is none.
  package func record(in open: OpenCatalogue, folder: String, _ look: Look) throws -> ShownRecord {
    let path = try RecordResolver(open, standingIn: folder).path(of: name)
    let text = open.catalogue.text(at: path) ?? []
    func sheet() throws(RequestError) -> FactSheet {
      guard let page = RecordPage(ofRecordAt: path, text, open.catalogue, places: open.places) else {
        throw RequestError("the record '\(path.shown)' went away meanwhile", .unavailable)
      }
      return page.sheet
    }
    switch form {
    case .page: return .text(try sheet().text(look))
    case .markdown: return .text(try sheet().markdown)
    case .json:
      do throws(TreeJSON.TooLarge) {
        return .text(String(decoding: try TreeJSON.text(of: YAML.parse(text).tree, layout: .indented), as: UTF8.self))
      } catch {
        throw RequestError(error.message, .findings)
      }
    case .yaml: return .file(text)
    }
  }
}
