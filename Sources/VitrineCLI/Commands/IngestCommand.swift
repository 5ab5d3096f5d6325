// `vitrine ingest`: photos from a card or a hot folder become records.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrineSource

/// Takes the photos of inboxes into the catalogue, once or as they come.
enum IngestCommand: CommandFile {
  private enum Geotag: String, OptionChoice {
    case keep, strip

    var summary: String {
      switch self {
      case .keep: "record and photo keep it"
      case .strip: "neither has it; a file that says one stays in the inbox as it is"
      }
    }
  }

  private enum Originals: String, OptionChoice {
    case auto, keep, move

    var summary: String {
      switch self {
      case .auto: "they leave the inbox where nothing has to be copied, and stay on cards and other disks"
      case .keep: "they stay"
      case .move: "they leave the inbox once the copy was compared with them"
      }
    }
  }

  private static let watch = Option.flag("watch", "go on, and take each file as soon as it is finished")
  private static let into = Option.text(
    "into", "KIND", completes: .kind, "what the photos become; by default the kind that takes most of its fields from photos")
  private static let name = Option.text(
    "name", "PATTERN", "where records go, such as 'shots/{taken.date}/{title}.yaml'; by default what 'new:' says in vitrine.yaml")
  private static let geotag = Option.choice("geotag", "WHAT", default: Geotag.keep, "what becomes of where a photo was taken")
  private static let originals = Option.choice(
    "originals", "WHAT", default: Originals.auto, "what becomes of the files in the inbox")
  private static let also = SharedOptions.also
  private static let set = Option.texts("set", "FIELD=VALUE", "give the records this field, as 'vitrine set' does")
  private static let inboxes = Positional.some("INBOX", completes: .file, "folders with photos, or single photos")

  static let command = Command<Session>(
    name: "ingest", summary: "take photos from a card or a hot folder, a record for each shot", group: "Changes",
    options: [watch, originals] + optionsOfCameras, positionals: [inboxes],
    manual: Manual(
      examples: [
        ("vitrine ingest /media/card/DCIM", "copies the photos of a card, and leaves the card as it is"),
        ("vitrine ingest --watch ~/Pictures/inbox", "takes what a camera program, a phone or a scanner puts there, as it comes"),
        ("vitrine ingest --geotag strip --set tags+=home ~/inbox", "without the location, and with a tag"),
        ("vitrine ingest --name 'shots/{taken.year}/{taken.date}/{title}.yaml' ~/inbox", "into folders of years and days"),
        ("vitrine ingest --also ~/Pictures/2026 ~/inbox", "with a second copy elsewhere"),
        ("vitrine undo", "takes an ingest back: files that left the inbox go back to it"),
      ],
      description: [
        "Files of one name in one folder are one shot: a raw file, its JPEG or HEIC, and what goes with them (XMP, AAE, MOV, MP4, WAV, THM, …). One that comes late joins the record. Day, exposure, camera, lens and place come from the photo, as the schema says ('from-photo'); a photo that does not say when it was taken gets the time of its file.",
        "On the file system of the catalogue a file is renamed, and nothing is copied; from elsewhere it is copied, forced to the disk, read again and compared. Files whose bytes the catalogue has already are left out. Nothing is overwritten; all of it is one change of the journal, which kill -9, a full disk or a card that is pulled out leaves whole or not begun.",
        "A file is finished when its writer has closed it, when it was moved in, or when it did not change for a moment. Hidden files, empty ones and those that are cut short are left alone.",
        "With --watch every few files are a change of their own. Network and camera file systems, which tell nothing of what others write, are looked at twice a second.",
      ],
      exitStatuses: Session.changeStatuses + [], seeAlso: ["new", "photo", "undo", "serve"])
  ) { session, arguments in
    var run = try run(session, arguments)
    run.options.originals = IngestOptions.Originals(rawValue: arguments[originals].rawValue) ?? .auto
    let names = arguments[inboxes]
    guard arguments[watch] else { return try run.takeAll(names) }
    var watch = try IngestWatch(run)
    try watch.checkRequest()
    try watch.run(names, saying: "watching \(names.joined(separator: ", ")); Ctrl-C ends it") { false }
    return .well
  }

  /// The options that photos from a camera have, too.
  static var optionsOfCameras: [any DeclaredOption] { [into, name, geotag, also, set] + ChangeOptions.ofRecords }

  /// What a line with these options wants.
  static func run(_ session: Session, _ arguments: Arguments) throws -> IngestRun {
    var options = IngestOptions()
    options.geotag = IngestOptions.Geotag(rawValue: arguments[geotag].rawValue) ?? .keep
    var run = IngestRun(session, arguments, options)
    run.kind = arguments[into]
    run.pattern = arguments[name]
    run.fields = try SetCommand.assignments(arguments[set])
    run.also = arguments[also].map { Path.absolute($0, from: session.folder) }
    return run
  }
}
