// `vitrine git-merge`: what git asks when two branches changed one record.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineModel
import VitrineSource
import VitrineSystem

/// Puts together what two branches made of a record.
enum GitMergeCommand: CommandFile {
  private static let base = Positional.one(
    "BASE", completes: .file, "the text that both sides came from; empty where there is none (git's %O)")
  private static let ours = Positional.one("OURS", completes: .file, "our text; the result goes here (git's %A)")
  private static let theirs = Positional.one("THEIRS", completes: .file, "the other side's text (git's %B)")
  private static let path = Positional.optional(
    "PATH", completes: .file, "where the record lies, so that its kind is known (git's %P)")
  private static let size = Option.number(
    "marker-size", "N", in: 1...1000, default: 7, "how long the marks of a conflict are (git's %L)")

  static let command = Command<Session>(
    name: "git-merge", summary: "put together what two branches made of a record, for git", group: "Git", options: [size],
    positionals: [base, ours, theirs, path],
    manual: Manual(
      examples: [
        (
          "git config merge.vitrine.driver 'vitrine git-merge --marker-size=%L %O %A %B %P'",
          "tells git how to merge; with '*.yaml merge=vitrine' in .gitattributes it does so"
        )
      ],
      description: [
        "Changes in different lines are merged by lines, as git does. Where both branches changed the same lines, vitrine merges by fields: a field that one side changed gets that side's value; items that either side added to a list or removed from it are added and removed; of two times that tools keep the later one wins; steps of a history are sorted.",
        "Where both sides changed a field differently, where a comment would be lost, or where a text is not a record, the file gets git's conflict markers and git reports a conflict. 'vitrine check' reports markers that remain, and errors that only the merge brings, such as the same game in two files.",
        "contrib/git/README.md says how to set it up.",
      ],
      exitStatuses: [
        (.well, "merged"), (.findings, "there are conflicts; they are marked in OURS"), (.usage, ExitStatus.usage.summary),
        (.inputOutput, "a file cannot be read or written; OURS is as it was"),
      ],
      seeAlso: ["merge", "check"])
  ) { session, arguments in
    let texts = try [arguments[base], arguments[ours], arguments[theirs]].map { try session.read($0) }
    var options = RecordMerge.Options(kind: arguments[path].flatMap { kind(of: $0, session) })
    options.markSize = arguments[size]
    let merge = RecordMerge(base: texts[0], ours: texts[1], theirs: texts[2], options)
    if merge.text != texts[1] {
      let file = try OutputFile(path: Path.absolute(arguments[ours], from: session.folder))
      merge.text.withUnsafeBytes { file.write($0) }
      try file.finish()
    }
    guard !merge.isClean else { return .well }
    let name = arguments[path] ?? arguments[ours]
    let fields = merge.conflicts.map { "'\($0)'" }
    session.tell(
      fields.isEmpty
        ? "vitrine: \(name): both sides changed the same lines"
        : "vitrine: \(name): both sides changed \(fields.joined(separator: ", "))")
    return .findings
  }

  /// The kind of the record at a path; nil where no catalogue claims it, or none can be read now.
  private static func kind(of path: String, _ session: Session) -> Kind? {
    let absolute = Path.absolute(path, from: session.folder)
    guard let root = RootSearch.root(above: Path.parent(of: absolute)), var relative = Path.relative(absolute, to: root) else {
      return nil
    }
    var options = CatalogueLoader.Options()
    options.kinds = []
    options.readsPhotos = false
    do throws(FileError) {
      let catalogue = try CatalogueLoader.load(root: root, options: options)
      guard let number = relative.withUTF8({ catalogue.manifest.collection(claiming: $0) }) else { return nil }
      let name = catalogue.manifest.collections[number].kind
      return catalogue.kinds.first { $0.name == name }
    } catch {
      // Without a manifest records are merged as plain values.
      return nil
    }
  }
}
