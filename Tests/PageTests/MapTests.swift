// Lists as maps and timelines: what the server draws, and what the page's script makes of it in a browser.

import FoundationEssentials
import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Maps without a browser.
@Suite struct MapTests {
  @Test("directions lead to pages and to programs for maps, and to nothing that a browser runs")
  func directions() throws {
    func record(_ address: String) throws -> String {
      var files = Self.files([("One", 41.02, 28.97)])
      files["vitrine.yaml", default: ""] += "directions: \"\(address)\"\n"
      return try RunningPage(files).get("/spots/s0").text
    }
    for (address, shown) in [
      ("https://maps.example/?to={lat},{lon}", "https://maps.example/?to=41.02,28.97"), ("GEO:{lat},{lon}", "GEO:41.02,28.97"),
      (" ht\\ttp://maps.example/{lat}/{lon}", "http://maps.example/41.02/28.97"),
    ] {
      let text = try record(address)
      #expect(text.contains("href=\"\(shown)\"") && text.contains(">Directions</a>"), "\(address)")
    }
    for address in [
      " javascript:alert(1)//{lat}{lon}", "\\u0001javascript:alert(1)//{lat}{lon}", "java\\tscript:alert(1)//{lat}{lon}",
      "JavaScript:alert(1)//{lat}{lon}", "\\u00A0javascript:alert(1)//{lat}{lon}", "data:text/html,alert(1){lat}{lon}",
      "view-source:alert(1){lat}{lon}", "//maps.example:80/alert(1){lat}{lon}",
    ] {
      let text = try record(address)
      #expect(
        text.contains("One") && text.firstMatch(of: /href="[^"]*alert\(1\)/) == nil && !text.contains(">Directions</a>"),
        "\(address)")
    }
  }

  /// A catalogue of spots.
  static func files(_ spots: [(name: String, latitude: Double, longitude: Double)]) -> [String: String] {
    var files = [
      "vitrine.yaml": "vitrine: 1\ntitle: Spots\ncollections:\n  - {kind: spot, files: \"spots/**/*.yaml\"}\n",
      "schemas/parts/location.yaml": """
      $schema: https://json-schema.org/draft/2020-12/schema
      title: Location
      type: object
      required: [lat, lon]
      additionalProperties: false
      x-vitrine: {location: true}
      properties:
        lat: {title: Latitude, type: number, minimum: -90, maximum: 90}
        lon: {title: Longitude, type: number, minimum: -180, maximum: 180}
        name: {title: Place name, type: string, minLength: 1}
      """,
      "schemas/spot.schema.yaml": """
      $schema: https://json-schema.org/draft/2020-12/schema
      title: Spot
      type: object
      required: [title]
      additionalProperties: false
      properties:
        title: {title: Title, type: string, minLength: 1}
        day: {title: Day, type: string, format: date, x-vitrine: {initial: today}}
        mood: {title: Mood, enum: [calm, loud]}
        location: {$ref: parts/location.yaml}
      x-vitrine: {plural: spots, display: title, search: [title], sort: [title], columns: [title, day, mood]}
      """,
    ]
    for (place, spot) in spots.enumerated() {
      let day = "20\(20 + place % 6)-0\(1 + place % 9)-11"
      files["spots/s\(place).yaml"] = """
        title: "\(spot.name)"
        day: \(day)
        mood: \(place % 2 == 0 ? "calm" : "loud")
        location: {lat: \(spot.latitude), lon: \(spot.longitude)}

        """
    }
    return files
  }

  static let few = [
    ("Galata", 41.0256, 28.9744), ("Belém", 38.6916, -9.2160), ("Fushimi", 34.9671, 135.7727),
    ("Tower </script> & \\\"quotes\\\"", 51.5055, -0.0754),
  ].map { (name: $0.0, latitude: $0.1, longitude: $0.2) }

  @Test("a map is drawn by the server, with pins as links, and is what a browser without a script has (S1.2, M11.1)")
  func drawing() throws {
    let page = try RunningPage(Self.files(Self.few))
    let reply = try page.get("/spots?as=map")
    #expect(reply.status == 200)
    #expect(reply.text.contains("<path class=\"land\" d=\"M"))
    #expect(reply.text.contains("href=\"/spots/s0\" aria-label=\"Galata, calm\""))
    #expect(reply.text.contains("Tower &lt;/script&gt;") && !reply.text.contains("Tower </script>"))
    #expect(reply.text.contains("aria-current=\"true\" data-whole") || reply.text.contains("as=map\" aria-current=\"true\""))
    #expect(reply.headers["permissions-policy"]?.contains("geolocation=(self)") == true)
    #expect(try page.get("/spots").headers["permissions-policy"]?.contains("geolocation=()") == true)
    #expect(try page.get("/all?as=map&q=galata").headers["location"] == "/map?q=galata")
    #expect(try page.get("/spots?as=map&q=nothing-at-all").status == 200)
  }

  @Test("pins are data for the script: every record of the list with a place, whatever it is called (S1.2)")
  func pins() throws {
    var files = Self.files(Self.few)
    files["spots/nowhere.yaml"] = "title: Nowhere\n"
    files["spots/off.yaml"] = "title: Off\nlocation: {lat: 95, lon: 10}\n"
    let page = try RunningPage(files)
    let reply = try page.get("/spots?as=map", ["Vitrine-Part: pins"])
    let data = try #require(try JSONSerialization.jsonObject(reply.text))
    #expect(data.pins == 4)
    #expect(reply.text.contains("Tower </script> & \\\"quotes\\\""))
    #expect(reply.headers["content-type"] == "application/json")
    #expect(try page.get("/spots?as=map").text.contains("2 without a place"))
    #expect(try page.get("/spots?as=map&q=galata", ["Vitrine-Part: pins"]).text.contains("Galata"))
  }

  @Test("pins on one spot are drawn as one, which leads nearer")
  func clusters() throws {
    let spots = (0..<60).map { (name: "S\($0)", latitude: 41 + Double($0) * 0.0001, longitude: 29.0) } + Self.few
    let page = try RunningPage(Self.files(spots))
    let text = try page.get("/spots?as=map").text
    #expect(text.contains("class=\"cluster\"") && text.contains("61 records"))
    #expect(text.contains("q=location%3Abbox%3A40.9995"))
  }

  /// A catalogue of spots and of finds, whose place has another name, and of notes that have none.
  static var kinds: [String: String] {
    var files = files(few)
    files["vitrine.yaml"] = """
      vitrine: 1
      title: Spots
      collections:
        - {kind: spot, files: "spots/**/*.yaml"}
        - {kind: note, files: "notes/**/*.yaml"}
        - {kind: find, files: "finds/**/*.yaml"}

      """
    let schema = files["schemas/spot.schema.yaml"] ?? ""
    files["schemas/find.schema.yaml"] = schema.replacing("title: Spot", with: "title: Find").replacing(
      "plural: spots", with: "plural: finds"
    )
    .replacing("location: {$ref", with: "where: {$ref")
    files["schemas/note.schema.yaml"] = schema.replacing("title: Spot", with: "title: Note").replacing(
      "plural: spots", with: "plural: notes"
    )
    .replacing("  location: {$ref: parts/location.yaml}\n", with: "")
    files["finds/coin.yaml"] = "title: Coin\nmood: calm\nday: 2021-03-11\nwhere: {lat: 41.0256, lon: 28.9745}\n"
    files["finds/lost.yaml"] = "title: Lost\n"
    files["notes/note.yaml"] = "title: Note\nday: 2021-03-12\n"
    return files
  }

  @Test("all kinds with places are on one map, told apart by signs, searched together and narrowed by kind (S1.2, S1.3, S4.1)")
  func together() throws {
    let page = try RunningPage(Self.kinds)
    let text = try page.get("/map").text
    #expect(text.contains("6 in all") && !text.contains("href=\"/notes/note\""))
    #expect(text.contains("href=\"/map?q=kind%3Aspot\"") && text.contains("href=\"/map?q=kind%3Afind\""))
    #expect(!text.contains("q=kind%3Anote") && text.contains("1 without a place"))
    // Two that lie on one another lead nearer, by whatever name each kind calls its place.
    let nearer = try #require(text.firstMatch(of: /href="(\/map\?q=%28location[^"]+)"/)).output.1
    #expect(nearer.contains("%20or%20where%3Abbox"))
    #expect(try page.get(String(nearer)).text.contains("2 of 6"))
    let finds = try page.get("/map?q=kind%3Afind").text
    #expect(finds.contains("2 of 6") && finds.contains("aria-current=\"true\"") && finds.contains("<b>4</b>"))
    #expect(finds.contains("href=\"/map?q=kind%3Afind%2Cspot\""))
    // A kind keeps its sign, whatever else is on the map.
    let outline = "d=\"M12 0 24 12 12 24 0 12z\""
    #expect(text.contains(outline) && finds.contains(outline))
    let pins = try page.get("/map?q=mood%3Acalm", ["Vitrine-Part: pins"]).text
    #expect(pins.contains("\"Finds\",\"F\"") && pins.contains("\"/finds/coin\"") && !pins.contains("Belém"))
    let results = try page.get("/map?q=coin", ["Vitrine-Part: results"]).text
    #expect(results.contains("1 of 6") && !results.contains("<html"))
    #expect(try page.get("/map?q=nothing-at-all").text.contains("Nothing is found."))
    #expect(try page.get("/").text.contains("<li><a href=\"/map\""))
    #expect(try page.get("/map", ["Accept-Language: tr"]).text.contains("<h1>Harita</h1>"))
  }

  @Test("a map that cannot be drawn says why, and what to do (W6.2)")
  func without() throws {
    let page = try RunningPage(Self.kinds)
    let wrong = try page.get("/map?q=moood%3Acalm")
    #expect(wrong.status == 400 && wrong.text.contains("href=\"/map?q=mood%3Acalm\""))
    #expect(try page.get("/map?q=kind%3Anote").status == 400)
    #expect(try page.get("/map?q=" + String(repeating: "%28", count: 5_000)).status == 400)
    var files = Self.kinds
    for (path, _) in files where path.hasPrefix("spots/") || path.hasPrefix("finds/") { files[path] = nil }
    let empty = try RunningPage(files).get("/map").text
    #expect(empty.contains("No record has a place yet") && empty.contains("href=\"/new/spot\"") && empty.contains("<map-view"))
    let other = try RunningPage()
    #expect(try other.get("/map").text.contains("No kind of this collection has places"))
    #expect(try !other.get("/").text.contains("href=\"/map\""))
  }

  @Test("a record with a place shows it on a small map, and says where that is in words (S3.3)")
  func record() throws {
    let page = try RunningPage(Self.files(Self.few))
    let text = try page.get("/spots/s0").text
    #expect(text.contains("class=\"place-map\" href=\"/spots?as=map#12/41.0256/28.9744\""))
    #expect(text.contains("Istanbul, Türkiye"))
  }

  @Test("a new record of the map has its position, what the place is called, and today (S1.4, S2.6)")
  func new() throws {
    let page = try RunningPage(Self.files(Self.few))
    let text = try page.get("/new/spot?at=41.0055,28.9815").text
    #expect(text.contains("name=\"location.lat\" value=\"41.0055\"") && text.contains("name=\"location.lon\" value=\"28.9815\""))
    #expect(text.contains("name=\"location.name\" value=\"Sultanahmet, Istanbul, Türkiye\""))
    #expect(text.contains("name=\"day\" value=\"2026-11-2"))
    #expect(try page.get("/new/spot?at=95,28").text.contains("name=\"location.lat\" value=\"\""))
    #expect(try page.get("/place?at=41.0055,28.9815").text.contains("km from Sultanahmet, Istanbul, Türkiye"))
    #expect(try page.get("/place?at=x").status == 400)
    // In the middle of the ocean no town is near enough to name a place after.
    #expect(try page.get("/place?at=0,-30").text.hasPrefix("{\"name\":\"\",\"text\":"))
    #expect(try page.get("/new/spot?at=0,-30").text.contains("name=\"location.name\" value=\"\""))
  }

  @Test("a town is found by the start of a word of its name, those of that very name first, and with what it lies in")
  func towns() throws {
    let page = try RunningPage(Self.files(Self.few))
    func towns(_ typed: String) throws -> [String] {
      try page.get("/place?q=" + typed).text.split(separator: "<b>").dropFirst().map { item in
        item.split(separator: "</b>").first.map(String.init) ?? ""
      }
    }
    #expect(try towns("istanb").first == "Istanbul")
    #expect(try towns("sao%20pau").first == "São Paulo")
    #expect(try towns("paulo").contains("São Paulo"))
    #expect(try towns("bath").first == "Bath" && towns("bathi").first == "Bathinda")
    #expect(try page.get("/place?q=paris%2C%20tex").text.contains("data-value=\"33.6609,-95.5555\""))
    #expect(try towns("") == [] && towns("x") == [] && towns("zzzzzz") == [])
  }

  @Test("the outlines of the world are there at two scales")
  func atlas() throws {
    let page = try RunningPage(Self.files(Self.few))
    let world = try page.get("/atlas/x/world")
    #expect(world.text.hasPrefix("[[[[") && world.text.utf8.count > 100_000)
    #expect(try page.get("/atlas/x/else").status == 404)
    let towns = try page.get("/atlas/x/towns?box=40.8,28.7,41.2,29.3").text
    #expect(towns.hasPrefix("[[41.01") && towns.contains("\"Istanbul\"") && towns.contains("\"Üsküdar\""))
    #expect(try page.get("/atlas/x/towns?box=-90,-180,90,180").text == "[]")
    #expect(try page.get("/atlas/x/towns?box=1,2,inf,4").status == 400)
    #expect(try page.get("/atlas/x/towns?box=-18,178,-15,182").text.contains("\""))
  }

  @Test("a timeline has the newest first, under its months; what has no day stands last")
  func timeline() throws {
    var files = Self.files(Self.few)
    files["spots/never.yaml"] = "title: Never\n"
    let page = try RunningPage(files)
    let text = try page.get("/spots?as=timeline").text
    let headings = text.matches(of: /<li class="group" id="t\d+"><h2>([^<]*)<\/h2>/).map { String($0.output.1) }
    #expect(headings == ["April 2023", "March 2022", "February 2021", "January 2020", "Without a day"])
    #expect(try page.get("/spots?as=timeline", ["Accept-Language: tr"]).text.contains("Nisan 2023"))
  }
}

/// What is looked at of the pins' data.
private enum JSONSerialization {
  private struct Data: Decodable {
    var categories: [[String]]
  }

  /// How many pins a text of JSON holds; it is read as a whole.
  static func jsonObject(_ text: String) throws -> (pins: Int, categories: Int)? {
    let data = try JSONDecoder().decode(Data.self, from: FoundationEssentials.Data(text.utf8))
    return (text.matches(of: /\n\[|"pins":\[\[/).count, data.categories.count)
  }
}
