// The inputs of a form: one for each way that a value is typed.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// Writes the inputs of a record's form.
struct InputMarkup {
  /// The request, for words and the catalogue.
  let request: PageRequest
  /// The kind of the record.
  let kind: Kind
  /// What is said below inputs, by their names.
  let messages: [String: [FormSubmission.Message]]
  /// What fields held when the person began, where that is not what stands in them.
  var held: [String: String] = [:]

  /// The record, whose photos are shown where it names them; nil for a new one.
  var record: Path?

  private var words: PageWords { request.words }

  /// The inputs in their groups.
  func fields(_ inputs: [EditForm.Input]) -> Markup {
    var all = Markup.empty
    var open = ""
    for input in inputs {
      if input.group != open {
        if !open.isEmpty { all += "</fieldset>\n" }
        if !input.group.isEmpty {
          all += "<fieldset class=\"group\"><legend>\(input.group)</legend>\n\(PlacePicker.markup(before: input, request))"
        }
        open = input.group
      }
      all += field(input)
    }
    if !open.isEmpty { all += "</fieldset>\n" }
    return all
  }

  /// An input with its label, what is wrong with it, and what the schema says of it.
  private func field(_ input: EditForm.Input) -> Markup {
    let id = Self.id(of: input.name)
    let said = messages[input.name] ?? []
    let isGroup = [.stages, .choices, .color, .colors, .items].contains(input.control) || isSegmented(input)
    let required: Markup = isRequired(input.field) ? " <span class=\"needed\">\(words("form.required"))</span>" : .empty
    let label: Markup = "\(input.field.title)\(required)"
    let help = input.field.formHelp.isEmpty ? input.field.description : input.field.formHelp
    let hint: Markup = help.isEmpty ? .empty : "<p class=\"hint\" id=\"\(id)-hint\">\(Self.prose(help))</p>"
    let described: Markup = " aria-describedby=\"\(id)-msg\(" \(id)-hint", if: !help.isEmpty)\""
    let offered: Markup =
      input.offered.map { "<input type=\"hidden\" name=\"offered:\(input.name)\" value=\"\($0)\">" } ?? .empty
    let was: Markup = "<input type=\"hidden\" name=\"was:\(input.name)\" value=\"\(held[input.name] ?? input.text)\">\(offered)"
    // What was sent back is a change still, whatever it is compared with.
    let changed: Markup = request.isWrite && held[input.name].map { $0 != input.text } == true ? " data-changed" : .empty
    let inside = control(input, name: input.name, id: id, described: described, isBad: !said.isEmpty)
    let message: Markup = "<div class=\"msgs\" id=\"\(id)-msg\">\(said.map { line($0, id: id) })</div>"
    if isGroup {
      return """
        <fieldset class="field" id="in-\(PageAddress.encoded(input.name))" data-name="\(input.name)"\(changed)\(described)><legend>\(label)</legend>\(was)\(inside)\(message)\(hint)</fieldset>

        """
    }
    return """
      <div class="field" id="in-\(PageAddress.encoded(input.name))" data-name="\(input.name)"\(changed)><label for="\(id)">\(label)</label>\(was)\(inside)\(message)\(hint)</div>

      """
  }

  /// A sentence below an input.
  private func line(_ message: FormSubmission.Message, id: String) -> Markup {
    if let other = message.other {
      return """
        <p class="msg conflict"><span>\(words("form.conflict"))</span> <code>\(other.isEmpty ? words("value.none") : other)</code> \
        <button type="submit" name="take" value="\(message.name)" class="fix" formnovalidate>\(words("form.takeOther"))</button> \
        <button type="submit" name="keep" value="\(message.name)" class="fix" formnovalidate>\(words("form.keepMine"))</button></p>
        """
    }
    let fix: Markup =
      message.fix.map {
        "<button type=\"submit\" name=\"fix\" value=\"\(message.name)=\($0)\" class=\"fix\" formnovalidate>\(words("fix.use", $0))</button>"
      } ?? .empty
    return "<p class=\"msg\">\(words.said(message.text)) \(fix)</p>"
  }

  // MARK: controls

  private func control(_ input: EditForm.Input, name: String, id: String, described: Markup, isBad: Bool) -> Markup {
    let invalid: Markup = isBad ? " aria-invalid=\"true\"" : .empty
    let text = input.texts.joined(separator: "\n")
    switch input.control {
    case .line: return line(input, text, name, id, "\(described)\(invalid)")
    case .block, .lines, .yaml:
      let rows = min(
        max(text.split(separator: "\n", omittingEmptySubsequences: false).count + 1, input.control == .block ? 4 : 2), 16)
      let placeholder = input.control == .lines ? words("form.oneALine") : ""
      let area: Markup = """
        <textarea class="input\(" code", if: input.control == .yaml)" id="\(id)" name="\(name)" rows="\(rows)" placeholder="\(placeholder)"\
        \(" data-list", if: input.control == .lines)\(suggestions(input.field))\(limit(input.field))\(described)\(invalid)>
        \(text)</textarea>
        """
      return input.control == .lines ? chips(input, area) : area
    case .choice where isSegmented(input):
      let values = input.field.values
      let others = text.isEmpty || values.contains(text) ? [] : [text]
      let none = input.field.isRequired ? [] : [""]
      return
        "<div class=\"segments wrap\">\((none + values + others).map { radio($0, of: input, name, isChosen: $0 == text) })</div>"
    case .choice: return choice(input, text, name, id, "\(described)\(invalid)")
    case .stages:
      let stages = (input.field.isRequired ? [] : [""]) + input.field.values
      return "<div class=\"segments\">\(stages.map { radio($0, of: input, name, isChosen: $0 == text) })</div>"
    case .choices:
      let others = input.texts.filter { !input.field.values.contains($0) }
      return "<div class=\"segments wrap\">\((input.field.values + others).map { check($0, of: input, name) })</div>"
    case .color, .colors: return palette(input, name)
    case .items: return items(input, name)
    }
  }

  private func line(_ input: EditForm.Input, _ text: String, _ name: String, _ id: String, _ more: Markup) -> Markup {
    let field = input.field
    if ReferenceChoices(field, request) != nil {
      return chips(
        input,
        """
        <input class="input" id="\(id)" name="\(name)" value="\(text)" autocomplete="off" list="\(lists(field))"\(suggestions(field))\(more)>\(options(field))
        """)
    }
    var mode: Markup = .empty
    var calendar: Markup = .empty
    var hint = ""
    switch field.meaning {
    case .number: mode = " inputmode=\"decimal\""
    case .date, .dateInt:
      hint = words("form.date")
      mode = " data-calendar=\"day\""
      calendar =
        "<button type=\"button\" class=\"calendar\" aria-label=\"\(words("form.calendar"))\">\(Icon.calendar.markup)</button>"
    case .dateTime: hint = words("form.moment")
    case .time: hint = "18:15"
    default: break
    }
    let unit: Markup = field.unit.map { "<span class=\"unit\">\($0)</span>" } ?? .empty
    return """
      <span class="line"><input class="input" id="\(id)" name="\(name)" value="\(text)" autocomplete="off" placeholder="\(hint)"\(mode)\(suggestions(field))\(spelled(field))\(limit(field))\(more)>\(calendar)\(unit)</span>
      """
  }

  /// An input whose values are shown as chips: words, or records by their titles.
  private func chips(_ input: EditForm.Input, _ inside: Markup) -> Markup {
    let field = input.field
    let choices = ReferenceChoices(field, request)
    return """
      <chip-list data-add="\(words("form.add"))" data-remove="\(words("form.remove"))"\(" data-records", if: choices != nil)\(spelled(field))>\
      \(inside)\(choices?.list(of: input.texts) ?? .empty)</chip-list>
      """
  }

  /// What is said of a word that others spell otherwise, where a field has a vocabulary.
  private func spelled(_ field: Kind.Field) -> Markup {
    field.isVocabulary ? " data-spelled=\"\(words("form.spelled"))\"" : .empty
  }

  private func choice(_ input: EditForm.Input, _ text: String, _ name: String, _ id: String, _ more: Markup) -> Markup {
    let values = input.field.meaning == .boolean ? ["true", "false"] : input.field.values
    let others = text.isEmpty || values.contains(text) ? [] : [text]
    // A field that has to be there needs no choice of none, unless it is missing.
    let none = input.field.isRequired && !text.isEmpty ? [] : [""]
    let options = (none + values + others).map { value in
      "<option value=\"\(value)\"\(" selected", if: value == text)>\(label(value, input.field))</option>" as Markup
    }
    return "<select class=\"input\" id=\"\(id)\" name=\"\(name)\"\(more)>\(options)</select>"
  }

  private func radio(_ value: String, of input: EditForm.Input, _ name: String, isChosen: Bool) -> Markup {
    "<label class=\"segment\"><input type=\"radio\" name=\"\(name)\" value=\"\(value)\"\(" checked", if: isChosen)><span>\(label(value, input.field))</span></label>"
  }

  private func check(_ value: String, of input: EditForm.Input, _ name: String) -> Markup {
    "<label class=\"segment\"><input type=\"checkbox\" name=\"\(name)\" value=\"\(value)\"\(" checked", if: input.texts.contains(value))><span>\(label(value, input.field))</span></label>"
  }

  private func label(_ value: String, _ field: Kind.Field) -> String {
    if value.isEmpty { return "—" }
    if field.meaning == .boolean { return words(value == "true" ? "value.yes" : "value.no") }
    guard let mark = field.marks[value] else { return value }
    return (mark.glyph.isEmpty ? "" : mark.glyph + " ") + mark.label
  }

  /// The colours of a palette in their groups.
  private func palette(_ input: EditForm.Input, _ name: String) -> Markup {
    let field = input.field
    let type = input.control == .colors ? "checkbox" : "radio"
    let names = Set(field.palette.map(\.name))
    let aliases = Dictionary(field.aliases.map { ($0.word, $0.value) }) { first, _ in first }
    let chosen = Set(input.texts + input.texts.compactMap { aliases[$0] })
    var groups: [(label: String, colors: [Kind.PaletteColor])] = []
    for color in field.palette {
      let label = field.paletteGroups.first { $0.name == color.group }?.label ?? color.group
      if groups.last?.label != label { groups.append((label, [])) }
      groups[groups.count - 1].colors.append(color)
    }
    let sets = groups.map { group -> Markup in
      let discs = group.colors.map { color in
        """
        <label class="disc" title="\(color.label)"><input type="\(type)" name="\(name)" value="\(color.name)"\(" checked", if: chosen.contains(color.name))>\
        \(ValueMarkup.swatch(color.hex))<span class="visually-hidden">\(color.label)</span></label>
        """ as Markup
      }
      return "<fieldset><legend>\(group.label)</legend><div>\(discs)</div></fieldset>"
    }
    // What is written otherwise, such as an own hex, stays a choice.
    let own = input.texts.filter { !names.contains($0) && aliases[$0] == nil }.map { text in
      """
      <label class="disc"><input type="\(type)" name="\(name)" value="\(text)" checked>\(ValueMarkup.swatch(RGB(hex: text) == nil ? "#888888" : text))<span>\(text)</span></label>
      """ as Markup
    }
    let none: Markup =
      input.control == .color && !field.isRequired
      ? "<label class=\"segment\"><input type=\"radio\" name=\"\(name)\" value=\"\"\(" checked", if: input.texts.isEmpty)><span>—</span></label>"
      : .empty
    guard input.control == .colors else { return "<div class=\"palette\">\(none)\(sets)\(own)</div>" }
    let order = input.texts.map { aliases[$0] ?? $0 }.joined(separator: "\n")
    return """
      <color-order class="palette"><input type="hidden" name="order:\(name)" value="\(order)">\(sets)\(own)</color-order>
      """
  }

  /// Maps, each as a card with inputs of its own, and one more that is empty.
  private func items(_ input: EditForm.Input, _ name: String) -> Markup {
    let shown = input.items.first?.contains(where: \.field.isPhoto) == true ? shownPhotos : []
    let cards = input.items.enumerated().map { place, members -> Markup in
      let isNew = place == input.items.count - 1
      let number = input.number(ofItem: place)
      let inside = members.map { member -> Markup in
        let inner = EditForm.Input.name(of: member, in: name, number)
        let id = Self.id(of: inner)
        let said = (messages[EditForm.Input.name(of: member, in: name, place)] ?? []).map { message in
          var message = message
          message.name = inner
          return message
        }
        let isGroup = [.stages, .choices, .color, .colors].contains(member.control)
        let label: Markup =
          isGroup ? "<span class=\"label\">\(member.field.title)</span>" : "<label for=\"\(id)\">\(member.field.title)</label>"
        let inside = control(member, name: inner, id: id, described: " aria-describedby=\"\(id)-msg\"", isBad: !said.isEmpty)
        return """
          <div class="member" id="in-\(PageAddress.encoded(inner))">\(label)\(inside)<div class="msgs" id="\(id)-msg">\(said.map { line($0, id: id) })</div></div>
          """
      }
      let remove: Markup =
        isNew
        ? .empty
        : "<label class=\"remove\"><input type=\"checkbox\" name=\"\(name)/\(number)/-\" value=\"1\"> \(words("form.remove"))</label>"
      return
        "<li class=\"item\(" new", if: isNew)\" data-item=\"\(number)\">\(picture(members, of: shown))<div class=\"members\">\(inside)</div>\(remove)</li>"
    }
    return
      "<item-list data-up=\"\(words("form.up"))\" data-down=\"\(words("form.down"))\"><ol class=\"items\">\(cards)</ol></item-list>"
  }

  /// The record's photos that browsers show.
  private var shownPhotos: Set<Path> {
    guard let record else { return [] }
    let photos = request.catalogue.book.withWriter { $0.photos(ofRecordAt: record) }
    return Set(photos.filter { PhotoView.isShown($0, request) }.map(\.path))
  }

  /// The photo that a map is about, where it is one of those.
  private func picture(_ members: [EditForm.Input], of shown: Set<Path>) -> Markup {
    guard let record, let name = members.first(where: { $0.field.isPhoto })?.texts.first else { return .empty }
    let path = PhotoPath.resolve(name, from: record)
    guard shown.contains(path) else { return .empty }
    return "<img class=\"about\" src=\"\(PageAddress.thumb(path, side: CardView.coverSide))\" alt=\"\" loading=\"lazy\">"
  }

  /// The most values that are shown beside each other in place of a menu.
  private static let mostSegments = 5
  /// The most that may stand in them together. Units: characters.
  private static let longestSegments = 60

  /// Whether one of few short words is chosen by a click, without a menu.
  private func isSegmented(_ input: EditForm.Input) -> Bool {
    guard input.control == .choice, input.field.meaning == .enumeration, !input.field.isList else { return false }
    let labels = input.field.values.map { label($0, input.field).count }
    return labels.count <= Self.mostSegments && labels.reduce(0, +) <= Self.longestSegments
  }

  /// Whether a record has to have a field: what a map needs that may be left out is not needed yet.
  private func isRequired(_ field: Kind.Field) -> Bool {
    let above = FieldPath(Array(field.path.names.dropLast()))
    return field.isRequired && (above.names.isEmpty || kind.field(above).map { isRequired($0) } ?? true)
  }

  /// A sentence of a schema: what stands between backticks is code.
  static func prose(_ sentence: String) -> Markup {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count % 2 == 1 else { return .text(sentence) }
    let pieces = parts.enumerated().map { $0.offset % 2 == 1 ? "<code>\($0.element)</code>" as Markup : .text($0.element) }
    return "\(pieces)"
  }

  /// How many characters may be typed, for the counter.
  private func limit(_ field: Kind.Field) -> Markup {
    field.maximumLength.map { " data-most=\"\($0)\"" } ?? .empty
  }

  // MARK: suggestions

  /// What the page's script asks for values by that other records have.
  private func suggestions(_ field: Kind.Field) -> Markup {
    guard Self.hasSuggestions(field, of: kind) else { return .empty }
    let own = record.map { "&record=\(PageAddress.encoded($0.string))" } ?? ""
    let address = "/complete?kind=\(PageAddress.encoded(kind.name))&field=\(PageAddress.encoded(field.path.dotted))\(own)"
    return " data-suggest=\"\(address)\""
  }

  /// Whether other records' values help to fill in a field: words that records share, and records.
  static func hasSuggestions(_ field: Kind.Field, of kind: Kind) -> Bool {
    guard kind.field(field.path) != nil else { return false }
    if case .reference = field.meaning { return true }
    if field.meaning == .enumeration { return true }
    guard field.meaning == .text, !field.isPhoto, field.format == nil, field.initial == nil, field.path != kind.display else {
      return false
    }
    return (field.maximumLength ?? 0) <= 80
  }

  /// The most records or values that are suggested.
  private static let mostSuggested = 500

  private func lists(_ field: Kind.Field) -> String { "of-" + PageAddress.encoded(field.path.dotted) }

  /// The titles of records that a reference may lead to, and the values that a vocabulary has.
  private func options(_ field: Kind.Field) -> Markup {
    guard case .reference(let name) = field.meaning, let index = request.open.kinds.firstIndex(where: { $0.name == name }) else {
      return .empty
    }
    let records = request.catalogue.records(ofKind: index).prefix(Self.mostSuggested)
    let options = records.map { "<option value=\"\($0.path.stem.name.string)\">\($0.title)</option>" as Markup }
    return "<datalist id=\"\(lists(field))\">\(options)</datalist>"
  }

  /// An identifier for an input, from its name.
  static func id(of name: String) -> String { "i-" + PageAddress.encoded(name) }
}
