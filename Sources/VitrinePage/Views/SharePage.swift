// Records and their photos as a file to give away: chosen, looked at as they will be, made, downloaded.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrineRules
import VitrineSharing
import VitrineSource
import VitrineSystem

/// The page `/share`, over the use case of `vitrine share`.
struct SharePage {
  private let form: ShareForm
  private let request: PageRequest
  private var words: PageWords { request.words }

  /// The most records, photos and references that are named.
  private static let (mostRecords, mostNamed) = (60, 20)

  /// Shape: `/share?kind=…&q=…` asks, `/share/KEY` has a file that was made, `/share/KEY/file` is its bytes.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    guard request.path.count > 1 else { return .page(SharePage(form: ShareForm(request), request: request).preview) }
    guard let entry = request.shared.entry(request.path[1]) else { throw PageError.missing(request.words("share.lost")) }
    if request.path.count == 2 { return .page(ready(entry, key: request.path[1], request)) }
    guard request.path.count == 3, request.path[2] == "file" else { throw PageError.missing(request.words("error.address")) }
    // Never shown here: a page that was made of records is only ever saved.
    return .file(
      entry.file, type: "application/octet-stream",
      headers: [("Content-Disposition", "attachment; filename=\"\(entry.name)\""), ("Cache-Control", "no-store")])
  }

  /// Makes the file, or shows what it would be.
  static func make(_ request: PageRequest) throws -> PageAnswer {
    let page = SharePage(form: ShareForm(request), request: request)
    guard request.path.count == 1 else { throw PageError.missing(request.words("error.address")) }
    return request.typed("do") == "make" ? try page.make() : .page(page.preview)
  }

  private func make() throws -> PageAnswer {
    let selection = try form.selection(request)
    guard selection.count > 0 else { throw PageError(status: 422, message: words("share.none")) }
    let key = try request.shared.make {
      let contents = try ShareContents(selection, form.metadata.choice, showsCopies: form.form == .page)
      guard let file = HeldFile.unnamed() else { throw PageError(status: 507, message: words("share.noRoom")) }
      let run = ShareRun(
        contents: contents, catalogue: selection.catalogue, choice: form.metadata.choice, isFullSize: form.isFullSize,
        context: request.context)
      let result = try run.share(as: form.form.archive, into: file)
      return SharedFiles.Entry(
        file: file, name: form.fileName(contents, request), notes: notes(result, contents), isWhole: result.leftOut.isEmpty,
        form: form)
    }
    guard let key else { throw PageError(status: 503, message: words("share.busy")) }
    return .redirect("/share/\(key)")
  }

  /// What is said of a file that was made.
  private func notes(_ result: ShareRun.Result, _ contents: ShareContents) -> [String] {
    var notes = [words("home.records", count: contents.records.count) + ", " + words("home.photos", count: result.photos)]
    if result.reduced > 0 { notes.append(words("share.reduced", count: result.reduced)) }
    if result.hasNoPage { notes.append(words("share.noGallery")) }
    return notes
      + result.leftOut.prefix(Self.mostNamed).map { words("share.leftOut", "\($0.path.string): \(words.said($0.reason))") }
      + (result.leftOut.count > Self.mostNamed ? [words("record.more", count: result.leftOut.count - Self.mostNamed)] : [])
  }

  // MARK: what was made

  private static func ready(_ entry: SharedFiles.Entry, key: String, _ request: PageRequest) -> PageContent {
    let words = request.words
    let isPage = entry.name.hasSuffix(".html")
    let main: Markup = """
      <div class="bar">\(entry.form.wayBack(request))</div>
      <section class="removal"><h1>\(words("share.ready"))</h1>
      <p class="sub"><bdi>\(entry.name)</bdi> · \(ShownValue.size(entry.file.byteCount))</p>
      <ul class="plain">\(entry.notes.map { "<li>\($0)</li>" as Markup })</ul>
      \("<p class=\"notice\">\(words("share.openIt"))</p>", if: isPage)
      <share-file class="actions" data-file="\(entry.name)" data-size="\(entry.file.byteCount)" data-word="\(words("share.send"))" data-failed="\(words("share.failed"))">\
      <a class="btn first" href="/share/\(key)/file" download="\(entry.name)">\(words("export.do"))</a></share-file></section>
      """
    return PageContent(title: words("share.ready"), main: main, place: "share")
  }

  // MARK: what it would be

  private var preview: PageContent {
    guard form.isAsked else { return content(nil, nil) }
    do {
      let selection = try form.selection(request)
      guard selection.count > 0 else { return content(words("share.none"), nil) }
      return content(
        nil, try ShareContents(selection, form.metadata.choice, showsCopies: form.form == .page),
        unread: selection.unread.count)
    } catch {
      return content(PageSite.failure(error, words).message, nil)
    }
  }

  private func content(_ fault: String?, _ contents: ShareContents?, unread: Int = 0) -> PageContent {
    let message: Markup = fault.map { "<p class=\"msg\" role=\"alert\">\($0)</p>" } ?? .empty
    let main: Markup = """
      <header class="head"><div><h1>\(words("share.title"))</h1><p class="sub">\(words("share.text"))</p></div></header>
      <share-form class="share">\(contents.map { shown($0, unread) })\(message)\(form.markup(isReady: contents != nil, request))</share-form>
      """
    return PageContent(title: words("share.title"), main: main, status: fault == nil ? 200 : 422, place: "share")
  }

  private func shown(_ contents: ShareContents, _ unread: Int) -> Markup {
    let records = contents.records.prefix(Self.mostRecords).map { record -> Markup in
      "<li>\(ValueMarkup.reference(record.around.facts.path, title: record.around.facts.title, request))</li>"
    }
    let more: Markup =
      contents.records.count > records.count
      ? "<li>\(words("record.more", count: contents.records.count - records.count))</li>" : .empty
    return """
      <section class="preview" aria-labelledby="what"><h2 id="what">\(words("share.what"))</h2>
      <p class="sub">\(words("home.records", count: contents.records.count)), \(words("home.photos", count: contents.photos.count))</p>
      <ul class="taken">\(taken(contents, unread))</ul>
      <details\(" open", if: records.count <= 12)><summary>\(words("share.records"))</summary><ul class="plain">\(records)\(more)</ul></details></section>

      """
  }

  /// What does not go out, and what does though nobody may think of it.
  private func taken(_ contents: ShareContents, _ unread: Int) -> Markup {
    var items: [Markup] = []
    if contents.withoutPrivate > 0 {
      let fields = privateFields(contents).joined(separator: ", ")
      items.append("<li>\(words("share.private", count: contents.withoutPrivate))\(": \(fields)", if: !fields.isEmpty)</li>")
    } else {
      items.append("<li>\(words("share.noPrivate"))</li>")
    }
    if !contents.photos.isEmpty {
      let isWarning = form.metadata != .none
      items.append("<li\(" class=\"bad\"", if: isWarning)>\(words("share.goes.\(form.metadata)"))</li>")
    }
    if contents.records.contains(where: { hasPosition($0.around.facts) }) {
      items.append("<li class=\"bad\">\(words("share.positions"))</li>")
    }
    if !contents.missing.isEmpty {
      let links = contents.missing.prefix(Self.mostNamed).map { path in
        ValueMarkup.reference(path, title: request.catalogue.record(at: path)?.title ?? path.stem.name.string, request)
      }
      let rest: Markup =
        contents.missing.count > Self.mostNamed
        ? " \(words("record.more", count: contents.missing.count - Self.mostNamed))" : .empty
      items.append("<li>\(words("share.missing", count: contents.missing.count)) \(links.joined(by: ", "))\(rest)</li>")
    }
    items += contents.leftOut.prefix(Self.mostNamed).map {
      "<li class=\"bad\">\(words("share.leftOut", "\($0.path.string): \(words.said($0.reason))"))</li>"
    }
    if contents.leftOut.count > Self.mostNamed {
      items.append("<li class=\"bad\">\(words("record.more", count: contents.leftOut.count - Self.mostNamed))</li>")
    }
    if unread > 0 { items.append("<li class=\"bad\">\(words("share.unread", count: unread))</li>") }
    return "\(items)"
  }

  /// Whether a record goes out with a position of its own.
  private func hasPosition(_ facts: RecordFacts) -> Bool {
    let kind = request.open.kinds[facts.kind]
    return facts.location != nil && kind.location.map { !PrivateFields(kind).contain($0) } == true
  }

  /// What the fields are called that are taken out of any of these kinds.
  private func privateFields(_ contents: ShareContents) -> [String] {
    var names: [String] = []
    for kind in Set(contents.records.map(\.around.facts.kind)).sorted() {
      for field in request.open.kinds[kind].fields where field.isPrivate && !names.contains(field.title) {
        names.append(field.title)
      }
    }
    return names
  }
}
