// A photo of a real camera in a shared page: smaller, without metadata, and whole where nothing can make it smaller.

import FoundationEssentials
import Testing
import VitrineModel
import VitrinePhotos
import VitrineTesting

@Suite("Large photos in a shared page")
struct ShareTests {
  /// 4608 by 3456 pixels, with EXIF.
  private static let photo = "photos/camera-jpeg/mei__Kodak_PIXPRO_FZ201.jpg"

  /// The photo in the page that a command writes, and what the command told.
  private func shared(
    _ words: String = "", variables: [String] = [], photo: [UInt8]? = nil
  ) throws -> (photo: [UInt8], told: String, status: Int) {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    try folder.write("game_system: Warhammer 40K\narmy: Ultramarines\n", to: "a/project.yaml")
    try folder.write(try photo ?? TestData.bytes(Self.photo), to: "a/photo.jpg")
    let step = try Shell.run(
      "vitrine share -o \(scratch.path)/page.html \(words)", in: folder.path, scratch: scratch, variables: variables)
    let page = (try? scratch.read("page.html")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let inside = page.split(separator: "data:image/jpeg;base64,").dropFirst().first?.prefix { $0 != "\"" } ?? ""
    return ([UInt8](Data(base64Encoded: String(inside)) ?? Data()), step.errors, step.status)
  }

  @Test("M8.4, S3.7: it has at most 1600 pixels, its shape, and no metadata")
  func reduced() throws {
    let (photo, told, status) = try shared()
    #expect(told.hasPrefix("1 large photo made smaller for the page, 1600 pixels at most; --full-size keeps them\n"))
    #expect(status == 0)
    let metadata = try #require(PhotoMetadata.read(photo))
    #expect(metadata.width == 1152 && metadata.height == 864)
    #expect(metadata.camera == nil && metadata.taken == nil && metadata.latitude == nil)
    #expect(ImageCheck(ImageSample(photo), name: "x.jpg").faults == [])
  }

  @Test("it stays as large as it is where that is asked for, and where there is no program that could make it smaller")
  func fullSize() throws {
    for (words, variables) in [("--full-size", []), ("", ["VITRINE_DECODE="]), ("", ["VITRINE_DECODE=/bin/false"])] {
      let (photo, told, status) = try shared(words, variables: variables)
      #expect(status == 0 && !told.contains("smaller"))
      let metadata = try #require(PhotoMetadata.read(photo))
      #expect(metadata.width == 4608 && metadata.camera == nil)
    }
    #expect(try shared("--keep-metadata").photo == TestData.bytes(Self.photo))
  }

  @Test("a photo that the decoders cannot read goes in as it is; one that is cut off is left out, and told")
  func damaged() throws {
    let bytes = try TestData.bytes(Self.photo)
    // The compressed data of another picture behind the header of this one.
    var wrong = bytes
    for place in bytes.count / 2..<bytes.count - 2 where wrong[place] != 0xFF && wrong[place - 1] != 0xFF { wrong[place] = 0x5A }
    let (photo, _, status) = try shared(photo: wrong)
    #expect(status == 0 && PhotoMetadata.read(photo)?.camera == nil && !photo.isEmpty)
    let cut = try shared(photo: Array(bytes.prefix(bytes.count / 2)))
    #expect(cut.status == 1 && cut.photo.isEmpty)
    #expect(cut.told.hasPrefix("vitrine: 'a/photo.jpg' is left out: it is cut off; --keep-metadata shares it as it is\n"))
  }
}
