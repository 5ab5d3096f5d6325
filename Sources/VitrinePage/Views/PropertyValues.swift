// The values of one property: narrowed by a word, ticked, and merged into one.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineHTTP
import VitrineModel
import VitrineText

/// The page of a property's values.
///
/// Shape: the address has `q`, a word that the values have in them, and `value` for each that is ticked, which are shown besides.
struct PropertyValues {
  /// The most values that are shown.
  private static let mostShown = 2_000
  /// A list of more has a box that narrows it.
  private static let fewest = 12

  private let property: Property
  private let request: PageRequest
  private let fields: PropertyFields
  private let table: Table
  private let column: [String: Int]
  private var words: PageWords { request.words }
  private var title: String { PropertiesView.title(of: property.name, in: fields.kinds, request) }

  /// The values of a field.
  ///
  /// Errors: no kind has such a field.
  init(_ property: Property, _ request: PageRequest) throws {
    (self.property, self.request) = (property, request)
    fields = try property.fields(request)
    let wanted = PropertyListRequest(property.name, property.words, sort: nil, by: request.open.language.collation)
    table = try wanted.answer(in: request.open).table
    column = Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) })
  }

  /// The page, or the list alone.
  func answer() -> PageAnswer { request.part == nil ? page(said: nil) : .part("\(list)") }

  private func page(said: String?) -> PageAnswer {
    let isLong = table.rows.count > Self.fewest
    let message: Markup = said.map { "<p class=\"msg\" role=\"alert\">\($0)</p>" } ?? .empty
    let box: Markup = """
      <input class="input" type="search" name="q" value="\(request.value("q") ?? "")" aria-label="\(words("property.find"))" placeholder="\(words("property.find"))" \
      autocomplete="off" spellcheck="false"><button class="btn small">\(words("property.narrow"))</button>
      """
    // A form that gets an address drops what stands in it.
    let kinds: Markup = property.kinds.isEmpty ? .empty : SearchBox.hidden([("kind", property.kinds.joined(separator: ","))])
    let merge: Markup =
      "<button class=\"btn small\" formmethod=\"post\" name=\"do\" value=\"merge\">\(words("property.mergeTicked"))</button>"
    let main: Markup = """
      <div class="bar"><a class="chip back" href="/properties">‹ \(words("property.title"))</a></div>
      <header class="head"><h1>\(title)</h1></header>\(message)
      <form class="narrow" method="get" action="\(property.address())">\(kinds)<div class="tools">\(box, if: isLong)\(merge, if: table.rows.count > 1)</div>
      \(list)</form>
      """
    return .page(PageContent(title: title, main: main, status: said == nil ? 200 : 422, place: "properties"))
  }

  // MARK: the list

  /// The values that are ticked.
  private var ticked: [String] {
    (request.query + request.form).filter { $0.name == "value" }.map(\.value).reduce(into: []) { values, value in
      if !values.contains(value) { values.append(value) }
    }
  }

  private var list: Markup {
    let ticked = Set(self.ticked)
    let word = Self.folded(request.value("q") ?? "")
    let found = table.rows.filter { row in
      word.isEmpty || ticked.contains(PropertiesView.text(row.cells[0]))
        || ([PropertiesView.text(row.cells[0]), row.cells[0].words] + notes(row)).contains { Self.folded($0).contains(word) }
    }
    let rows = found.prefix(Self.mostShown).map { self.row($0, isTicked: ticked.contains(PropertiesView.text($0.cells[0]))) }
    let rest: Markup =
      found.count > rows.count ? "<p class=\"sub\">\(words("record.more", count: found.count - rows.count))</p>" : .empty
    let count =
      found.count == table.rows.count
      ? words("property.values", count: found.count)
      : words.number(found.count) + " " + words("count.of", words.number(table.rows.count))
    let body: Markup =
      rows.isEmpty
      ? "<div class=\"empty\"><p>\(words(table.rows.isEmpty ? "property.none" : "list.nothing"))</p></div>"
      : """
      <div class="scroll" tabindex="0" role="region" aria-label="\(title)"><table class="records property-values"><thead><tr><th scope="col" class="tick"><span class="visually-hidden">\(words("property.tick"))</span></th>\
      <th scope="col"><span class="cap">\(title)</span></th>\
      <th scope="col" class="number"><span class="cap">\(words("property.uses"))</span></th><th scope="col"><span class="visually-hidden">\(words("property.change"))</span></th></tr></thead>\
      <tbody id="rows">\(rows)</tbody></table></div>\(rest)
      """
    return "<div id=\"results\"><p class=\"sub\" id=\"count\">\(count)</p>\(body)</div>"
  }

  private static func folded(_ text: String) -> String { String(decoding: Folding.fold(text), as: UTF8.self) }

  /// What is said of a value: the title of the record that it names, the kinds that have it, what is odd about it.
  private func notes(_ row: Table.Row) -> [String] {
    func cell(_ name: String) -> Cell { column[name].map { row.cells[$0] } ?? .null }
    let kinds = PropertiesView.named(cell("kinds"), request).map { request.open.kinds[$0].title }
    let title = cell("title").words
    // A record's own title stays as it is.
    return [title.hasPrefix("(") ? words.said(title) : title, kinds.joined(separator: ", "), words.said(cell("note").words)]
      .filter { !$0.isEmpty }
  }

  private func row(_ row: Table.Row, isTicked: Bool) -> Markup {
    let value = PropertiesView.text(row.cells[0])
    let uses = Int(PropertiesView.text(row.cells[1])) ?? 0
    let notes = notes(row).map { "<bdi>\($0)</bdi>" as Markup }
    let shown = ValueMarkup.cell(row.cells[0], words)
    let link: Markup =
      uses > 0
      ? "<a class=\"quiet\" href=\"\(PropertiesView.records(value, of: property, fields, request))\"><bdi>\(shown)</bdi></a>"
      : "<bdi>\(shown)</bdi>"
    return """
      <tr id="v-\(PageAddress.encoded(value))"><td class="tick"><label><input type="checkbox" name="value" value="\(value)" aria-label="\(words("property.tick")): \(value)"\(" checked", if: isTicked)></label></td>\
      <th scope="row"><span>\(link)\("<small>\(notes.joined(by: "\u{A0}· "))</small>", if: !notes.isEmpty)</span></th><td class="number">\(words.number(uses))</td>\
      <td><a class="btn small" href="\(property.address(value))" aria-label="\(words("property.change")): \(value)">\(words("property.change"))</a></td></tr>

      """
  }

  // MARK: merging

  /// Merges the ticked values into the one that most records have, or that is chosen in its place, after a preview.
  func merge() throws -> PageAnswer {
    let ticked = self.ticked
    guard ticked.count > 1 else { return page(said: words("property.two")) }
    let uses = Dictionary(
      table.rows.map { (PropertiesView.text($0.cells[0]), Int(PropertiesView.text($0.cells[1])) ?? 0) }
    ) { first, _ in first }
    let most = ticked.max { (uses[$0] ?? 0) < (uses[$1] ?? 0) } ?? ticked[0]
    let goal = request.typed("to").flatMap { ticked.contains($0) ? $0 : nil } ?? most
    let others = ticked.filter { $0 != goal }
    var meant = fields.name(others[0])
    meant.others = Array(others.dropFirst())
    let fields = ticked.map { (name: "value", value: $0) } + [(name: "do", value: "merge")]
    let hidden = fields.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" as Markup }
    let choices = ticked.map { value in
      "<button class=\"chip\" name=\"to\" value=\"\(value)\"\(" aria-current=\"true\"", if: value == goal)><bdi>\(value)</bdi></button>"
        as Markup
    }
    let above: Markup = """
      <form method="post" action="\(property.address())">\(hidden)<p>\(words("property.keep"))</p><div class="layouts">\(choices)</div></form>
      """
    do throws(PlanRefusal) {
      let plan = try PropertyRenaming.plan(meant, to: goal, in: request.catalogue, at: request.moment) { Stock.file(named: $0) }
      let preview = PlanPreview(
        plan: plan, action: property.address(), fields: fields + [("to", goal)],
        button: words("property.mergeTicked"), back: property.address())
      return try PropertiesView.agreed(preview, above: above, request)
    } catch {
      return page(said: words.said(error.message))
    }
  }
}
