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

  private static let keepsOriginal = Option.flag(
    "keep-original", "copy the bytes as they are, where the kind wants fewer as well")

  static let list = Command<Session>(
    name: "list", aliases: ["ls"], summary: "list the photos of records", options: [rowFormat], positionals: [selection],
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
    let words = arguments[selection]
    let paths =
      words.isEmpty
      ? open.kinds.indices.flatMap { open.catalogue.records(ofKind: $0).map(\.path) }
      : try session.selection(words, in: open).paths
    let table = PhotoTable.table(of: paths, in: open)
    session.withSink { (arguments[rowFormat] ?? Table.standardFormat).write(table, look: session.look, to: &$0) }
    if table.rows.isEmpty { session.note("there are no photos") }
    return .well
  }

  static let add = Command<Session>(
    name: "add", summary: "copy photos beside a record", options: [keepsFields, keepsOriginal] + ChangeOptions.ofRecords,
    positionals: [record, files],
    manual: Manual(
      examples: [
        ("vitrine photo add captain ~/Pictures/dsc0042.jpg", "copies a photo beside the record 'captain', as captain.jpg"),
        ("vitrine photo add galata-tower *.heic --dry-run", "shows what several photos would be called"),
      ],
      description: [
        "The bytes stay as they are. The first photo is called like the record, others after the time they were taken or with a number; no file is overwritten. A photo that the record has already, by its bytes, is left out.",
        "What the record does not say, and its kind takes from photos ('from-photo' in the schema), is filled in from the first of the photos; --keep-fields leaves the record as it is.",
        "A JPEG with more bytes than the kind allows is coded anew: with as much quality as fits, and at fewer pixels where that is not enough. What it says of itself stays: time, place, camera, which way up. --keep-original leaves it as it is.",
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
      excess: arguments[keepsOriginal] ? .kept : .fitted(DecodingProgram(session.context)))
    for name in arguments[files] {
      try addition.take(session.read(name, limit: PhotoAddition.largest), name: name, isForced: arguments[ChangeOptions.force])
    }
    for remark in addition.remarks { session.note(remark) }
    guard !addition.photos.isEmpty else { return .well }
    let plan = try PhotoPlanner.add(
      addition.photos, to: path, fills: !arguments[keepsFields], in: open.catalogue, at: session.changeMoment())
    let created = plan.edits.filter { $0.expected == .absent }.map { session.pathFromHere($0.path) }
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: "added \(created.joined(separator: ", "))")
  }

  static let remove = Command<Session>(
    name: "remove", aliases: ["rm"], summary: "take photos from a record, to the trash", options: ChangeOptions.ofRecords,
    positionals: [record, files],
    manual: Manual(
      examples: [
        ("vitrine photo remove captain captain-2.jpg", "moves a photo to the trash, and takes it out of the record's list"),
        ("vitrine undo", "brings it back"),
      ],
      description: ["A photo that another record shows, too, stays; the record alone loses it."],
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

  static let adopt = Command<Session>(
    name: "adopt", summary: "give photos that belong to no record to one", options: ChangeOptions.ofRecords,
    positionals: [record, files],
    manual: Manual(
      examples: [("vitrine photo adopt captain minis/40k/img_0042.jpg", "moves the photo beside the record, as captain.jpg")],
      description: [
        "'vitrine check' reports photos that belong to no record ('photo-orphan'). The file moves; its bytes stay as they are."
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo add", "explain"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    let photos = try arguments[files].map { name in
      let photo = try PhotoName.inside(name, root: open.catalogue.root, folder: session.folder)
      if let owner = open.catalogue.book.withWriter({ $0.owners(ofPhotoAt: photo) }).first {
        throw CommandError("'\(name)' belongs to '\(owner.path.stem.string)' already")
      }
      let read = try session.readTextOrPhoto(name).photo
      guard let read, read.check.format != nil else { throw CommandError("'\(name)' is no image") }
      return (path: photo, taken: read.metadata?.taken)
    }
    let plan = try PhotoPlanner.adopt(photos, by: path, in: open.catalogue)
    let told = plan.moves.map { session.pathFromHere($0.to) }.joined(separator: ", ")
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: "moved to \(told)")
  }

  static let relink = Command<Session>(
    name: "relink", summary: "find listed photos that were moved or renamed", options: ChangeOptions.ofRecords,
    positionals: [selection],
    manual: Manual(
      examples: [
        ("vitrine photo relink", "looks for all listed photos that are not where their records say"),
        ("vitrine photo relink captain --dry-run", "shows what would become of one record"),
      ],
      description: [
        "A photo is known again by its bytes, where 'vitrine photo verify --write' kept its digest, else by its name, where one image alone has that name. The record then says where it stands."
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["photo verify", "check"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let words = arguments[selection]
    let paths =
      words.isEmpty
      ? open.kinds.indices.flatMap { open.catalogue.records(ofKind: $0).map(\.path) }
      : try session.selection(words, in: open).paths
    let search = try PhotoSearch(paths, in: open)
    for lost in search.lost {
      session.tell("vitrine: \(session.pathFromHere(lost.record)): '\(lost.name)' is nowhere to be found")
    }
    let plan = try PhotoRelinking.plan(search.found, in: open.catalogue, at: session.changeMoment())
    let status = try session.carryOut(plan, checkedOn: open.catalogue, arguments)
    return search.lost.isEmpty ? status : .findings
  }
}
