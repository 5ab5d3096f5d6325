// What photos show, written below them.

import Testing
import VitrinePage
import VitrineTesting

/// Captions without a script.
@Suite struct PhotoCaptionTests {
  private static let (record, file) = ("/miniatures//minis/40k/ultramarines/captain", "minis/40k/ultramarines/captain.yaml")
  private static let photo = "minis/40k/ultramarines/captain-20261120T181500Z-primed.jpg"

  @Test(
    "words about a photo are written where it is shown, are read aloud in its place, and go again with all that said nothing else"
  )
  func captions() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let before = try page.text(Self.file)
    #expect(try page.get(Self.record).text.contains(">Write a caption</summary>"))
    let reply = try page.post(Self.record + "?photos", [("caption", Self.photo), ("words", " Primed & ready ")])
    #expect(reply.status == 303, "\(reply.text)")
    #expect(try page.text(Self.file).contains("caption: Primed & ready\n"))
    let shown = try page.get(Self.record).text
    #expect(shown.contains("alt=\"Primed &amp; ready\"") && shown.contains(">Change caption</summary>"))
    let again = try page.post(Self.record + "?photos", [("caption", Self.photo), ("words", "Primed")])
    #expect(again.status == 303)
    #expect(try page.text(Self.file).contains("caption: Primed\n"))
    #expect(try page.post(Self.record + "?photos", [("caption", Self.photo), ("words", "")]).status == 303)
    #expect(try page.text(Self.file) == before)
    #expect(try page.get("/log").text.contains("Changed the caption of a photo of &#39;"))
  }

  @Test("the number that a photo is ordered by is no word about it")
  func order() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    #expect(try page.post(Self.record + "?photos", [("move", Self.photo), ("to", "0")]).status == 303)
    #expect(try page.text(Self.file).contains("order: 1"))
    #expect(try !page.get(Self.record).text.contains("<figcaption><span>1"))
    let made = try page.post(Self.record + "?photos", [("caption", Self.photo), ("words", "First")])
    #expect(made.status == 303)
    // What else is said of the photo stays when its caption goes.
    #expect(try page.post(Self.record + "?photos", [("caption", Self.photo), ("words", "")]).status == 303)
    #expect(try page.text(Self.file).contains("order: 1"))
  }

  @Test("what is no photo of the record is refused, and a kind without such words offers none")
  func refused() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    for photo in ["vitrine.yaml", "../x.jpg", "minis/40k/ultramarines/lieutenant.jpg", ""] {
      #expect(try page.post(Self.record + "?photos", [("caption", photo), ("words", "x")]).status == 409, "\(photo)")
    }
    let plain = try RunningPage()
    try plain.folder.write(PhotoCaptionTests.gif, to: "things/one.gif")
    #expect(try !plain.get("/things/one").text.contains("class=\"captioning\""))
    #expect(try plain.post("/things/one?photos", [("caption", "things/one.gif"), ("words", "x")]).status == 422)
  }

  private static let gif: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
  ]
}
