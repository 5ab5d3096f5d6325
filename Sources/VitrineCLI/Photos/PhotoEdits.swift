// `vitrine photo rotate|strip-location|verify`: the bytes of photos.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFiles
import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem

/// The commands that change photos in place, or see to it that nothing else does.
enum PhotoEdits {
  private static let files = Positional.some("FILE", completes: .file, "photos of the catalogue")

  /// Which way a photo is turned.
  private enum Direction: String, OptionChoice {
    case right, left, half

    var summary: String {
      switch self {
      case .right: "a quarter with the clock"
      case .left: "a quarter against the clock"
      case .half: "upside down"
      }
    }

    var quartersRight: Int {
      switch self {
      case .right: 1
      case .left: 3
      case .half: 2
      }
    }
  }

  private static let direction = Option.choice("direction", "WHICH", default: Direction.right, "which way")

  static let rotate = Command<Session>(
    name: "rotate", summary: "turn photos without losing anything", options: [direction] + ChangeOptions.all,
    positionals: [files],
    manual: Manual(
      examples: [
        ("vitrine photo rotate shots/dsc0042.jpg", "turns a photo by a quarter with the clock"),
        ("vitrine photo rotate --direction left shots/*.jpg", "turns several the other way"),
      ],
      description: [
        "The tag of EXIF that says which way up a photo is gets another value, and so does what XMP says of it; the picture and all else stay byte for byte. A JPEG, PNG, WebP or TIFF without such a tag gets it. HEIC, AVIF, JPEG XL and CR3, and raw files and GIFs without the tag, are refused."
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo show", "undo"])
  ) { session, arguments in
    let quarters = arguments[direction].quartersRight
    return try change(session, arguments, title: "turn") { bytes throws(StrippingRefusal) in
      try OrientationChange.turned(bytes, quartersRight: quarters)
    }
  }

  static let stripLocation = Command<Session>(
    name: "strip-location", summary: "take out of photos where they were taken", options: ChangeOptions.all, positionals: [files],
    manual: Manual(
      examples: [("vitrine photo strip-location memories/2026/home.jpg", "takes the location out of EXIF, XMP and IPTC")],
      description: [
        "The file is changed in place and keeps its size, but for compressed texts of PNG; the picture, and all else that it says, stays byte for byte. Taken out are EXIF's location, coordinates and names of places in XMP and IPTC, of every page and every picture in the file, GeoTIFF, what Nikon, Panasonic, Samsung, FLIR and GoPro note of their own, and what a film says, once or for every moment, alone or in the photo's file. Captions and other texts are not changed.",
        "The film, the sidecar (.xmp) and other files that have the name of a photo are changed with it, and may be named alone.",
        "A file that cannot be changed so, or that says a latitude or a longitude where it cannot be taken out, is left as it is, with a message; the others are changed. The record's own location stays. 'vitrine share' takes all metadata out of what it shares, without this.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["share", "undo"])
  ) { session, arguments in
    try change(session, arguments, title: "take the location out of", takesCompanions: true) { bytes throws(StrippingRefusal) in
      try LocationRemoval.removed(fromCompanion: bytes)
    }
  }

  /// Changes the bytes of photos, as one change that is undone as one.
  ///
  /// - Parameter takesCompanions: true where the files beside a photo that go with it are changed, too.
  private static func change(
    _ session: Session, _ arguments: Arguments, title: String, takesCompanions: Bool = false,
    _ body: ([UInt8]) throws(StrippingRefusal) -> [UInt8]
  ) throws -> ExitStatus {
    let open = try session.openCatalogue()
    let root = open.catalogue.root
    var edits: [FileEdit] = []
    var status = ExitStatus.well
    var seen: Set<Path> = []
    func take(_ path: Path, _ name: String, _ bytes: [UInt8]) {
      do throws(StrippingRefusal) {
        let changed = try body(bytes)
        if changed != bytes {
          edits.append(FileEdit(path: path, expected: .bytes(bytes), change: .replace(FileText(changed))))
        }
      } catch {
        // One photo that cannot be changed does not stop the others.
        session.tell("vitrine: '\(name)' is left as it is: \(error.reason)")
        status = .findings
      }
    }
    var named: [(name: String, path: Path)] = []
    for name in arguments[files] {
      _ = try PhotoName.inside(name, root: root, folder: session.folder)
      if let path = PhotoName.target(of: name, root: root, folder: session.folder) {
        named.append((name, path))
      } else {
        session.tell("vitrine: '\(name)' is left as it is: it is a symbolic link that leads out of the catalogue")
        status = .findings
      }
    }
    for (name, path) in named where seen.insert(path).inserted {
      let bytes = try session.read(name, limit: PhotoAddition.largest)
      if takesCompanions, ImageFormat.sniff(bytes) == nil, !PhotoCompanion.isCompanion(name) {
        session.tell("vitrine: '\(name)' is left as it is: it is no image, and no file that goes with one")
        status = .findings
      } else {
        take(path, name, bytes)
      }
    }
    let photos = edits.count
    if takesCompanions {
      for (_, path) in named where ImageSuffix.isImage(path.string) {
        for companion in open.catalogue.companions(of: path) where seen.insert(companion).inserted {
          let name = session.pathFromHere(companion)
          do throws(FileError) {
            take(companion, name, try FileReader.read(path: Path(root).appending(companion), limit: PhotoAddition.largest))
          } catch {
            session.tell("vitrine: '\(name)' is left as it is: \(error.reason)")
            status = .findings
          }
        }
      }
    }
    guard status == .well || !edits.isEmpty else { return status }
    let what = edits.count == 1 ? "'\(edits[0].path.string)'" : counted(edits.count, photos == edits.count ? "photo" : "file")
    try session.carryOut(Plan("\(title) \(what)", edits), root: root, arguments: arguments)
    return status
  }

  private static let write = Option.flag(
    "write", "keep the digests of new photos and of moved ones; of photos named, as they are now")
  private static let accepted = Positional.any(
    "FILE", completes: .file, "with --write: photos that are right as they are now")

  static let verify = Command<Session>(
    name: "verify", summary: "find photos whose bytes changed by themselves", options: [write] + ChangeOptions.all,
    positionals: [accepted],
    manual: Manual(
      examples: [
        ("vitrine photo verify --write", "keeps the digests of all photos of records"),
        ("vitrine photo verify", "reads all photos, and tells those that are different now"),
        ("vitrine photo verify --write shots/dsc0042.jpg", "keeps the digest of a photo that was changed on purpose"),
      ],
      description: [
        "Digests (SHA-256) are kept in 'photos.sha256' in the root, in the form of sha256sum, so that 'sha256sum -c photos.sha256' checks them as well. Changes that vitrine makes take them along, and 'vitrine undo' takes them back.",
        "--write adds photos that are new, follows those that were moved, and forgets those that are gone and that no record lists. Of a photo that is different the old digest stays, until it is named.",
      ],
      exitStatuses: [
        (.well, "all photos are as they were, or were moved"), (.findings, "a photo is different, or gone"),
        (.inputOutput, ExitStatus.inputOutput.summary),
      ], files: [("photos.sha256", "the digests of photos, in the catalogue's root")], seeAlso: ["photo relink", "check"])
  ) { session, arguments in
    guard arguments[write] || arguments[accepted].isEmpty else { throw CommandError("photos are named with --write") }
    let open = try session.openCatalogue()
    let root = open.catalogue.root
    let digests = try PhotoDigests(open.catalogue)
    let named = try arguments[accepted].map { try PhotoName.inside($0, root: root, folder: session.folder) }
    let isAsked = { (path: Path) in named.isEmpty || named.contains(path) }
    for (from, to) in digests.moved where isAsked(from) || isAsked(to) {
      session.print("\(session.pathFromHere(from)): moved to \(session.pathFromHere(to))\n")
    }
    for path in digests.different where isAsked(path) {
      session.print("\(session.pathFromHere(path)): different from what was kept\n")
    }
    for path in digests.missing where isAsked(path) { session.print("\(session.pathFromHere(path)): gone\n") }
    guard !arguments[write] else {
      let plan = named.isEmpty ? digests.plan : try digests.plan(accepting: named)
      try session.carryOut(
        plan, root: root, options: ChangeExecution(arguments), told: "kept the digests in \(PhotoDigests.path.string)")
      guard named.isEmpty, let first = digests.different.first else { return .well }
      session.tell(
        "vitrine: the old \(digests.different.count == 1 ? "digest stays" : "digests stay") of \(counted(digests.different.count, "photo")) that \(digests.different.count == 1 ? "is" : "are") different; 'vitrine photo verify --write \(session.pathFromHere(first))' takes one as it is now"
      )
      return .findings
    }
    if !digests.areKept { session.note("no digests are kept yet; 'vitrine photo verify --write' keeps them") }
    let moved = digests.moved.isEmpty ? "" : "\(digests.moved.count) moved, "
    session.note(
      "\(counted(digests.same, "photo")) as kept, \(moved)\(digests.different.count) different, \(digests.missing.count) gone, \(digests.new.count) new"
    )
    if !digests.moved.isEmpty || !digests.new.isEmpty, digests.areKept {
      session.note("'vitrine photo verify --write' keeps the digests of what is new or was moved")
    }
    return digests.different.isEmpty && digests.missing.isEmpty ? .well : .findings
  }
}
