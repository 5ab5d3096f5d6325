// A photo of a real camera in a shared page: smaller, without metadata, and whole where nothing can make it smaller.

import FoundationEssentials
import Glibc
import Testing
import VitrineApplication
import VitrineCLI
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

  @Test("Ctrl-C, or a kill, in the middle leaves what stood there, and nothing else", arguments: ["INT", "TERM"])
  func interrupted(signal: String) throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    try folder.write("game_system: Warhammer 40K\narmy: Ultramarines\n", to: "a/project.yaml")
    try folder.write(try TestData.bytes(Self.photo), to: "a/photo.jpg")
    try scratch.write("old", to: "out/page.html")
    // In the place of the decoder: by then the page is begun.
    try scratch.write("#!/bin/sh\nkill -\(signal) $PPID\nsleep 30\n", to: "decode")
    chmod(scratch.path + "/decode", 0o755)
    let step = try Shell.run(
      "exec vitrine share --overwrite -o \(scratch.path)/out/page.html", in: folder.path, scratch: scratch,
      variables: ["VITRINE_DECODE=\(scratch.path)/decode"])
    #expect(step.status == (signal == "INT" ? 130 : 143), "\(step.errors)")
    #expect(step.errors.isEmpty && step.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out") == ["page.html"])
    #expect(String(decoding: try scratch.read("out/page.html"), as: UTF8.self) == "old")
  }

  /// A catalogue of records with a photo each, large and small ones.
  private static func several() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    let photos = [
      Self.photo, "photos/camera-jpeg/mei__HTC_TyTN_II.jpg", "photos/camera-jpeg/mei__Minolta_DiMAGE_X.jpg",
      "photos/camera-jpeg/mei__Issue_308.jpg", "photos/camera-jpeg/mei__Epson_PhotoPC_3000Z.jpg",
    ]
    for number in 0..<20 {
      try folder.write("game_system: Warhammer 40K\narmy: Army \(number)\n", to: "p\(10 + number)/project.yaml")
      try folder.write(try TestData.bytes(photos[number % 5]), to: "p\(10 + number)/photo.jpg")
    }
    return folder
  }

  @Test("M8.4: many photos are made smaller on all cores, and stand in the order of the records, each as it would alone")
  func order() throws {
    let (folder, scratch) = (try Self.several(), try TemporaryFolder())
    func photos(_ query: String) throws -> [String] {
      let step = try Shell.run(
        "vitrine share --overwrite -o \(scratch.path)/page.html \(query)", in: folder.path, scratch: scratch)
      #expect(step.status == 0)
      return String(decoding: try scratch.read("page.html"), as: UTF8.self).split(separator: "data:image/jpeg;base64,")
        .dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let all = try photos("")
    #expect(all.count == 20 && Set(all).count == 5)
    for number in 0..<20 { #expect(all[number] == all[number % 5]) }
    for number in 0..<5 { #expect(try photos("army:'Army \(number + 5)'") == [all[number]]) }
  }

  @Test("who waits at a terminal sees how far it is, on one line that is gone in the end")
  func progress() throws {
    let (folder, scratch) = (try Self.several(), try TemporaryFolder())
    for (target, what) in [("page.html", "photos 20 of 20"), ("bundle.zip", "files 32 of ")] {
      let result = LongImportTests.run(["share", "-o", "\(scratch.path)/\(target)"], in: folder) { session in
        LongImportTests.impatient(&session)
        session.errorWidth = 200
      }
      #expect(result.status == 0)
      #expect(result.said.contains("\r\u{1B}[Kshare \(scratch.path)/\(target): \(what)"), "\(result.said)")
      #expect(result.said.contains("\r\u{1B}[K20 records and 20 photos") || result.said.contains("\r\u{1B}[K16 large photos"))
    }
  }
}
