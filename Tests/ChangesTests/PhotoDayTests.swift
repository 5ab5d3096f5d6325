// The time of day of a photo, beside the day that a record says.

import Testing
import VitrineChanges
import VitrineModel
import VitrineSource

@Suite("Times of photos beside days of records") struct PhotoDayTests {
  private static let path: Path = "albums/a/one.yaml"
  private static let song = """
    title: Song
    type: object
    required: [title]
    x-vitrine: {plural: songs, display: title}
    properties:
      title: {type: string}
      date: {type: [string, integer], x-vitrine: {format: date, precision: year, from-photo: taken}}
      time: {type: string, x-vitrine: {format: time, from-photo: taken}}
      camera: {type: string, x-vitrine: {from-photo: camera}}
    """

  private var photo: PhotoMetadata {
    var photo = PhotoMetadata()
    (photo.taken, photo.camera) = ("2025-12-01T11:30:00", "Canon")
    return photo
  }

  private func filled(_ text: String, overwrites: Bool = false) throws -> String {
    let catalogue = try FakeCatalogue([Self.path: text], song: Self.song)
    let plan = try PhotoFilling.plan(
      [(Self.path, photo)], PhotoFilling.Options(overwrites: overwrites), in: catalogue, at: FakeCatalogue.moment)
    return (catalogue.text(of: Self.path, after: plan) ?? text).replacing("\"", with: "'")
  }

  @Test(
    "a record of another day does not take the time, one of the same day or without a day does",
    arguments: [
      ("date: 2026-02-06\n", "date: 2026-02-06\ncamera: Canon\n"), ("date: 2025-12-02\n", "date: 2025-12-02\ncamera: Canon\n"),
      ("date: 2024\n", "date: 2024\ncamera: Canon\n"),
      ("date: 2025-12-01\n", "date: 2025-12-01\ntime: '11:30:00'\ncamera: Canon\n"),
      ("date: 2025-12\n", "date: 2025-12\ntime: '11:30:00'\ncamera: Canon\n"),
      ("", "date: 2025-12-01\ntime: '11:30:00'\ncamera: Canon\n"),
    ])
  func days(before: String, after: String) throws {
    #expect(try filled("title: One\n" + before) == "title: One\n" + after)
  }

  @Test("where the day is replaced as well, the time comes with it") func replaced() throws {
    #expect(
      try filled("title: One\ndate: 2026-02-06\n", overwrites: true)
        == "title: One\ndate: 2025-12-01\ntime: '11:30:00'\ncamera: Canon\n")
  }

  @Test("a new record whose day is typed takes the time of a photo of that day only")
  func typed() throws {
    let catalogue = try FakeCatalogue([:], song: Self.song)
    let kind = catalogue.kinds[0]
    func names(_ day: String) throws -> [String] {
      let given = [FieldAssignment(["date"], .set, day)]
      let bound = try FieldBinder(kind, in: catalogue, FakeCatalogue.moment).bind(given)
      let said = PhotoFilling.assignments(of: kind, from: photo, besides: given.map(\.names))
      return PhotoFilling.ofSameDay(said, as: bound, of: kind, from: photo).map(\.name)
    }
    #expect(try names("2026-02-06") == ["camera"])
    #expect(try names("yesterday") == ["camera"])
    #expect(try names("2025-12-01") == ["time", "camera"])
  }
}
