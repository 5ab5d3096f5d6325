// A plan carried out for a face that has no terminal: checked by the rules of every check, written through the journal.

package import VitrineCatalog
package import VitrineChanges
package import VitrineJournal
package import VitrineSource
import VitrineSystem

/// Changes of a catalogue, made in its journal.
package struct ChangeRun {
  /// What a change came to.
  package enum Outcome {
    /// Nothing was different.
    case nothing
    /// It was made: the number in the journal, and how many files.
    case done(number: Int, files: Int)
    /// Nothing was written: these errors would come with it.
    case refused([Finding])
  }

  private let root: String
  private let who: String
  private let clock: WallClock

  /// Changes in the catalogue at `root`; `who` is what another writer sees who finds it busy, and the journal's word for where they come from.
  package init(root: String, who: String, clock: WallClock) {
    (self.root, self.who, self.clock) = (root, who, clock)
  }

  /// Carries out a plan that was made of a catalogue, unless it would bring new errors.
  ///
  /// Errors: a file is not what the plan expects; the disk is in the way; somebody else writes. Then nothing is changed.
  package func carryOut(_ plan: Plan, checkedOn catalogue: LoadedCatalogue) throws(RequestError) -> Outcome {
    guard !plan.isEmpty else { return .nothing }
    let check = PlanCheck(plan, on: catalogue, kinds: catalogue.kinds(after: plan))
    guard check.newErrors.isEmpty else { return .refused(check.newErrors) }
    return try carryOut(agreed: plan)
  }

  /// Carries out a plan whose consequences the person has seen and agreed to.
  ///
  /// Errors: as for `carryOut(_:checkedOn:)`.
  package func carryOut(agreed plan: Plan) throws(RequestError) -> Outcome {
    guard !plan.isEmpty else { return .nothing }
    let carrying: Plan
    do throws(FileError) {
      carrying = try plan.carryingDigests(below: root)
    } catch {
      throw RequestError("\(error)", .unavailable)
    }
    let head = JournalEntry.Head(title: plan.title, words: [who], time: clock.now(), version: Version.number)
    let made = try writing { writer throws(JournalFailure) in try writer.carryOut(carrying, as: head) }
    return made.map { .done(number: $0.number, files: $0.files) } ?? .nothing
  }

  /// Undoes a change, or does it again; nil means the last one that can be turned. Gives what the change is called, and its number.
  ///
  /// Errors: there is none; files were changed since.
  package func turn(_ turn: JournalTurn, number: Int?) throws -> (name: String, number: Int) {
    let writer = try opened()
    let record = try turn.record(number.map(String.init), in: writer.journal)
    try turn.turn(record, by: writer)
    return (turn.name(of: record), record.number)
  }

  /// Deletes for good what changes removed. These cannot be undone afterwards.
  ///
  /// Errors: a file cannot be deleted; somebody else writes.
  package func emptyTrash(of changes: [TrashedChange]) throws {
    try opened().emptyTrash(of: changes)
  }

  private func opened() throws(RequestError) -> JournalWriter {
    do throws(JournalFailure) {
      let journal: Journal
      do throws(FileError) { journal = try Journal(root: root) } catch { throw .file(error) }
      let writer = try JournalWriter(journal, who: who)
      do throws(FileError) { _ = try writer.recover() } catch { throw .file(error) }
      return writer
    } catch {
      throw Self.failure(error)
    }
  }

  private func writing<Result>(
    _ body: (borrowing JournalWriter) throws(JournalFailure) -> Result
  ) throws(RequestError) -> Result {
    let writer = try opened()
    do throws(JournalFailure) {
      let result = try body(writer)
      // Old entries that stay a while longer are no reason to say that the change failed.
      do throws(FileError) { try writer.prune() } catch { return result }
      return result
    } catch {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: JournalFailure) -> RequestError {
    RequestError("\(error)", error.isConflict ? .conflict : .unavailable)
  }
}
