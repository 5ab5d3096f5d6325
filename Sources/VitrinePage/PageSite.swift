// From a request that was let in to a reply: files of the page, the way in, or a view in its frame.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineHTTP
import VitrineLive
import VitrineModel
import VitrineQuery
import VitrineSystem
import VitrineText

/// Everything that is served.
struct PageSite: Sendable {
  private let options: PageServer.Options
  private let access: PageAccess
  private let files: PageFiles
  private let words: [String: PageWords]
  private let version: String
  private let copies = PhotoCopies(mostBytes: 12 << 20)
  private let notes = ChangeNotes()
  private let thumbnails: ThumbnailFolder
  private let places = PlacesFile()
  private let tiles = MapTiles()
  private let hasLeaflet: Bool
  private let kept = KeptFiles()
  private let shared = SharedFiles()
  private let asides = ListAsides()
  private let installable: @Sendable () -> [UInt8]
  private let accept: @Sendable () -> Void
  private let reread: @Sendable () -> Void
  /// What tells this run of the server from others.
  let life: String

  /// The site of a page, with smaller copies of photos in a folder. `installable` is the certificate that other devices need; none while they are not let in.
  /// `accept` has the catalogue take its folder as it is after a freeze, `reread` has it read all of it again.
  init(
    _ options: PageServer.Options, _ access: PageAccess, life: String, _ thumbnails: ThumbnailFolder,
    installable: @escaping @Sendable () -> [UInt8], accept: @escaping @Sendable () -> Void,
    reread: @escaping @Sendable () -> Void
  ) {
    (self.installable, self.accept, self.reread, self.life) = (installable, accept, reread, life)
    self.options = options
    self.thumbnails = thumbnails
    self.access = access
    let files = PageFiles(folder: options.files)
    self.files = files
    words = Dictionary(uniqueKeysWithValues: PageWords.languages.map { ($0, files.words($0)) })
    version = files.version
    hasLeaflet = files.file(named: MapView.leaflet) != nil
  }

  // MARK: what needs no catalogue

  /// The reply to what can be answered without the catalogue; nil where it is wanted.
  func replyAtOnce(_ head: RequestHead, _ target: RequestTarget, _ pass: PageGate.Pass) -> Reply? {
    if target.path == ["enter"] { return enter(head, target, pass) }
    // Style and icon are the same for everybody, and say nothing.
    if target.path.first == "assets" { return asset(head, target.path.dropFirst().dropFirst().joined(separator: "/")) }
    if target.path == ["worker.js"] { return asset(head, "modules/worker.js", isKept: false) }
    if target.path == ["manifest.webmanifest"] { return manifest }
    if target.path == ["offline"] { return page(PageFrame.offline(language(head), version: version), 200, head) }
    if target.path == ["favicon.ico"] { return Reply(204, "image/x-icon", .bytes([])).guarded() }
    if pass.side == .network, target.path == ["authority.crt"] { return authority(head) }
    if !pass.isGuest { return page(wayIn(head, pass.side), 401, head) }
    return nil
  }

  /// Lets a browser in that has the address of the terminal.
  ///
  /// Not by a redirect: where a file or another page led here, the browser would not send the cookie along with what follows. The page itself
  /// leads on.
  private func enter(_ head: RequestHead, _ target: RequestTarget, _ pass: PageGate.Pass) -> Reply {
    func typed(_ name: String) -> String? { target.parameters.first { $0.name == name }?.value }
    let goal = PageAddress.local(typed("to") ?? "/")
    let isLetIn =
      if let code = typed("code"), pass.side == .network { access.use(code: code, now: MonotonicClock.now) } else {
        access.use(entry: typed("key") ?? "", from: pass.side)
      }
    guard isLetIn || pass.isGuest else { return page(wayIn(head, pass.side, isRefused: typed("code") != nil), 401, head) }
    let reply = page(PageFrame.leadIn(language(head), to: goal), 200, head)
    guard isLetIn else { return reply }
    return access.makeCookie(for: pass.side).map { reply.with("Set-Cookie", $0) } ?? page(wayIn(head, pass.side), 401, head)
  }

  /// The certificate of the authority that vouches for the page to other devices. It is no secret, and has to come before the trust.
  private func authority(_ head: RequestHead) -> Reply {
    let bytes = installable()
    guard !bytes.isEmpty else { return refusal(RequestFault("the page is closed to other devices", status: 404), head) }
    return Reply(200, "application/x-x509-ca-cert", .bytes(bytes)).with("Cache-Control", "no-store")
      .with("Content-Disposition", "attachment; filename=\"vitrine.crt\"").guarded()
  }

  /// What a browser needs to install the page. It is fetched without the cookie, and says nothing of the catalogue.
  ///
  /// Source: W3C Web Application Manifest.
  private var manifest: Reply {
    let text = """
      {"name":"vitrine","short_name":"vitrine","start_url":"/","scope":"/","display":"standalone","background_color":"#faf8f4",\
      "theme_color":"#faf8f4","icons":[{"src":"\(PageAddress.asset("styles/icon.svg", version: version))","sizes":"any","type":"image/svg+xml"}]}
      """
    return Reply(200, "application/manifest+json", .bytes(Array(text.utf8))).with("Cache-Control", "no-cache").guarded()
  }

  private func asset(_ head: RequestHead, _ name: String, isKept: Bool = true) -> Reply {
    guard let file = files.file(named: name) else {
      return refusal(RequestFault("there is no file '\(name)' of the page", status: 404), head)
    }
    let isKept = isKept && options.files == nil
    // The address has the version of the files in it.
    let caching = isKept ? "max-age=31536000, immutable" : "no-cache"
    func dressed(_ reply: Reply) -> Reply {
      reply.with("ETag", file.tag).with("Cache-Control", caching).with("Vary", "Accept-Encoding").guarded()
    }
    if (head.field("If-None-Match") ?? "").contains(file.tag) { return dressed(Reply(304, file.type, .bytes([]))) }
    let takesGzip = (head.field("Accept-Encoding") ?? "").split(separator: ",").contains {
      $0.contains("gzip") && !$0.contains("q=0")
    }
    if takesGzip, let compressed = file.compressed {
      return dressed(Reply(200, file.type, .bytes(compressed)).with("Content-Encoding", "gzip"))
    }
    return dressed(Reply(200, file.type, .bytes(file.bytes)))
  }

  // MARK: views

  /// The reply of a view on a state of the catalogue.
  func reply(
    to head: RequestHead, _ target: RequestTarget, _ body: PageBody, from side: PageAccess.Side, on state: LiveState
  ) -> Reply {
    let words = language(head)
    let isWrite = head.method == "POST"
    var (sent, fault) = (PageBody.Sent(), RequestFault?.none)
    if isWrite {
      do throws(RequestFault) { sent = try body.read(fieldBytes: options.bodyBytes) } catch { fault = error }
    }
    if target.path == ["language"], isWrite { return chooseLanguage(sent.fields, head) }
    if target.path == ["editor"], isWrite, fault == nil { return chooseEditor(sent.fields, from: side, head) }
    let request = PageRequest(
      path: target.path, query: target.parameters, form: sent.fields, files: sent.files, isWrite: isWrite,
      part: head.field("Vitrine-Part"), referrer: Self.referrer(head), known: head.field("If-None-Match"),
      open: OpenCatalogue(
        state.catalogue.spoken(in: Languages.language(words.language) ?? .english), now: options.clock.moment,
        lastGood: state.lastGood, places: places),
      generation: state.generation, life: life, status: state.status, accept: accept, reread: reread, words: words,
      context: options.context,
      clock: options.clock, copies: copies,
      thumbnails: thumbnails, notes: notes, kept: kept, shared: shared, tiles: tiles, camera: options.camera,
      asides: asides.known(at: ListAsides.Moment(generation: state.generation, day: Self.day(options.clock))), version: version,
      uploadBytes: options.uploadBytes, showsDesign: options.files != nil,
      hasLeaflet: hasLeaflet, isOnThisMachine: side == .machine,
      editor: side == .machine ? Self.cookie(Self.editorCookie, head).flatMap { FileEditor(rawValue: $0) } : nil)
    do {
      if let fault { throw fault }
      return reply(with: try answer(request), request, head)
    } catch {
      let (status, message) = Self.failure(error, words)
      // A script that wants an address shows the sentence itself.
      if request.part == "address" {
        return Reply(status, "text/plain; charset=utf-8", .bytes(Array(message.utf8))).with("Cache-Control", "no-store")
          .guarded()
      }
      let back = isWrite ? request.referrer : nil
      let content = PageContent(
        title: words("error.title"), main: MessageView.error(message, status: status, back: back, words), status: status)
      return page(PageFrame.page(content, request), status, head)
    }
  }

  /// The day that the clock shows, counted from 1970.
  private static func day(_ clock: WallClock) -> Int64 {
    let now = clock.now()
    return (now / 1_000_000_000 + Int64(clock.offset(now))) / 86_400
  }

  private func answer(_ request: PageRequest) throws -> PageAnswer {
    if let endpoint = PageEndpoint.endpoint(of: request.path) {
      guard let action = request.isWrite ? endpoint.write : endpoint.read else {
        throw PageError(status: 405, message: request.words("error.method"))
      }
      return try action(request)
    }
    return try KindPages.answer(request)
  }

  private func reply(with answer: PageAnswer, _ request: PageRequest, _ head: RequestHead) -> Reply {
    switch answer {
    case .page(let content):
      // Which pages browsers make ahead. Decision 0117 says why.
      page(PageFrame.page(content, request), content.status, head, usesPosition: content.usesPosition)
        .with("Speculation-Rules", "\"\(PageAddress.asset("ahead.json", version: version))\"")
    case .camera(let document): page(document, 200, head, usesPosition: true, usesCamera: true)
    case .part(let markup): page(markup, 200, head)
    case .redirect(let address):
      Reply(303, "text/plain; charset=utf-8", .bytes([])).with("Location", address).with("Cache-Control", "no-store").guarded()
    case .bytes(let bytes, let type, let headers):
      isKnown(headers, head)
        ? unchanged(headers)
        : headers.reduce(Reply(200, type, .bytes(bytes))) { $0.with($1.name, $1.value) }.guarded()
    case .unchanged(let tag): unchanged(PhotoView.headers(tag))
    case .file(let file, let type, let headers):
      headers.reduce(Reply(200, type, .file(file))) { $0.with($1.name, $1.value) }.guarded()
    }
  }

  private func unchanged(_ headers: [(name: String, value: String)]) -> Reply {
    headers.reduce(Reply(304, "application/octet-stream", .bytes([]))) { $0.with($1.name, $1.value) }.guarded()
  }

  /// Whether the browser has what would be sent. Source: RFC 9110, 13.1.2.
  private func isKnown(_ headers: [(name: String, value: String)], _ head: RequestHead) -> Bool {
    guard let tag = headers.first(where: { $0.name == "ETag" })?.value, let known = head.field("If-None-Match") else {
      return false
    }
    return known.contains(tag)
  }

  /// A reply with a page. What the page is about may not be kept by the browser: it is private, and may be different the next moment.
  private func page(
    _ markup: Markup, _ status: Int, _ head: RequestHead, usesPosition: Bool = false, usesCamera: Bool = false
  ) -> Reply {
    Reply(status, "text/html; charset=utf-8", .bytes(markup.bytes)).with("Cache-Control", "no-store")
      .with("Content-Language", language(head).language).guarded(usesPosition: usesPosition, usesCamera: usesCamera)
  }

  /// The reply to a request that is refused before anything is looked at.
  func refusal(_ fault: RequestFault, _ head: RequestHead) -> Reply {
    let reply = Reply(fault.status, "text/plain; charset=utf-8", .bytes(Array("vitrine: \(fault.message)\n".utf8)))
      .with("Cache-Control", "no-store").guarded()
    return fault.allowed.map { reply.with("Allow", $0) } ?? reply
  }

  /// The page that a form was sent from; nil where the browser does not say. Source: RFC 9110, 10.1.3.
  private static func referrer(_ head: RequestHead) -> String? {
    let parts = (head.field("Referer") ?? "").split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.count == 4 ? PageAddress.local("/" + parts[3]) : nil
  }

  /// The sentence for an error, and the status of the reply.
  static func failure(_ error: any Error, _ words: PageWords) -> (status: Int, message: String) {
    func said(_ sentence: String) -> String { words.said(CommandAdvice.removed(from: sentence)) }
    return switch error {
    case let fault as RequestFault: (fault.status, fault.status == 413 ? words("error.tooMuch") : said(fault.message))
    case let error as PageError: (error.status, said(error.message))
    case let error as QueryError: (400, said(QueryErrorText.message(error)))
    case let error as PlanRefusal: (422, said(error.message))
    case let error as RequestError:
      switch error.reason {
      case .invalid, .findings: (422, said(error.message))
      case .conflict: (409, said(error.message))
      case .unavailable, .cancelled: (503, said(error.message))
      }
    default: (500, said("\(error)"))
    }
  }

  // MARK: choices of a browser

  private static let languageCookie = "vitrine-language"
  private static let editorCookie = "vitrine-editor"

  /// The value of a cookie; of several the first.
  private static func cookie(_ name: String, _ head: RequestHead) -> String? {
    (head.fields["Cookie"] ?? []).flatMap { $0.split(separator: ";") }.lazy.compactMap { cookie -> String? in
      let halves = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return halves.count == 2 && halves[0] == name ? String(halves[1]) : nil
    }.first
  }

  private func language(_ head: RequestHead) -> PageWords {
    let chosen = Self.cookie(Self.languageCookie, head)
    let name =
      chosen.flatMap { PageWords.languages.contains($0) ? $0 : nil } ?? PageWords.preferred(head.field("Accept-Language"))
    return options.files == nil ? words[name] ?? files.words(name) : files.words(name)
  }

  private func chooseLanguage(_ form: [RequestTarget.Parameter], _ head: RequestHead) -> Reply {
    let wanted = form.first { $0.name == "language" }?.value ?? ""
    let name = PageWords.languages.contains(wanted) ? wanted : PageWords.languages[0]
    let back = PageAddress.local(form.first { $0.name == "back" }?.value ?? "/")
    // A list may have been searched since its page was made: the browser knows, and the form does not.
    let here = Self.referrer(head) ?? back
    let address = here.prefix { $0 != "?" } == back.prefix { $0 != "?" } ? here : back
    return Reply(303, "text/plain; charset=utf-8", .bytes([])).with("Location", address)
      .with("Set-Cookie", "\(Self.languageCookie)=\(name); Path=/; Max-Age=31536000; SameSite=Strict").guarded()
  }

  /// Keeps the editor that a browser of this machine opens files with. The empty word takes the choice back; one that is not known changes nothing.
  private func chooseEditor(_ form: [RequestTarget.Parameter], from side: PageAccess.Side, _ head: RequestHead) -> Reply {
    let reply = Reply(303, "text/plain; charset=utf-8", .bytes([])).with("Location", Self.referrer(head) ?? "/report").guarded()
    guard side == .machine, let wanted = form.first(where: { $0.name == "editor" })?.value else { return reply }
    let editor = FileEditor(rawValue: wanted)
    guard editor != nil || wanted.isEmpty else { return reply }
    let life = editor == nil ? 0 : 31_536_000
    return reply.with(
      "Set-Cookie", "\(Self.editorCookie)=\(editor?.rawValue ?? ""); Path=/; Max-Age=\(life); HttpOnly; SameSite=Strict")
  }

  private func wayIn(_ head: RequestHead, _ side: PageAccess.Side, isRefused: Bool = false) -> Markup {
    side == .machine
      ? PageFrame.wayIn(language(head), version: version)
      : PageFrame.wayIn(language(head), version: version, isRefused: isRefused)
  }
}
