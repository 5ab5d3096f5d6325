// What photos say in other tags, types and forms than most.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct LesserMetadataTests {
  private func read(
    _ root: [(tag: Int, value: TIFFMaker.Value)], exif: [(tag: Int, value: TIFFMaker.Value)] = [],
    gps: [(tag: Int, value: TIFFMaker.Value)] = [], xmp: String = ""
  ) -> PhotoMetadata {
    let maker = TIFFMaker(
      directories: [
        root + [(0x8769, .directory(1)), (0x8825, .directory(2))], exif + [(0xA217, .short([2]))],
        gps + [(0, .bytes([2, 3, 0, 0]))],
      ])
    let packet = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:Description \(xmp)/></x:xmpmeta>".utf8)
    let between = xmp.isEmpty ? [] : [0xFF, 0xE1] + Container.big(packet.count + 2, 2) + packet
    return PhotoMetadata.read(Container.jpeg(maker.bytes, between: between)) ?? PhotoMetadata()
  }

  @Test("a lens is known by its limits where nothing names it [M4.3]") func lenses() {
    let limits: (Int, TIFFMaker.Value) = (0xA432, .quotients([(18, 1), (55, 1), (35, 10), (56, 10)]))
    #expect(read([], exif: [limits]).lens == "18-55 mm")
    #expect(read([], exif: [limits, (0xA434, .text("EF-S 18-55"))]).lens == "EF-S 18-55")
    #expect(read([], exif: [limits], xmp: "aux:Lens=\"EF-S\"").lens == "EF-S")
    #expect(read([], exif: [(0xA432, .quotients([(0, 1), (0, 1), (0, 0), (0, 0)]))]).lens == nil)
  }

  @Test("the author and the words of EXIF count, but for those that cameras write [M4.3]") func words() {
    let read = read([(0x10E, .text("Galata, at dawn")), (0x13B, .text("Ada"))])
    #expect(read.caption == "Galata, at dawn" && read.creator == "Ada")
    for text in ["OLYMPUS DIGITAL CAMERA         ", "SONY DSC", "          ", "KONICA MINOLTA DIGITAL CAMERA", "----"] {
      #expect(self.read([(0x10E, .text(text))]).caption == nil)
    }
    #expect(self.read([(0x10E, .text("EXIF"))], xmp: "dc:description=\"XMP\"").caption == "XMP")
  }

  @Test("when the picture was made a file counts where nothing else says when it was taken [M4.3]") func digitized() {
    let time: (Int, TIFFMaker.Value) = (0x9004, .text("2026:11:20 17:02:31"))
    #expect(read([], exif: [time]).taken == "2026-11-20T17:02:31")
    #expect(read([], exif: [(0x9003, .text("2026:11:19 01:02:03")), time]).taken == "2026-11-19T01:02:03")
    #expect(read([], exif: [time], xmp: "photoshop:DateCreated=\"2026-11-18T01:02:03\"").taken == "2026-11-18T01:02:03")
    #expect(read([], xmp: "xmp:CreateDate=\"2026-11-17T01:02:03+03:00\"").taken == "2026-11-17T01:02:03+03:00")
  }

  @Test("the way up, half stars and a sensitivity are read in other forms [M4.3]") func forms() {
    #expect(read([], xmp: "tiff:Orientation=\"6\"").orientation == 6)
    #expect(read([(0x112, .short([3]))], xmp: "tiff:Orientation=\"6\"").orientation == 3)
    #expect(read([], xmp: "xmp:Rating=\"3.5\"").texts.contains { $0 == ("rating", "3.5") })
    #expect(read([], xmp: "xmp:Rating=\"4\"").texts.contains { $0 == ("rating", "4") })
    #expect(read([], exif: [(0x8827, .text("400"))]).iso == 400)
  }

  @Test(
    "a location is read of whole numbers and of texts [M4.3]",
    arguments: [
      (.long([41, 1, 54]), "41.0316667"), (.short([41, 1, 54]), "41.0316667"), (.text("41.0317"), "41.0317"),
      (.text("41 1 54.12"), "41.0317"), (.text("41,03170,0,00000"), nil), (.text("north"), nil), (.text("95"), nil),
    ] as [(TIFFMaker.Value, String?)])
  func places(_ latitude: TIFFMaker.Value, _ expected: String?) {
    let read = read([], gps: [(1, .text("N")), (2, latitude), (3, .text("E")), (4, .long([28, 58, 0]))])
    #expect(read.latitude == expected && (read.longitude != nil) == (expected != nil))
  }

  @Test("the sensitivity of Kodak's cameras of 2000 stands in their notes [M4.3]") func kodak() {
    var note = [UInt8](repeating: 0, count: 0x60)
    (note[12], note[13], note[0x4E], note[0x4F]) = (7, 0xD0, 0, 100)
    let maker: (Int, TIFFMaker.Value) = (0x10F, .text("Eastman Kodak Company"))
    #expect(read([maker, (0x110, .text("DC3400"))], exif: [(0x927C, .bytes(note))]).iso == 100)
  }

  @Test(
    "comments are read in either byte order, whatever that of the file is; Japanese ones are no text here",
    arguments: [
      ([0, 0x41, 0, 0x42], "AB"), ([0x41, 0, 0x42, 0], "AB"), ([0xFE, 0xFF, 0x62, 0x4B], "\u{624B}"),
      ([0xFF, 0xFE, 0x4B, 0x62], "\u{624B}"),
    ] as [([UInt8], String)])
  func comments(_ text: [UInt8], _ expected: String) {
    for isLittle in [true, false] {
      #expect(comment(Array("UNICODE\0".utf8) + text, isLittle: isLittle) == expected)
    }
    #expect(comment(Array("JIS\0\0\0\0\0".utf8) + [0x1B, 0x24, 0x42, 0x3C, 0x6A], isLittle: true) == "(Binary data 13 bytes)")
  }

  private func comment(_ bytes: [UInt8], isLittle: Bool) -> String? {
    let maker = TIFFMaker(isLittle: isLittle, directories: [[(0x8769, .directory(1))], [(0x9286, .bytes(bytes))]])
    var image = ImageBytes(ImageSample(Container.jpeg(maker.bytes)))
    return PhotoTag.list(&image, .jpeg).first { $0.key.hasSuffix("UserComment") }?.words
  }
}
