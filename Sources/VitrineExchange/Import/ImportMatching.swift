// Which records of the catalogue the imported ones are, and where those go that are new.

import VitrineChanges
package import VitrineModel
import VitrineRules
package import VitrineSource

/// What becomes of one imported record.
package enum ImportTarget: Sendable, Hashable {
  /// It is the record at this path.
  case existing(Path)
  /// It is new, and goes here.
  case new(Path)
  /// Nothing: it, or its place, has errors.
  case none
}

/// Finds for imported records what they are in a catalogue.
package struct ImportMatching {
  private let kinds: [ExchangeKind]
  private let manifest: Manifest
  private let patterns: [PlacePattern]
  private let isTaken: (Path) -> Bool
  /// The records of the catalogue by kind and identity, by kind and title, by path.
  private var byIdentity: [Key: [Path]] = [:]
  private var byTitle: [Key: [Path]] = [:]
  private var kindAt: [Path: Int] = [:]
  private var hasIdentity: Set<Path> = []
  /// The paths that are spoken for, or may be.
  private var homes: HomeNumbers
  /// Which of them are spoken for, by their numbers.
  private var isClaimed: [Bool]
  /// The next number for records of a name, where there are several.
  private var numbers: [Path: Int] = [:]
  /// The records of the catalogue that an imported one is.
  package private(set) var matched: Set<Path> = []
  /// What is wrong, as findings of the text, not yet located.
  package private(set) var findings: [Finding] = []

  private struct Key: Hashable {
    var kind: Int
    var name: RecordKey
  }

  /// A matching with the records of a catalogue. `homes` are the places of the imported ones; `isTaken` says whether any file stands at a path.
  package init(
    _ kinds: [ExchangeKind], manifest: Manifest, records: [RecordFacts], homes: HomeNumbers, isTaken: @escaping (Path) -> Bool
  ) {
    self.kinds = kinds
    self.homes = homes
    isClaimed = [Bool](repeating: false, count: homes.keys.count)
    self.manifest = manifest
    self.isTaken = isTaken
    patterns = kinds.map { PlacePattern($0.kind, in: manifest) }
    for record in records {
      kindAt[record.path] = record.kind
      if let identity = record.identity {
        byIdentity[Key(kind: record.kind, name: RecordKey(identity.key)), default: []].append(record.path)
        hasIdentity.insert(record.path)
      } else {
        byTitle[Key(kind: record.kind, name: RecordKey(Array(record.title.utf8))), default: []].append(record.path)
      }
    }
  }

  /// Notes which records of the text are the same thing. Gives the later ones of each.
  package mutating func note(_ doubles: RecordDoubles, _ records: [ForeignRecord], _ checked: [CheckedRecord]) -> Set<Int> {
    for (index, before) in doubles.later {
      let record = records[index]
      let kind = kinds[record.kind].kind
      let same = kind.identity.map { "'\($0.field.dotted)'" }.joined(separator: " and ")
      var finding = Finding(
        ImportRules.duplicate, at: checked[index].place, pointer: record.pointer,
        "'\(checked[index].title)' is the same \(kind.name) as '\(checked[before].title)', record \(Self.number(of: records[before]) ?? before + 1) of the file",
        note: "a \(kind.name) is identified by \(same)",
        related: [RelatedPlace(checked[before].place, "the first one")])
      finding.record = checked[index].title
      findings.append(finding)
    }
    return Set(doubles.later.map(\.index))
  }

  /// The place of a record in the list that it stands in, counted from 1, whatever is wrong with those before it; nil where it stands in none.
  private static func number(of record: ForeignRecord) -> Int? {
    record.pointer.split(separator: "/").last.flatMap { Int($0) }.map { $0 + 1 }
  }

  /// Tells what is wrong with the place that a record says, for records that are not taken in for other reasons.
  package mutating func checkPlace(of record: ForeignRecord, _ checked: CheckedRecord) {
    guard let (text, range) = record.path, case let path = Path(text), kindAt[path] == nil else { return }
    _ = isPlace(path, record, checked, range)
  }

  /// What the record of a number is.
  package mutating func target(of record: ForeignRecord, _ checked: CheckedRecord, number: Int) -> ImportTarget {
    if let identity = checked.identity, !byIdentity.isEmpty {
      let found = (byIdentity[Key(kind: record.kind, name: identity)] ?? []).filter { !matched.contains($0) }
      if found.count == 1 { return existing(found[0]) }
      if found.count > 1 {
        if let path = record.path.map({ Path($0.text) }), found.contains(path) { return existing(path) }
        note(
          ImportRules.conflict, record, checked, checked.place,
          "'\(checked.title)' may be \(found.count) records of the catalogue: \(found.prefix(3).map(\.string).joined(separator: ", "))"
        )
        return .none
      }
    }
    if let (text, range) = record.path {
      let path = Path(text)
      guard let kind = kindAt[path] else { return place(record, checked, number, at: path, range) }
      guard kind == record.kind else {
        note(
          ImportRules.place, record, checked, range, "at '\(text)' stands a record of another kind, a \(kinds[kind].kind.name)")
        return .none
      }
      let isOther = checked.identity != nil && hasIdentity.contains(path)
      if !isOther, !matched.contains(path) { return existing(path) }
    } else if checked.identity == nil, !checked.title.isEmpty, !byTitle.isEmpty {
      let found = byTitle[Key(kind: record.kind, name: RecordKey(Array(checked.title.utf8)))] ?? []
      if let path = found.first(where: { !matched.contains($0) }) { return existing(path) }
    }
    return place(record, checked, number)
  }

  private mutating func existing(_ path: Path) -> ImportTarget {
    matched.insert(path)
    return .existing(path)
  }

  private mutating func note(
    _ rule: Rule, _ record: ForeignRecord, _ checked: CheckedRecord, _ range: ByteRange, _ message: String
  ) {
    var finding = Finding(rule, at: range, pointer: record.pointer, message)
    finding.record = checked.title
    findings.append(finding)
  }

  /// A place of its own for a new record: where it says, else where its kind's records go.
  private mutating func place(
    _ record: ForeignRecord, _ checked: CheckedRecord, _ number: Int, at path: Path, _ range: ByteRange
  ) -> ImportTarget {
    guard isPlace(path, record, checked, range) else { return .none }
    guard claim(path) else { return place(record, checked, number) }
    return .new(path)
  }

  /// Whether a record of the kind can stand at a path; tells where not.
  private mutating func isPlace(
    _ path: Path, _ record: ForeignRecord, _ checked: CheckedRecord, _ range: ByteRange
  ) -> Bool {
    let kind = kinds[record.kind].kind
    guard Self.isPath(path) else {
      note(ImportRules.place, record, checked, range, "'\(path.string)' is no path of a record below the catalogue's folder")
      return false
    }
    guard self.kind(claiming: path) == kind.name else {
      note(ImportRules.place, record, checked, range, "at '\(path.string)' no collection has records of the kind '\(kind.name)'")
      return false
    }
    return true
  }

  private mutating func place(_ record: ForeignRecord, _ checked: CheckedRecord, _ index: Int) -> ImportTarget {
    let home = checked.home
    guard checked.isHomeClaimed else {
      note(ImportRules.place, record, checked, checked.place, patterns[record.kind].refusal(of: home).message)
      return .none
    }
    if claim(home, at: Int(homes.numbers[index])) { return .new(home) }
    var number = numbers[home] ?? 2
    while number <= PlacePattern.mostNumbers {
      var numbered: [UInt8] = []
      record.withReader { patterns[record.kind].append(number, of: $1, $0, to: &numbered) }
      let path = Path(bytes: numbered)
      guard patterns[record.kind].claims(path) else {
        note(ImportRules.place, record, checked, checked.place, patterns[record.kind].refusal(of: path).message)
        return .none
      }
      number += 1
      numbers[home] = number
      if claim(path) { return .new(path) }
    }
    note(ImportRules.place, record, checked, checked.place, "there are too many records called '\(checked.title)'")
    return .none
  }

  /// The kind that the collections give to a path; nil where none claims it.
  private func kind(claiming path: Path) -> String? {
    path.withUTF8 { manifest.collection(claiming: $0) }.map { manifest.collections[$0].kind }
  }

  /// Whether a text is the path of a record below the root.
  private static func isPath(_ path: Path) -> Bool {
    guard Path.recordSuffixes.contains(where: { path.hasSuffix($0) }), !path.utf8.contains(0) else { return false }
    return path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.first != UInt8(ascii: ".")
    }
  }

  /// Keeps a path for a record, where nothing stands there and nobody asked for it. Names that differ in nothing but case would be one
  /// file elsewhere.
  private mutating func claim(_ path: Path, at number: Int? = nil) -> Bool {
    guard kindAt.isEmpty || kindAt[path] == nil, !isTaken(path) else { return false }
    let place = number ?? homes.keys.insert(RecordKey(Array(path.string.lowercased().utf8))).number
    if place == isClaimed.count { isClaimed.append(false) }
    defer { isClaimed[place] = true }
    return !isClaimed[place]
  }
}
