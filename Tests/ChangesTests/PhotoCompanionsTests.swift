// Files that go with photos: their names, and what plans do with them.

import Testing
import VitrineChanges
import VitrineModel
import VitrineSource

@Suite("Photos and the files beside them") struct PhotoCompanionsTests {
  private static let texts: [Path: String] = [
    "albums/a/album.yaml": "name: First\ninfo: {}\n", "albums/a/one.yaml": "title: One\n", "albums/a/two.yaml": "title: Two\n",
  ]
  private static let one: Path = "albums/a/one.yaml"
  private static let two: Path = "albums/a/two.yaml"

  private func catalogue(_ images: [Path: [Path]], _ texts: [Path: String] = texts) throws -> FakeCatalogue {
    var catalogue = try FakeCatalogue(texts)
    catalogue.images = images
    return catalogue
  }

  @Test(
    "companions have the stem or the whole name of their photo, and keep to it",
    arguments: [
      ("a/img-1235.mov", "a/img-1235.heic", "b/tower.heic", "b/tower.mov"),
      ("a/IMG.CR2.xmp", "a/IMG.CR2", "a/tower.cr2", "a/tower.cr2.xmp"), ("a/IMG.XMP", "a/IMG.CR2", "a/tower.cr2", "a/tower.XMP"),
      ("a.b/c", "a.b/c.jpg", "d.jpg", "d"),
    ])
  func names(file: String, photo: String, goal: String, expected: String) {
    #expect(
      PhotoCompanion.path(of: Path(file), with: Path(photo), at: Path(goal), lowersSuffix: false) == Path(expected))
    #expect(
      PhotoCompanion.path(of: Path(file), with: Path(photo), at: Path(goal), lowersSuffix: true)
        == Path(expected.replacing("XMP", with: "xmp")))
  }

  @Test("a removed record takes along what goes with its photos, but for what another image goes with (M1.4)") func removal()
    throws
  {
    let images: [Path: [Path]] = [
      "albums/a/one.jpg": [Self.one], "albums/a/one.mov": [], "albums/a/one.jpg.XMP": [], "albums/a/one-2.heic": [Self.one],
      "albums/a/one-2.AAE": [], "albums/a/one-2.dng": [Self.one, Self.two], "albums/a/one.txt": [], "albums/a/two.mov": [],
    ]
    let plan = try RemovePlanner.plan([Self.one], naming: .kept, in: catalogue(images), at: FakeCatalogue.moment)
    #expect(
      plan.edits.map(\.path)
        == ["albums/a/one-2.heic", "albums/a/one.jpg", "albums/a/one.jpg.XMP", "albums/a/one.mov", "albums/a/one.yaml"])
    #expect(plan.summary.first == "removes 1 song, 2 photos and 2 files beside them")
  }

  @Test("a moved record takes them along, under the new names of the photos (M4.1)") func moves() throws {
    let images: [Path: [Path]] = [
      "albums/a/one.CR2": [Self.one], "albums/a/one.CR2.xmp": [], "albums/a/one.mov": [], "albums/a/one-b.jpg": [Self.one],
      "albums/a/one-b.thm": [], "albums/a/eins-b.thm": [],
    ]
    let plan = try MovePlanner.plan(
      Self.one, to: "albums/a/eins.yaml", takesFolder: false, in: catalogue(images), at: FakeCatalogue.moment)
    #expect(
      plan.moves.map(\.to) == [
        "albums/a/eins-b.jpg", "albums/a/eins.CR2", "albums/a/eins.CR2.xmp", "albums/a/eins.mov", "albums/a/eins.yaml",
      ])
    #expect(
      plan.summary == [
        "moves 1 record, 2 photos and 2 files beside them",
        "'albums/a/one-b.thm' stays, since something stands at 'albums/a/eins-b.thm'",
      ])
    let renamed = try MovePlanner.plan(
      following: ["albums/a/one-b.jpg": "albums/a/one-c.jpg"], in: catalogue(images), at: FakeCatalogue.moment)
    #expect(renamed.moves.map(\.to) == ["albums/a/one-c.thm"])
  }

  @Test("a folder that moves as a whole takes each file once") func folders() throws {
    let images: [Path: [Path]] = ["albums/a/two.jpg": [Self.two], "albums/a/two.mov": []]
    let plan = try MovePlanner.plan(
      "albums/a/album.yaml", to: "albums/new/album.yaml", takesFolder: true, in: catalogue(images), at: FakeCatalogue.moment)
    #expect(plan.moves.map(\.to).contains("albums/new/two.mov") && plan.repeatedPath == nil)
    #expect(plan.summary == ["moves 3 records, 1 photo and 1 other file"])
  }

  @Test("a photo that another record lists leaves the record it lies beside; one that lies beside another stays there")
  func given()
    throws
  {
    var texts = Self.texts
    texts[Self.two] = "title: Two\npicture: one.jpg\n"
    let own = try catalogue(["albums/a/one.jpg": [Self.one, Self.two], "albums/a/one.mov": []], texts)
    let plan = try PhotoPlanner.remove(["albums/a/one.jpg"], from: Self.one, in: own, at: FakeCatalogue.moment)
    #expect(plan.moves.map(\.to) == ["albums/a/two.jpg", "albums/a/two.mov"])
    #expect(own.text(of: Self.two, after: plan)?.contains("picture: two.jpg") == true)
    #expect(
      plan.summary == [
        "'albums/a/one.jpg' becomes 'albums/a/two.jpg', since 'albums/a/two.yaml' shows it, too",
        "moves 1 file beside it, too: 'albums/a/one.mov'",
      ])
    let listed = try PhotoPlanner.remove(["albums/a/one.jpg"], from: Self.two, in: own, at: FakeCatalogue.moment)
    #expect(listed.moves.isEmpty && own.text(of: Self.two, after: listed)?.contains("picture") == false)
    #expect(listed.summary == ["'albums/a/one.jpg' stays, since 'albums/a/one.yaml' shows it, too"])
  }

  // MARK: names

  private func addition(_ suffix: String, _ taken: String?, shot: String?, isFromName: Bool = false) -> PhotoPlanner.Addition {
    var metadata = PhotoMetadata()
    (metadata.taken, metadata.isTakenFromName) = (taken, isFromName)
    return PhotoPlanner.Addition(bytes: FileText([]), suffix: suffix, metadata: metadata, shot: shot)
  }

  private func names(
    _ photos: [PhotoPlanner.Addition], beside record: Path = "s/img-1.yaml", having present: [(Path, String?)] = []
  ) throws -> [String] {
    let facts = present.map { path, taken in
      var facts = PhotoFacts(path: path, format: "jpeg", byteCount: 1)
      facts.metadata = PhotoMetadata()
      facts.metadata?.taken = taken
      return facts
    }
    var naming = PhotoNaming(beside: record, having: facts) { path in present.contains { $0.0 == path } }
    return try naming.paths(for: photos).map { $0.name.string }
  }

  @Test("files of one shot have one stem, files of two shots never") func shots() throws {
    let (first, second) = ("2026-05-08T08:00:00+03:00", "2026-05-08T08:10:00+03:00")
    #expect(
      try names([
        addition("cr2", first, shot: "a"), addition("jpg", first, shot: "a"), addition("dng", nil, shot: "b"),
        addition("jpg", second, shot: "b"), addition("png", nil, shot: "c"), addition("jpg", nil, shot: "c"),
      ]) == [
        "img-1.cr2", "img-1.jpg", "img-1-20260508T081000.dng", "img-1-20260508T081000.jpg", "img-1-2.png", "img-1-2.jpg",
      ])
    // A phone's edited copy has the suffix of the photo.
    #expect(
      try names([addition("heic", first, shot: "a"), addition("heic", first, shot: "a"), addition("mov", first, shot: "a")]) == [
        "img-1.heic", "img-1-20260508T080000.heic", "img-1.mov",
      ])
    #expect(try names([addition("png", nil, shot: "a")], having: [("s/img-1.jpg", first)]) == ["img-1-2.png"])
    #expect(try names([addition("dng", second, shot: "a")], having: [("s/img-1.jpg", first)]) == ["img-1-20260508T081000.dng"])
    #expect(try names([addition("dng", first, shot: "a")], having: [("s/img-1.jpg", first)]) == ["img-1.dng"])
  }

  @Test("a time that only a file's name says stays in the name") func times() throws {
    let screenshot = addition("png", "2026-05-05T10:11:12", shot: "a", isFromName: true)
    #expect(try names([screenshot]) == ["img-1-20260505T101112.png"])
    #expect(try names([screenshot], beside: "s/screenshot-20260505-101112.yaml") == ["screenshot-20260505-101112.png"])
    for (record, taken, name) in [
      ("s/whatsapp-image-2026-05-05-at-10-11-12.yaml", "2026-05-05T10:11:12", "whatsapp-image-2026-05-05-at-10-11-12"),
      ("s/screenshot-2026-05-05-at-1-11-12-pm.yaml", "2026-05-05T13:11:12", "screenshot-2026-05-05-at-1-11-12-pm"),
      ("s/pxl-20260505-101112345.yaml", "2026-05-05T10:11:12.345Z", "pxl-20260505-101112345"),
      ("s/sky.yaml", "2026-05-05T10:11:12.345Z", "sky-20260505T101112345Z"),
    ] {
      #expect(try names([addition("jpg", taken, shot: "a", isFromName: true)], beside: Path(record)) == [name + ".jpg"])
    }
    #expect(try names([screenshot], having: [("s/img-1-20260505T101112.png", nil)]) == ["img-1-20260505T101112-2.png"])
  }

  @Test("what the first photo does not say is taken from other files of its shot") func filling() {
    var raw = addition("dng", "2026-05-08T08:00:00", shot: "a")
    raw.metadata?.camera = "Canon EOS R5"
    var jpeg = addition("jpg", "2026-05-08T08:00:00", shot: "a")
    jpeg.metadata?.latitude = "41"
    jpeg.metadata?.longitude = "28"
    jpeg.metadata?.camera = "other"
    var other = addition("jpg", "2026-05-08T09:00:00", shot: "b")
    other.metadata?.lens = "50mm"
    let first = PhotoPlanner.first(of: [raw, jpeg, other])
    #expect(first?.latitude == "41" && first?.longitude == "28" && first?.camera == "Canon EOS R5" && first?.lens == nil)
  }
}
