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

  /// What would follow from a change, with the texts that `after` gives for it. The writer is as it was when this returns, and `reading` gives the texts of now.
  package mutating func settled(
    after trial: Trial, reading: @escaping (Path) -> [UInt8]?, after text: @escaping (Path) -> [UInt8]?
  ) -> Settled {
    let report = report
    let undo = undo(of: trial)
    apply(trial)
    let settled = settle(reading: text)
    apply(undo)
    _ = settle(reading: reading)
    for path in settled.findings.keys where Invariants.areChecked {
      Invariants.check(self.report.findings(in: path) == report.findings(in: path), "what was tried is taken back")
    }
    restore(report)
    return settled
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
