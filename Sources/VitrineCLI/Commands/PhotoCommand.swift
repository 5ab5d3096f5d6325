// `vitrine photo`: what a person does with photos.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineSource
import VitrineSystem

/// Holds the commands that work on photos.
enum PhotoCommand: CommandFile {
  static let command = Command<Session>(
    name: "photo", summary: "look at photos, and work with them", group: "Photos",
    commands: [
      PhotoChanges.list, show, PhotoChanges.add, PhotoPick.command, PhotoChanges.remove, PhotoChanges.adopt, PhotoChanges.relink,
      PhotoChanges.order, PhotoEdits.rotate,
      PhotoEdits.stripLocation, PhotoEdits.verify, PhotoComparison.duplicates, PhotoViews.sheet, PhotoViews.histogram,
      PhotoViews.peaking, PhotoViews.colors,
    ],
    manual: Manual(
      examples: [
        ("vitrine photo show wardrobe/navy-blazer.jpg", "shows when, where and with what a photo was taken"),
        ("vitrine photo list captain", "lists a record's photos in the order they were taken"),
        ("vitrine photo add captain ~/Pictures/dsc0042.jpg", "copies a photo beside the record"),
        ("vitrine photo remove captain captain-2.jpg", "moves a photo to the trash"),
      ],
      seeAlso: ["inspect", "share"]))

  /// How a photo is shown.
  private enum Form: String, OptionChoice {
    case text, json

    var summary: String {
      switch self {
      case .text: "a line for each thing known, an empty line between photos"
      case .json: "a list of objects"
      }
    }
  }

  private static let form = SharedOptions.format(default: Form.text)
  private static let tags = Option.flag("tags", "also every tag, by the names that ExifTool gives them")
  private static let files = Positional.some("FILE", completes: .file, "the photos; '-' reads standard input")

  private static let show = Command<Session>(
    name: "show", summary: "show what photos say of themselves", options: [form, tags, SharedOptions.all], positionals: [files],
    manual: Manual(
      examples: [
        ("vitrine photo show captain.jpg", "shows when, where and with what it was taken"),
        ("vitrine photo show --tags --format json *.jpg", "gives every tag of several photos as JSON"),
      ],
      description: [
        "Any photo may be named, in the catalogue or not. Its format is recognised by its bytes. The values are those of photo.taken, photo.camera and so on in queries.",
        "--tags, or --all, adds the tags of EXIF and of the makers' own notes, and those members of XMP that say what EXIF does not. Names and words are ExifTool's; of the notes there is what libexif can read.",
      ],
      exitStatuses: [
        (.well, "every photo was read"), (.findings, "a file is no image, or is cut short"),
        (.inputOutput, ExitStatus.inputOutput.summary),
      ], seeAlso: ["inspect"])
  ) { session, arguments in
    let listsTags = arguments[tags] || arguments[SharedOptions.all]
    var pages: [PhotoPage] = []
    var status = ExitStatus.well
    for name in arguments[files] {
      do throws(FileError) {
        let read = try session.readTextOrPhoto(name, withTags: listsTags)
        guard let photo = read.photo else {
          session.tell("vitrine: \(name): the file is no image")
          if status == .well { status = .findings }
          continue
        }
        let page = PhotoPage(photo, name: name, withTags: listsTags)
        for fault in page.faults { session.tell("vitrine: \(name): \(fault)") }
        if page.isSpoilt, status == .well { status = .findings }
        pages.append(page)
      } catch {
        // One file that cannot be read does not stop the others.
        session.tell("vitrine: \(error.description)")
        status = .inputOutput
      }
    }
    switch arguments[form] {
    case .text: session.print(pages.map(\.text).joined(separator: "\n"))
    case .json: session.print(PhotoPage.json(pages))
    }
    return status
  }
}
