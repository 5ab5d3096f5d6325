// A request to the page as views see it: where, what was typed, on which catalogue, in which language.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineHTTP
import VitrineLive
import VitrineModel
import VitrineSystem

/// A request that was let in.
struct PageRequest {
  /// The parts of the path.
  let path: [String]
  /// What the address says behind the `?`.
  let query: [RequestTarget.Parameter]
  /// What a form sent; empty for what only reads.
  let form: [RequestTarget.Parameter]
  /// The files that a form sent.
  let files: [UploadedFile]
  /// Whether something is to be written.
  let isWrite: Bool
  /// The part of the page that is wanted alone, by the page's own script; nil for all of it.
  let part: String?
  /// The page that the request came from; nil where the browser does not say.
  let referrer: String?
  /// The tags of what the browser has already; nil where it says none.
  let known: String?
  /// The catalogue.
  let open: OpenCatalogue
  /// The generation of the catalogue, so that the page's script knows what it has missed.
  let generation: UInt64
  /// What tells this run of the server from others: each counts generations anew.
  let life: String
  /// Whether the catalogue is frozen, and why.
  let status: LiveStatus
  /// Has the catalogue take its folder as it is after a freeze; a request that comes later sees that.
  let accept: @Sendable () -> Void
  /// Has the catalogue read its whole folder again.
  let reread: @Sendable () -> Void
  /// The words.
  let words: PageWords
  /// Where the process was started.
  let context: RequestContext
  /// The clock on the wall.
  let clock: WallClock
  /// Smaller copies of photos that were made.
  let copies: PhotoCopies
  /// Smaller copies of photos on the disk.
  let thumbnails: ThumbnailFolder
  /// What is still to be told of changes.
  let notes: ChangeNotes
  /// Files that wait for a person's word.
  let kept: KeptFiles
  /// Files that were made to be shared.
  let shared: SharedFiles
  /// The person's own map tiles.
  let tiles: MapTiles
  /// What the camera's page has besides the catalogue.
  let camera: CameraSurroundings
  /// What stands beside lists, as far as it is known.
  let asides: ListAsides.Known
  /// The version of the page's files, for their addresses.
  let version: String
  /// The most bytes that files may have which are sent together.
  let uploadBytes: Int
  /// Whether somebody works on the page's files, and sees its components.
  let showsDesign: Bool
  /// Whether Leaflet was there when the program was built: maps can be moved then.
  let hasLeaflet: Bool
  /// Whether the browser is on this machine, where the catalogue's files are, and no device of the network.
  let isOnThisMachine: Bool
  /// The editor that the browser opens files with; nil where nobody chose one, and on other devices.
  let editor: FileEditor?

  /// The loaded catalogue.
  var catalogue: LoadedCatalogue { open.catalogue }

  /// What the clock shows, for the stamps of a change.
  var moment: ChangeMoment { ChangeMoment(clock.moment) }

  /// A value of the address; of several the first.
  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// All values of the address with a name.
  func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }

  /// Whether the address has a name, with a value or without.
  func has(_ name: String) -> Bool { query.contains { $0.name == name } }

  /// What the catalogue says beforehand of why something is asked for, in the person's language where it has it; nil where it says nothing.
  /// Of a kind's records, only what concerns them.
  func permission(_ name: String, for kind: String? = nil) -> (language: String?, text: String)? {
    let said =
      catalogue.manifest.permissions.first { permission in
        permission.name == name && (kind.map { permission.concerns($0) } ?? true)
      }?.words ?? []
    return said.first { $0.language == words.language } ?? said.first { $0.language == nil } ?? said.first
  }

  /// A value of the form; of several the first.
  func typed(_ name: String) -> String? { form.first { $0.name == name }?.value }

  /// A value of the form as one line, without blanks at its ends; "" where it has none.
  func line(_ name: String) -> String {
    // By scalars: a form may have millions, and letters of several take their time.
    let text = (typed(name) ?? "").unicodeScalars
    guard let first = text.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = text.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    let written = text[first...last]
    guard written.contains(where: Self.breaksLine) else { return String(written) }
    var line = String.UnicodeScalarView()
    for scalar in written { line.append(Self.breaksLine(scalar) ? " " : scalar) }
    return String(line)
  }

  /// Whether a line ends there. Source: `Character.isNewline`.
  private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}

/// What a view comes to.
enum PageAnswer {
  /// A page of the frame.
  case page(PageContent)
  /// The document of the camera, which may ask for the camera and the position.
  case camera(Markup)
  /// A part of a page alone.
  case part(Markup)
  /// Another address, to be got.
  case redirect(String)
  /// Bytes of a type, with headers of their own.
  case bytes([UInt8], type: String, headers: [(name: String, value: String)])
  /// Nothing: the browser has it already, under this tag.
  case unchanged(tag: String)
  /// A file of a type, with headers of its own.
  case file(HeldFile, type: String, headers: [(name: String, value: String)])
}

/// What stands in the frame.
struct PageContent {
  /// The title of the window.
  var title: String
  /// The content of `main`.
  var main: Markup
  /// The status of the reply.
  var status = 200
  /// The entry of the navigation that this is: a kind's plural, or a view's word.
  var place = ""
  /// A class of the body, for its own styles and its print.
  var kind = ""
  /// Whether the page may ask the browser where it is, after a click.
  var usesPosition = false
}

/// What cannot be shown, with the status of its reply.
struct PageError: Error {
  /// The status.
  var status: Int
  /// The sentence.
  var message: String

  /// Nothing of that name.
  static func missing(_ message: String) -> PageError { PageError(status: 404, message: message) }
}
