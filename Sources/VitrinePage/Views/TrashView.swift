// The trash: what changes removed, put back file by file or all at once, or deleted for good.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFiles
import VitrineFormats
import VitrineJournal
import VitrineModel
import VitrineSource

/// The page of the trash.
enum TrashView {
  /// The most changes, and the most files of each, that are shown.
  private static let (mostChanges, mostFiles) = (200, 50)

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let trash = try Journal(root: request.catalogue.root).trash().reversed()
    let items = trash.prefix(mostChanges).map { item($0, request) }
    let count = trash.reduce(0) { $0 + $1.files.count }
    let bytes = trash.reduce(0) { $0 + $1.files.reduce(0) { $0 + $1.trace.size } }
    let body: Markup =
      items.isEmpty
      ? "<div class=\"empty\"><p>\(words("trash.empty"))</p><p class=\"sub\">\(words("trash.text"))</p></div>"
      : "<ul class=\"log\">\(items)</ul>"
    let empty: Markup =
      items.isEmpty
      ? .empty
      : "<form method=\"post\" action=\"/trash\"><button class=\"btn danger\" name=\"do\" value=\"ask\">\(words("trash.emptyIt"))</button></form>"
    let size: Markup =
      items.isEmpty ? .empty : "<p class=\"sub\">\(words("log.files", count: count)) · \(ShownValue.size(bytes))</p>"
    let main: Markup = """
      <header class="head"><div><h1>\(words("trash.title"))</h1>\(size)</div>\(empty)</header><div id="results">\(body)</div>
      """
    return .page(PageContent(title: words("trash.title"), main: main, place: "trash"))
  }

  private static func item(_ change: TrashedChange, _ request: PageRequest) -> Markup {
    let words = request.words
    let names = names(change, request).map { "<p class=\"names\">\($0)</p>" as Markup } ?? .empty
    let when =
      change.head.map {
        CivilMoment(nanoseconds: $0.time, offset: request.clock.offset($0.time)).words(in: request.open.language)
      } ?? ""
    let files = change.files.prefix(mostFiles).map { file -> Markup in
      """
      <li id="file-\(change.number)-\(PageAddress.encoded(file.path.string))"><span>\(file.path.string)</span> <span class="faint">\(ShownValue.size(file.trace.size))</span>\
      \(form(change.number, file.path.string, words("trash.restore"), label: words("trash.restore") + ": " + file.path.string))</li>
      """
    }
    let rest: Markup =
      change.files.count > files.count
      ? "<li class=\"faint\">\(words("record.more", count: change.files.count - files.count))</li>" : .empty
    return """
      <li class="change" id="change-\(change.number)"><p><b>\(change.head.map { ChangeTitle.text($0.title, words) } ?? String(change.number))</b></p>\(names)<p class="faint">\(when) · \(words("log.files", count: change.files.count))</p>\
      \(form(change.number, nil, words("trash.restoreAll"), label: nil))\
      <details class="difference"><summary>\(words("trash.files"))</summary><ul class="trashed">\(files)\(rest)</ul></details></li>

      """
  }

  /// The titles of the records that went, by their own files, where the change is of several.
  private static func names(_ change: TrashedChange, _ request: PageRequest) -> String? {
    guard change.head?.title.contains("'") != true, var reader = try? FolderReader(root: request.catalogue.root) else {
      return nil
    }
    let titles = change.files.lazy.compactMap { file -> String? in
      guard file.path.isRecordFile, let text = try? reader.read(path: file.trashPath, limit: mostBytes) else { return nil }
      return RecordTitle.title(of: text, at: file.path, request)
    }
    return ChangeSentence.list(
      Array(titles.prefix(ChangeSentence.mostNamed)), of: change.files.count { $0.path.isRecordFile }, request)
  }

  /// The greatest file that is read for its title. Units: bytes.
  private static let mostBytes = 1 << 20

  private static func form(_ number: Int, _ path: String?, _ button: String, label: String?) -> Markup {
    let file: Markup = path.map { "<input type=\"hidden\" name=\"path\" value=\"\($0)\">" } ?? .empty
    let name: Markup = label.map { " aria-label=\"\($0)\"" } ?? .empty
    return """
      <form method="post" action="/trash"><input type="hidden" name="number" value="\(number)">\(file)\
      <button class="btn small" name="do" value="restore"\(name)>\(button)</button></form>
      """
  }

  /// Puts files back, or deletes all for good after a question.
  static func change(_ request: PageRequest) throws -> PageAnswer {
    let trash = try Journal(root: request.catalogue.root).trash()
    switch request.typed("do") {
    case "restore":
      guard let number = request.typed("number").flatMap({ Int($0) }), let change = trash.first(where: { $0.number == number })
      else {
        throw PageError(status: 409, message: request.words("trash.gone"))
      }
      let wanted = request.typed("path")
      let files = change.files.filter { wanted == nil || $0.path.string == wanted }
      guard !files.isEmpty else { throw PageError(status: 409, message: request.words("trash.gone")) }
      let moves = files.map { FileMove(from: $0.trashPath, to: $0.path, expected: .file($0.trace)) }
      let what = files.count == 1 ? "'\(files[0].path.string)'" : "\(files.count) files"
      // What was there before may have been wrong before.
      guard case .done(let made, _) = try ChangeView.run(request).carryOut(agreed: Plan("restore \(what)", [], moves: moves))
      else {
        return .redirect("/trash")
      }
      return .redirect("/trash?done=\(made)")
    case "ask": return .page(question(trash, request))
    case "empty":
      // Only what was shown: what came since stays.
      let last = request.typed("number").flatMap { Int($0) } ?? -1
      try ChangeView.run(request).emptyTrash(of: trash.filter { $0.number <= last })
      return .redirect("/trash")
    default: throw PageError(status: 422, message: request.words("error.form"))
    }
  }

  private static func question(_ trash: [TrashedChange], _ request: PageRequest) -> PageContent {
    let words = request.words
    let count = trash.reduce(0) { $0 + $1.files.count }
    let main: Markup = """
      <div class="bar"><a class="chip back" href="/trash">‹ \(words("form.cancel"))</a></div>
      <section class="removal"><h1>\(words("trash.ask", count: count))</h1><p class="sub">\(words("trash.forGood"))</p>
      <form method="post" action="/trash"><input type="hidden" name="number" value="\(trash.map(\.number).max() ?? -1)"><div class="actions">\
      <button class="btn danger" name="do" value="empty">\(words("trash.do"))</button><a class="btn" href="/trash">\(words("form.cancel"))</a></div></form></section>
      """
    return PageContent(title: words("trash.title"), main: main, place: "trash")
  }
}
