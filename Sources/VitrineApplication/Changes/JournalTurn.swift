// Which change of the journal is undone or done again, and why one cannot be.

package import VitrineChanges
package import VitrineJournal
import VitrineSource
import VitrineSystem

/// A request to bring a change of the journal to one of its sides.
package struct JournalTurn: Sendable {
  /// The most files that are named where a change cannot be turned.
  private static let maximumNamed = 10

  /// The side: `.before` undoes, `.after` does again.
  package let goal: StepSide

  /// True where a change is undone.
  package var isUndo: Bool { goal == .before }

  /// A turn to a side.
  package init(to goal: StepSide) { self.goal = goal }

  /// The change that is meant: that of the number which a person typed, or the last one that can be turned.
  ///
  /// Errors: there is none; it is turned already. `FileError`: the journal cannot be read.
  package func record(_ word: String?, in journal: Journal) throws -> Journal.Record {
    if let word {
      let record = try journal.record(called: word)
      guard record.state == (isUndo ? .done : .undone) else {
        throw RequestError("\(name(of: record)) is \(record.state.rawValue) already")
      }
      return record
    }
    let records = try journal.records()
    let last = records.last { $0.state == .done }
    if isUndo {
      guard let last else { throw RequestError("there is nothing to undo") }
      return last
    }
    if let next = records.first(where: { $0.state == .undone && $0.number > last?.number ?? 0 }) { return next }
    guard let earlier = records.last(where: { $0.state == .undone }) else { throw RequestError("there is nothing to redo") }
    throw RequestError(
      "nothing was undone after \(last.map(name) ?? ""); 'vitrine redo \(earlier.number)' does \(name(of: earlier)) again")
  }

  /// Brings a change to the side.
  ///
  /// Errors: files are not as the change left them; as for `JournalWriter.undo` and `redo`.
  package func turn(_ record: Journal.Record, by writer: borrowing JournalWriter) throws {
    do throws(JournalFailure) {
      if isUndo { try writer.undo(record.number) } else { try writer.redo(record.number) }
    } catch {
      guard case .refused(let errors) = error else { throw error }
      throw refusal(of: record, errors)
    }
  }

  /// What a change is called.
  package func name(of record: Journal.Record) -> String { "change \(record.number) (\(record.entry.head.title))" }

  /// The error where files are not as the change left them.
  private func refusal(of record: Journal.Record, _ errors: [FileError]) -> RequestError {
    var reasons = errors.prefix(Self.maximumNamed).map(\.sinceWords).joined(separator: ", ")
    if errors.count > Self.maximumNamed { reasons += ", and \(errors.count - Self.maximumNamed) more files" }
    return RequestError(
      "cannot \(isUndo ? "undo" : "redo") \(name(of: record)): \(reasons); 'vitrine log \(record.number)' shows what it did",
      .conflict)
  }
}

extension Journal {
  /// A change by the number that a person typed.
  ///
  /// Errors: it is no number, or none of a change. `FileError`: the journal cannot be read.
  package func record(called word: String) throws -> Record {
    guard let number = Int(word), number > 0 else {
      throw RequestError("'\(word)' is not the number of a change; 'vitrine log' shows them")
    }
    guard let record = try record(number) else {
      throw RequestError("there is no change \(number) in the journal; 'vitrine log' shows what is")
    }
    return record
  }
}

extension FileError {
  /// Why a change cannot be undone, in words about one file.
  fileprivate var sinceWords: String {
    switch cause {
    case .changed: "'\(path.shown)' was changed since"
    case .vanished: "'\(path.shown)' was removed or renamed since"
    case .appeared: "something else stands at '\(path.shown)' now"
    case .lost: "what '\(path.shown)' held is neither in the journal nor in the trash any more"
    default: "\(self)"
    }
  }
}
