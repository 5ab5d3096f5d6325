// Other words for the names of fields.

import Testing
import VitrineText

@Suite struct SynonymousNameTests {
  @Test(
    "another word for a field is known, and so is one that is a part of its name, if that is one field only",
    arguments: [
      ("lng", "lon", true), ("Longitude", "lon", true), ("latitude", "lat", true), ("name", "title", false),
      ("type", "miniature_type", false), ("release_date", "release", false), ("game title", "title", false),
      ("exposure_time", "shutter", false), ("f-number", "aperture", false), ("status", nil, false), ("date", nil, false),
      ("x", nil, false), ("", nil, false), ("lon", nil, false),
      ("description", nil, false), ("caption", nil, false),
    ] as [(String, String?, Bool)])
  func names(written: String, meant: String?, isSure: Bool) {
    let known = ["lat", "lon", "title", "release", "miniature_type", "shutter", "aperture", "paint_status", "sale_status"]
    let found = SynonymousName.name(for: written, among: known)
    #expect(found?.name == meant && (found?.isSure ?? false) == isSure)
  }

  @Test("a name of any length takes no time, and means nothing")
  func long() {
    #expect(SynonymousName.name(for: String(repeating: "a_", count: 100_000), among: ["title"]) == nil)
  }
}
