// What a plan would bring: the errors that a catalogue has with it and has not without, found in memory by the rules of every check.

package import VitrineChanges
import VitrineIndex
package import VitrineModel
import VitrineRules
package import VitrineSource

/// What becomes of a catalogue with a plan.
package struct PlanCheck {
  /// The errors that come with the plan, in report order. Those that were there before, perhaps at another place of the file, are not among them.
  package let newErrors: [Finding]
  /// The images that belong to nobody with the plan and belonged to one record without, each with that record, in the order of their paths.
  package let lostPhotos: [(photo: Path, record: Path)]
  /// The findings of the files whose findings are others with the plan.
  package let findings: [Path: [Finding]]
  private let texts: [Path: [UInt8]]
  private let catalogue: LoadedCatalogue

  /// Checks a plan on a catalogue. Nothing is different afterwards; while it lasts, nobody else is answered by the catalogue's book.
  ///
  /// - Parameter kinds: the kinds after the plan, where it changes schemas.
  package init(_ plan: Plan, on catalogue: LoadedCatalogue, kinds: [Kind]? = nil) {
    self.catalogue = catalogue
    let states = FileStates(plan, catalogue)
    texts = states.texts
    var check = RecordCheck(kinds: kinds ?? catalogue.kinds)
    let (root, source) = (catalogue.root, catalogue.source)
    var outcomes: [(RecordCheck.Outcome)] = []
    for (path, kind, bytes) in states.records { outcomes.append(check.check(bytes, path: path, kind: kind)) }
    var trial = CatalogueWriter.Trial()
    trial.records = outcomes.map { ($0.facts, $0.findings) }
    trial.terms = check.terms
    trial.goneRecords = states.gone
    trial.gonePhotos = states.gonePhotos
    let (moves, newPhotos) = (states.photoMoves, states.newPhotos)
    let settled = catalogue.book.withWriter { [trial, texts = states.texts] writer in
      var trial = trial
      trial.photos = moves.compactMap { move in
        var photo = writer.facts(ofPhotoAt: move.from)
        photo?.path = move.to
        return photo
      }
      trial.photos += newPhotos.map { PhotoFacts(path: $0, format: nil, byteCount: 0) }
      return writer.settled(after: trial) {
        CatalogueLoader.text(at: $0, root: root, source)
      } after: {
        texts[$0] ?? CatalogueLoader.text(at: $0, root: root, source)
      }
    }
    let origins = Dictionary(plan.moves.map { ($0.to, $0.from) }) { first, _ in first }
    var errors: [Finding] = []
    for (key, findings) in settled.findings {
      var known: [FindingLikeness: Int] = [:]
      let before = catalogue.findings.findings(in: origins[key] ?? key).filter { $0.severity == .error }
      let text = before.isEmpty ? nil : catalogue.text(at: origins[key] ?? key)
      for finding in before { known[FindingLikeness(finding, in: text), default: 0] += 1 }
      for finding in findings where finding.severity == .error {
        let likeness = FindingLikeness(finding, in: states.texts[key] ?? text)
        if let count = known[likeness], count > 0 {
          known[likeness] = count - 1
        } else {
          errors.append(RuleBook.told(finding) { states.texts[$0] != nil })
        }
      }
    }
    findings = settled.findings
    lostPhotos = settled.findings.filter { $0.value.contains { $0.rule.slug == "photo-orphan" } }.keys.sorted().compactMap {
      path in
      let owners = catalogue.owners(ofPhotoAt: path)
      return owners.count == 1 && !states.gone.contains(owners[0]) ? (path, owners[0]) : nil
    }
    newErrors = errors.sorted(by: Finding.reportOrder)
  }

  /// The bytes of a text after the plan.
  package func text(at path: Path) -> [UInt8]? { texts[path] ?? catalogue.text(at: path) }
}

/// What makes two findings the same one, wherever in the file they stand.
private struct FindingLikeness: Hashable {
  let code: String
  let message: String
  /// The name that a reference which leads to no record is written with: it is the same fault, whyever it leads to none.
  let name: ArraySlice<UInt8>?

  init(_ finding: Finding, in text: [UInt8]?) {
    let isOfReference = RuleBook.isOfReference(finding.rule)
    let range = Int(finding.range.start)..<Int(finding.range.end)
    name = isOfReference ? text.flatMap { range.upperBound <= $0.count ? $0[range] : nil } : nil
    code = name == nil ? finding.rule.code : ""
    message = name == nil ? finding.message : ""
  }
}

/// The files of a plan by what they are.
private struct FileStates {
  /// The texts that are written, by path.
  var texts: [Path: [UInt8]] = [:]
  /// The records that are written.
  var records: [(path: Path, kind: Int, bytes: [UInt8])] = []
  /// The records that stand there no more.
  var gone: [Path] = []
  /// The images that stand there no more.
  var gonePhotos: [Path] = []
  /// The images that are new.
  var newPhotos: [Path] = []
  /// The images that stand elsewhere.
  var photoMoves: [FileMove] = []

  init(_ plan: Plan, _ catalogue: LoadedCatalogue) {
    let moves = Dictionary(plan.moves.map { ($0.from, $0) }) { first, _ in first }
    var moved: Set<Path> = []
    for edit in plan.edits {
      let goal = moves[edit.path]?.to ?? edit.path
      if goal != edit.path { leave(edit.path, catalogue) }
      moved.insert(edit.path)
      // Of a new image the rules need to know that it is there; its bytes may be many.
      if edit.expected == .absent, case .replace = edit.change, case .photo = catalogue.role(of: goal) {
        newPhotos.append(goal)
        continue
      }
      // Of what comes from outside as it is, no rule reads the bytes.
      if case .replace(let text) = edit.change, text.original != nil { continue }
      let present: [UInt8]? = if case .bytes(let bytes) = edit.expected { bytes } else { catalogue.text(at: edit.path) }
      guard edit.change != .remove, let bytes = edit.result(on: present) else {
        leave(edit.path, catalogue)
        continue
      }
      write(goal, bytes, catalogue)
    }
    for move in plan.moves where !moved.contains(move.from) {
      leave(move.from, catalogue)
      switch catalogue.role(of: move.to) {
      case .photo: photoMoves.append(move)
      case .record:
        if let bytes = catalogue.text(at: move.from) { write(move.to, bytes, catalogue) }
      case .manifest, .schema, .view, .unclaimed, .conflictedCopy, .other: continue
      }
    }
  }

  private mutating func write(_ path: Path, _ bytes: [UInt8], _ catalogue: LoadedCatalogue) {
    texts[path] = bytes
    guard let kind = catalogue.kindIndex(ofRecordAt: path) else { return }
    records.append((path, kind, bytes))
  }

  private mutating func leave(_ path: Path, _ catalogue: LoadedCatalogue) {
    switch catalogue.role(of: path) {
    case .record: gone.append(path)
    case .photo: gonePhotos.append(path)
    case .manifest, .schema, .view, .unclaimed, .conflictedCopy, .other: return
    }
  }
}
