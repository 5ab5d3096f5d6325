// A catalogue of a few texts, as planners see one: no disk, no index.

import Testing
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// Texts by path; records are what lies in `songs/` and `albums/`, an album is the parent of the songs in its folder.
struct FakeCatalogue: ChangeSource {
  var texts: [Path: String]
  var images: [Path: [Path]] = [:]
  /// Records whose files are links, and where those lead.
  var links: [Path: Path] = [:]
  let kinds: [Kind]
  var manifest: Manifest

  /// A catalogue with the given texts.
  init(_ texts: [Path: String] = [:], song: String = Self.song) throws {
    self.texts = texts
    var store = SchemaStore()
    _ = store.add(Array(song.utf8), path: "schemas/song.schema.yaml")
    _ = store.add(Array(Self.album.utf8), path: "schemas/album.schema.yaml")
    let found = (store.kind(named: "song"), store.kind(named: "album"))
    kinds = [try #require(found.0), try #require(found.1)]
    manifest = Manifest.read(YAML.parse(Array(Self.manifestText.utf8)).tree).manifest
  }

  var viewPaths: [Path] { texts.keys.filter { $0.isWithin("views") }.sorted() }

  func text(at path: Path) -> [UInt8]? { links[path] == nil ? texts[path].map { Array($0.utf8) } : nil }
  func target(ofLinkAt path: Path) -> Path? { links[path] }
  func trace(at path: Path) -> FileTrace? {
    texts[path] != nil || images[path] != nil ? FileTrace(size: 1, modified: 2, inode: 3) : nil
  }
  func isTaken(_ path: Path) -> Bool { trace(at: path) != nil }

  func files(below folder: Path) -> [FolderFile] {
    (Array(texts.keys) + Array(images.keys)).filter { $0.isWithin(folder) }.sorted().map {
      FolderFile(path: $0, isPlain: true)
    }
  }

  func record(at path: Path) -> RecordEntry? {
    guard texts[path] != nil, let kind = kind(of: path) else { return nil }
    return RecordEntry(facts(path, kind))
  }

  func records(ofKind kind: Int) -> [RecordEntry] { facts().filter { $0.kind == kind }.map { RecordEntry($0) } }

  func records(ofKind kind: Int, maybeCalled name: String) -> [RecordEntry] {
    records(ofKind: kind).filter { record in
      [record.path.stem.name.string, record.title].contains { Folding.fold($0) == Folding.fold(name) }
    }
  }

  func records(ofKind kind: Int, with field: FieldPath, where isMeant: (String) -> Bool) -> [RecordEntry] {
    func has(_ value: DataValue?, _ names: ArraySlice<String>) -> Bool {
      if let items = value?.items { return items.contains { has($0, names) } }
      guard let name = names.first else { return value?.text.map(isMeant) ?? false }
      return has(value?[name], names.dropFirst())
    }
    return records(ofKind: kind).filter { record in
      let tree = YAML.parse(text(at: record.path) ?? []).tree
      return has(tree.withReader { reader in tree.roots.first.map { reader.dataValue($0) } }, field.names[...])
    }
  }

  func references(to path: Path) -> [RecordMention] {
    facts().flatMap { facts in
      facts.references.filter { target(of: $0) == path }.map {
        RecordMention(path: facts.path, pointer: $0.pointer, text: $0.target, kind: $0.wantedKind)
      }
    }
  }

  func references(from path: Path) -> [(mention: RecordMention, target: Path)] {
    (facts().first { $0.path == path }?.references ?? []).compactMap { reference in
      target(of: reference).map { target in
        (RecordMention(path: path, pointer: reference.pointer, text: reference.target, kind: reference.wantedKind), target)
      }
    }
  }

  func records(named name: Path) -> [RecordEntry] { facts().map { RecordEntry($0) } }

  func references(nearPath path: Path) -> [(mention: RecordMention, target: Path)] {
    facts().flatMap { references(from: $0.path) }
  }

  func parent(of path: Path) -> RecordEntry? { nil }

  func children(of path: Path) -> [RecordEntry] {
    guard let record = record(at: path), record.kind == 1 else { return [] }
    let folder = Path(path.folder)
    return records(ofKind: 0).filter { $0.path.isWithin(folder) }
  }

  func photos(of path: Path) -> [RecordPhoto] {
    images.filter { $0.value.contains(path) }.sorted { $0.key < $1.key }.map { RecordPhoto(path: $0.key, owners: $0.value) }
  }

  func owners(ofPhotoAt path: Path) -> [Path] { images[path] ?? [] }

  func listedPhotos(of path: Path) -> [ListedPhoto] { facts().first { $0.path == path }?.photos ?? [] }

  private func kind(of path: Path) -> Int? {
    path.withUTF8 { manifest.collection(claiming: $0) }.flatMap { index in
      kinds.firstIndex { $0.name == manifest.collections[index].kind }
    }
  }

  private func facts() -> [RecordFacts] {
    texts.keys.sorted().compactMap { path in kind(of: path).map { facts(path, $0) } }
  }

  private func facts(_ path: Path, _ kind: Int) -> RecordFacts {
    var terms = TermTable()
    let tree = YAML.parse(text(at: path) ?? []).tree
    return FactReader(kinds[kind]).read(tree, path: path, index: kind, terms: &terms).facts
  }

  private func target(of reference: Reference) -> Path? {
    let name = Path(reference.target).stem
    let paths = facts().map(\.path)
    return paths.first { $0.stem == name } ?? paths.first { $0.stem.name == name }
  }
}

extension FakeCatalogue {
  /// A moment for stamps.
  static let moment = ChangeMoment(
    CivilMoment(day: CivilDay(number: 20_778), seconds: 75_600, offset: 10_800))  // 2026-11-21T21:00:00+03:00

  /// The text of a file after a plan; nil where the plan does not touch it.
  func text(of path: Path, after plan: Plan) -> String? {
    plan.edits.first { $0.path == path }?.result(on: text(at: path)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let manifestText = """
    vitrine: 1
    collections:
      - {kind: album, files: "albums/**/album.yaml", new: "albums/{year}/{name}/album.yaml"}
      - {kind: song, files: "albums/**/*.yaml"}
    """

  static let song = """
    title: Song
    type: object
    required: [title]
    additionalProperties: false
    x-vitrine:
      plural: songs
      display: title
      parent: album
      stamps: {heard_at: heard, changed: "*"}
      histories: {plays: {follows: heard, value: how, at: when}}
    properties:
      title: {type: string}
      length: {type: number, x-vitrine: {unit: s}}
      day: {type: string, format: date, x-vitrine: {initial: today}}
      heard: {enum: [never, once, often], x-vitrine: {aliases: {always: often}}}
      heard_at: {type: string, format: date-time}
      plays: {type: array, items: {type: object, properties: {how: {type: string}, when: {type: string, format: date-time}}}}
      changed: {type: string, format: date-time}
      loud: {type: boolean}
      size: {type: [string, number]}
      tags: {type: array, uniqueItems: true, items: {type: string, x-vitrine: {vocabulary: folded}}}
      remix: {type: string, x-vitrine: {reference: song}}
      covers: {type: array, items: {type: string, x-vitrine: {reference: song}}}
      stores:
        type: array
        x-vitrine: {uniqueBy: [shop, format]}
        items:
          type: object
          required: [shop]
          properties: {shop: {enum: [Corner Shop, Web]}, format: {enum: [vinyl, file]}, code: {type: string}}
      picture: {type: string, x-vitrine: {photo: true}}
      credits:
        type: object
        properties: {writers: {type: array, items: {type: string}}, label: {type: string}}
    """

  private static let album = """
    title: Album
    type: object
    required: [name, info]
    x-vitrine: {plural: albums, display: name, identity: [id]}
    properties:
      id: {type: string, format: uuid, x-vitrine: {initial: uuid}}
      name: {type: string}
      year: {type: integer}
      info: {type: object, properties: {text: {type: string}}}
    """
}
