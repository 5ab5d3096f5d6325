// What is said in place of a form where a record's file is a link to that of another.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineModel
import VitrineRules
import VitrineSource

/// A record whose file is a symbolic link, through which nothing is written.
enum LinkedRecord {
  /// What changes the file of a record.
  private static let changes = ["edit", "rename", "photos"]

  /// Where the record that is meant is changed; nil for a record with a file of its own, and for what changes none.
  static func answer(_ detail: RecordDetail, _ request: PageRequest) -> PageAnswer? {
    let words = request.words
    let path = detail.around.facts.path
    guard let change = changes.first(where: request.has), let target = request.catalogue.target(ofLinkAt: path) else {
      return nil
    }
    let way: Markup =
      request.catalogue.record(at: target).map { record in
        let address = PageAddress.record(target, request.open.kinds[record.kind])
        return "<a class=\"btn first\" href=\"\(address)?\(change)\">\(words("link.change", record.title))</a> "
      } ?? .empty
    let title = detail.around.facts.title
    let main: Markup = """
      <div class="empty"><h1>\(title)</h1><p>\(words("link.text", path.string)) <code>\(target.string)</code></p>
      <p>\(way)<a class="btn" href="\(PageAddress.record(path, detail.kind))">\(words("form.cancel"))</a></p></div>
      """
    return .page(PageContent(title: title, main: main, status: request.isWrite ? 422 : 200, place: detail.kind.plural))
  }
}
