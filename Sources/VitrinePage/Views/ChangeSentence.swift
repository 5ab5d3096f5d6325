// What a change did, in a person's words: the sentence that the toast says.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineJournal
import VitrineModel
import VitrineSource

/// The sentence of a change in the journal.
struct ChangeSentence {
  private let request: PageRequest
  private let journal: Journal
  private let record: Journal.Record

  /// Records and files by what became of them, in the order in which it is said.
  private enum Fate: String, CaseIterable {
    case gone, back, moved, made, changed
  }

  /// What change number `number` did, such as "'Doom' is in the trash."; "Saved." where it touched no record and no photo.
  static func text(of number: Int, _ request: PageRequest) -> String {
    guard let journal = try? Journal(root: request.catalogue.root), let record = try? journal.record(number) else {
      return request.words("toast.saved")
    }
    return ChangeSentence(request: request, journal: journal, record: record).text
  }

  /// The titles of the records that a change touched, where its own title names none of them; nil where it does.
  static func names(of record: Journal.Record, in journal: Journal, _ request: PageRequest) -> String? {
    guard !record.entry.head.title.contains("'") else { return nil }
    let sentence = ChangeSentence(request: request, journal: journal, record: record)
    let isRecord = { (index: Int) in Self.fate(of: record.entry.steps[index]).map { sentence.kind(of: $1) != nil } ?? false }
    let places = record.entry.steps.indices.lazy.filter(isRecord).prefix(mostNamed)
    let count = record.entry.steps.count { Self.fate(of: $0)?.1.isRecordFile == true }
    return list(places.map { sentence.title(of: $0) }, of: count, request)
  }

  /// Some names of so many records; nil for none.
  static func list(_ names: [String], of count: Int, _ request: PageRequest) -> String? {
    guard !names.isEmpty else { return nil }
    let rest = count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " " + request.words("record.more", count: rest) : "")
  }

  /// The most records that are named.
  static let mostNamed = 4

  private var text: String {
    var records: [Fate: [Int]] = [:]
    var files: [Fate: Int] = [:]
    // A record whose bytes change as it moves is written anew, and leaves its old place.
    var dropped = record.entry.steps.count { if case .drop(let path, _) = $0 { kind(of: path) != nil } else { false } }
    for (index, step) in record.entry.steps.enumerated() {
      guard let (said, path) = Self.fate(of: step) else { continue }
      let isMoved = said == .made && dropped > 0 && kind(of: path) != nil
      if isMoved { dropped -= 1 }
      let fate = isMoved ? .moved : said
      if kind(of: path) != nil {
        records[fate, default: []].append(index)
      } else if !path.isRecordFile {
        files[fate, default: 0] += 1
      }
    }
    let words = request.words
    let sentences = Fate.allCases.compactMap { fate -> String? in
      guard let indices = records[fate] else { return nil }
      return indices.count == 1
        ? words("toast.\(fate.rawValue)", title(of: indices[0])) : words("toast.\(fate.rawValue).records", count: indices.count)
    }
    if !sentences.isEmpty { return sentences.joined(separator: " ") }
    let others = Fate.allCases.compactMap { fate in
      files[fate].flatMap { count in
        words.known("toast.\(fate.rawValue).files") == nil ? nil : words("toast.\(fate.rawValue).files", count: count)
      }
    }
    return others.isEmpty ? words("toast.saved") : others.joined(separator: " ")
  }

  /// What becomes of the file of a step, and where it is or was.
  private static func fate(of step: JournalStep) -> (Fate, Path)? {
    switch step {
    case .create(let path, _): (.made, path)
    case .replace(let path, _, _): (.changed, path)
    case .remove(let path, _): (.gone, path)
    case .drop: nil
    case .move(let from, let to, _): (TrashedFile.isTrash(from) ? .back : .moved, to)
    }
  }

  private func kind(of path: Path) -> Int? { RecordTitle.kind(ofRecordAt: path, request) }

  /// What the record of a step is called: as it is now, or as it was when it went.
  private func title(of index: Int) -> String {
    guard let (_, path) = Self.fate(of: record.entry.steps[index]) else { return "" }
    if let present = request.catalogue.record(at: path) { return present.title }
    let bytes = journal.sides(of: record, step: index).before
    return bytes.flatMap { RecordTitle.title(of: $0, at: path, request) } ?? path.stem.name.string
  }
}
