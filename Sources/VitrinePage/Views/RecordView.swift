// A record: its photos, its fields as the schema orders them, what it leads to and what leads to it, and what is wrong with it.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource

/// The page of a record.
struct RecordView {
  private let request: PageRequest
  private let detail: RecordDetail
  /// What did not work, to be told above it.
  private let said: [String]

  /// What an address has that a form leads to whose record was renamed meanwhile.
  static let movedWord = "moved"

  /// The page of a record.
  init(_ request: PageRequest, _ detail: RecordDetail, said: [String] = []) {
    (self.request, self.detail, self.said) = (request, detail, said)
  }

  private var words: PageWords { request.words }
  private var address: String { PageAddress.record(detail.around.facts.path, detail.kind) }

  /// The page.
  func content(status: Int = 200) -> PageContent {
    let kind = detail.kind
    let hasPhotos = !detail.photos.isEmpty || !detail.missingPhotos.isEmpty
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(PageAddress.collection(kind))">‹ \(PageFrame.plural(of: kind))</a><span class="grow"></span>\
      <details class="filter menu" name="filter" id="record-menu"><summary class="btn" aria-label="\(words("record.menu"))">\(Icon.more.markup)</summary><div class="values">\
      <a class="value" href="/new/\(PageAddress.encoded(kind.name))?from=\(PageAddress.encoded(detail.around.facts.path.string))">\(words("record.duplicate"))</a>\
      <a class="value" href="\(address)?rename">\(words("record.rename"))</a>\
      <a class="value" href="/share?path=\(PageAddress.encoded(detail.around.facts.path.string))">\(words("share.title"))</a>\
      <a class="value" href="\(address)?history">\(words("record.history"))</a>\
      <a class="value bad" href="\(address)?delete">\(words("record.delete"))</a></div></details>\
      <a class="btn first" href="\(address)?edit" data-key="e">\(words("record.edit"))</a></div>
      \(PageFrame.notes(said))\(moved)<article class="record\(" plain", if: !hasPhotos)" id="record">
      <header class="top"><h1><bdi>\(detail.around.facts.title)</bdi></h1>
      <p class="sub"><i class="dot \(ValueMarkup.pastel(detail.kindIndex))"></i>\(kind.title) · <span class="faint">\(detail.around.facts.path.stem.string)</span></p></header>
      \(photos)<div class="said">\(tracks)
      \(findings)
      <dl class="fields">\(fields)\(around)</dl>
      \(RecordMap.markup(detail, request))
      \(PhotoField.form(address, of: detail.around.facts.path, having: 0, detail.kind, request), if: !hasPhotos && PhotoField.isFor(kind))</div>
      </article>
      """
    return PageContent(title: detail.around.facts.title, main: main, status: status, place: kind.plural)
  }

  /// Where what was typed into a form went whose record was renamed meanwhile.
  private var moved: Markup {
    guard request.has(Self.movedWord) else { return .empty }
    return "<p class=\"notice\" role=\"status\">\(words("record.moved", detail.around.facts.path.stem.string))</p>"
  }

  // MARK: photos

  private var photos: Markup {
    guard !detail.photos.isEmpty || !detail.missingPhotos.isEmpty else { return .empty }
    let shown = detail.photos.enumerated().map { index, photo -> Markup in
      let number = index + 1
      let alt = photo.caption.isEmpty ? words("photo.alt", detail.around.facts.title) + " \(number)" : photo.caption
      let deeds: Markup =
        "<div class=\"deeds\">\(captioning(photo, number))\(mover(photo.path, number))\(removal(photo.path, number))</div>"
      guard PhotoView.isShown(photo.facts, request) else {
        return """
          <figure class="photo unseen" id="photo-\(number)">\(unseen(photo))<p><a class="btn" href="\(PageAddress.photo(photo.path))" download>\(words("photo.open"))</a></p>\(deeds)</figure>
          """
      }
      return """
        <figure class="photo" id="photo-\(number)"><a href="\(PhotoView.full(photo.facts))">\
        <img src="\(PageAddress.thumb(photo.path, side: PhotoView.largeSide))" alt="\(alt)"\(" loading=\"lazy\"", if: index > 0)></a>\
        <figcaption><span>\(caption(of: photo))</span>\(deeds)</figcaption>\(findings(of: photo))\(facts(photo))</figure>

        """
    }
    let missing = detail.missingPhotos.map { "<p class=\"photo-missing\">\(words("photo.missing", $0))</p>" as Markup }
    let film: Markup =
      detail.photos.count > 1
      ? """
      <ol class="film"\(movingWords)>\(detail.photos.enumerated().map { index, photo -> Markup in
          let inside: Markup =
            PhotoView.isShown(photo.facts, request)
            ? "<img src=\"\(PageAddress.thumb(photo.path, side: CardView.coverSide))\" alt=\"\" loading=\"lazy\">" : "<span>\(photo.facts.format?.uppercased() ?? "?")</span>"
          return "<li><a href=\"#photo-\(index + 1)\" aria-label=\"\(words("photo.number", count: index + 1))\" data-path=\"\(photo.path.string)\">\(inside)</a></li>"
        })</ol>
      """ : .empty
    return
      "<photo-strip class=\"photos\" id=\"photos-\(detail.photos.count)\"\(viewerWords)><div class=\"large\">\(shown)</div>\(film)\(byTime)\(missing)\(PhotoField.form(address, of: detail.around.facts.path, having: detail.photos.count, detail.kind, request), if: PhotoField.isFor(detail.kind, having: detail.photos.count))\(PhotoField.full(having: detail.photos.count, detail.kind, request))</photo-strip>"
  }

  /// What is said below a photo, in which no line begins with the dot between two facts.
  private func caption(of photo: RecordDetail.Photo) -> String {
    let said = [photo.words, photo.line ?? "", photo.size ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    return said.split(separator: " ", omittingEmptySubsequences: false).reduce(into: "") { text, word in
      text += (text.isEmpty ? "" : word == "·" ? "\u{A0}" : " ") + word
    }
  }

  /// Why a photo is not shown: what is wrong with it, else its format.
  private func unseen(_ photo: RecordDetail.Photo) -> Markup {
    guard !request.catalogue.findings.findings(in: photo.path).isEmpty else {
      let why = PhotoView.wantsProgram(photo.facts, request) ? "photo.noProgram" : "photo.unseen"
      return "<p>\(words(why, photo.path.name.string))</p>"
    }
    return "<p>\(photo.path.name.string)</p>\(findings(of: photo))"
  }

  /// What the check says of a photo itself.
  private func findings(of photo: RecordDetail.Photo) -> Markup {
    let said = request.catalogue.findings.findings(in: photo.path)
    return "\(said.map { "<p class=\"msg\">\(request.words.said($0.message))</p>" as Markup })"
  }

  /// What is known of a photo, for the large view.
  private func facts(_ photo: RecordDetail.Photo) -> Markup {
    let rows = [
      ("photo.caption", photo.words), ("photo.taken", photo.line ?? ""), ("photo.size", photo.size ?? ""),
      ("photo.file", photo.path.name.string),
    ].filter { !$0.1.isEmpty }.map { "<dt>\(words($0.0))</dt><dd><bdi>\($0.1)</bdi></dd>" as Markup }
    return "<dl class=\"photo-facts\" hidden>\(rows)</dl>"
  }

  /// The names of the buttons of the large view.
  private var viewerWords: Markup {
    """
     data-word-viewer="\(words("photo.viewer"))" data-word-close="\(words("photo.close"))" data-word-before="\(words("photo.before"))" \
    data-word-after="\(words("photo.after"))" data-word-in="\(words("photo.in"))" data-word-out="\(words("photo.out"))" \
    data-word-facts="\(words("photo.facts"))" data-word-place="\(words("photo.place"))"
    """
  }

  /// Whether the photos can be put in an order of the person's own.
  private var canBeOrdered: Bool { detail.photos.count > 1 && PhotoOrdering.isFor(detail.kind) }

  /// Where the words about a photo are written. By its id the page's script keeps what is typed with its photo, wherever that goes.
  private func captioning(_ photo: RecordDetail.Photo, _ number: Int) -> Markup {
    guard !PhotoCaptioning.fields(of: detail.kind).isEmpty else { return .empty }
    let label = words(photo.caption.isEmpty ? "photo.captionIt" : "photo.captionAnew")
    return """
      <details class="captioning" id="caption-\(PageAddress.encoded(photo.path.string))"><summary class="link" aria-label="\(label): \(number)">\(label)</summary>\
      <form method="post" action="\(address)?photos"><input type="hidden" name="caption" value="\(photo.path.string)">\
      <input class="input" name="words" value="\(photo.caption)" aria-label="\(words("photo.caption"))" autocomplete="off"><button class="btn small">\(words("form.save"))</button></form></details>
      """
  }

  /// The buttons that move a photo among the others.
  private func mover(_ path: Path, _ number: Int) -> Markup {
    guard canBeOrdered else { return .empty }
    let (first, last) = (number == 1, number == detail.photos.count)
    return """
      <form class="mover" method="post" action="\(address)?photos"><input type="hidden" name="move" value="\(path.string)">\
      <button class="link" name="to" value="\(number - 2)"\(" disabled", if: first) title="\(words("photo.earlier.title"))" aria-label="\(words("photo.earlier")): \(number)">\(words("photo.earlier"))</button>\
      <button class="link" name="to" value="\(number)"\(" disabled", if: last) title="\(words("photo.later.title"))" aria-label="\(words("photo.later")): \(number)">\(words("photo.later"))</button>\
      \("<button class=\"link to-start\" name=\"to\" value=\"0\" title=\"\(words("photo.cover.title"))\" aria-label=\"\(words("photo.cover")): \(number)\">\(words("photo.cover"))</button>", if: !first && detail.chosenPhoto == nil)</form>
      """
  }

  /// What the film needs of words, where its photos can be moved.
  private var movingWords: Markup {
    guard canBeOrdered else { return .empty }
    return " data-action=\"\(address)?photos\" data-word-moved=\"\(words("photo.moved"))\""
  }

  /// The way back to the order in which photos were taken, and how to move one, where there are several.
  private var byTime: Markup {
    guard canBeOrdered else { return .empty }
    let form: Markup = """
      <form class="by-time" method="post" action="\(address)?photos"><input type="hidden" name="move" value=""><button class="link">\(words("photo.byTime"))</button></form>
      """
    return """
      <div class="ordering"><p class="faint hint">\(words("photo.howToMove"))</p>\(form, if: detail.around.facts.photos.contains { $0.order != nil })</div>
      """
  }

  /// The way of a photo to the trash.
  private func removal(_ path: Path, _ number: Int) -> Markup {
    """
    <form method="post" action="\(address)?photos"><input type="hidden" name="remove" value="\(path.string)">\
    <button class="link" aria-label="\(words("photo.remove")): \(number)">\(words("photo.remove"))</button></form>
    """
  }

  // MARK: fields

  /// Fields of stages, each as a track whose next stage is one tap away.
  private var tracks: Markup {
    let tracks = detail.kind.fields.filter { Stages.isTrack($0) }.map { field -> Markup in
      let name = field.path.dotted
      let value = detail.scalars[name] ?? ""
      let reached = field.values.firstIndex(of: value) ?? -1
      let steps = field.values.enumerated().map { place, stage -> Markup in
        let label = field.marks[stage]?.label ?? stage
        let state: Markup = place == reached ? " aria-current=\"step\"" : .empty
        return """
          <li><button name="value" value="\(stage)" class="stage\(" on", if: place <= reached)"\(state)>\
          <span class="visually-hidden">\(field.title): </span>\(label)</button></li>
          """
      }
      return """
        <form class="track" method="post" action="\(address)"><input type="hidden" name="set" value="\(name)">\
        <input type="hidden" name="was" value="\(value)"><h2 class="label">\(field.title)</h2><ol>\(steps)</ol></form>
        """
    }
    return "\(tracks)"
  }

  private var fields: Markup {
    let shown = Set(detail.kind.fields.filter { Stages.isTrack($0) }.map(\.path.dotted))
    // What tools keep up to date has no input in the form.
    let automatic = Set((detail.kind.stamps.map(\.field) + detail.kind.histories.map(\.field)).map(\.dotted))
    // What only tools read stands last.
    let made = Set(detail.kind.fields.filter { $0.initial == .uuid }.map(\.path.dotted))
    let entries = detail.entries.filter { !shown.contains($0.field?.dotted ?? "") }
    let sorted =
      entries.filter { !made.contains($0.field?.dotted ?? "") } + entries.filter { made.contains($0.field?.dotted ?? "") }
    let rows = sorted.map { entry -> Markup in
      let field = entry.field.flatMap { automatic.contains($0.dotted) ? nil : $0 }
      let edit: Markup =
        field.map {
          "<a class=\"pen\" href=\"\(address)?edit#in-\(PageAddress.encoded($0.dotted))\" aria-label=\"\(words("record.change", entry.label))\">\(Icon.pen.markup)</a>"
        } ?? .empty
      // By their ids the page's script finds the same row again while one is edited.
      let id: Markup = entry.field.map { " id=\"row-\(PageAddress.encoded($0.dotted))\"" } ?? .empty
      let steps = checkList(entry)
      // Sentences want the whole width: they stand below their label.
      let isLong = steps != nil || entry.field.flatMap { detail.kind.field($0) }.map { isProse($0) } ?? false
      let value = steps ?? ValueMarkup.lines(lines(of: entry), request, leadingTo: lists(of: entry.field))
      return
        "<div class=\"row\(" long", if: isLong)\"\(id)><dt>\(entry.label)</dt><dd><div>\(value)</div>\(edit)</dd></div>\n"
    }
    return "\(rows)"
  }

  /// The addresses of the lists of records that have a value of a field, by how it is shown; none of fields that each record has another value of.
  private func lists(of path: FieldPath?) -> (String) -> String? {
    let open = request.open
    guard let path, let kind = open.kinds.firstIndex(where: { $0.name == detail.kind.name }) else { return { _ in nil } }
    let columns = open.index.tables[kind].columns
    guard let name = open.binder.names.names(forKind: kind).first(where: { columns[$0.column].field.path == path }),
      PropertyTables.isProperty(columns[name.column])
    else { return { _ in nil } }
    let field = columns[name.column].field
    return { shown in
      let isText = field.meaning == .text
      let value = isText ? shown : field.values.first { ShownValue.piece($0, field).text == shown }
      guard let value, isText || field.meaning == .enumeration, value != RecordFields.separator else { return nil }
      return PageAddress.collection(
        open.kinds[kind], query: QueryTerms("").toggling(value, of: name.text, among: isText ? [value] : []).text)
    }
  }

  /// The lines of a value; of a list of days, each in a line of its own, so that none breaks in the middle.
  private func lines(of entry: FactSheet.Entry) -> [FactSheet.Line] {
    guard let field = entry.field.flatMap({ detail.kind.field($0) }), field.isOwnList, field.meaning.isTemporal else {
      return entry.lines
    }
    return entry.lines.flatMap { line in
      line.pieces.split { $0.text == RecordFields.separator }.map { FactSheet.Line(Array($0)) }
    }
  }

  /// Whether a field holds a text that is written in sentences.
  private func isProse(_ field: Kind.Field) -> Bool { field.meaning == .text && !field.isMap && EditForm.isLong(field) }

  /// A list of maps that are written in sentences, such as the steps of a recipe, as boxes to tick while one works by it.
  private func checkList(_ entry: FactSheet.Entry) -> Markup? {
    guard let path = entry.field, let field = detail.kind.field(path), field.isMap, field.isOwnList, entry.lines.count > 1 else {
      return nil
    }
    let members = detail.kind.fields.filter { $0.path.names.dropLast().elementsEqual(path.names) }
    guard members.contains(where: { EditForm.isLong($0) }) else { return nil }
    let unsaid = self.unsaid(members, in: entry.lines)
    let items = entry.lines.map { line -> Markup in
      "<li><label><input type=\"checkbox\"><span>\(step(line, without: unsaid))</span></label></li>"
    }
    return "<check-list data-field=\"\(path.dotted)\"><ol>\(items)</ol></check-list>"
  }

  /// What a list of steps does not say of each: photos, which are shown as such, and a number that only counts them, as the list does itself.
  private func unsaid(_ members: [Kind.Field], in lines: [FactSheet.Line]) -> Set<FieldPath> {
    let unsaid = members.filter { field in
      if field.isPhoto { return true }
      guard field.meaning == .number, field.unit == nil else { return false }
      return lines.indices.allSatisfy { place in
        let number = lines[place].members.first { $0.field == field.path }?.pieces.last?.text
        return number == nil || number == String(place + 1)
      }
    }
    return Set(unsaid.map(\.path))
  }

  /// A step: what to do, then, in less weight, what else is said of it.
  private func step(_ line: FactSheet.Line, without unsaid: Set<FieldPath>) -> Markup {
    var sentences: [FactSheet.Line] = []
    var rest: [Markup] = []
    for member in line.members {
      if let field = member.field, unsaid.contains(field) { continue }
      if let field = member.field.flatMap({ detail.kind.field($0) }), EditForm.isLong(field) {
        sentences.append(FactSheet.Line(member.pieces))
      } else {
        rest.append(ValueMarkup.inline(member.pieces, request))
      }
    }
    guard !sentences.isEmpty else { return ValueMarkup.lines([line], request) }
    let more: Markup = rest.isEmpty ? .empty : "<p class=\"faint\">\(rest.joined(by: " · "))</p>"
    return "\(ValueMarkup.lines(sentences, request))\(more)"
  }

  /// The most records that are named under one heading.
  private static let mostNamed = 60

  private var around: Markup {
    var rows: [Markup] = []
    if let parent = detail.around.parent {
      rows.append(row(request.open.kinds[parent.kind].title, [parent]))
    }
    for (index, kind) in request.open.kinds.enumerated() {
      let below = detail.children.filter { $0.kind == index }
      let isParent = kind.parent == detail.kind.name
      guard isParent || !below.isEmpty else { continue }
      rows.append(row(kind.language.capitalised(kind.nouns), below, isParent ? adding(kind) : .empty))
    }
    rows += groups(detail.around.users).map { row(words("record.usedBy", $0.label), $0.records) }
    return "\(rows)"
  }

  /// The way to a new record below this one.
  private func adding(_ kind: Kind) -> Markup {
    let what = words("new.of", kind.language.lowercased(kind.title))
    return " <a class=\"chip\" href=\"\(ParentField.address(of: kind, below: detail.around.facts.path))\">+ \(what)</a>"
  }

  private func groups(_ records: [RecordSurroundings.Neighbour]) -> [(label: String, records: [RecordSurroundings.Neighbour])] {
    Dictionary(grouping: records, by: \.kind).sorted { $0.key < $1.key }.map { (request.open.kinds[$0.key].nouns, $0.value) }
  }

  private func row(_ label: String, _ records: [RecordSurroundings.Neighbour], _ more: Markup = .empty) -> Markup {
    let links = records.prefix(Self.mostNamed).map { ValueMarkup.reference($0.path, title: $0.title, request) }
    let rest: Markup = records.count > Self.mostNamed ? " \(words("record.more", count: records.count - Self.mostNamed))" : .empty
    return "<div class=\"row\"><dt>\(label)</dt><dd class=\"refs\">\(links)\(rest)\(more)</dd></div>\n"
  }

  // MARK: findings

  private var findings: Markup {
    guard !detail.findings.isEmpty else { return .empty }
    let items = FindingView.items(detail.findings, request, showsPath: false)
    return "<section class=\"findings\" aria-label=\"\(words("record.findings"))\"><ul>\(items)</ul></section>"
  }
}
