// Which record owns which image.

import Testing
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

@Suite struct PhotoPlaceTests {
  @Test(
    "the longest stem that begins the image's name before a separator owns it",
    arguments: [
      ("captain.jpg", "captain"), ("captain-20261120T181500Z-primed.jpg", "captain"), ("captain_2.jpg", "captain"),
      ("captain 3.jpg", "captain"), ("captains.jpg", nil), ("captain", nil), ("captain-titus.jpg", "captain-titus"),
      ("captain-titus-2.jpg", "captain-titus"), ("captain-titusx.jpg", "captain"), ("cap.jpg", "cap"), ("ca.jpg", nil),
      ("zzz.jpg", nil),
      ("a.b.c.jpg", "a.b"), ("a.c.jpg", "a"), ("Captain.jpg", nil), ("", nil), ("captain-.jpg", "captain"), ("a!.jpg", nil),
    ] as [(String, String?)])
  func longest(image: String, owner: String?) {
    let stems = ["captain", "cap", "captain-titus", "a", "a.b", "zz", "a!b"]
    #expect(Self.owners(of: [image], among: stems) == [owner])
  }

  /// The stems of the records that own images of a folder, with the image put before the records or after.
  private static func owners(of images: [String], among stems: [String]) -> [String?] {
    var facts = CatalogueFacts()
    facts.kinds = StormKinds.all()
    let paths = stems.map { "f/\($0).yaml" }.map { Path($0) }.sorted()
    facts.records = paths.map { RecordFacts(path: $0, kind: 0) }
    facts.photos = images.map { PhotoFacts(path: "f/\($0)", format: nil, byteCount: 1) }
    let links = Links(facts)
    return links.photos.indices.map { photo in
      links.owners(ofPhoto: photo).first.map { links.records[$0].path.stem.name.string }
    }
  }

  @Test("in a folder with one record that record owns all; with none, nobody does (M4.1, M7.2)")
  func few() {
    #expect(Self.owners(of: ["anything.jpg"], among: ["x"]) == ["x"])
    #expect(Self.owners(of: ["x.jpg"], among: []) == [nil])
  }

  /// Whose images are, and of those that belong to none the label, the path that a fix gives, and the note.
  private static func hints(_ images: [String], _ records: [String]) -> [String] {
    var facts = CatalogueFacts()
    facts.kinds = StormKinds.all()
    facts.records = records.map { Path($0) }.sorted().map { RecordFacts(path: $0, kind: 0) }
    facts.photos = images.map { PhotoFacts(path: Path($0), format: "jpeg", byteCount: 1) }
    let links = Links(facts)
    return images.indices.map { photo in
      var said = links.owners(ofPhoto: photo).first.map { "of " + links.records[$0].path.string } ?? "of none"
      RuleBook.check(records: [], photos: [photo], links, isOn: { $0.slug == "photo-orphan" }) { finding in
        said = [finding.label, finding.fixes.first?.newPath?.string ?? "", finding.note].filter { !$0.isEmpty }.joined(
          separator: " | ")
      }
      return said
    }
  }

  @Test("a folder without records that is named after a record beside it is that record's (M4.1)")
  func folders() {
    let records = ["g/x.yaml", "g/y.yaml", "g/y/z.yaml", "x.yaml"]
    let images = ["g/x/1.jpg", "g/y/1.jpg", "g/z/1.jpg", "x/1.jpg", "g/x/deep/1.jpg", "g/X/1.jpg"]
    #expect(
      Self.hints(images, records) == [
        "of g/x.yaml", "of g/y/z.yaml", "", "of x.yaml", "", "",
      ])
  }

  @Test("an image whose name is a record's but for case, separators or marks is hinted, with the name that would be right")
  func nearNames() {
    let records = ["g/hades-night.yaml", "g/éclair.yaml", "g/a.yaml", "g/A b.yaml", "g/a_b.yaml"]
    func meant(_ record: String, _ name: String) -> String { "did you mean '\(name)', a photo of '\(record)'? | g/\(name)" }
    let images = [
      "Hades_Night 1.JPG", "hadesnight.jpg", "e\u{301}CLAIR.jpg", "hades-night(2).jpg", "A.jpg", "A-B.jpg", "other.jpg",
      "(1).jpg",
    ]
    #expect(
      Self.hints(images.map { "g/" + $0 }, records)
        == [
          meant("hades-night", "hades-night 1.JPG"), meant("hades-night", "hades-night.jpg"), meant("éclair", "éclair.jpg"),
          meant("hades-night", "hades-night-(2).jpg"), meant("a", "a.jpg"), "", "", "",
        ])
  }

  @Test("once a second record came, the images of the first are hinted where the second has its own by name")
  func seconds() {
    let note = "here are 'a' and 'b': beside several records, an image is that one's whose name its own begins with"
    #expect(Self.hints(["g/p.jpg"], ["g/a.yaml", "g/b.yaml"]) == ["g/a-p.jpg | \(note)"])
    #expect(
      Self.hints(["g/p.jpg", "g/b-1.jpg"], ["g/a.yaml", "g/b.yaml"]) == [
        "it may be of 'a', the only record here without a photo | g/a-p.jpg | \(note)", "of g/b.yaml",
      ])
    #expect(Self.hints(["g/p.jpg"], ["g/a.yaml"]) == ["of g/a.yaml"])
    let many = ["a", "b", "c", "d"].map { "g/\($0).yaml" }
    #expect(Self.hints(["g/p.jpg"], many) == [""])
  }

  @Test("of two records with the same stem the first one owns")
  func doubled() {
    var facts = CatalogueFacts()
    facts.kinds = StormKinds.all()
    facts.records = ["a.yaml", "a.yml", "b.yaml"].map { RecordFacts(path: $0, kind: 0) }
    facts.photos = [PhotoFacts(path: "a.jpg", format: nil, byteCount: 1)]
    #expect(Links(facts).owners(ofPhoto: 0) == [0])
  }

  @Test("the answer is that of trying every stem, for random names")
  func againstPlain() {
    var random = SplitMix(state: 3)
    func name(_ most: Int) -> String { String((0..<1 + random.below(most)).map { _ in Array("ab.-")[random.below(4)] }) }
    for _ in 0..<60 {
      let stems = Array(Set((0..<2 + random.below(40)).map { _ in name(6) }))
      guard stems.count > 1 else { continue }
      let images = Array(Set((0..<60).map { _ in name(9) }))
      let wanted = images.map { image in
        stems.filter { stem in
          image.hasPrefix(stem) && stem.count < image.count && ".-_ ".contains(Array(image)[stem.count])
        }.max { $0.count < $1.count }
      }
      #expect(Self.owners(of: images, among: stems) == wanted)
    }
  }

  @Test("ten thousand records and images in one folder, and stems that all begin alike, take no time")
  func many() {
    let stems = (0..<10_000).map { "record-\($0)" }
    #expect(Self.owners(of: stems.map { $0 + "-x.jpg" }, among: stems) == stems)
    let nested = (1...250).map { String(repeating: "-", count: $0) }
    #expect(Self.owners(of: [nested[249] + "x.jpg"], among: nested) == [nested[248]])
  }
}
