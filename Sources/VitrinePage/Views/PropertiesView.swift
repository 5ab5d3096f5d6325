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
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    switch request.path.count {
    case 1: return try fields(request)
    case 2: return try PropertyValues(Property(request), request).answer()
    case 3: return try value(request.path[2], of: Property(request), request, status: 200, said: nil)
    default: throw PageError.missing(request.words("error.address"))
    }
  }

  /// The text of a cell as queries write it.
  static func text(_ cell: Cell) -> String {
    switch cell {
    case .null, .list, .map: ""
    case .text(let text), .number(let text), .marked(let text, _), .color(let text, _): text
    case .shown(_, let written): text(written)
    case .boolean(let value): value ? "true" : "false"
    }
  }

  // MARK: fields

  private static func fields(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let table = try PropertyListRequest(nil, [], sort: nil).answer(in: request.open).table
    let column = Dictionary(uniqueKeysWithValues: table.columns.enumerated().map { ($1.name, $0) })
    let names = table.rows.map { row in column["field"].map { text(row.cells[$0]) } ?? "" }
    let items = table.rows.map { row -> Markup in
      func cell(_ name: String) -> Cell { column[name].map { row.cells[$0] } ?? .null }
      let name = text(cell("field"))
      let kinds = named(cell("kinds"), request)
      // Fields of one name that cannot have the same values are looked after each by itself.
      let isAlone = names.count { $0 == name } == 1
      let property = Property(name: name, kinds: isAlone ? [] : kinds.map { request.open.kinds[$0].name })
      return """
        <li><a class="property" href="\(property.address())"><span class="name">\(title(of: name, in: kinds, request))</span>\
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

  // MARK: words and addresses

  /// What a property is called: the title of the field that the name means in queries; of the given kinds first.
  static func title(of name: String, in kinds: [Int] = [], _ request: PageRequest) -> String {
    let open = request.open
    for kind in kinds + Array(open.kinds.indices) {
      guard let way = open.binder.names.way(to: name, kind: kind) else { continue }
      return open.index.tables[way.references.last?.kind ?? kind].columns[way.column].field.title
    }
    return request.open.language.capitalised(name)
  }

  /// The kinds whose names are in a cell.
  static func named(_ cell: Cell, _ request: PageRequest) -> [Int] {
    let names: [String] = if case .list(let cells) = cell { cells.map(text) } else { [text(cell)] }
    return names.compactMap { name in request.open.kinds.firstIndex { $0.name == name } }
  }

  /// What a field holds, in a word: the kind that references lead to, or what sort of list it is.
  private static func what(_ word: String, _ request: PageRequest) -> String {
    request.open.kinds.first { $0.name == word }?.title ?? request.words.known("property.what.\(word)") ?? word
  }

  /// The list of the records that have a value, and no longer one that it is a part of.
  static func records(_ value: String, of property: Property, _ fields: PropertyFields, _ request: PageRequest) -> String {
    let kinds = fields.kinds.map { request.open.kinds[$0] }
    let narrowed = QueryTerms(kinds.count > 1 ? property.words.joined(separator: " ") : "")
    let query = narrowed.toggling(value, of: property.name, among: fields.areTexts ? [value] : [])
    return PageAddress.collection(kinds.count == 1 ? kinds[0] : nil, query: query.text)
  }

  // MARK: one value

  private static func value(
    _ value: String, of property: Property, _ request: PageRequest, status: Int, said: String?
  ) throws -> PageAnswer {
    let words = request.words
    let fields = try property.fields(request)
    let uses: Int
    do {
      uses = try PropertyUsesRequest(property.name, value, property.words).answer(in: request.open).table.rows.count
    } catch let error as RequestError where said == nil {
      // A value that no record has any more is gone: a page that is open follows to where nothing is.
      throw PageError.missing(error.message)
    }
    let others = try PropertyListRequest(property.name, property.words, sort: nil, by: request.open.language.collation).answer(
      in: request.open
    ).table
      .rows.prefix(500).map {
        text($0.cells[0])
      }
    let options = others.filter { $0 != value }.map { "<option value=\"\($0)\"></option>" as Markup }
    let message: Markup = said.map { "<p class=\"msg\" role=\"alert\">\($0)</p>" } ?? .empty
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(property.address())">‹ \(title(of: property.name, in: fields.kinds, request))</a></div>
      <section class="removal"><h1><bdi>\(value)</bdi></h1>
      <p class="sub"><a class="quiet" href="\(records(value, of: property, fields, request))">\(words("property.used", count: uses))</a></p>
      <form class="edit" method="post" action="\(property.address(value))"><div class="field"><label for="to">\(words("property.to"))</label>\
      <input class="input" id="to" name="to" value="\(request.typed("to") ?? value)" list="others" autocomplete="off" required>\
      <datalist id="others">\(options)</datalist>\(message)<p class="hint">\(words("property.merge"))</p></div>\
      <div class="actions"><button class="btn first" name="do" value="rename">\(words("property.rename"))</button>\
      <button class="btn danger" name="do" value="delete" formnovalidate>\(words("property.delete"))</button></div></form></section>
      """
    return .page(PageContent(title: value, main: main, status: status, place: "properties"))
  }

  /// Renames or deletes a value, or merges several, after a preview.
  static func change(_ request: PageRequest) throws -> PageAnswer {
    if request.path.count == 2 { return try PropertyValues(Property(request), request).merge() }
    guard request.path.count == 3 else { throw PageError(status: 405, message: request.words("error.method")) }
    let (property, value) = (Property(request), request.path[2])
    let meant = try property.fields(request).name(value)
    let isRemoval = request.typed("do") == "delete"
    let to = request.typed("to") ?? ""
    do throws(PlanRefusal) {
      let plan =
        isRemoval
        ? try PropertyDeletion.plan(meant, in: request.catalogue, at: request.moment) { Stock.file(named: $0) }
        : try PropertyRenaming.plan(meant, to: to, in: request.catalogue, at: request.moment) { Stock.file(named: $0) }
      let preview = PlanPreview(
        plan: plan, action: property.address(value), fields: [("do", isRemoval ? "delete" : "rename"), ("to", to)],
        button: request.words(isRemoval ? "property.delete" : "property.rename"), isDanger: isRemoval,
        back: property.address())
      return try agreed(preview, request)
    } catch {
      return try self.value(value, of: property, request, status: 422, said: request.words.said(error.message))
    }
  }

  /// What comes of a plan: carried out where the person agreed, else its preview.
  static func agreed(_ preview: PlanPreview, above: Markup = .empty, _ request: PageRequest) throws(PlanRefusal) -> PageAnswer {
    do {
      let title = request.words.said(preview.plan.title)
      return try preview.outcome(request) ?? preview.page(title, place: "properties", above: above, request)
    } catch let error as PlanRefusal {
      throw error
    } catch let error as PageError {
      throw PlanRefusal(error.message)
    } catch {
      throw PlanRefusal("\(error)")
    }
  }
}
