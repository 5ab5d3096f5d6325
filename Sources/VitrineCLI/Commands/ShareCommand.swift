// `vitrine share`: records and their photos as something to send to a person.

import VitrineApplication
import VitrineCommandLine
import VitrinePhotos
import VitrineSharing

/// Makes bundles of records and photos.
enum ShareCommand: CommandFile {
  private static let output = SharedOptions.output
  private static let follow = SharedOptions.follow
  private static let keepLocation = Option.flag("keep-location", "photos keep where they were taken")
  private static let keepMetadata = Option.flag("keep-metadata", "photos stay as they are, with camera, time, place and all")
  private static let fullSize = Option.flag("full-size", "photos in a page stay as large as they are")
  private static let overwriting = SharedOptions.overwriting
  private static let query = Positional.any(
    "QUERY|RECORD", completes: .selection, "\(RecordResolver.selection); the whole catalogue when left out")

  static let command = Command<Session>(
    name: "share", summary: "put records and photos into a folder, an archive or a page", group: "Exchange",
    options: [output, follow, keepLocation, keepMetadata, fullSize, overwriting, ChangeOptions.partial, Progress.option],
    formerly: [FormerSpelling("--force", now: "--overwrite")], positionals: [query],
    manual: Manual(
      examples: [
        ("vitrine share games -o ~/games.zip", "all games with their photos, in one file"),
        (
          "vitrine share project:40k/ultramarines --follow -o ../marines.html",
          "a project with its miniatures and recipes as one page"
        ),
        ("vitrine share galata-tower -o /tmp/tower", "one memory, in a new folder"),
        ("vitrine share -o /tmp/shelf.tar.gz --keep-metadata", "all records, photos as they are"),
      ],
      description: [
        "The end of TARGET's name says what it becomes: a folder, .zip, .tar, .tar.gz or .html. A folder, .tar, .tar.gz or .zip is a catalogue of its own: the records as they are written, their photos beside them, the schemas and lists that they need; and index.html, a gallery for any browser. An .html is that gallery alone, with its photos inside; JPEGs of more than 1600 pixels are made smaller there by 'vitrine-decode', which belongs beside 'vitrine', unless --full-size or --keep-metadata is given.",
        "Photos go out without metadata: no camera, time, place, maker's notes, comments, previews, nor the film of a motion photo; only which way up they are, and their colours. The picture itself is the same, bit for bit. It can be removed from JPEG, PNG, WebP, GIF, HEIC and AVIF; any other photo is left out, with a message, but shown in a page. Times of files are not shared either, unless metadata is; names of files are, with a time if they have one in them.",
        "Browsers show no HEIC, TIFF or raw file: in a page they are JPEGs of at most 1600 pixels, in the colours of sRGB, and a folder or an archive has such copies for its gallery in '.gallery', which the catalogue passes over.",
        "Fields that a schema calls private are taken out of the records, and nothing else; comments stay. A record from which they cannot be taken is left out.",
        "Nothing in the catalogue is touched. TARGET must lie outside of it, or in a folder that .vitrineignore leaves out. What stands there already is kept, unless it is an empty folder, or a file and --overwrite is given.",
      ],
      exitStatuses: [
        (.well, "all is written"), (.findings, "something was left out, as messages say; the rest is written"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
      ], seeAlso: ["export", "check"])
  ) { session, arguments in
    guard let name = arguments[output] else {
      throw CommandError("where to? Name a folder, or a file ending in .zip, .tar, .tar.gz or .html, with -o")
    }
    guard !(arguments[keepLocation] && arguments[keepMetadata]) else {
      throw CommandError("--keep-metadata keeps the place, too; give one of --keep-location and --keep-metadata")
    }
    let target = try ShareTarget(name, root: try session.root(), overwrites: arguments[overwriting], in: session.context)
    var selection = try session.exportSelection(arguments[query], isListed: true)
    if arguments[follow] { selection.follow() }
    try session.accept(unread: selection.unread, arguments, nothing: "written")
    guard selection.count > 0 else { throw CommandError("there is no record to share; nothing was written", .findings) }
    let choice = arguments[keepMetadata] ? MetadataChoice.kept : .stripped(arguments[keepLocation] ? .location : .nothing)
    let run = ShareRun(
      contents: try ShareContents(selection, choice, showsCopies: target.isPage), catalogue: selection.catalogue, choice: choice,
      isFullSize: arguments[fullSize],
      context: session.context)
    let progress = Progress("share \(target.name)", in: session, as: arguments[Progress.option])
    defer { progress?.end() }
    let shared = try run.share(to: target) { progress?.count(every: $0) }
    progress?.end()
    session.say(shared.remarks)
    return shared.isWhole ? .well : .findings
  }
}
