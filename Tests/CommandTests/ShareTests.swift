// A large photo in a shared page: smaller, without metadata, and whole where nothing can make it smaller.

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
  /// Where photos come from.
  enum Source: CaseIterable {
    /// From an encoder, with ExifTool's tags.
    case made
    /// From cameras.
    case cameras

    /// A photo of 4608 by 3456 pixels with EXIF; nil, and a word in the list of what was not run, where there is none.
    func photo(for test: String) throws -> [UInt8]? { try photos(for: test)?[0] }

    /// That photo, and four others, three of them large.
    func photos(for test: String) throws -> [[UInt8]]? {
      switch self {
      case .made: MadePhotos.needs.allSatisfy { $0.isMet(for: test) } ? try ShareTests.made.get() : nil
      case .cameras:
        Need.corpus("photos/camera-jpeg").isMet(for: test)
          ? try [
            "mei__Kodak_PIXPRO_FZ201.jpg", "mei__HTC_TyTN_II.jpg", "mei__Minolta_DiMAGE_X.jpg", "mei__Issue_308.jpg",
            "mei__Epson_PhotoPC_3000Z.jpg",
          ].map { try TestData.bytes("photos/camera-jpeg/" + $0) } : nil
      }
    }
  }

  private static let made = Result {
    try [(4608, 3456), (2000, 1500), (640, 480), (1800, 1200), (1700, 1700)].enumerated().map { number, size in
      try MadePhotos.large(width: size.0, height: size.1, model: "Camera \(number)")
    }
  }

  /// The photo in the page that a command writes, and what the command told.
  private func shared(
    _ photo: [UInt8], _ words: String = "", variables: [String] = []
  ) throws -> (photo: [UInt8], told: String, status: Int) {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    try folder.write("game_system: Warhammer 40K\narmy: Ultramarines\n", to: "a/project.yaml")
    try folder.write(photo, to: "a/photo.jpg")
    let step = try Shell.run(
      "vitrine share -o \(scratch.path)/page.html \(words)", in: folder.path, scratch: scratch, variables: variables)
    let page = (try? scratch.read("page.html")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let inside = page.split(separator: "data:image/jpeg;base64,").dropFirst().first?.prefix { $0 != "\"" } ?? ""
    return ([UInt8](Data(base64Encoded: String(inside)) ?? Data()), step.errors, step.status)
  }

  @Test("W1.3: HEIC and TIFF are seen: in a page, and in the gallery of a folder", .needs(MadePhotos.needs))
  func copies() throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    try folder.write("game_system: Warhammer 40K\narmy: Ultramarines\n", to: "a/project.yaml")
    let photos = try MadePhotos.all.get().photos
    for (name, source) in [("one.heic", "camera.heic"), ("two.tif", "camera.tiff")] {
      try folder.write(try #require(photos.first { $0.name == source }).bytes, to: "a/" + name)
    }
    let page = try Shell.run("vitrine share -o \(scratch.path)/page.html", in: folder.path, scratch: scratch)
    #expect(page.status == 0, "\(page.errors)")
    let text = String(decoding: try scratch.read("page.html"), as: UTF8.self)
    #expect(text.split(separator: "data:image/jpeg;base64,").count == 3)

    let bundle = try Shell.run("vitrine share -o \(scratch.path)/bundle", in: folder.path, scratch: scratch)
    // The TIFF itself says where it was taken, and stays at home.
    #expect(bundle.status == 1 && bundle.errors.contains("two.tif"), "\(bundle.errors)")
    let copy = try scratch.read("bundle/.gallery/a/one.heic.jpg")
    #expect(copy.starts(with: [0xFF, 0xD8]) && PhotoMetadata.read(copy)?.camera == nil)
    #expect(String(decoding: try scratch.read("bundle/index.html"), as: UTF8.self).contains("src=\".gallery/a/one.heic.jpg\""))
  }

  @Test("M8.4, S3.7: it has at most 1600 pixels, its shape, and no metadata", arguments: Source.allCases)
  func reduced(_ source: Source) throws {
    guard let original = try source.photo(for: "a large photo in a shared page: \(source)") else { return }
    let (photo, told, status) = try shared(original)
    #expect(told.hasPrefix("1 large photo made smaller for the page, 1600 pixels at most; --full-size keeps them\n"))
    #expect(status == 0)
    let metadata = try #require(PhotoMetadata.read(photo))
    #expect(metadata.width == 1152 && metadata.height == 864)
    #expect(metadata.camera == nil && metadata.taken == nil && metadata.latitude == nil)
    #expect(ImageCheck(ImageSample(photo), name: "x.jpg").faults == [])
  }

  @Test(
    "it stays as large as it is where that is asked for, and where there is no program that could make it smaller",
    arguments: Source.allCases)
  func fullSize(_ source: Source) throws {
    guard let original = try source.photo(for: "a photo in its full size in a shared page: \(source)") else { return }
    for (words, variables) in [("--full-size", []), ("", ["VITRINE_DECODE="]), ("", ["VITRINE_DECODE=/bin/false"])] {
      let (photo, told, status) = try shared(original, words, variables: variables)
      #expect(status == 0 && !told.contains("smaller"))
      let metadata = try #require(PhotoMetadata.read(photo))
      #expect(metadata.width == 4608 && metadata.camera == nil)
    }
    #expect(try shared(original, "--keep-metadata").photo == original)
  }

  @Test(
    "a photo that the decoders cannot read goes in as it is; one that is cut off is left out, and told",
    arguments: Source.allCases)
  func damaged(_ source: Source) throws {
    guard let bytes = try source.photo(for: "a damaged photo in a shared page: \(source)") else { return }
    // The compressed data of another picture behind the header of this one.
    var wrong = bytes
    for place in bytes.count / 2..<bytes.count - 2 where wrong[place] != 0xFF && wrong[place - 1] != 0xFF { wrong[place] = 0x5A }
    let (photo, _, status) = try shared(wrong)
    #expect(status == 0 && PhotoMetadata.read(photo)?.camera == nil && !photo.isEmpty)
    let cut = try shared(Array(bytes.prefix(bytes.count / 2)))
    #expect(cut.status == 1 && cut.photo.isEmpty)
    #expect(cut.told.hasPrefix("vitrine: 'a/photo.jpg' is left out: it is cut off; --keep-metadata shares it as it is\n"))
  }

  @Test(
    "Ctrl-C, or a kill, in the middle leaves what stood there, and nothing else", .needs(MadePhotos.needs),
    arguments: ["INT", "TERM"])
  func interrupted(signal: String) throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    try folder.write("game_system: Warhammer 40K\narmy: Ultramarines\n", to: "a/project.yaml")
    try folder.write(try Self.made.get()[0], to: "a/photo.jpg")
    try scratch.write("old", to: "out/page.html")
    // In the place of the decoder: by then the page is begun.
    try scratch.write(program: "#!/bin/sh\nkill -\(signal) $PPID\nsleep 30\n", to: "decode")
    let step = try Shell.run(
      "exec vitrine share --overwrite -o \(scratch.path)/out/page.html", in: folder.path, scratch: scratch,
      variables: ["VITRINE_DECODE=\(scratch.path)/decode"])
    #expect(step.status == (signal == "INT" ? 130 : 143), "\(step.errors)")
    #expect(step.errors.isEmpty && step.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out") == ["page.html"])
    #expect(String(decoding: try scratch.read("out/page.html"), as: UTF8.self) == "old")
  }

  /// A catalogue of records with a photo each, large and small ones.
  private static func several(_ photos: [[UInt8]]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    for number in 0..<20 {
      try folder.write("game_system: Warhammer 40K\narmy: Army \(10 + number)\n", to: "p\(10 + number)/project.yaml")
      try folder.write(photos[number % 5], to: "p\(10 + number)/photo.jpg")
    }
    return folder
  }

  @Test(
    "M8.4: many photos are made smaller on all cores, and stand in the order of the records, each as it would alone",
    arguments: Source.allCases)
  func order(_ source: Source) throws {
    guard let originals = try source.photos(for: "many photos in a shared page: \(source)") else { return }
    let (folder, scratch) = (try Self.several(originals), try TemporaryFolder())
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
    for number in 0..<5 { #expect(try photos("army:'Army \(number + 15)'") == [all[number]]) }
  }

  @Test("a page has its records as their lists show them, colours as discs, and links between its records (M8.4)")
  func pageOfRecords() throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.copy(TestData.checkout + "/examples/collection")
    let step = try Shell.run("vitrine share -o \(scratch.path)/page.html outfits --follow", in: folder.path, scratch: scratch)
    #expect(step.status == 0)
    let page = String(decoding: try scratch.read("page.html"), as: UTF8.self)
    let titles = page.matches(of: /<h2><a href="#r\d+"><bdi>([^<]*)<\/bdi>/).map { String($0.output.1) }
    #expect(
      titles.suffix(5) == [
        "Ayşe &amp; Tom&#39;s wedding", "First snow", "Friday at the office", "Moda sahilinde yürüyüş", "November rain",
      ])
    let number = try #require(titles.firstIndex(of: "Navy blazer"))
    #expect(page.contains("<a href=\"#r\(number)\">Navy blazer</a>"))
    #expect(page.contains("<dt>Colours</dt><dd data-v=\"yellow\"><bdi><svg class=\"swatch\""))
  }

  @Test("who waits at a terminal sees how far it is, on one line that is gone in the end", .needs(MadePhotos.needs))
  func progress() throws {
    let (folder, scratch) = (try Self.several(Self.made.get()), try TemporaryFolder())
    for (target, what) in [("page.html", "photos 20 of 20"), ("bundle.zip", "files 32 of ")] {
      let result = LongImportTests.run(["share", "-o", "\(scratch.path)/\(target)"], in: folder) { session in
        LongImportTests.impatient(&session)
        session.errorWidth = 200
      }
      #expect(result.status == 0)
      #expect(result.said.contains("\r\u{1B}[Kshare \(scratch.path)/\(target): \(what)"), "\(result.said)")
      #expect(
        result.said.contains("\r\u{1B}[K20 records and 20 photos") || result.said.contains(/\r\x1B\[K[0-9]+ large photos/),
        "\(result.said.suffix(300))")
    }
  }
}
