// `vitrine set`: fields of records changed.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrinePlaces
import VitrineSource
import VitrineText

/// Changes fields of one record, or of all that a query finds.
enum SetCommand: CommandFile {
  private static let records = Positional.any(
    "QUERY|RECORD", completes: .selection, RecordResolver.selection)
  private static let fromPhoto = Option.text(
    "from-photo", "FIELD,...", completes: .field, bare: allFields,
    "fill what the records do not say from the first photo of each, as their kinds say: these fields")
  /// What `--from-photo` alone stands for.
  private static let allFields = "all"
  private static let overwrite = Option.flag("replace", "with --from-photo and --locate: also what they say already")
  private static let locate = Option.flag("locate", "give places without a name that of the nearest town, offline")
  private static let changes = Positional.any(
    "CHANGE", completes: .assignment, isAfterDashes: true, "what to change: FIELD=VALUE, LIST+=VALUE, LIST-=VALUE or FIELD!")

  static let command = Command<Session>(
    name: "set", summary: "change fields of records", group: "Changes", service: .planned { $0[fromPhoto] == nil ? [] : nil },
    options: [fromPhoto, locate, overwrite] + ChangeOptions.ofQueries,
    positionals: [records, changes],
    manual: Manual(
      examples: [
        ("vitrine set hades -- status=library", "gives a field of one record a value"),
        ("vitrine set hades -- genres+=Roguelike genres-=Action", "adds to a list and takes from it"),
        ("vitrine set hades -- 'platforms+={system: Nintendo Switch, format: Digital}'", "adds a map to a list of maps"),
        ("vitrine set hades -- platforms+=switch/digital", "adds the same by the values that distinguish its items"),
        ("vitrine set hades -- notes!", "removes a field"),
        ("vitrine set game developer:supergiant -- series+=Hades", "changes all records that a query finds"),
        ("vitrine set shots --from-photo", "fills camera, lens, exposure and place of shots from their photos"),
        ("vitrine set galata-tower --from-photo=date --replace", "takes the day from the photo, in place of the one that it has"),
        (
          "vitrine set memories --locate",
          "writes the nearest town, at most 30 km away, where a memory has a position and no name of the place"
        ),
        ("vitrine set --dry-run games status:wishlist -- status=library", "shows what that would change"),
      ],
      description: [
        "Only the bytes of what changes are touched: comments, order and quotes of a file stay. Fields are named as in queries: 'genres' is enough for 'properties.genres', and 'steps.0.minutes' is a field of the first item of a list.",
        "Values are read by the type of the field: 'switch' is the system 'Nintendo Switch', 'today' a day, 'yes' true; a field of texts takes any text as it is. A list in brackets, '[RPG, Action]', replaces a list; '+=' adds what is not there yet, '-=' takes away what is.",
        "Times and histories that the kind's schema declares are kept up to date. A query without a term, and one that would change more than \(SetPlanner.mostUnasked) files, needs a typed 'yes', or --yes. A change that brings a new error is refused with its findings.",
        "--from-photo=date,location fills these fields alone, with what lies in them. Where --replace gives a record another position, the name and the accuracy of the old one go; a name that --locate wrote becomes that of the new one.",
        "'--' may be left out where the changes come last and look like nothing else: 'vitrine set hades status=library'.",
      ],
      exitStatuses: Session.changeStatuses, seeAlso: ["new", "edit", "list", "undo"])
  ) { session, arguments in
    if arguments[fromPhoto] != nil, arguments[locate] {
      throw CommandError("--from-photo and --locate are two changes; make one after the other")
    }
    if let fields = arguments[fromPhoto] { return try fill(fields, session, arguments) }
    if arguments[locate] { return try name(session, arguments) }
    guard !arguments[overwrite] else { throw CommandError("--replace goes with --from-photo or --locate") }
    let (words, assignments) = try sorted(arguments[records], arguments[changes])
    let open = try session.openCatalogue(naming: assignments.map(\.name))
    let selection = try session.selection(words, in: open)
    try session.accept(unread: selection.unread, arguments)
    guard !selection.paths.isEmpty else { return .findings }
    return try session.setFields(assignments, of: selection.paths, isBroad: selection.isBroad, in: open, arguments)
  }

  /// The records that an option changes by itself; none where nothing was found.
  private static func chosen(_ session: Session, _ arguments: Arguments, by option: String, in open: OpenCatalogue) throws
    -> [Path]
  {
    guard arguments[changes].isEmpty else {
      throw CommandError("\(option) says what changes; leave out what stands after '--'")
    }
    guard !arguments[records].isEmpty else {
      throw CommandError("name a record, or write a query: 'vitrine set RECORD \(option)'")
    }
    let selection = try session.selection(arguments[records], in: open)
    try session.accept(unread: selection.unread, arguments)
    return selection.paths
  }

  /// Gives places their names.
  private static func name(_ session: Session, _ arguments: Arguments) throws -> ExitStatus {
    let open = try session.openCatalogue()
    let paths = try chosen(session, arguments, by: "--locate", in: open)
    guard !paths.isEmpty else { return .findings }
    guard open.places.isThere else {
      throw CommandError("the table of towns, 'share/vitrine/places.bin', is not installed with this program", .inputOutput)
    }
    let places = paths.compactMap { path in open.place(ofRecordAt: path).map { (path: path, name: $0.nearbyName()) } }
    if places.count < paths.count {
      session.note("\(counted(paths.count - places.count, "record")) without a position")
    }
    let names = places.compactMap { place in place.name.map { (path: place.path, name: $0) } }
    if names.count < places.count {
      session.note("\(counted(places.count - names.count, "record")) more than 30 km from any town: without a name")
    }
    let plan = try PlaceFilling.plan(names, overwrites: arguments[overwrite], in: open.catalogue, at: session.changeMoment())
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }

  /// Fills fields from photos.
  private static func fill(_ fields: String, _ session: Session, _ arguments: Arguments) throws -> ExitStatus {
    let open = try session.openCatalogue()
    let paths = try chosen(session, arguments, by: "--from-photo", in: open)
    guard !paths.isEmpty else { return .findings }
    let photos = paths.compactMap { path in
      open.firstPhoto(ofRecordAt: path).map { (path: path, photo: $0) }
    }
    if photos.count < paths.count {
      session.note("\(counted(paths.count - photos.count, "record")) without a photo that says something")
    }
    let names = fields == allFields ? [] : fields.split(separator: ",").map(String.init)
    let places = open.places
    let options = PhotoFilling.Options(fields: names, overwrites: arguments[overwrite]) { latitude, longitude in
      places.place(latitude: latitude, longitude: longitude)?.nearbyName()
    }
    let plan = try PhotoFilling.plan(photos, options, in: open.catalogue, at: session.changeMoment())
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments)
  }

  /// The words of records and the changes. Without `--`, the words at the end that look like changes are such.
  private static func sorted(_ before: [String], _ after: [String]) throws -> ([String], [FieldAssignment]) {
    var words = before
    var typed = after
    if typed.isEmpty {
      while let last = words.last, FieldAssignment(last) != nil { typed.insert(words.removeLast(), at: 0) }
    }
    guard !typed.isEmpty else {
      throw CommandError("nothing is to be changed; write 'vitrine set RECORD -- FIELD=VALUE'")
    }
    guard !words.isEmpty else {
      throw CommandError("name a record, or write a query, before what is to change: 'vitrine set RECORD -- \(typed[0])'")
    }
    return (words, try assignments(typed))
  }

  /// Words as changes of fields.
  ///
  /// Errors: a word is none.
  ///
  /// - Parameter naming: the field that names a record, for words that may be meant as its name.
  static func assignments(_ words: [String], naming field: String? = nil) throws -> [FieldAssignment] {
    try words.map { word in
      guard let assignment = FieldAssignment(word) else {
        let forms = "FIELD=VALUE, LIST+=VALUE, LIST-=VALUE or FIELD!"
        // Words one after another without changes between them are one name.
        let name = words.prefix { FieldAssignment($0) == nil }.joined(separator: " ")
        let assigned = field.map { name.contains(" ") ? "\($0)='\(name)'" : "\($0)=\(name)" }
        let advice =
          word.hasPrefix("-")
          ? "options stand before '--'" : assigned.map { "write \($0), or another \(forms)" } ?? "write \(forms)"
        throw CommandError("'\(word)' is no change; \(advice)")
      }
      return assignment
    }
  }
}
