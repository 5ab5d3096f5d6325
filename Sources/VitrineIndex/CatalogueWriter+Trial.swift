// A change that is only tried: what would follow from it is found, and taken back before anybody else asks.

import VitrineAlgorithms
package import VitrineModel
import VitrineRules
package import VitrineSource

extension CatalogueWriter {
  /// Records and images as they would be.
  ///
  /// Shape: what goes is taken out before anything is put.
  package struct Trial: Sendable {
    /// The records that are written, with what is wrong in their files.
    package var records: [(facts: RecordFacts, findings: [Finding])] = []
    /// The spellings that the records' terms are of.
    package var terms = TermTable()
    /// The images that stand there.
    package var photos: [PhotoFacts] = []
    /// The records that are gone.
    package var goneRecords: [Path] = []
    /// The images that are gone.
    package var gonePhotos: [Path] = []
    /// What was found in files that are no records.
    fileprivate var files: [(path: Path, findings: [Finding], suppressions: [Suppression])] = []

    /// Nothing changes.
    package init() {}
  }

  /// A trial that is in force.
  package struct Begun: Sendable {
    /// What followed from it.
    package let settled: Settled
    fileprivate let undo: Trial
    fileprivate let report: FindingList
  }

  /// What would follow from a change, with the texts that `after` gives for it. The writer is as it was when this returns, and `reading` gives the texts of now.
  package mutating func settled(
    after trial: Trial, reading: @escaping (Path) -> [UInt8]?, after text: @escaping (Path) -> [UInt8]?
  ) -> Settled {
    let begun = begin(trial, reading: text)
    end(begun, reading: reading)
    return begun.settled
  }

  /// Has a change be in force until `end`; nobody else may be answered before. `reading` gives the texts with the change.
  package mutating func begin(_ trial: Trial, reading: @escaping (Path) -> [UInt8]?) -> Begun {
    let (undo, report) = (undo(of: trial), report)
    apply(trial)
    return Begun(settled: settle(reading: reading), undo: undo, report: report)
  }

  /// Takes a change back. `reading` gives the texts without it.
  package mutating func end(_ begun: Begun, reading: @escaping (Path) -> [UInt8]?) {
    apply(begun.undo)
    _ = settle(reading: reading)
    for path in begun.settled.findings.keys where Invariants.areChecked {
      let (now, before) = (report.findings(in: path), begun.report.findings(in: path))
      Invariants.check(Self.outline(of: now) == Self.outline(of: before), "what was tried is taken back")
    }
    restore(begun.report)
  }

  /// What was found, but for its lines and columns: the text may be another by now, and is not known to be.
  private static func outline(of findings: [Finding]) -> [String] {
    findings.map { "\($0.rule.code) \($0.range) \($0.message)" }.sorted()
  }

  private mutating func apply(_ trial: Trial) {
    for path in trial.goneRecords { removeRecord(at: path) }
    for path in trial.gonePhotos { removePhoto(at: path) }
    for (facts, findings) in trial.records { put(facts, terms: trial.terms, findings: findings) }
    for photo in trial.photos { put(photo) }
    for (path, findings, suppressions) in trial.files { setFile(path, findings: findings, suppressions: suppressions) }
  }

  /// The change that takes another one back.
  private func undo(of trial: Trial) -> Trial {
    var undo = Trial()
    var seen: Set<Path> = []
    for path in trial.goneRecords + trial.records.map(\.facts.path) where seen.insert(path).inserted {
      let (findings, suppressions) = ownFindings(of: path)
      if var facts = facts(ofRecordAt: path) {
        for index in facts.terms.indices {
          let term = spelling(facts.terms[index].term)
          facts.terms[index].term = undo.terms.add(term.spelling, field: term.field)
        }
        undo.records.append((facts, findings))
      } else {
        undo.goneRecords.append(path)
        if !findings.isEmpty || !suppressions.isEmpty { undo.files.append((path, findings, suppressions)) }
      }
    }
    seen = []
    for path in trial.gonePhotos + trial.photos.map(\.path) where seen.insert(path).inserted {
      if let photo = facts(ofPhotoAt: path) { undo.photos.append(photo) } else { undo.gonePhotos.append(path) }
    }
    return undo
  }
}
