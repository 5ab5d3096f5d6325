// Properties: the fields whose values are worth looking after, each value with how many records use it, renamed, merged and deleted everywhere.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// The pages of properties.
enum PropertiesView {
  /// The most values that are shown of one field.
  private static let mostShown = 2_000

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    switch request.path.count {
    case 1: return try fields(request)
    case 2: return try values(of: request.path[1], request)
    case 3: return try value(request.path[2], of: request.path[1], request, status: 200, said: nil)
    default: throw PageError.missing(request.words("error.address"))
    }
  }

  private static func address(_ field: String, _ value: String? = nil) -> String {
    "/properties/" + PageAddress.encoded(field) + (value.map { "/" + PageAddress.encoded($0) } ?? "")
  }

  /// The text of a cell as queries write it.
  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .null, .list, .map: ""
    case .text(let text), .number(let text), .marked(let text, _), .color(let text, _): text
    case .shown(let text, let written):
      if case .text(let plain) = written { plain } else { text }
    case .boolean(let value): value ? "true" : "false"
    }
  }

  // MARK: fields

  private static func fields(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let table = try PropertyListRequest(nil, [], sort: nil).answer(in: request.open).table
    let column = Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) })
    let items = table.rows.map { row -> Markup in
      func cell(_ name: String) -> Cell { column[name].map { row.cells[$0] } ?? .null }
      let name = text(cell("field"))
      let kinds = named(cell("kinds").isEmpty ? cell("kind") : cell("kinds"), request)
      return """
        <li><a class="property" href="\(address(name))"><span class="name">\(title(of: name, in: kinds, request))</span>\
        <span class="faint">\(kinds.map { request.open.kinds[$0].title }.joined(separator: ", ")) · \(what(text(cell("what")), request))</span>\
        <b>\(words("property.values", count: Int(text(cell("values"))) ?? 0))</b></a></li>

        """
    }
    let body: Markup =
      items.isEmpty ? "<div class=\"empty\"><p>\(words("property.empty"))</p></div>" : "<ul class=\"properties\">\(items)</ul>"
    let main: Markup = """
      <header class="head"><div><h1>\(words("property.title"))</h1><p class="sub">\(words("property.text"))</p></div></header>
      <div id="results">\(body)</div>
      """
    return .page(PageContent(title: words("property.title"), main: main, place: "properties"))
  }

  // MARK: the values of one field

  private static func values(of name: String, _ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let properties = try PropertyFields(name, kind: nil, in: request.open)
    let table = try PropertyListRequest(name, [], sort: nil).answer(in: request.open).table
    let title = self.title(of: name, request)
    let place = Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) })
    let rows = table.rows.prefix(mostShown).map { row -> Markup in
      let value = text(row.cells[0])
      let uses = Int(text(row.cells[1])) ?? 0
      let note = [place["title"], place["kinds"], place["note"]].compactMap { $0 }.map { row.cells[$0] }.filter { !$0.isEmpty }
        .map {
          ValueMarkup.cell($0, words)
        }
      let shown = ValueMarkup.cell(row.cells[0], words)
      let link: Markup =
        uses > 0
        ? "<a class=\"quiet\" href=\"\(records(value, of: name, properties.kinds, request))\"><bdi>\(shown)</bdi></a>"
        : "<bdi>\(shown)</bdi>"
      return """
        <tr><th scope="row"><span>\(link)</span></th><td class="number">\(words.number(uses))</td><td>\(note.joined(by: " · "))</td>\
        <td><a class="btn small" href="\(address(name, value))" aria-label="\(words("property.change")): \(value)">\(words("property.change"))</a></td></tr>

        """
    }
    let rest: Markup =
      table.rows.count > rows.count
      ? "<p class=\"sub\">\(words("record.more", count: table.rows.count - rows.count))</p>" : .empty
    let body: Markup =
      rows.isEmpty
      ? "<div class=\"empty\"><p>\(words("property.none"))</p></div>"
      : """
      <div class="scroll" tabindex="0" role="region" aria-label="\(title)"><table class="records"><thead><tr><th scope="col"><span class="cap">\(title)</span></th>\
      <th scope="col" class="number"><span class="cap">\(words("property.uses"))</span></th><th scope="col"><span class="cap">\(words("property.note"))</span></th><th scope="col"><span class="visually-hidden">\(words("property.change"))</span></th></tr></thead>\
      <tbody id="rows">\(rows)</tbody></table></div>\(rest)
      """
    let main: Markup = """
      <div class="bar"><a class="chip back" href="/properties">‹ \(words("property.title"))</a></div>
      <header class="head"><h1>\(title)</h1><p class="sub">\(words("property.values", count: table.rows.count))</p></header><div id="results">\(body)</div>
      """
    return .page(PageContent(title: title, main: main, place: "properties"))
  }

  /// What a property is called: the title of the field that the name means in queries; of the given kinds first.
  private static func title(of name: String, in kinds: [Int] = [], _ request: PageRequest) -> String {
    let open = request.open
    for kind in kinds + Array(open.kinds.indices) {
      guard let way = open.binder.names.way(to: name, kind: kind) else { continue }
      return open.index.tables[way.references.last?.kind ?? kind].columns[way.column].field.title
    }
    return PageFrame.capitalised(name)
  }

  /// The kinds whose names are in a cell.
  private static func named(_ cell: Cell, _ request: PageRequest) -> [Int] {
    let names: [String] = if case .list(let cells) = cell { cells.map(text) } else { [text(cell)] }
    return names.compactMap { name in request.open.kinds.firstIndex { $0.name == name } }
  }

  /// What a field holds, in a word: the kind that references lead to, or what sort of list it is.
  private static func what(_ word: String, _ request: PageRequest) -> String {
    request.open.kinds.first { $0.name == word }?.title ?? request.words.known("property.what.\(word)") ?? word
  }

  /// The list of the records that have a value.
  private static func records(_ value: String, of name: String, _ kinds: [Int], _ request: PageRequest) -> String {
    let kind = kinds.count == 1 ? request.open.kinds[kinds[0]] : nil
    return PageAddress.collection(kind, query: QueryTerms("").toggling(value, of: name).text)
  }

  // MARK: one value

  private static func value(
    _ value: String, of name: String, _ request: PageRequest, status: Int, said: String?
  ) throws -> PageAnswer {
    let words = request.words
    let properties = try PropertyFields(name, kind: nil, in: request.open)
    let uses = try PropertyUsesRequest(name, value, []).answer(in: request.open).table.rows.count
    let others = try PropertyListRequest(name, [], sort: nil).answer(in: request.open).table.rows.prefix(500).map {
      text($0.cells[0])
    }
    let options = others.filter { $0 != value }.map { "<option value=\"\($0)\"></option>" as Markup }
    let message: Markup = said.map { "<p class=\"msg\" role=\"alert\">\($0)</p>" } ?? .empty
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(address(name))">‹ \(title(of: name, request))</a></div>
      <section class="removal"><h1><bdi>\(value)</bdi></h1>
      <p class="sub"><a class="quiet" href="\(records(value, of: name, properties.kinds, request))">\(words("property.used", count: uses))</a></p>
      <form class="edit" method="post" action="\(address(name, value))"><div class="field"><label for="to">\(words("property.to"))</label>\
      <input class="input" id="to" name="to" value="\(request.typed("to") ?? value)" list="others" autocomplete="off" required>\
      <datalist id="others">\(options)</datalist>\(message)<p class="hint">\(words("property.merge"))</p></div>\
      <div class="actions"><button class="btn first" name="do" value="rename">\(words("property.rename"))</button>\
      <button class="btn danger" name="do" value="delete" formnovalidate>\(words("property.delete"))</button></div></form></section>
      """
    return .page(PageContent(title: value, main: main, status: status, place: "properties"))
  }

  /// Renames or deletes a value, after its preview.
  static func change(_ request: PageRequest) throws -> PageAnswer {
    guard request.path.count == 3 else { throw PageError(status: 405, message: request.words("error.method")) }
    let (name, value) = (request.path[1], request.path[2])
    let properties = try PropertyFields(name, kind: nil, in: request.open)
    let meant = properties.name(value)
    let isRemoval = request.typed("do") == "delete"
    let to = request.typed("to") ?? ""
    do throws(PlanRefusal) {
      let plan =
        isRemoval
        ? try PropertyDeletion.plan(meant, in: request.catalogue, at: request.moment) { Stock.file(named: $0) }
        : try PropertyRenaming.plan(meant, to: to, in: request.catalogue, at: request.moment) { Stock.file(named: $0) }
      let preview = PlanPreview(
        plan: plan, action: address(name, value), fields: [("do", isRemoval ? "delete" : "rename"), ("to", to)],
        button: request.words(isRemoval ? "property.delete" : "property.rename"), isDanger: isRemoval, back: address(name))
      return try agreed(preview, request)
    } catch {
      return try self.value(value, of: name, request, status: 422, said: error.message)
    }
  }

  private static func agreed(_ preview: PlanPreview, _ request: PageRequest) throws(PlanRefusal) -> PageAnswer {
    do {
      return try preview.outcome(request) ?? preview.page(preview.plan.title, place: "properties", request)
    } catch let error as PlanRefusal {
      throw error
    } catch let error as PageError {
      throw PlanRefusal(error.message)
    } catch {
      throw PlanRefusal("\(error)")
    }
  }
}
