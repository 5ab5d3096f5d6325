// `vitrine photo list|add|remove|adopt`: which photos records have.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrinePhotos
import VitrineSource

/// The commands that show and change which photos a record has.
enum PhotoChanges {
  private static let rowFormat = SharedOptions.rowFormat
  private static let selection = Positional.any("QUERY|RECORD", completes: .selection, "the records; all by default")
  private static let record = Positional.one("RECORD", completes: .record, "the record")
  private static let files = Positional.some("FILE", completes: .file, "the photos")
  private static let keepsFields = Option.flag("keep-fields", "take nothing for the record's fields from the photos")

  static let keepsOriginal = Option.flag(
    "keep-original", "copy the bytes as they are, where the kind wants fewer as well")

  static let moves = Option.flag(
    "move", "the files leave where they are, once the catalogue has their bytes")

  /// What becomes of photos where they are taken from.
  static func origin(_ arguments: Arguments) -> PhotoOrigin { arguments[moves] ? .leaves : .stays }

  /// What becomes of photos that have more bytes than a kind allows.
  static func excess(_ session: Session, _ arguments: Arguments) -> PhotoAddition.Excess {
    arguments[keepsOriginal] ? .kept : .fitted(DecodingProgram(session.context))
  }

  static let list = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list the photos of records", options: [rowFormat, SharedOptions.safeCells],
    positionals: [selection],
    manual: Manual(
      examples: [
        ("vitrine photo list captain", "lists a record's photos in the order they were taken"),
        (
          "vitrine photo list --format paths shots photo.iso:1600..", "gives the paths of those of all records that a query finds"
        ),
      ],
      description: [
        "Photos without a time come last, by their names. The time that a record gives a photo comes before that in the photo."
      ],
      seeAlso: ["photo show", "list"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let paths = try session.selectedOrAllRecords(arguments[selection], in: open)
    let table = PhotoTable.table(of: paths, in: open)
    session.withSink {
      (arguments[rowFormat] ?? Table.standardFormat).write(table, look: SharedOptions.look(session, arguments), to: &$0)
    }
    if table.rows.isEmpty { session.note("there are no photos") }
    return .well
  }

  static let add = Command<Session>(
    name: "add", summary: "copy photos beside a record",
    // No service makes these plans; they are made anew all the same where others changed what they were made of.
    service: .planned { _ in nil }, options: [keepsFields, keepsOriginal, moves] + ChangeOptions.ofRecords,
    positionals: [record, files],
    manual: Manual(
      examples: [
        ("vitrine photo add captain ~/Pictures/dsc0042.jpg", "copies a photo beside the record 'captain', as captain.jpg"),
        ("vitrine photo add --move captain ~/Downloads/*.jpg", "moves photos there; 'vitrine undo' puts them back"),
        ("vitrine photo add galata-tower *.heic --dry-run", "shows what several photos would be called"),
      ],
      description: [
        "The bytes stay as they are. The first photo is called like the record, others after the time they were taken or with a number; a raw file and its JPEG get one name, and a time that only the file's name says stays in the name. No file is overwritten. A photo that the record has already, by its bytes, is left out.",
        "What the record does not say, and its kind takes from photos ('from-photo' in the schema), is filled in from the first of the photos; --keep-fields leaves the record as it is.",
        "A JPEG with more bytes than the kind allows is coded anew: with as much quality as fits, and at fewer pixels where that is not enough. What it says of itself stays: time, place, camera, which way up. --keep-original leaves it as it is. A photo that is coded anew stays where it was, with --move as well.",
        "How many photos a record may have, of which formats and sizes, its kind says; --force adds others all the same.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo remove", "photo adopt", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    guard let entry = open.catalogue.record(at: path) else { throw CommandError("'\(path.string)' is no record") }
    let present = open.catalogue.book.withWriter { $0.photos(ofRecordAt: path) }
    var addition = try PhotoAddition(
      to: open.kinds[entry.kind], having: present, in: open.catalogue,
      excess: excess(session, arguments))
    let names = arguments[files]
    let originals = try originals(names, session, open, arguments)
    for (number, name) in names.enumerated() {
      try addition.take(
        session.read(name, limit: PhotoAddition.largest), name: name, text: originals[number],
        isForced: arguments[ChangeOptions.force])
    }
    for remark in addition.remarks { session.note(remark) }
    guard !addition.photos.isEmpty else { return .well }
    let plan = try PhotoPlanner.add(
      addition.photos, to: path, having: present, fills: !arguments[keepsFields], in: open.catalogue, at: session.changeMoment())
    let created = plan.edits.filter { $0.expected == .absent }.map { session.pathFromHere($0.path) }
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: "added \(created.joined(separator: ", "))")
  }

  /// What is written of files that are named: their bytes as they are; nil for what stands in no file.
  ///
  /// Errors: one of them shall leave its place, and is a photo of a record.
  static func originals(
    _ names: [String], _ session: Session, _ open: OpenCatalogue, _ arguments: Arguments
  ) throws -> [FileText?] {
    let origin = origin(arguments)
    let root = Path.real(open.catalogue.root)
    let paths = names.map { Path.absolute($0, from: session.folder) }
    if origin == .leaves {
      for (name, path) in zip(names, paths) {
        guard let inside = Path.relative(Path.real(path), to: root),
          let owner = open.catalogue.owners(ofPhotoAt: Path(inside)).first
        else { continue }
        throw CommandError("'\(name)' is a photo of '\(session.pathFromHere(owner))'; without --move it is copied")
      }
    }
    let originals = OriginalPhotos(paths.map { (Path($0), origin) })
    return names.indices.map { Session.isStream(names[$0]) ? nil : FileText(originals, $0) }
  }

  static let remove = Command<Session>(
    name: "remove", aliases: ["rm"], summary: "take photos from a record, to the trash", service: .planned { _ in nil },
    options: ChangeOptions.ofRecords,
    positionals: [record, files],
    manual: Manual(
      examples: [
        ("vitrine photo remove captain captain-2.jpg", "moves a photo to the trash, and takes it out of the record's list"),
        ("vitrine undo", "brings it back"),
      ],
      description: [
        "The film, the sidecar (.xmp) and other files of a photo's name go with it, unless another photo has that name.",
        "A photo that another record shows, too, stays; the record alone loses it. One that is the record's by its name or folder moves beside the record that lists it.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo add", "trash", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    let own =
      open.catalogue.photos(of: path).map(\.path)
      + open.catalogue.listedPhotos(of: path).map {
        PhotoName.path($0.file, from: path)
      }
    let photos = try arguments[files].map {
      try PhotoName.find($0, among: own, root: open.catalogue.root, folder: session.folder)
    }
    let plan = try PhotoPlanner.remove(photos, from: path, in: open.catalogue, at: session.changeMoment())
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }

  private static let newKind = Option.text("new", "KIND", completes: .kind, "write a new record of this kind for the photos")
  private static let fields = Option.texts("set", "FIELD=VALUE", "give the records this field, as 'vitrine set' does")
  private static let folder = Option.text(
    "in", "FOLDER", completes: .file, "put the file into this folder; where it goes otherwise, kind and fields decide")
  private static let owner = Positional.some(
    "RECORD|FILE", completes: .record, "the record, which --new replaces, and the photos")

  static let adopt = Command<Session>(
    name: "adopt", summary: "give photos that belong to no record to one, or to a new one",
    service: .planned { _ in nil }, options: [newKind, fields, folder, keepsOriginal] + ChangeOptions.ofRecords,
    positionals: [owner],
    manual: Manual(
      examples: [
        ("vitrine photo adopt captain minis/40k/img_0042.jpg", "moves the photo beside the record, as captain.jpg"),
        (
          "vitrine photo adopt --new memory --set title='Tea on the ferry' --set category=friends IMG_0201.jpg",
          "writes a memory of the photo's day and place, and moves the photo beside it"
        ),
      ],
      description: [
        "'vitrine check' reports photos that belong to no record ('photo-orphan'). The file moves, and so do the film, the sidecar (.xmp) and other files of its name; their bytes stay as they are, but for a JPEG with more than the kind allows, which is coded anew as by 'vitrine photo add'. How many photos a record may have, of which formats and sizes, its kind says; --force takes others all the same.",
        "--new takes what the fields do not say from the photos, as 'vitrine new --photo' does.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo add", "new", "explain"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    var names = arguments[owner]
    if let kind = arguments[newKind] {
      var request = try NewRecordRequest(
        kind: kind, in: open, folder: session.folder, NewPlanner.Options { RandomID.make() })
      if let folder = arguments[folder] { try request.setFolder(folder) }
      var assignments = try SetCommand.assignments(arguments[fields])
      try request.takeParent(from: &assignments)
      let (orphans, fitted) = try orphans(names, by: request.kind, having: [], session, open, arguments)
      guard !orphans.isEmpty else { return .well }
      let plan = try request.plan(adopting: orphans, assignments, at: session.changeMoment()).with(fitted)
      let moved = Set(plan.moves.map(\.from))
      let paths = plan.edits.map(\.path).filter { !moved.contains($0) } + plan.moves.map(\.to)
      return try session.carryOut(
        plan, checkedOn: open.catalogue, arguments,
        told: "wrote \(paths.map { session.pathFromHere($0) }.joined(separator: " and "))")
    }
    guard names.count > 1 else { throw CommandError("name the record, then the photos; or --new and a kind") }
    guard arguments[fields].isEmpty, arguments[folder] == nil else { throw CommandError("--set and --in go with --new") }
    let path = try RecordResolver(open, standingIn: session.folder).path(of: names.removeFirst())
    guard let entry = open.catalogue.record(at: path) else { throw CommandError("'\(path.string)' is no record") }
    let present = open.catalogue.book.withWriter { $0.photos(ofRecordAt: path) }
    let (photos, fitted) = try orphans(names, by: open.kinds[entry.kind], having: present, session, open, arguments)
    guard !photos.isEmpty else { return .well }
    let plan = try PhotoPlanner.adopt(photos, by: path, having: present, in: open.catalogue).with(fitted)
    let told = plan.moves.map { session.pathFromHere($0.to) }.joined(separator: ", ")
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: "moved to \(told)")
  }

  /// Photos that belong to no record, held against what a kind says of its records' photos, and the edits that make too large ones smaller.
  private static func orphans(
    _ names: [String], by kind: Kind, having present: [PhotoFacts], _ session: Session, _ open: OpenCatalogue,
    _ arguments: Arguments
  ) throws -> (photos: [(path: Path, addition: PhotoPlanner.Addition)], fitted: [FileEdit]) {
    var addition = try PhotoAddition(to: kind, having: present, in: open.catalogue, excess: excess(session, arguments))
    var photos: [(path: Path, addition: PhotoPlanner.Addition)] = []
    var fitted: [FileEdit] = []
    for name in names {
      let photo = try orphan(name, session, open)
      let bytes = try session.read(name, limit: PhotoAddition.largest)
      let count = addition.photos.count
      try addition.take(bytes, name: name, isForced: arguments[ChangeOptions.force])
      guard addition.photos.count > count, let taken = addition.photos.last else { continue }
      photos.append(photo)
      let text = taken.bytes.bytes
      if text.count != bytes.count {
        fitted.append(
          FileEdit(path: photo.path, expected: .digest(ContentDigest(bytes)), change: .replace(FileText(text))))
      }
    }
    for remark in addition.remarks { session.note(remark) }
    return (photos, fitted)
  }

  /// A photo of the catalogue that belongs to no record.
  private static func orphan(
    _ name: String, _ session: Session, _ open: OpenCatalogue
  ) throws -> (path: Path, addition: PhotoPlanner.Addition) {
    let photo = try PhotoName.inside(name, root: open.catalogue.root, folder: session.folder)
    if let owner = open.catalogue.book.withWriter({ $0.owners(ofPhotoAt: photo) }).first {
      throw CommandError("'\(name)' belongs to '\(owner.path.stem.string)' already")
    }
    guard let read = try session.readTextOrPhoto(name).photo, let format = read.check.format else {
      throw CommandError("'\(name)' is no image")
    }
    let suffix = PhotoAddition.suffix(of: photo.name.string, format)
    return (
      photo, PhotoPlanner.Addition(bytes: FileText([]), suffix: suffix, metadata: read.metadata, shot: PhotoName.shot(of: photo))
    )
  }

  private static let byTime = Option.flag("by-time", "in the order they were taken again")
  private static let orderedFiles = Positional.any("FILE", completes: .file, "the photos that come first, in their order")

  // Decision 0068 says why the order is a number beside the photo.
  static let order = Command<Session>(
    name: "order", summary: "put a record's photos in an order of one's own", service: .planned { _ in nil },
    options: [byTime] + ChangeOptions.ofRecords,
    positionals: [record, orderedFiles],
    manual: Manual(
      examples: [
        ("vitrine photo order captain captain-3.jpg captain.jpg", "shows these two first, then the others as they were taken"),
        ("vitrine photo order captain --by-time", "shows all in the order they were taken again"),
      ],
      description: [
        "Photos stand in the order they were taken, those without a time last. 'photo order' gives some a number in the record ('order' in its list of photos); those come first, by their numbers, everywhere: in lists, pages, exports and what is shared."
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo list", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    guard arguments[byTime] == arguments[orderedFiles].isEmpty else {
      throw CommandError("name photos, or write --by-time; not both")
    }
    let own = open.catalogue.book.withWriter { $0.photos(ofRecordAt: path) }.map(\.path)
    var photos: [Path] = []
    for name in arguments[orderedFiles] {
      let photo = try PhotoName.find(name, among: own, root: open.catalogue.root, folder: session.folder)
      guard !photos.contains(photo) else { throw CommandError("'\(name)' is named twice") }
      photos.append(photo)
    }
    let plan = try PhotoOrdering.plan(photos, of: path, in: open.catalogue, at: session.changeMoment())
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }

  static let relink = Command<Session>(
    name: "relink", summary: "find listed photos that were moved or renamed", service: .planned { _ in nil },
    options: ChangeOptions.ofRecords,
    positionals: [selection],
    manual: Manual(
      examples: [
        ("vitrine photo relink", "looks for all listed photos that are not where their records say"),
        ("vitrine photo relink captain --dry-run", "shows what would become of one record"),
      ],
      description: [
        "A photo is known again by its bytes, where 'vitrine photo verify --write' kept its digest. Where no digest of it is kept, it is known by its name, where one image alone of those that belong to no other record has that name. The record then says where it stands."
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo verify", "check"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let paths = try session.selectedOrAllRecords(arguments[selection], in: open)
    let search = try PhotoSearch(paths, in: open)
    for lost in search.lost {
      let namesake = lost.namesake.map { "; '\(session.pathFromHere($0))' has its name, but not the bytes that were kept of it" }
      session.tell("vitrine: \(session.pathFromHere(lost.record)): '\(lost.name)' is nowhere to be found\(namesake ?? "")")
    }
    let plan = try search.plan(in: open, at: session.changeMoment())
    let status = try session.carryOut(plan, checkedOn: open.catalogue, arguments)
    return search.lost.isEmpty ? status : .findings
  }
}

extension Plan {
  /// The plan with more edits.
  fileprivate func with(_ more: [FileEdit]) -> Plan {
    more.isEmpty ? self : Plan(title, edits + more, moves: moves, summary: summary, isDestructive: isDestructive)
  }
}
