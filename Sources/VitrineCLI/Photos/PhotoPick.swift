// `vitrine photo pick`: the newest photos of the libraries, to choose from.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

/// The command that adds photos of the libraries.
enum PhotoPick {
  private static let record = Positional.one("RECORD", completes: .query, "the record")
  private static let limit = SharedOptions.limit
  /// How many are shown unless somebody says.
  private static let usual = 12
  private static let most = 200
  private static let numbers = Option.text("numbers", "N[,N...]", "add the photos of these numbers, and ask nothing")

  static let command = Command<Session>(
    name: "pick", summary: "add some of the newest photos of your libraries",
    options: [limit, numbers] + ChangeOptions.ofRecords,
    positionals: [record],
    manual: Manual(
      examples: [
        ("vitrine photo pick captain", "shows the newest photos, and asks which ones the record gets"),
        ("vitrine photo pick captain --numbers 1,3", "takes two of them without asking"),
      ],
      description: [
        "Only the folders are read that 'libraries' in vitrine.yaml names; nothing outside of them is looked at. The newest photo is number 1. In a terminal that can show pictures they are shown.",
        "Photos are copied beside the record, as 'vitrine photo add' does it.",
      ],
      exitStatuses: Session.changeStatuses, files: [("vitrine.yaml", "'libraries': the folders that photos may be picked from")],
      seeAlso: ["photo add", "doctor"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    guard let entry = open.catalogue.record(at: path) else { throw CommandError("'\(path.string)' is no record") }
    guard !open.catalogue.manifest.libraries.isEmpty else {
      throw CommandError(
        "no folder may be picked from; name some under 'libraries' in vitrine.yaml, such as 'libraries: [~/Pictures]'", .findings)
    }
    let libraries = PhotoLibraries(of: open, most: min(max(arguments[limit] ?? usual, 1), most), session.context)
    for library in libraries.unreadable {
      session.tell("vitrine: library '\(library.path)' cannot be read: \(library.reason); 'vitrine doctor' says what would help")
    }
    if libraries.unreadCount > 0 {
      session.tell(
        "vitrine: \(counted(libraries.unreadCount, "path")) below the libraries cannot be read; 'find FOLDER ! -readable' names them"
      )
    }
    guard !libraries.entries.isEmpty else { throw CommandError("there are no photos in the libraries", .findings) }
    guard let chosen = try chosen(of: libraries.entries, session, arguments) else { return .well }

    let present = open.catalogue.book.withWriter { $0.photos(ofRecordAt: path) }
    var addition = try PhotoAddition(
      to: open.kinds[entry.kind], having: present, in: open.catalogue, excess: .fitted(DecodingProgram(session.context)))
    for photo in chosen {
      try addition.take(
        session.read(photo.path, limit: PhotoAddition.largest), name: photo.path, isForced: arguments[ChangeOptions.force])
    }
    for remark in addition.remarks { session.note(remark) }
    guard !addition.photos.isEmpty else { return .well }
    let plan = try PhotoPlanner.add(
      addition.photos, to: path, having: present, fills: true, in: open.catalogue, at: session.changeMoment())
    let created = plan.edits.filter { $0.expected == .absent }.map { session.pathFromHere($0.path) }
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: "added \(created.joined(separator: ", "))")
  }

  /// The photos that are wanted; nil where none is, or there is nobody to ask.
  private static func chosen(
    of entries: [PhotoLibraries.Entry], _ session: Session, _ arguments: Arguments
  ) throws -> [PhotoLibraries.Entry]? {
    if let words = arguments[numbers] { return try picked(by: words, among: entries) }
    let pictures = session.ask == nil ? nil : TerminalPhotos(session, columns: 40)
    let width = String(entries.count).count
    for (position, entry) in entries.enumerated() {
      let number = String(position + 1)
      let facts = [entry.taken ?? "", entry.format.uppercased(), ShownValue.size(entry.byteCount)].filter { !$0.isEmpty }
      session.print(
        String(repeating: " ", count: width - number.count) + number + "  " + TerminalText.visible(entry.path) + "  "
          + facts.joined(separator: ", ") + "\n")
      pictures?.show(fileAt: entry.path)
    }
    guard let ask = session.ask else {
      session.note("'--numbers 1,3' adds the photos of some numbers")
      return nil
    }
    guard let answer = ask("which ones? (numbers, such as 1,3; return for none) "), !answer.allSatisfy(\.isWhitespace) else {
      return nil
    }
    return try picked(by: answer, among: entries)
  }

  private static func picked(by words: String, among entries: [PhotoLibraries.Entry]) throws(CommandError) -> [PhotoLibraries
    .Entry]
  {
    var chosen: [PhotoLibraries.Entry] = []
    for word in words.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let number = Int(word), entries.indices.contains(number - 1) else {
        throw CommandError("'\(word)' is no number from 1 to \(entries.count)")
      }
      chosen.append(entries[number - 1])
    }
    return chosen
  }
}
