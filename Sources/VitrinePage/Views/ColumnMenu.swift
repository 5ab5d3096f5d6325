// The menu of a table's columns: a form of boxes, which says in the address what is shown.

import VitrineApplication
import VitrineModel

/// Writes the menu.
enum ColumnMenu {
  /// The menu of a list; nothing for records of several kinds. `kept` is what its address says besides; `isUsual`, whether nothing is said of
  /// columns.
  static func markup(
    _ list: RecordCollection, _ kept: [(name: String, value: String)], isUsual: Bool, _ kind: Kind?, _ request: PageRequest
  ) -> Markup {
    let choices = list.columnChoices
    guard let kind, !choices.isEmpty else { return .empty }
    let (words, action) = (request.words, PageAddress.collection(kind))
    // The title leads to the record, and is always there.
    let titles = ["title", kind.display?.names.last ?? ""]
    let boxes = choices.map { choice -> Markup in
      let isFixed = choice.isShown && titles.contains(choice.name)
      return """
        \(SearchBox.hidden([("show", choice.name)]), if: isFixed)\
        <label class="value" id="show-\(PageAddress.encoded(choice.name))"><span>\(choice.title)</span>\
        <input type="checkbox" name="show" value="\(choice.name)"\(" checked", if: choice.isShown)\(" disabled", if: isFixed)></label>
        """
    }
    let usual: Markup =
      isUsual ? .empty : "<a class=\"value\" href=\"\(PageAddress.collection(kind, kept))\">\(words("columns.usual"))</a>"
    return """
      <details class="filter" name="filter" id="columns"><summary class="chip\(" on", if: !isUsual)">\(words("columns.title"))</summary>\
      <form class="values" method="get" action="\(action)">\(SearchBox.hidden(kept))\(usual)\(boxes)\
      <button class="btn small">\(words("columns.show"))</button></form></details>
      """
  }
}
