// The camera: a document of its own, without the frame. Decision 0055 says why.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem

/// The page `/camera`, and what becomes of its shots.
struct CameraView {
  private let request: PageRequest

  /// The view of a request.
  init(_ request: PageRequest) { self.request = request }

  private var words: PageWords { request.words }

  /// The page; or, for its script, what cameras on a cable are set to, or how this machine is.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    switch request.path.dropFirst().first {
    case nil: break
    case "tethered" where request.path.count == 2:
      // A line each: whether it answers, what it calls itself, what it is set to or why it does not say so.
      return said(
        request.camera.tethered.settings().map {
          "\($0.isKnown ? "set" : "mute")\t\($0.model)\t\($0.isKnown ? $0.words : request.words.said($0.words))"
        })
    case "load" where request.path.count == 2:
      let load = request.camera.load()
      return said([load.heat.map { "heat \($0)" }, load.stall.map { "stall \($0)" }].compactMap { $0 })
    default: throw PageError.missing("")
    }
    let view = CameraView(request)
    return .camera(view.document(try view.target(request.value("for"))))
  }

  private static func said(_ lines: [String]) -> PageAnswer {
    .bytes(
      Array(lines.joined(separator: "\n").utf8), type: "text/plain; charset=utf-8", headers: [("Cache-Control", "no-store")])
  }

  /// Takes shots: a record each, or photos of the record that is named.
  static func save(_ request: PageRequest) throws -> PageAnswer {
    guard request.path.count == 1 else { throw PageError.missing("") }
    if request.typed("record") != nil { return try ShotReview(request).answer() }
    guard let session = request.typed("session") else { return try ShotSaving(request).answer() }
    guard SessionLog.isID(session) else { throw PageError(status: 422, message: request.words("camera.noFrame")) }
    let log = SessionLog(environment: request.context.environment)
    let now = request.clock.now() / 1_000_000_000
    if request.typed("phase") == "end" { log?.end(session, at: now) } else { log?.begin(session, "page", at: now) }
    return .bytes([], type: "text/plain; charset=utf-8", headers: [("Cache-Control", "no-store")])
  }

  /// The record that shots are for; nil for records of their own.
  ///
  /// Errors: there is no such record.
  private func target(_ id: String?) throws -> RecordEntry? {
    guard let id, !id.isEmpty else { return nil }
    return try ShotSaving.record(id, request)
  }

  // MARK: the document

  private func document(_ target: RecordEntry?) -> Markup {
    let back = target.map { PageAddress.record($0.path, request.open.kinds[$0.kind]) } ?? "/"
    func asset(_ name: String) -> String { PageAddress.asset(name, version: request.version) }
    return """
      <!DOCTYPE html>
      <html lang="\(words.language)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="color-scheme" content="dark"><meta name="theme-color" content="#000000">
      <title>\(words("camera.title"))</title>
      <link rel="icon" href="\(asset("styles/icon.svg"))" type="image/svg+xml">
      <link rel="stylesheet" href="\(asset("styles/camera.css"))">
      <script type="module" src="\(asset("modules/camera.js"))"></script>
      \(Self.modules.map { "<link rel=\"modulepreload\" href=\"\(asset("modules/\($0).js"))\">" as Markup })
      </head>
      <body>
      <main id="camera" data-for="\(target?.path.stem.string ?? "")">
      <h1 class="visually-hidden">\(target.map { words("camera.for", $0.title) } ?? words("camera.title"))</h1>
      \(finder)
      \(top(back))
      \(start(target, back))
      \(panel)
      \(review)
      </main>
      <ul id="camera-words" hidden>\(Self.spoken.map { "<li data-key=\"\($0)\">\(words($0))</li>" as Markup })</ul>
      </body>
      </html>

      """
  }

  /// The modules of the page's script, which are fetched side by side.
  private static let modules = [
    "camera-device", "camera-dials", "camera-frames", "camera-machine", "camera-parts", "camera-review", "camera-sessions",
    "camera-shots", "shot-queue",
  ]

  /// What the script says.
  static let spoken =
    [
      "again", "allow.android", "allow.chrome", "allow.firefox", "allow.safari", "burstOf", "busy", "cable", "denied", "dngIs",
      "failed", "full", "hot", "insecure", "lensNumber", "lost", "noPlace", "none", "retaken", "saved", "slow",
      "timer", "timerOf", "uncopied", "unplugged", "unsent", "unstarred", "waiting",
    ].map { "camera." + $0 } + dials.flatMap { ["camera.dial." + $0, "camera.instead." + $0] }

  private static let dials = ["iso", "exposureTime", "focusDistance", "colorTemperature", "exposureCompensation", "zoom"]

  private var finder: Markup {
    """
    <div id="finder" class="whenLive" tabindex="0" role="application" aria-label="\(words("camera.finder"))">
    <video id="view" autoplay playsinline muted></video><canvas id="peaks" hidden aria-hidden="true"></canvas>
    <div id="lines" hidden></div><div id="level" hidden></div><div id="ring" hidden></div></div>
    """
  }

  private func top(_ back: String) -> Markup {
    """
    <div id="top" class="whenLive">
    <a class="btn" id="back" href="\(back)" aria-label="\(words("camera.close"))">✕</a>
    <canvas id="histogram" width="256" height="96" role="img" aria-label="\(words("camera.histogram"))"></canvas>
    <p id="load" role="status" hidden>\(words("camera.slow"))</p>
    <p id="values"></p><button type="button" id="cable" class="onlyPro" hidden></button></div>
    <p id="told" role="status" aria-live="polite"></p>
    """
  }

  /// Why the camera is wanted: what the catalogue says of it, or the page.
  private var reason: String {
    request.permission("camera")?.text ?? words("camera.why")
  }

  private func start(_ target: RecordEntry?, _ back: String) -> Markup {
    """
    <section id="start">
    <h2>\(target.map { words("camera.for", $0.title) } ?? words("camera.title"))</h2>
    <p id="why">\(reason)</p>
    <button type="button" id="open" class="first">\(words("camera.open"))</button>
    <p>\(words("camera.orFile"))</p>
    <form method="post" action="/camera" enctype="multipart/form-data"><input type="hidden" name="for" value="\(target?.path.stem.string ?? "")">
    <label><span class="visually-hidden">\(words("camera.file"))</span>\
    <input type="file" name="\(PhotoField.name)" accept="image/*,.heic,.heif,.dng,.cr2,.cr3,.nef,.arw,.raf,.orf,.rw2,.pef,.srw" capture="environment" multiple required></label>
    <button>\(words("camera.send"))</button></form>
    <a class="btn" href="\(back)">\(words("camera.back"))</a>
    </section>
    """
  }

  /// The last shot, as large as the window, with what a person does with it.
  private var review: Markup {
    let stars = (1...ShotReview.mostStars).map {
      "<button type=\"button\" data-stars=\"\($0)\" aria-pressed=\"false\" aria-label=\"\(words("camera.stars", count: $0))\">★</button>"
        as Markup
    }
    return """
      <dialog id="review" aria-label="\(words("camera.review"))"><img id="reviewed" alt="\(words("camera.review"))">
      <div id="deeds"><div id="stars" class="line" role="group" aria-label="\(words("camera.rating"))">\(stars)</div>
      <div class="line"><button type="button" id="retake">\(words("camera.retake"))</button><a class="btn" id="opened" href="/">\(words("camera.record"))</a>\
      <button type="button" id="close" class="first">\(words("camera.goOn"))</button></div></div></dialog>
      """
  }

  private func switches(_ ids: [String]) -> Markup {
    "\(ids.map { "<button type=\"button\" id=\"\($0)\" aria-pressed=\"false\">\(words("camera." + $0))</button>" as Markup })"
  }

  private var panel: Markup {
    let presets = ["sunny", "cloudy", "shade", "tungsten", "fluorescent"].map {
      "<button type=\"button\" data-preset=\"\($0)\">\(words("camera.preset." + $0))</button>" as Markup
    }
    let colours = [("#ffd400", "yellow"), ("#ff3b30", "red"), ("#30d158", "green"), ("#0a84ff", "blue")].map {
      "<option value=\"\($0.0)\">\(words("camera.colour." + $0.1))</option>" as Markup
    }
    return """
      <section id="panel" class="whenLive" aria-label="\(words("camera.controls"))">
      <div class="line onlyPro"><input type="range" id="turn" min="0" max="1" step="1" aria-label="\(words("camera.controls"))"><p id="instead" role="status" hidden></p>\
      <span id="presets" hidden class="side">\(presets)</span>\(switches(["loupe"]))</div>
      <div class="line"><span id="dials" class="side onlyPro" role="group" aria-label="\(words("camera.dials"))"></span>\
      <button type="button" id="ae" class="onlyPro" aria-pressed="false">\(words("camera.ae"))</button><button type="button" id="af" class="onlyPro" aria-pressed="false">\(words("camera.af"))</button>\
      \(switches(["burst", "large", "dng"]))<button type="button" id="timer" aria-pressed="false">\(words("camera.timer"))</button>\
      \(switches(["torch", "grid", "bins", "edges"]))<select id="colour" aria-label="\(words("camera.colour"))" hidden>\(colours)</select>\(switches(["place"]))</div>
      <div id="foot"><div class="side"><a id="shown" class="btn" href="/" hidden aria-label="\(words("camera.shown"))"><canvas id="last" width="44" height="44" aria-hidden="true"></canvas></a>\
      <span id="waiting" role="status"></span><button type="button" id="resend" hidden>\(words("camera.resend"))</button>\
      <select id="lens" aria-label="\(words("camera.lens"))" hidden></select></div>\
      <button type="button" id="shoot" aria-label="\(words("camera.shoot"))"></button>\
      <div class="mode" role="radiogroup" aria-label="\(words("camera.mode"))"><button type="button" id="mode-auto" role="radio" aria-checked="true">\(words("camera.auto"))</button>\
      <button type="button" id="mode-pro" role="radio" aria-checked="false" tabindex="-1">\(words("camera.pro"))</button></div></div>
      </section>
      """
  }
}
