// `vitrine new`: a record written.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel
import VitrineSource
import VitrineText

/// Writes a new record, from words or in the editor.
enum NewCommand: CommandFile {
  private static let folder = Option.text(
    "in", "FOLDER", completes: .file, "put the file into this folder; where it goes otherwise, kind and fields decide")
  private static let locating = Option.text(
    "locate-from-photo", "PHOTO", completes: .file, "take the place from a photo's metadata; the photo stays where it is")
  private static let kind = Positional.one("KIND", completes: .kind, "the kind, or its plural")
  private static let fields = Positional.any("FIELD=VALUE", "its fields, as for 'vitrine set'")

  static let command = Command<Session>(
    name: "new", summary: "write a new record", group: "Changes",
    service: .planned { $0[locating] == nil && !$0[fields].isEmpty ? [] : nil },
    options: [folder, locating] + ChangeOptions.ofRecords,
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
        ("vitrine new memory", "opens the editor with every field explained"),
      ],
      description: [
        "The file is named after the field that names the record: 'Baldur's Gate' becomes baldurs-gate.yaml. No file is overwritten: a second one gets a number. 'new:' of a collection in vitrine.yaml says where else records go, such as 'memories/{date.year}/{title}.yaml'.",
        "Ids, days and times that the schema declares are filled in. A record without a required field, or otherwise invalid, is refused with its findings.",
        "Without fields, on a terminal, $VISUAL or $EDITOR opens with a template; what is wrong with the record afterwards is written into the text itself, and the editor opens again.",
      ],
      exitStatuses: Session.changeStatuses,
      environment: [("VISUAL, EDITOR", "the editor, with its options; 'vi' where neither is set")],
      seeAlso: ["set", "edit", "schema"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    guard let index = Kind.index(calledBy: arguments[kind], among: open.kinds) else {
      let nearest = NearestWord.nearest(to: arguments[kind], in: open.kinds.flatMap { [$0.name, $0.plural] })
      let advice = nearest.map { "; did you mean '\($0)'?" } ?? "; 'vitrine schema list' lists the kinds"
      throw CommandError("there is no kind '\(arguments[kind])'\(advice)")
    }
    var task = NewTask(session: session, open: open, kind: open.kinds[index], moment: try session.changeMoment())
    var assignments = try SetCommand.assignments(arguments[fields])
    task.options.folder = try arguments[folder].map { try task.folder($0) }
    task.options.parent = try task.takeParent(from: &assignments)
    if assignments.isEmpty, arguments[locating] == nil { return try task.edit(arguments) }
    if let photo = arguments[locating] { assignments.insert(try task.place(from: photo, assignments), at: 0) }
    let plan = try NewPlanner.plan(task.kind, assignments, task.options, in: open.catalogue, at: task.moment)
    return try session.carryOut(plan, checkedOn: open.catalogue, arguments, told: task.words(for: plan, session))
  }
}

/// One run of the command.
private struct NewTask {
  let session: Session
  let open: OpenCatalogue
  let kind: Kind
  let moment: ChangeMoment
  var options = NewPlanner.Options { RandomID.make() }

  /// A folder as a person names it, relative to the root.
  func folder(_ name: String) throws -> Path {
    let absolute = Path.absolute(name, from: session.folder)
    let root = Path.real(open.catalogue.root)
    guard let folder = Path.relative(absolute, to: root) ?? Path.relative(Path.real(absolute), to: root) else {
      throw CommandError("'\(name)' lies outside the catalogue in '\(root)'")
    }
    return Path(folder)
  }

  /// The record above, where it is named like a field: `parent=ultramarines`.
  func takeParent(from assignments: inout [FieldAssignment]) throws -> Path? {
    guard let parent = kind.parent, kind.field(FieldPath(["parent"])) == nil else { return nil }
    guard
      let index = assignments.firstIndex(where: { ["parent", parent].contains($0.name) && $0.operation == .set }),
      kind.field(FieldPath([assignments[index].name])) == nil
    else { return nil }
    let name = assignments.remove(at: index).value
    let path = try RecordResolver(open, standingIn: session.folder).path(
      of: name, expecting: open.kinds.firstIndex { $0.name == parent })
    let found = open.catalogue.record(at: path).map { open.kinds[$0.kind].name } ?? ""
    guard found == parent else {
      throw CommandError("a \(kind.name) belongs to a \(parent), and '\(name)' is a \(found)")
    }
    return path
  }

  /// The place that a photo was taken at, as if it had been typed.
  ///
  /// Errors: the kind has no field for it, it was typed as well, or the photo does not tell.
  func place(from name: String, _ typed: [FieldAssignment]) throws -> FieldAssignment {
    guard let field = kind.fields.first(where: { $0.meaning == .location && !$0.isList }) else {
      throw CommandError("a \(kind.name) has no field for a place")
    }
    if typed.contains(where: { $0.names == field.path.names || ["lat", "lon"].contains($0.names.last ?? "") }) {
      throw CommandError("'\(field.path.dotted)' is typed and wanted from '\(name)' as well; say one of them")
    }
    guard let photo = try session.readTextOrPhoto(name).photo else {
      throw CommandError("'\(name)' is no photo, so that no place can be taken from it")
    }
    guard let latitude = photo.metadata?.latitude, let longitude = photo.metadata?.longitude else {
      throw CommandError(
        "'\(name)' does not say where it was taken; write '\(field.path.dotted)=LATITUDE,LONGITUDE' instead")
    }
    return FieldAssignment(field.path.names, .set, "\(latitude),\(longitude)")
  }

  /// Has a person write the record; again and again until it is right, or they have enough.
  func edit(_ arguments: Arguments) throws -> ExitStatus {
    let editing = try EditedText(
      session, name: kind.name + ".yaml", advice: "name fields instead: 'vitrine new \(kind.name) \(example)'")
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
        let plan = try NewPlanner.plan(kind, text: written, options, in: open.catalogue, at: moment)
        // The files may have changed while the person wrote.
        let check = PlanCheck(plan, on: try session.load())
        if check.newErrors.isEmpty || arguments[ChangeOptions.force] {
          try session.carryOut(
            plan, root: open.catalogue.root, options: ChangeExecution(arguments), told: words(for: plan, session))
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

  /// What is said when the record is written.
  func words(for plan: Plan, _ session: Session) -> String { "wrote \(session.pathFromHere(plan.edits.first?.path ?? .root))" }

  /// Fields that a person might begin with.
  private var example: String {
    let fields = kind.fields.filter { $0.path.names.count == 1 && $0.isRequired && !$0.isMap }
    return fields.map { "\($0.path.dotted)=…" }.joined(separator: " ")
  }
}

/// Fresh ids.
enum RandomID {
  /// A random UUID. Source: RFC 9562, version 4.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(0xC000 << 48) | 0x8000 << 48
    func digits(_ number: UInt64) -> String {
      let text = String(number, radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    let text = Array(digits(high) + digits(low))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }.joined(separator: "-")
  }
}
