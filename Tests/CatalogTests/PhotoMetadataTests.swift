// What photos say of themselves, in a catalogue that is loaded for queries.

import FoundationEssentials
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

@Suite("Metadata of photos")
struct PhotoMetadataTests {
  private static let collection = TestData.checkout + "/examples/collection/"

  /// A catalogue of one game with photos, and what its record sees as the time of each.
  private func taken(_ record: String, _ photos: [(name: String, source: String)]) throws -> [String: String] {
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections:\n  - {kind: game, files: \"games/*.yaml\"}\n", to: "vitrine.yaml")
    try folder.write("title: Hades\n" + record, to: "games/hades.yaml")
    for (name, source) in photos {
      try folder.write([UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.collection + source))), to: name)
    }
    let snapshot = try CatalogueLoader.load(root: folder.path, options: CatalogueLoader.Options(indexes: true)).snapshot
    let facts = snapshot.catalogue
    let record = try #require(facts.records.first)
    #expect(facts.photos.count == photos.count)
    let seen = facts.photos.compactMap { photo in
      PhotoTaken.text(of: photo, in: record).map { (photo.path.name.string, $0) }
    }
    return Dictionary(uniqueKeysWithValues: seen)
  }

  @Test("the record's time wins over EXIF, EXIF over the file's name, and when the file changed is no time at all [M4.3]")
  func order() throws {
    let dated = "shots/2026-05-30/IMG_0201.jpg"
    let undated = "recipes/rust-and-grime.jpg"
    let found = try taken(
      "photos: [{file: a.jpg, taken: \"2001-01-01T00:00:00Z\"}, {file: ../extra/e.jpg, taken: 2002-02-02}, {file: b.jpg, caption: x}]\n",
      [
        ("games/a.jpg", dated), ("games/b.jpg", dated), ("games/c-20261120T181500Z.jpg", dated),
        ("games/d-20261120T181500Z.jpg", undated), ("extra/e.jpg", undated), ("games/f.jpg", undated),
      ])
    #expect(
      found == [
        "a.jpg": "2001-01-01T00:00:00Z", "b.jpg": "2026-05-30T16:02:44+03:00",
        "c-20261120T181500Z.jpg": "2026-05-30T16:02:44+03:00",
        "d-20261120T181500Z.jpg": "2026-11-20T18:15:00Z", "e.jpg": "2002-02-02",
      ])
  }

  @Test("metadata is read where queries follow, and only there")
  func onlyWhereAsked() throws {
    let root = TestData.checkout + "/examples/collection"
    // Where a kind has a day that comes from photos, a rule compares it with them.
    let plain = try CatalogueLoader.load(root: root).snapshot.catalogue.photos
    #expect(plain.allSatisfy { $0.metadata?.width != nil && $0.fingerprint != nil })
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections: []\nrules: {taken-conflict: off, photo-duplicate: off}\n", to: "vitrine.yaml")
    let pixel: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0,
      0, 0x3A, 0x7E, 0x9B,
      0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0xA8, 7, 0, 0, 0x81, 0, 0x80, 0x7E, 0x1C, 0x29, 0xC7, 0, 0,
      0, 0, 0x49, 0x45, 0x4E,
      0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    try folder.write(pixel, to: "a.png")
    let silent = try CatalogueLoader.load(root: folder.path).snapshot.catalogue.photos
    #expect(silent.count == 1 && silent.allSatisfy { $0.metadata == nil && $0.fingerprint == nil })
    let indexed = try CatalogueLoader.load(root: root, options: CatalogueLoader.Options(indexes: true)).snapshot.catalogue.photos
    #expect(indexed.map(\.path) == plain.map(\.path) && indexed.allSatisfy { $0.metadata?.width != nil })
    let raw = try #require(indexed.first { $0.path == "shots/2026-11-20/dsc0042.dng" }?.metadata)
    #expect(
      raw.texts.map { "\($0.name) \($0.text)" } == [
        "taken 2026-11-20T18:04:12+03:00", "width 96", "height 64", "camera FUJIFILM X-T3", "lens XF23mmF2 R WR", "iso 160",
        "shutter 2",
        "aperture 8", "focal_length 23", "location.lat 41.02", "location.lon 28.9731", "orientation 1",
      ])
  }

  @Test("what lies between the two ends of a large photo is read, too")
  func largePhoto() throws {
    // A HEIC whose EXIF lies in the middle of 400 KB: the film behind it moves nothing that its boxes name.
    let heic = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.collection + "shots/2026-05-30/IMG_0193.heic")))
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections:\n  - {kind: game, files: \"games/*.yaml\"}\n", to: "vitrine.yaml")
    let jpeg = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.collection + "shots/2026-05-30/IMG_0201.jpg")))
    // Five segments of 60 KB between the start of the JPEG and its EXIF.
    let filler: [UInt8] = [0xFF, 0xE2, 0xEA, 0x60] + [UInt8](repeating: 0x41, count: 59_998)
    try folder.write(Array(jpeg[..<2]) + filler + filler + filler + filler + filler + Array(jpeg[2...]), to: "games/deep.jpg")
    try folder.write(
      heic + [0, 6, 0x1A, 0x80] + Array("free".utf8) + [UInt8](repeating: 0, count: 399_992), to: "games/long.heic")
    let photos = try CatalogueLoader.load(root: folder.path, options: CatalogueLoader.Options(indexes: true)).snapshot.catalogue
      .photos
    #expect(photos.map { $0.metadata?.taken } == ["2026-05-30T16:02:44+03:00", "2026-05-30T11:20:05+03:00"])
    #expect(photos.map { $0.metadata?.width } == [320, 300])
  }
}
