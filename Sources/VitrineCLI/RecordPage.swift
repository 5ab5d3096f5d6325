// A record as a page: what it says, what is above and below it, its photos, who refers to it, what is wrong with it.

import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// The page of one record, made of the snapshot, the record's own tree and what its photos say; nothing is asked of the disk, and no record is too broken for it.
///
/// Shape: `RecordPage(record, snapshot, tree, photos: [:]).sheet.text(look)` fits `look.width`.
struct RecordPage {
  /// The page.
  private(set) var sheet: FactSheet
  private let record: Int
  private let snapshot: Snapshot
  private var facts: CatalogueFacts { snapshot.catalogue }

  /// The page of a record, by its index in the snapshot; `tree` is that of its file, `photos` what its photos say by their indices.
  init(_ record: Int, _ snapshot: Snapshot, _ tree: Tree, photos: [Int: PhotoMetadata]) {
    self.record = record
    self.snapshot = snapshot
    let own = snapshot.catalogue.records[record]
    let kind = snapshot.catalogue.kinds[own.kind]
    sheet = FactSheet(title: own.title, subtitle: "\(kind.title) · \(RecordID.id(ofPath: own.path))")
    var words: [String: [FactSheet.Piece]] = [:]
    tree.withReader { reader in
      var fields = RecordFields(kind, reader, references: references)
      fields.read(tree.roots.first)
      sheet.entries = fields.entries
      for list in fields.photoLists { addWords(of: list, reader, kind, &words) }
    }
    addPhotos(words, photos)
    addParentAndChildren()
    addUsers()
    addFindings()
  }

  /// What the record's references lead to, by kind and text.
  private var references: [RecordFields.ReferenceName: FactSheet.Line] {
    var lines: [RecordFields.ReferenceName: FactSheet.Line] = [:]
    for (index, reference) in facts.records[record].references.enumerated() {
      let name = RecordFields.ReferenceName(kind: reference.wantedKind, text: reference.target)
      let resolutions = snapshot.links.references[record]
      guard lines[name] == nil, resolutions.indices.contains(index) else { continue }
      lines[name] =
        switch resolutions[index] {
        case .record(let target): line(of: target)
        case .wrongKind(let target): wrong(reference.target, "is of kind '\(facts.kinds[facts.records[target].kind].name)'")
        case .ambiguous(let targets): wrong(reference.target, "may be any of \(targets.count) records")
        case .dangling: wrong(reference.target, "there is no such \(reference.wantedKind)")
        }
    }
    return lines
  }

  private func wrong(_ text: String, _ why: String) -> FactSheet.Line {
    FactSheet.Line([FactSheet.Piece(text), FactSheet.Piece(" (\(why))", .error)], hang: 2)
  }

  /// The title of a record and its id.
  private func line(of record: Int, before: [FactSheet.Piece] = []) -> FactSheet.Line {
    let own = facts.records[record]
    return FactSheet.Line(
      before + [FactSheet.Piece(own.title), FactSheet.Piece(" (\(RecordID.id(ofPath: own.path)))", .faint)], hang: 2)
  }
}

// MARK: what others have to do with it

extension RecordPage {
  /// The most records that are named under one heading.
  private static let mostNamed = 20

  private mutating func addParentAndChildren() {
    let parents = snapshot.links.parents
    if let parent = parents[record] {
      sheet.entries.append(FactSheet.Entry(facts.kinds[facts.records[parent].kind].title, [line(of: parent)]))
    }
    var counts: [Int: Int] = [:]
    for child in parents.indices where parents[child] == record { counts[facts.records[child].kind, default: 0] += 1 }
    guard !counts.isEmpty else { return }
    let words = counts.sorted { $0.key < $1.key }.map { kind, count in
      "\(count) \(count == 1 ? facts.kinds[kind].name : facts.kinds[kind].plural)"
    }
    sheet.entries.append(FactSheet.Entry("Holds", [FactSheet.Line(words.joined(separator: ", "))]))
  }

  private mutating func addUsers() {
    let references = snapshot.links.references
    var users: [Int: [Int]] = [:]
    for user in references.indices where references[user].contains(.record(record)) {
      users[facts.records[user].kind, default: []].append(user)
    }
    var lines: [FactSheet.Line] = []
    let width = users.keys.map { facts.kinds[$0].name.count }.max() ?? 0
    for (kind, records) in users.sorted(by: { $0.key < $1.key }) {
      let name = facts.kinds[kind].name
      for (position, user) in records.prefix(Self.mostNamed).enumerated() {
        let label = position == 0 ? name : ""
        let padding = String(repeating: " ", count: width - label.count + 2)
        lines.append(line(of: user, before: [FactSheet.Piece(label + padding, .faint)]))
        lines[lines.count - 1].hang = width + 2
      }
      if records.count > Self.mostNamed {
        let padding = String(repeating: " ", count: width + 2)
        lines.append(FactSheet.Line([FactSheet.Piece("\(padding)and \(records.count - Self.mostNamed) more", .faint)]))
      }
    }
    if !lines.isEmpty { sheet.entries.append(FactSheet.Entry("Used by", lines)) }
  }

  private mutating func addFindings() {
    let path = facts.records[record].path
    let lines = snapshot.findings.filter { $0.path == path }.map { finding in
      FactSheet.Line(
        [
          FactSheet.Piece("\(finding.span.start.line):\(finding.span.start.column) ", .faint),
          FactSheet.Piece(finding.severity.word, finding.severity == .error ? .error : .warning),
          FactSheet.Piece(": \(finding.message)"), FactSheet.Piece(" (\(finding.rule.slug))", .faint),
        ], hang: 2)
    }
    if !lines.isEmpty { sheet.entries.append(FactSheet.Entry("Findings", lines)) }
  }
}

// MARK: photos

extension RecordPage {
  private mutating func addPhotos(_ words: [String: [FactSheet.Piece]], _ metadata: [Int: PhotoMetadata]) {
    let path = facts.records[record].path
    let folder = String(RecordID.folder(ofPath: path))
    var lines: [FactSheet.Line] = []
    var named: Set<String> = []
    for index in snapshot.links.photos[record] {
      let photo = facts.photos[index]
      named.insert(photo.path)
      let name =
        folder.isEmpty || !photo.path.hasPrefix(folder + "/") ? photo.path : String(photo.path.dropFirst(folder.utf8.count + 1))
      let format = photo.format?.uppercased() ?? "unknown format"
      let size = metadata[index].flatMap(PhotoLine.size).map { "\($0), " } ?? ""
      var pieces = [FactSheet.Piece(name), FactSheet.Piece("  \(format), \(size)\(ShownValue.size(photo.byteCount))", .faint)]
      if photo.fault != nil { pieces.append(FactSheet.Piece("  damaged", .error)) }
      pieces += words[photo.path] ?? []
      let isDated = facts.records[record].photos.contains {
        $0.taken != nil && PhotoPath.resolve($0.file, from: path) == photo.path
      }
      if let said = metadata[index].flatMap({ PhotoLine.text($0, withTime: !isDated) }) {
        pieces.append(FactSheet.Piece("  \(said)", .faint))
      }
      lines.append(FactSheet.Line(pieces, hang: 2))
    }
    for (missing, photo) in snapshot.links.missingPhotos where missing == record {
      let file = facts.records[record].photos[photo].file
      let pieces = [FactSheet.Piece(file), FactSheet.Piece("  there is no such file", .error)]
      lines.append(FactSheet.Line(pieces + (words[PhotoPath.resolve(file, from: path)] ?? []), hang: 2))
    }
    if !lines.isEmpty { sheet.entries.append(FactSheet.Entry("Photos", lines)) }
  }

  /// What a list of the record says of its photos, by their paths.
  private func addWords(
    of list: RecordFields.PhotoList, _ reader: TreeReader, _ kind: Kind, _ words: inout [String: [FactSheet.Piece]]
  ) {
    let path = facts.records[record].path
    for item in reader.items(list.node) where reader.resolved(item).kind == .mapping {
      guard let name = list.file.path.names.last, let file = reader.value(item, named: name) else { continue }
      var pieces: [FactSheet.Piece] = []
      for field in list.others {
        guard let last = field.path.names.last, let value = reader.value(item, named: last), reader.resolved(value).isScalar,
          reader.resolved(value).kind != .null
        else { continue }
        pieces += [FactSheet.Piece("  "), ShownValue.piece(reader.text(value), field)]
      }
      words[PhotoPath.resolve(reader.text(file), from: path)] = pieces
    }
  }
}
