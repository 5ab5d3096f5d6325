// Photos that a browser sends for a record, and photos that are taken from it.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSystem

/// What is done with a record's photos.
struct PhotoUpload {
  private let request: PageRequest
  private let detail: RecordDetail

  /// The photos of a record.
  init(_ request: PageRequest, _ detail: RecordDetail) { (self.request, self.detail) = (request, detail) }

  private var path: Path { detail.around.facts.path }
  private var address: String { PageAddress.record(path, detail.kind) }

  /// Adds the photos that were sent, takes one away, moves one, or writes what one shows. Those that the record may not have are left out, and told.
  func answer() throws -> PageAnswer {
    guard request.isWrite else { return .redirect(address) }
    if let name = request.typed("remove") {
      let plan = try PhotoPlanner.remove([Path(name)], from: path, in: request.catalogue, at: request.moment)
      return try ChangeView.done(plan, address, request)
    }
    if request.typed("move") != nil { return try move() }
    if let name = request.typed("caption") {
      guard detail.photos.contains(where: { $0.path == Path(name) }) else {
        throw PageError(status: 409, message: request.words("photo.notThere"))
      }
      let plan = try PhotoCaptioning.plan(
        request.typed("words") ?? "", about: Path(name), of: path, in: request.catalogue,
        at: request.moment)
      return try ChangeView.done(plan, address, request)
    }
    let (addition, refusals) = try Self.photos(in: request, of: detail.kind, having: detail.around.photos)
    let said = (refusals + addition.remarks).map(request.words.said)
    guard !addition.photos.isEmpty else {
      let sentences = said.isEmpty ? [request.words("photo.none")] : said
      return .page(RecordView(request, detail, said: sentences).content(status: 422))
    }
    let plan = try PhotoPlanner.add(
      addition.photos, to: path, having: detail.around.photos, fills: true, in: request.catalogue, at: request.moment)
    switch try ChangeView.run(request).carryOut(plan, checkedOn: request.catalogue) {
    case .nothing: return .redirect(address)
    case .done(let number, _):
      request.notes.keep(said, of: number)
      return .redirect(ChangeView.address(address, "done", number))
    case .refused(let findings):
      return .page(RecordView(request, detail, said: findings.map { request.words.said($0.message) }).content(status: 422))
    }
  }

  /// Moves a photo to another place among those that the page shows; an empty name puts all in the order they were taken.
  /// Decision 0080 says why.
  private func move() throws -> PageAnswer {
    var order = detail.photos.map(\.path)
    let name = request.typed("move") ?? ""
    if name.isEmpty {
      order = []
    } else {
      guard let from = order.firstIndex(of: Path(name)), let to = request.typed("to").flatMap({ Int($0) }),
        order.indices.contains(to)
      else { throw PageError(status: 409, message: request.words("photo.notThere")) }
      order.insert(order.remove(at: from), at: to)
    }
    let plan = try PhotoOrdering.plan(order, of: path, in: request.catalogue, at: request.moment)
    return try ChangeView.done(plan, address, request)
  }

  /// The photos that a form brought for a record of a kind, and a sentence for each that is left out.
  ///
  /// Errors: a photo that is there cannot be read.
  static func photos(
    in request: PageRequest, of kind: Kind, having present: [PhotoFacts]
  ) throws -> (addition: PhotoAddition, refusals: [String]) {
    var addition = try PhotoAddition(
      to: kind, having: present, in: request.catalogue, advice: "", excess: .fitted(DecodingProgram(request.context)))
    var refusals: [String] = []
    for file in request.files where file.field == PhotoField.name {
      do throws(RequestError) {
        try addition.take(file.bytes, name: file.name, text: file.text, isForced: false)
      } catch {
        refusals.append(error.message)
      }
    }
    return (addition, refusals)
  }
}

/// Where photos are chosen, dropped or pasted.
enum PhotoField {
  /// The name of the form's field: no field of a record has such a one.
  static let name = ":photo"

  /// What a browser offers to choose from. Raw formats have no type of their own.
  private static let accepted = "image/*,.heic,.heif,.avif,.dng,.cr2,.cr3,.nef,.arw,.raf,.orf,.rw2,.pef,.srw,.nrw,.rwl"

  /// Whether records of a kind may have photos, or more than they have.
  static func isFor(_ kind: Kind, having present: Int = 0) -> Bool { kind.photos.most.map { $0 > present } ?? true }

  /// The form below a record's photos, which sends them as soon as they are chosen where the page's script runs.
  static func form(_ address: String, of record: Path, having present: Int, _ kind: Kind, _ request: PageRequest) -> Markup {
    """
    <photo-drop class="drop"\(attributes(kind, having: present, request))><form method="post" enctype="multipart/form-data" action="\(address)?photos">\
    \(button(kind, having: present, request))<button class="btn go">\(request.words("photo.send"))</button>\
    <a class="btn" href="/camera?for=\(PageAddress.encoded(record.stem.string))">\(Icon.camera.markup)\(request.words("camera.title"))</a>\(hints(kind, request))\(permission(kind, request))</form>\
    \(pending)</photo-drop>
    """
  }

  /// What says that a record has all the photos that it may have, where one is dropped or pasted.
  static func full(having present: Int, _ kind: Kind, _ request: PageRequest) -> Markup {
    guard let most = kind.photos.most, most > 0, present >= most else { return .empty }
    return
      "<photo-drop\(attributes(kind, having: present, request))><form hidden><input type=\"file\"></form>\(pending)</photo-drop>"
  }

  /// The field of a new record's form, whose photos are sent with it.
  static func field(_ messages: [String], of kind: Kind, _ request: PageRequest) -> Markup {
    """
    <div class="field" id="in-photo" data-name="\(name)"><photo-drop class="drop"\(attributes(kind, having: 0, request)) \
    data-leave-out="\(request.words("photo.leaveOut"))" data-filled="\(request.words("photo.filled"))">\(button(kind, having: 0, request))\
    \(hints(kind, request))\(permission(kind, request))\(pending)</photo-drop>\
    <div class="msgs" id="i-photo-msg">\(messages.map { "<p class=\"msg\">\(request.words.said($0))</p>" as Markup })</div></div>

    """
  }

  /// What the catalogue's owner says beforehand of why photos are asked for, to the letter.
  private static func permission(_ kind: Kind, _ request: PageRequest) -> Markup {
    guard let text = request.permission("photoLibrary", for: kind.name) else { return .empty }
    return "<p class=\"why\"\(text.language.map { " lang=\"\($0)\"" as Markup })>\(text.text)</p>"
  }

  /// What the page's script knows beforehand: how many bytes and photos may come, and the words for what goes wrong.
  private static func attributes(_ kind: Kind, having present: Int, _ request: PageRequest) -> Markup {
    let words = request.words
    let room =
      kind.photos.most.map {
        " data-room=\"\(max($0 - present, 0))\" data-too-many=\"\(words("photo.atMost", count: $0))\"" as Markup
      } ?? .empty
    return """
       data-most="\(request.uploadBytes)"\(room) data-too-much="\(words("photo.tooMuch"))" data-sending="\(words("photo.sending"))" \
      data-failed="\(words("photo.failed"))"
      """
  }

  /// The button by which photos are chosen, as many as there is room for.
  private static func button(_ kind: Kind, having present: Int, _ request: PageRequest) -> Markup {
    let word = request.words(kind.photos.most == 1 ? "photo.addOne" : "photo.add")
    let several: Markup = kind.photos.most.map { $0 - present > 1 } ?? true ? " multiple" : .empty
    return """
      <label class="btn add">\(Icon.photo.markup)<span>\(word)</span>\
      <input type="file" name="\(name)" accept="\(accepted)"\(several) aria-label="\(word)"></label>
      """
  }

  /// How many photos a record may have, and that they may be dropped.
  private static func hints(_ kind: Kind, _ request: PageRequest) -> Markup {
    let limit =
      kind.photos.most.map { "<span class=\"faint\">\(request.words("photo.atMost", count: $0))</span>" as Markup } ?? .empty
    let drop = request.words(kind.photos.most == 1 ? "photo.dropOne" : "photo.drop")
    return "<span class=\"faint hint\">\(drop)</span>\(limit)"
  }

  private static let pending: Markup = "<ol class=\"film pending\" data-own></ol>"
}
