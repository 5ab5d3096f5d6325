// Pages that editors show beside what one points at.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineSource

/// Pages as long as an editor shows them.
enum ShownPage {
  /// The longest page of a record or a rule. Units: characters.
  private static let maximum = 4_000

  /// The page, or its beginning.
  static func cut(_ page: String) -> String { page.count <= maximum ? page : String(page.prefix(maximum)) + " …" }
}

extension ServedDocument {
  /// The page of a record of its catalogue, in Markdown; "" where there is none.
  func page(ofRecordAt path: Path) -> String {
    guard let record = open.catalogue.record(at: path) else { return "" }
    let asked = RecordRequest(path.string, as: .markdown)
    guard case .text(let page) = try? asked.record(in: open, folder: open.catalogue.root, Look(color: false, width: nil)) else {
      return record.title.markdown
    }
    return ShownPage.cut(page)
  }
}
