// What became of a record, commit by commit. What `vitrine history` asks for.

import VitrineCatalog
package import VitrineChanges
package import VitrineFormats
package import VitrineGit
package import VitrineSource
import VitrineText

/// The changes of a record, the newest first.
package struct RecordHistory: Sendable {
  /// One change.
  package struct Step: Sendable {
    /// The commit; nil for what is not committed.
    package var commit: GitChange?
    /// What became of the record.
    package var event: Event
    /// Its fields; empty where it came or went.
    package var changes: [FieldChange]
  }

  /// What became of the record as a whole.
  package enum Event: Sendable, Hashable {
    /// It came.
    case added
    /// It went.
    case removed
    /// Its fields are others.
    case changed
    /// It has another path, too.
    case renamed(from: Path)
    /// Only its form is another.
    case reformatted
    /// One of the texts cannot be read as a record.
    case unreadable

    /// The event in a word for programs.
    var name: String {
      switch self {
      case .added, .removed, .changed, .renamed: word
      case .reformatted: "reformatted"
      case .unreadable: "unreadable"
      }
    }

    /// The event in a word for people.
    var word: String {
      switch self {
      case .added: "added"
      case .removed: "removed"
      case .changed: "changed"
      case .renamed: "renamed"
      case .reformatted: "only the form"
      case .unreadable: "cannot be read as a record"
      }
    }
  }

  /// The record's path.
  package let path: Path
  /// The changes, the newest first.
  package private(set) var steps: [Step] = []

  /// The history of the record at a path, with what is not committed. With a field, only the changes of that: its dots name what it is in.
  ///
  /// Errors: what git says.
  package init(
    ofRecordAt path: Path, field: String?, current: [UInt8]?, in versioned: VersionedCatalogue
  ) throws(RequestError) {
    self.path = path
    let repository = versioned.repository
    var objects = GitObjects(repository)
    var last: [UInt8]?
    let committed: [GitChange] = try VersionedCatalogue.asking { () throws(GitError) in
      guard let head = try repository.commitIfAny("HEAD") else { return [] }
      return try repository.changes(ofFileAt: path, until: head)
    }
    var known: [Step] = []
    for change in committed {
      func bytes(_ object: GitObjectID?) -> [UInt8]? {
        object.flatMap { object in
          do throws(GitError) { return try objects.bytes(of: object) } catch { return [] }
        }
      }
      let (before, after) = (bytes(change.before), bytes(change.after))
      if known.isEmpty { last = after }
      known.append(Self.step(change, from: before, to: after))
    }
    if current != last { known.insert(Self.step(nil, from: last, to: current), at: 0) }
    guard let field else {
      steps = known
      return
    }
    for step in known {
      var step = step
      switch step.event {
      case .added, .removed, .changed, .renamed, .unreadable: break
      case .reformatted: continue
      }
      step.changes.removeAll { !$0.concerns(field) }
      if !step.changes.isEmpty { steps.append(step) }
    }
  }

  private static func step(_ commit: GitChange?, from old: [UInt8]?, to new: [UInt8]?) -> Step {
    guard let old, !(old.isEmpty && new == nil) else {
      // What it began with, as changes of an empty record.
      let changes = new.flatMap { RecordDifference.changes(from: Array("{}".utf8), to: $0) }
      return Step(commit: commit, event: .added, changes: changes ?? [])
    }
    guard let new else {
      return Step(commit: commit, event: .removed, changes: RecordDifference.changes(from: old, to: Array("{}".utf8)) ?? [])
    }
    guard let changes = RecordDifference.changes(from: old, to: new) else {
      return Step(commit: commit, event: .unreadable, changes: [])
    }
    if let commit, commit.oldPath != commit.path, commit.before != nil {
      return Step(commit: commit, event: .renamed(from: commit.oldPath), changes: changes)
    }
    return Step(commit: commit, event: changes.isEmpty ? .reformatted : .changed, changes: changes)
  }

  /// Writes it. People see the fields of a record that came or went only where they asked for one.
  package func write(_ form: DifferenceForm, isOfField: Bool, look: Look, to sink: inout ByteSink) {
    switch form {
    case .human:
      for (index, step) in steps.enumerated() {
        if index > 0 { sink.write("\n") }
        let hash = step.commit.map { String($0.commit.text.prefix(8)) } ?? "--------"
        look.write(hash, .gutter, to: &sink)
        let author = step.commit.map { "\($0.date)  \($0.author)  \($0.subject)" } ?? "not committed"
        sink.write("  " + TerminalText.visible(author) + "\n")
        if step.event != .changed { sink.write("  " + Self.words(step.event) + "\n") }
        sink.write(ChangeLines.text(shownChanges(step, isOfField), indent: "  "))
      }
    case .markdown:
      for step in steps {
        let hash =
          step.commit.map { "`\($0.commit.text.prefix(8))` \($0.date) \(MarkdownText.escaped($0.author))" } ?? "not committed"
        let subject = step.commit.map { ": " + MarkdownText.escaped($0.subject) } ?? ""
        sink.write("- \(hash)\(subject)\n")
        if step.event != .changed { sink.write("  - \(MarkdownText.escaped(Self.words(step.event)))\n") }
        for change in shownChanges(step, isOfField) {
          sink.write("  - \(MarkdownText.escaped(change.field)): \(MarkdownText.escaped(change.words))\n")
        }
      }
    case .json: sink.write(json)
    }
  }

  private func shownChanges(_ step: Step, _ isOfField: Bool) -> [FieldChange] {
    isOfField || ![.added, .removed].contains(step.event) ? step.changes : []
  }

  private static func words(_ event: Event) -> String {
    if case .renamed(let old) = event { "renamed from \(old.shown)" } else { event.word }
  }

  private var json: [UInt8] {
    var json = JSONWriter(indent: 2)
    json.array { json in
      for step in steps {
        json.object { json in
          if let commit = step.commit {
            json.field("commit", commit.commit.text)
            json.field("time", commit.time)
            json.field("author", commit.author)
            json.field("email", commit.address)
            json.field("subject", commit.subject)
            json.field("path", commit.path.string)
          } else {
            json.field("path", path.string)
          }
          json.field("change", step.event.name)
          if case .renamed(let old) = step.event { json.field("from", old.string) }
          json.array("fields") { json in
            for change in step.changes { json.onOneLine { change.write(to: &$0) } }
          }
        }
      }
    }
    json.lineBreak()
    return json.bytes
  }
}
