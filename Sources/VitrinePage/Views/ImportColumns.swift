// Which column of a table of another program becomes which field: asked once, with what the columns hold beside it.

import VitrineApplication
import VitrineExchange
import VitrineFormats
import VitrineModel
import VitrineText

/// The columns of a table, or of JSON objects, that are imported, and the fields that they become. Decision 0124 says why.
struct ImportColumns {
  private let table: ForeignTable
  private let isOfRows: Bool
  private let kind: Kind
  private let request: PageRequest
  private let slashes: (isOpen: Bool, isDayFirst: Bool)
  private var words: PageWords { request.words }

  /// What says that the columns were answered.
  static let mark = "columns"
  /// The most values of a column that are shown.
  private static let mostShown = 3

  /// The columns of a table for records of a kind. `isOfRows` where the records are rows of the file.
  init(_ table: ForeignTable, isOfRows: Bool, _ kind: Kind, _ request: PageRequest) {
    (self.table, self.isOfRows, self.kind, self.request) = (table, isOfRows, kind, request)
    slashes = ColumnMapping.slashes(in: table)
  }

  /// Whether somebody said what the columns are.
  var isAnswered: Bool { request.typed(Self.mark) != nil }

  private func name(_ place: Int) -> String { "column-\(place)" }

  /// The field of a column: as it was answered, else as it is called or probably meant.
  private func field(_ place: Int) -> FieldPath? {
    guard isAnswered else { return table.columns[place].field ?? table.columns[place].guess }
    let typed = request.typed(name(place)) ?? ""
    return typed.isEmpty ? nil : FieldPath(dotted: typed)
  }

  /// The fields that every record must have, but for its title, and each item of the lists that the columns fill.
  private var required: [Kind.Field] {
    let chosen = table.columns.indices.compactMap(field)
    let lists = Set(chosen.compactMap { kind.list(holding: $0)?.path })
    return ForeignTable.targets(of: kind).filter { field in
      guard field.isRequired, field.path != kind.display, field.initial == nil else { return false }
      guard let list = kind.list(holding: field.path) else { return field.path.names.count == 1 }
      return lists.contains(list.path) && !chosen.contains(field.path)
    }
  }

  /// What a field is called: a member of a list's items with the list's title.
  private func title(of field: Kind.Field) -> String {
    guard let list = kind.list(holding: field.path) else { return field.title }
    return "\(list.title): \(field.title)"
  }

  /// Whether each row has a value for a field.
  private func isSaid(_ field: Kind.Field) -> Bool {
    table.columns.indices.contains { place in
      let column = table.columns[place]
      return self.field(place) == field.path && column.count == table.rowCount && column.blanks.isEmpty
    }
  }

  private func fallbackName(_ field: Kind.Field) -> String { "fallback-" + field.path.dotted }

  /// What fields are where the table has no value.
  private var fallbacks: [FieldPath: String] {
    var values: [FieldPath: String] = [:]
    for field in required {
      if let value = request.typed(fallbackName(field)), !value.isEmpty { values[field.path] = value }
    }
    return values
  }

  private var keepsOthers: Bool { isAnswered && request.typed("others") != nil }
  private var isDayFirst: Bool {
    request.typed("dates").map { $0 == "day" } ?? slashes.isDayFirst
  }

  /// The mapping that the answers make.
  var mapping: ColumnMapping {
    let unknown = mapping([])
    return mapping(
      table.columns.indices.map { place in
        let words = unknown.unknownWords(ofColumn: place)?.words ?? []
        return Dictionary(uniqueKeysWithValues: words.compactMap { word in meaning(of: word, place).map { (word, $0) } })
      })
  }

  private func mapping(_ words: [[String: ColumnMapping.Meaning]]) -> ColumnMapping {
    ColumnMapping(
      table, of: kind, to: table.columns.indices.map(field), fallbacks: fallbacks, words: words, keepsOthers: keepsOthers,
      isDayFirst: isDayFirst)
  }

  private func name(_ place: Int, _ word: String) -> String { "word-\(place)-\(word)" }

  /// What an answer says that there is no value.
  private static let nothing = "-"

  /// What a word of a column was said to mean; nil where nothing was said. A value is sent behind a `=`.
  private func meaning(of word: String, _ place: Int) -> ColumnMapping.Meaning? {
    guard let answer = request.typed(name(place, word)) else { return nil }
    if answer == Self.nothing { return .nothing }
    return answer.hasPrefix("=") ? .value(String(answer.dropFirst())) : nil
  }

  /// What a form sends along to give the same answers again.
  var answers: [(name: String, value: String)] {
    [(Self.mark, "1")] + table.columns.indices.map { (name($0), field($0)?.dotted ?? "") }
      + required.map { (fallbackName($0), request.typed(fallbackName($0)) ?? "") }
      + table.columns.indices.flatMap { place in
        (mapping([]).unknownWords(ofColumn: place)?.words ?? []).compactMap { word in
          request.typed(name(place, word)).map { (name(place, word), $0) }
        }
      }
      + (keepsOthers ? [("others", "1")] : []) + [("dates", isDayFirst ? "day" : "month")]
  }

  /// The page that asks; `said` is what was wrong with the answers.
  func page(_ file: String, _ fields: [(name: String, value: String)], _ said: [String]) -> PageContent {
    let isAdding = !fields.contains { $0.name == "mode" && $0.value != "add" }
    let partial: Markup =
      isAdding
      ? """
      <label class="choice"><input type="checkbox" name="partial" value="1"\(" checked", if: request.typed("partial") != nil)> <span>\(words("import.partial"))</span></label>
      """ : .empty
    let hidden = (fields.filter { $0.name != "partial" } + [(Self.mark, "1")]).map {
      "<input type=\"hidden\" name=\"\($0.0)\" value=\"\($0.1)\">" as Markup
    }
    let rows = table.columns.indices.map(row)
    let dates: Markup =
      slashes.isOpen
      ? """
      <fieldset class="field"><legend>\(words("import.dates"))</legend>\(choice("day", isDayFirst))\(choice("month", !isDayFirst))</fieldset>
      """ : .empty
    let main: Markup = """
      <form class="edit" method="post" action="/import"><h1>\(words("import.columns"))</h1>\(PageFrame.notes(said))\(hidden)
      <p class="sub"><bdi>\(file)</bdi> · \(isOfRows ? words("import.rows", count: table.rowCount) : words("home.records", count: table.rowCount)) · \(kind.title)</p>
      \(rows)\(required.filter { !isSaid($0) }.map(fallback))\(dates)
      <label class="choice"><input type="checkbox" name="others" value="1"\(" checked", if: keepsOthers)> <span>\(words("import.others"))</span></label>
      \(partial)
      <div class="actions"><button class="btn first">\(words("import.preview"))</button><a class="btn" href="/import">\(words("form.cancel"))</a>\(PageFrame.doing(words("import.checkingCount", count: table.rowCount)))</div></form>
      """
    return PageContent(title: words("import.columns"), main: main, status: said.isEmpty ? 200 : 422, place: "import")
  }

  private func row(_ place: Int) -> Markup {
    let column = table.columns[place]
    let chosen = field(place)
    // What has no name cannot be mapped.
    guard !column.name.isEmpty else { return .empty }
    let own: Markup =
      column.field.map {
        $0.isOwn ? "<option value=\"\($0.dotted)\"\(" selected", if: $0 == chosen)>\($0.dotted)</option>" : .empty
      } ?? .empty
    let options = ForeignTable.targets(of: kind).map { field -> Markup in
      let isChosen = field.path == chosen
      let title = self.title(of: field)
      let isOnly = ForeignTable.targets(of: kind).count { self.title(of: $0) == title } == 1
      let shown = isOnly ? title : "\(title) (\(field.path.dotted))"
      return "<option value=\"\(field.path.dotted)\"\(" selected", if: isChosen)>\(shown)</option>"
    }
    let values = column.values.prefix(Self.mostShown).map { $0.count > 40 ? String($0.prefix(39)) + "…" : $0 }.joined(
      separator: " · ")
    return """
      <div class="field"><label for="\(name(place))"><bdi>\(column.name == "." ? words("import.itself") : column.name)</bdi></label>\
      <select class="input" id="\(name(place))" name="\(name(place))" aria-describedby="\(name(place))-values"><option value="">\(words("import.leaveOut"))</option>\(own)\(options)</select>\
      <p class="hint" id="\(name(place))-values"><bdi>\(values.isEmpty ? words("import.noValues") : values)</bdi></p></div>
      \(unknownWords(place))
      """
  }

  /// What asks for the meaning of each word of a column that its field does not have.
  private func unknownWords(_ place: Int) -> Markup {
    guard let (field, unknown) = mapping([]).unknownWords(ofColumn: place) else { return .empty }
    let rows = unknown.map { word -> Markup in
      let name = self.name(place, word)
      let chosen = request.typed(name) ?? likely(word, field.values).map { "=" + $0 } ?? ""
      let values =
        [("", words("import.unknown")), (Self.nothing, words("import.nothing"))]
        + field.values.map { ("=" + $0, field.marks[$0]?.label ?? $0) }
      let options = values.map { "<option value=\"\($0.0)\"\(" selected", if: $0.0 == chosen)>\($0.1)</option>" as Markup }
      return """
        <div class="field"><label for="\(name)">\(words("import.word", word))</label>\
        <select class="input" id="\(name)" name="\(name)">\(options)</select></div>

        """
    }
    return "\(rows)"
  }

  /// The value that a word is another spelling of; nil where it is none, as `Steam` is of `Steam Deck`.
  private func likely(_ word: String, _ values: [String]) -> String? {
    NearestWord.nearest(to: word, in: values).flatMap { abs($0.count - word.count) <= 2 ? $0 : nil }
  }

  private func fallback(_ field: Kind.Field) -> Markup {
    let name = fallbackName(field)
    let value = request.typed(name) ?? ""
    let options = field.values.map {
      "<option value=\"\($0)\"\(" selected", if: $0 == value)>\(field.marks[$0]?.label ?? $0)</option>" as Markup
    }
    let input: Markup =
      field.values.isEmpty
      ? "<input class=\"input\" id=\"\(name)\" name=\"\(name)\" value=\"\(value)\" autocomplete=\"off\">"
      : "<select class=\"input\" id=\"\(name)\" name=\"\(name)\"><option value=\"\"></option>\(options)</select>"
    return "<div class=\"field\"><label for=\"\(name)\">\(words("import.fallback", title(of: field)))</label>\(input)</div>\n"
  }

  private func choice(_ value: String, _ isChosen: Bool) -> Markup {
    """
    <label class="choice"><input type="radio" name="dates" value="\(value)"\(" checked", if: isChosen)> <span>\(words("import.dates." + value))</span></label>
    """
  }

  /// What becomes of the columns, above the preview: those that are left out, and the mapping for the command line.
  func summary(_ account: ImportAccount?) -> Markup {
    let dropped = (account?.dropped ?? [:]).merging(account?.beside ?? [:]) { $0 + $1 }.sorted { $0.key < $1.key }.map {
      "\($0.key) (\(words.number($0.value)))"
    }
    let skipped = account?.skipped ?? 0
    let text = String(decoding: mapping.text, as: UTF8.self)
    return """
      \("<p class=\"sub\">\(words("import.leftOut", dropped.joined(separator: ", ")))</p>", if: !dropped.isEmpty)\
      \("<p class=\"sub\">\(words("import.skipped", count: skipped))</p>", if: skipped > 0)\
      <details class="difference"><summary>\(words("import.mapping"))</summary><pre tabindex="0">\(text)</pre></details>
      """
  }
}
