// `vitrine new`: a record written.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel
import VitrineSource

/// Writes a new record, from words or in the editor.
enum NewCommand: CommandFile {
  private static let folder = Option.text(
    "in", "FOLDER", completes: .file, "put the file into this folder; where it goes otherwise, kind and fields decide")
  private static let locating = Option.text(
    "locate-from-photo", "PHOTO", completes: .file, "take the place from a photo's metadata; the photo stays where it is")
  private static let photo = Option.text(
    "photo", "FILE", completes: .file, "take what the fields do not say from a photo, and copy it beside the record")
  private static let photos = Option.texts(
    "photos", "FOLDER", completes: .file, "write a record for each photo of a folder, and copy the photos beside them")
  /// What makes photos one record.
  private enum Grouping: String, OptionChoice {
    case photo, burst, day, place

    var summary: String {
      switch self {
      case .photo: "each photo, with others of the same name, such as its raw file"
      case .burst: "photos of one camera at most two seconds apart"
      case .day: "photos of one day"
      case .place: "photos of one day taken at most 500 m from the one before"
      }
    }
  }
  private static let grouping = Option.choice(
    "group-by", "WHAT", default: Grouping.photo, "with --photos: what makes a record")
  private static let modeline = Option.flag(
    "modeline", "begin with the line that tells the yaml-language-server the record's schema")
  private static let kind = Positional.one("KIND", completes: .kind, "the kind, or its plural")
  private static let fields = Positional.any("FIELD=VALUE", completes: .assignment, "its fields, as for 'vitrine set'")

  static let command = Command<Session>(
    name: "new", summary: "write a new record", group: "Changes",
    service: .planned {
      $0[locating] == nil && $0[photo] == nil && $0[photos].isEmpty && !$0[modeline] && !$0[fields].isEmpty ? [] : nil
    },
    options: [folder, photo, photos, grouping, PhotoChanges.moves, PhotoChanges.keepsOriginal, locating, modeline]
      + ChangeOptions.ofRecords,
    positionals: [kind, fields],
    manual: Manual(
      examples: [
        ("vitrine new game title='Elden Ring' release=20220225 status=library", "writes games/elden-ring.yaml"),
        (
          "vitrine new game title=Hades release=2020-09-17 status=library genres+=Roguelike platforms+=switch/digital",
          "fills lists, too"
        ),
        (
          "vitrine new miniature name='Brother Titus' miniature_type=character parent=ultramarines",
          "puts it below the record it belongs to"
        ),
        ("vitrine new recipe name='Gold trim' --in recipes/40k", "puts it into a folder"),
        (
          "vitrine new memory title='Tea on the ferry' category=friends --locate-from-photo ~/Pictures/dsc0042.jpg",
          "takes latitude and longitude from the photo"
        ),
        (
          "vitrine new memory title='Tea on the ferry' category=friends --photo ~/Pictures/dsc0042.jpg",
          "takes day, time and place from the photo, and copies it beside the record"
        ),
        (
          "vitrine new shot --photos ~/DCIM/100CANON --group-by burst",
          "writes a shot for each photo or burst of a folder, and copies the photos"
        ),
        (
          "vitrine new memory --photos ~/Downloads/trip --group-by day --move",
          "the same for days, and the photos leave the folder"
        ),
        ("vitrine new memory", "opens the editor with every field explained"),
      ],
      description: [
        "The file is named after the field that names the record: 'Baldur's Gate' becomes baldurs-gate.yaml. No file is overwritten: a second one gets a number. 'new:' of a collection in vitrine.yaml says where else records go, such as 'memories/{date.year}/{title}.yaml'.",
        "Ids, days and times that the schema declares are filled in. A record without a required field, or otherwise invalid, is refused with its findings.",
        "--photos takes whole folders: a raw file and its JPEG are one record, and so are a phone's photo, its edited copy and its film. A photo that does not say when it was taken gets the time of its file. FIELD=VALUE holds for all records; what it does not say comes from the photos. Photos whose bytes the catalogue has already are left out. With --move the photos leave their folder, but for those that are coded anew. 'vitrine undo' takes all of it back at once.",
        "Photos are held against what the kind says of them, as 'vitrine photo add' does: a JPEG with more bytes than it allows is coded anew, and --keep-original leaves it as it is. Of folders, photos of other formats are left out by name, a raw file beside its JPEG without a word; where a record may not have as many, more of one name become the next record's, and more of a burst, a day or a place are left out. --force takes all as they are.",
        "Without fields, on a terminal, $VISUAL or $EDITOR opens with a template; what is wrong with the record afterwards is written into the text itself, and the editor opens again.",
      ],
      exitStatuses: Session.changeStatuses,
      environment: [("VISUAL, EDITOR", "the editor, with its options; 'vi' where neither is set")],
      seeAlso: ["set", "edit", "schema"])
  ) { session, arguments in
    let open = try session.openCatalogue(naming: arguments[fields].compactMap { FieldAssignment($0)?.name })
    var request = try NewRecordRequest(
      kind: arguments[kind], in: open, folder: session.folder, NewPlanner.Options { RandomID.make() })
    let moment = try session.changeMoment()
    var assignments = try SetCommand.assignments(arguments[fields], naming: request.kind.display?.dotted)
    if let folder = arguments[folder] { try request.setFolder(folder) }
    if arguments[PhotoChanges.moves], arguments[photo] == nil, arguments[photos].isEmpty {
      throw CommandError("--move goes with --photo or --photos")
    }
    try request.takeParent(from: &assignments)
    if !arguments[photos].isEmpty { return try write(assignments, request, at: moment, in: open, session, arguments) }
    if assignments.isEmpty, arguments[locating] == nil, arguments[photo] == nil {
      return try RecordEditing(session: session, open: open, request: request, moment: moment).run(arguments)
    }
    if let photo = arguments[locating] {
      let field = try request.placeField(for: photo, besides: assignments)
      assignments.insert(try request.place(from: session.readTextOrPhoto(photo).photo, name: photo, for: field), at: 0)
    }
    if let photo = arguments[photo] {
      let bytes = try session.read(photo, limit: PhotoAddition.largest)
      let originals = try PhotoChanges.originals([photo], session, open, arguments)
      try request.setPhoto(
        bytes, name: photo, text: originals[0], isForced: arguments[ChangeOptions.force],
        excess: PhotoChanges.excess(session, arguments))
      for remark in request.remarks { session.note(remark) }
    }
    let plan = try planned(try request.plan(assignments, at: moment), request, in: open, arguments)
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: words(for: plan, session))
  }

  /// A plan with the modelines that were asked for.
  fileprivate static func planned(
    _ plan: Plan, _ request: NewRecordRequest, in open: OpenCatalogue, _ arguments: Arguments
  ) throws -> Plan {
    arguments[modeline] ? try Modeline.added(to: plan, kind: request.kind, in: open.catalogue) : plan
  }

  /// Writes a record for each photo of folders.
  private static func write(
    _ assignments: [FieldAssignment], _ request: NewRecordRequest, at moment: ChangeMoment, in open: OpenCatalogue,
    _ session: Session, _ arguments: Arguments
  ) throws -> ExitStatus {
    let wanted = PhotoFolder.Grouping(rawValue: arguments[grouping].rawValue) ?? .photo
    let limits =
      arguments[ChangeOptions.force]
      ? nil : PhotoFolder.Limits(of: request.kind, excess: PhotoChanges.excess(session, arguments))
    let folder = try PhotoFolder(
      arguments[photos], standingIn: session.folder, grouping: wanted, limits: limits,
      origin: PhotoChanges.origin(arguments), in: open.catalogue, clock: session.stoppableClock())
    for (name, reason) in folder.leftOut { session.tell("vitrine: \(name) is left out: \(reason)") }
    if !folder.present.isEmpty {
      session.note("\(counted(folder.present.count, "photo")) left out: the catalogue has the same bytes")
    }
    if !folder.repeated.isEmpty {
      session.note("\(counted(folder.repeated.count, "photo")) left out: another one of the same bytes is taken")
    }
    if !folder.otherFormats.isEmpty {
      session.note(
        "\(counted(folder.otherFormats.count, "photo")) left out: a photo of the same name is taken, in a format that a \(request.kind.name) has"
      )
    }
    if !folder.unmatched.isEmpty {
      let counts = folder.unmatched.map { "\($0.count) .\($0.suffix)" }.joined(separator: ", ")
      session.note("other files of photos are left out: \(counts)")
    }
    for remark in folder.remarks { session.note(remark) }
    if folder.doubledCount > 0 {
      session.note(
        "\(counted(folder.doubledCount, "photo")) of the catalogue \(folder.doubledCount == 1 ? "stays" : "stay") where \(folder.doubledCount == 1 ? "it is" : "they are"), without a record; --move takes \(folder.doubledCount == 1 ? "it" : "them") along"
      )
    }
    guard !folder.groups.isEmpty else {
      session.note("there is no new photo")
      return .well
    }
    try DiskSpace.check(for: folder.byteCount, in: open.catalogue.root)
    let plan = try planned(try request.plan(folder.groups, assignments, at: moment), request, in: open, arguments)
    let records = plan.edits.count { $0.path.isRecordFile }
    let told = "wrote \(counted(records, "record")) with \(counted(plan.edits.count - records, "photo"))"
    let status = try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: told, summary: summary(of:))
    if let failure = folder.failure {
      throw CommandError(
        "'\(failure.string)' could not be read while it was copied; 'vitrine undo' takes all of it back", .inputOutput)
    }
    return status
  }

  /// What is wrong with records made of photos, how often, and what to do about what photos do not say.
  private static func summary(of errors: [Finding]) -> String {
    var counts: [(message: String, count: Int)] = []
    for error in errors {
      if let index = counts.firstIndex(where: { $0.message == error.message }) {
        counts[index].count += 1
      } else if counts.count < mostMessages {
        counts.append((error.message, 1))
      }
    }
    let named = counts.map { "\($0.message) (\($0.count)×)" }.joined(separator: ", ")
    return "\(named); FIELD=VALUE says for all records what the photos do not say, and --force leaves it to be filled in later"
  }

  /// So many different errors are named at the most.
  private static let mostMessages = 5

  /// What is said when the record is written.
  fileprivate static func words(for plan: Plan, _ session: Session) -> String {
    let paths = plan.edits.map(\.path)
    let ordered = paths.filter(\.isRecordFile) + paths.filter { !$0.isRecordFile }
    return "wrote \(ordered.map { session.pathFromHere($0) }.joined(separator: " and "))"
  }
}

/// A record that a person writes in the editor.
private struct RecordEditing {
  let session: Session
  let open: OpenCatalogue
  let request: NewRecordRequest
  let moment: ChangeMoment

  /// Has a person write the record; again and again until it is right, or they have enough.
  func run(_ arguments: Arguments) throws -> ExitStatus {
    let kind = request.kind
    let editing = try EditedText(
      session, name: kind.name + ".yaml", advice: "name fields instead: 'vitrine new \(kind.name) \(request.example)'")
    var text = Array(RecordTemplate.text(of: kind).utf8)
    while true {
      let typed = try editing.edit(text)
      var remarks: [RecordTemplate.Remark] = []
      let written = Array(RecordTemplate.written(String(decoding: typed, as: UTF8.self)).utf8)
      guard !written.isEmpty, typed != text || session.options.isQuiet else {
        session.note("nothing was written")
        return .well
      }
      do {
        let plan = try NewCommand.planned(try request.plan(text: written, at: moment), request, in: open, arguments)
        // The files may have changed while the person wrote.
        let check = PlanCheck(plan, on: try session.load())
        if check.newErrors.isEmpty || arguments[ChangeOptions.force] {
          try session.carryOut(
            plan, root: open.catalogue.root, options: ChangeExecution(arguments), told: NewCommand.words(for: plan, session))
          return .well
        }
        session.complain(check.newErrors) { check.text(at: $0) }
        remarks = check.newErrors.map { finding in
          let key = finding.pointer.split(separator: "/").first.map(String.init) ?? ""
          return RecordTemplate.Remark("\(finding.severity.word): \(finding.message)", key: key)
        }
      } catch let error as PlanRefusal {
        remarks = [RecordTemplate.Remark("error: \(error.message)", line: error.position?.line)]
        session.tell("vitrine: \(error.message)\(error.position.map { " (line \($0.line), column \($0.column))" } ?? "")")
      }
      guard editing.goesOn() else {
        session.note("nothing was written")
        return .findings
      }
      text = Array(RecordTemplate.annotated(String(decoding: typed, as: UTF8.self), with: remarks).utf8)
    }
  }
}
