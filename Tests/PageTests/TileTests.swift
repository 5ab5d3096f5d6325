// The person's own map tiles: MBTiles and PMTiles, well-formed and not, and what the map makes of them.

import Testing
import VitrinePage
import VitrinePlaces
import VitrineTesting

/// PMTiles as values.
@Suite struct TileArchiveTests {
  private func reader(_ bytes: [UInt8]) -> TileArchive.Reader {
    { offset, count in
      guard let start = Int(exactly: offset), count >= 0, start <= bytes.count, count <= bytes.count - start else { return nil }
      return Array(bytes[start..<start + count])
    }
  }

  @Test(
    "tiles are numbered as the specification has it",
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 1, 0, 4), (1, 1, 1, 3), (1, 0, 1, 2), (2, 2, 1, 18), (2, 0, 2, 9), (3, 6, 3, 72),
      (3, 6, 0, 81),
      (5, 14, 28, 771), (5, 31, 14, 1110), (8, 112, 235, 49_338), (8, 148, 11, 82_122), (14, 6_091, 9_712, 215_571_226),
      (20, 1_047_238, 824_922, 1_121_324_605_133), (26, 32_580_007, 54_262_629, 3_465_255_468_648_409),
    ] as [(Int, Int, Int, UInt64)])
  func numbers(zoom: Int, column: Int, row: Int, number: UInt64) {
    #expect(TileArchive.number(zoom: zoom, column: column, row: row) == number)
    #expect(TileArchive.number(zoom: zoom, column: column, row: 1 << zoom) == nil)
    #expect(TileArchive.number(zoom: 27, column: 0, row: 0) == nil)
  }

  @Test("a tile is found in the root and in a leaf, and what is not there is not", arguments: [false, true])
  func tiles(hasLeaf: Bool) throws {
    let tiles = [(0, 0, 0), (1, 1, 1), (2, 3, 0), (4, 9, 7)].enumerated().map {
      ($1.0, $1.1, $1.2, [UInt8](repeating: UInt8($0), count: $0 + 1))
    }
    let bytes = TileFiles.archive(tiles, hasLeaf: hasLeaf)
    var archive = try TileArchive(reader(bytes))
    #expect(archive.zooms == 0...4 && archive.box.latitudes == -85...85)
    for tile in tiles { #expect(archive.tile(zoom: tile.0, column: tile.1, row: tile.2, reader(bytes)) == tile.3) }
    for (zoom, column, row) in [(1, 0, 0), (4, 9, 8), (5, 0, 0), (-1, 0, 0), (2, 4, 0), (2, -1, 0)] {
      #expect(archive.tile(zoom: zoom, column: column, row: row, reader(bytes)) == nil)
    }
  }

  @Test("a file of another version, compression or content is refused with the reason")
  func refusals() throws {
    let bytes = TileFiles.archive([(0, 0, 0, [1])])
    func reason(_ place: Int, _ value: UInt8) -> String {
      var other = bytes
      other[place] = value
      do throws(TileArchive.Refusal) {
        _ = try TileArchive(reader(other))
        return ""
      } catch { return error.reason }
    }
    #expect(reason(7, 2).contains("version 2") && reason(97, 3).contains("compressed") && reason(99, 1).contains("vector tiles"))
    #expect(reason(101, 27).contains("zooms") && reason(0, 0).contains("no PMTiles") && reason(97, 2).contains("directory"))
    #expect(reason(99, 3) == "")
  }

  @Test(
    "a file with any of its bytes changed or cut off is refused or gives no tile, at once, and asks for no more than there may be"
  )
  func hostile() throws {
    let tiles = [(0, 0, 0), (1, 1, 1), (2, 3, 0), (4, 9, 7)].map { ($0.0, $0.1, $0.2, [UInt8](repeating: 7, count: 40)) }
    let whole = TileFiles.archive(tiles, hasLeaf: true)
    var random = SplitMix(state: 92)
    var most = 0
    for _ in 0..<4_000 {
      var bytes = whole
      for _ in 0...Int(random.next() % 4) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      let read = reader(bytes)
      let counted: TileArchive.Reader = { offset, count in
        most = max(most, count)
        return read(offset, count)
      }
      guard var archive = try? TileArchive(counted) else { continue }
      for tile in tiles { _ = archive.tile(zoom: tile.0, column: tile.1, row: tile.2, counted) }
    }
    #expect(most <= 4 << 20)
    // A leaf that leads to itself.
    let loop = TileFiles.archive([(0, 0, 0, [1]), (1, 0, 0, [1])], hasLeaf: true)
    let leaf = try #require(loop.indices.first { loop[$0...].starts(with: [1, 1, 1, 1, 2]) && $0 > 140 })
    var turned = loop
    turned[leaf + 2] = 0
    turned[leaf + 3] = 5
    turned[leaf + 4] = 1
    var archive = try TileArchive(reader(turned))
    #expect(archive.tile(zoom: 1, column: 0, row: 0, reader(turned)) == nil)
  }
}

/// Tiles on the page.
@Suite struct TilePageTests {
  private func page(_ bytes: [UInt8]?, name: String = "maps/town.tiles") throws -> RunningPage {
    let files = [
      "vitrine.yaml": "vitrine: 1\ntiles: \(name)\ncollections:\n  - {kind: memory, files: \"memories/**/*.yaml\"}\n",
      "memories/one.yaml": "title: One\ndate: 2026-05-01\ncategory: travel\nlocation: {lat: 41.02, lon: 28.97}\n",
    ]
    let page = try RunningPage(files)
    if let bytes { try page.folder.write(bytes, to: name) }
    return page
  }

  /// The address of the tiles.
  private func base(_ page: RunningPage) throws -> String {
    String(try #require(try page.get("/map").text.firstMatch(of: /data-tiles="([^"]*)"/)).output.1)
  }

  @Test("MBTiles and PMTiles give their tiles; what is no picture or not there is a clear one (S1.1)")
  func both() throws {
    let database = try page(TileFiles.database)
    let map = try database.get("/map").text
    #expect(map.contains("data-tiles-zooms=\"0 1\" data-tiles-box=\"-85 -180 85 180\""))
    #expect(map.contains("Streets: Town, © Nobody."))
    let tiles = try base(database)
    let red = try database.get(tiles + "0/0/0")
    #expect(
      red.body.starts(with: [0x89, 0x50, 0x4E, 0x47]) && red.headers["content-type"] == "image/png"
        && red.headers["x-content-type-options"] == "nosniff")
    // Rows of MBTiles are counted from the south.
    let blue = try database.get(tiles + "1/0/1")
    #expect(blue.body != red.body && blue.body.starts(with: [0x89, 0x50]))
    let clear = try database.get(tiles + "1/0/0")
    #expect(clear.status == 200 && clear.headers["content-type"] == "image/png" && clear.body.count < 90)
    let script = try database.get(tiles + "1/1/0")
    #expect(script.body == clear.body)
    for wrong in ["0/0", "0/0/0/0", "a/0/0", "0/0/0.png", "", "99999999999999999999/0/0"] {
      #expect(try database.get(tiles + wrong).status == 404, "\(wrong)")
    }
    for outside in ["1/2/0", "40/0/0", "-1/0/0", "1/-1/0"] {
      #expect(try database.get(tiles + outside).body == clear.body, "\(outside)")
    }
    #expect(try database.get("/libraries").text.contains("maps/town.tiles is read for the streets of the map."))
    let archive = try page(TileFiles.archive([(0, 0, 0, TileFiles.png), (1, 0, 1, Array("<svg onload=x>".utf8))], hasLeaf: true))
    let other = try base(archive)
    #expect(try archive.get(other + "0/0/0").body == TileFiles.png && archive.get(other + "1/0/1").body == clear.body)
    #expect(try archive.get("/map").text.contains("Streets: Streets, Nobody."))
    // A stranger sees none.
    #expect(try archive.raw("GET \(other)0/0/0 HTTP/1.1", [archive.host]).status == 401)
  }

  @Test("edges that are not on the Earth are none: the tiles are of all of it")
  func edges() throws {
    let edges = Array("-180,-85,180,85".utf8)
    let database = TileFiles.database
    let start = try #require(database.indices.first { database[$0...].starts(with: edges) })
    // As long as what they replace.
    for written in [
      "-1e300,-85,9e99", "-180,-85,1e9,85", "-inf,-85,inf,85", "-999,-85,999,85", "nan,nan,nan,nan", "10,-85,-1000,85",
    ] {
      var bytes = database
      bytes.replaceSubrange(start..<start + edges.count, with: written.utf8)
      #expect(bytes.count == database.count, "\(written)")
      let map = try page(bytes).get("/map")
      #expect(map.status == 200 && map.text.contains("data-tiles-box=\"-90 -180 90 180\""), "\(written)")
    }
    var archive = TileFiles.archive([(0, 0, 0, TileFiles.png)])
    archive.replaceSubrange(102..<106, with: [0, 0, 0, 0x80])
    let box = try TileArchive { offset, count in Array(archive.dropFirst(Int(offset)).prefix(count)) }.box
    #expect(box.longitudes == -180...180 && box.latitudes == -90...90)
  }

  @Test("views that never end, broken files and no files are reported, and harm nothing")
  func hostile() throws {
    for bytes in [TileFiles.endless, TileFiles.long] {
      let page = try page(bytes)
      let tiles = try base(page)
      #expect(try page.get(tiles + "0/0/0").headers["content-type"] == "image/png")
    }
    var random = SplitMix(state: 3)
    for _ in 0..<20 {
      var bytes = TileFiles.database
      for _ in 0..<20 { bytes[16 + Int(random.next() % UInt64(bytes.count - 16))] = UInt8(truncatingIfNeeded: random.next()) }
      let page = try page(bytes)
      #expect(try page.get("/map").status == 200)
      for row in 0..<2 { #expect(try page.get("/tiles/x/1/0/\(row)").status == 200) }
    }
    let refused =
      [
        (nil, "No such file"), (Array("vitrine".utf8), "neither MBTiles nor PMTiles"), ([], "neither MBTiles nor PMTiles"),
        (TileFiles.archive([(0, 0, 0, [1])], type: 1), "vector tiles"),
      ] as [([UInt8]?, String)]
    for (bytes, reason) in refused {
      let text = try page(bytes).get("/map").text
      #expect(text.contains("No streets: &#39;maps/town.tiles&#39;: ") && text.contains(reason) && !text.contains("data-tiles"))
    }
    #expect(try page(nil, name: ".").get("/map").text.contains("No streets"))
    #expect(try page(nil, name: "/dev/zero").get("/map").text.contains("no file that can be read"))
  }

  @Test(
    "the map draws the streets where there are some, under the same rules for what a page may load (S1.1)", .needs(Browser.needs))
  func browser() throws {
    let page = try page(TileFiles.database)
    let browser = try Browser()
    try browser.open(page.server.makeEntryAddress())
    try browser.open("http://127.0.0.1:\(page.server.port)/map#1/20/10")
    #expect(try browser.until("document.querySelectorAll('.map-streets img.leaflet-tile-loaded').length >= 4"))
    #expect(
      try browser.run(
        "return [...document.querySelectorAll('.map-streets img')].every((i) => new URL(i.src).origin === location.origin)")
        == "true")
    #expect(
      try browser.run("return [...document.querySelectorAll('.map-streets img')].some((i) => i.naturalWidth > 0)") == "true")
    let console = try browser.log("browser")
    #expect(!console.contains("SEVERE"), "\(console)")
  }
}
