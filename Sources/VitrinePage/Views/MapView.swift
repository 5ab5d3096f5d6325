// A list as a map: drawn by the server with pins as links, taken over by Leaflet where the page's script runs.
// Decision 0059 says why.

import VitrineApplication
import VitrineModel
import VitrinePlaces
import VitrineRules

/// The map of a list.
struct MapView {
  /// The file of Leaflet among those of the page.
  static let leaflet = "leaflet/leaflet.min.js"

  private let list: RecordCollection
  private let query: String
  private let kind: Int?
  private let request: PageRequest
  /// The pins of the list.
  let pins: MapPins

  /// The map of a list; without a kind the map of all that have places.
  init(_ list: RecordCollection, query: String, kind: Int?, byKind: Bool = false, _ request: PageRequest) {
    (self.list, self.query, self.kind, self.request) = (list, query, kind, request)
    pins = MapPins(list, byKind: byKind, request)
  }

  private var words: PageWords { request.words }

  /// The kinds that have places.
  static func kinds(_ request: PageRequest) -> [Int] {
    request.open.kinds.indices.filter { request.open.kinds[$0].location != nil }
  }

  /// Whether a kind has places; nil for all kinds.
  static func isOffered(_ kind: Int?, _ request: PageRequest) -> Bool {
    kind.map { request.open.kinds[$0].location != nil } ?? request.open.kinds.contains { $0.location != nil }
  }

  /// The map of a kind's records, or of all that have places.
  static func address(_ kind: Kind?, query: String) -> String {
    kind.map { PageAddress.collection($0, query: query, [("as", "map")]) } ?? PageAddress.view("map", query: query)
  }

  /// The map, with its list beside it.
  var markup: Markup {
    let drawing = MapDrawing(
      around: pins.pins.map { ($0.latitude, $0.longitude) }, width: 960, height: 600, leastSpan: pins.pins.isEmpty ? 360 : 2)
    let only = kind ?? list.kind
    let mapped = Self.kinds(request).filter { $0 == only ?? $0 }.map { request.open.kinds[$0] }
    let create = mapped.first.map { "/new/" + PageAddress.encoded($0.name) } ?? ""
    let name = mapped.first.map { $0.language.lowercased($0.title) } ?? ""
    let missing = request.hasLeaflet ? nil : words("map.still")
    let without = list.total - pins.pins.count
    let tiles = Streets(request)
    return """
      <map-view class="map" data-atlas="/atlas/\(request.version)/"\(tiles.attributes) data-new="\(create)" data-word-new="\(words("new.of", name))" \
      data-word-here="\(words("map.here"))" data-word-in="\(words("map.in"))" data-word-out="\(words("map.out"))" data-word-all="\(words("map.all"))" \
      data-word-map="\(words("map.label"))" data-word-seen="\(words("map.seen", "{}"))" data-word-refused="\(words("map.refused"))" \
      data-word-unknown="\(words("map.unknown"))" data-word-drop="\(words("map.drop"))" data-word-close="\(words("map.close"))" \
      data-word-cluster="\(words("map.cluster", "{}"))">
      <div class="map-sheet"><div class="map-canvas">\(svg(drawing))</div>
      <p class="map-notes"><span class="faint">\(words("map.source"))</span>\(tiles.note)\(" <span class=\"faint\">\(words("map.without", count: without))</span>", if: without > 0)\
      \(" <span class=\"bad\">\(missing ?? "")</span>", if: missing != nil)\
      \(" <span class=\"bad\">\(words("map.noCoasts"))</span>", if: !request.open.places.isThere)</p></div>
      <div class="map-side"><p class="sub" role="status" id="map-count"></p><ol class="map-list" id="rows">\(rows)</ol></div>
      </map-view>
      \(Self.scripts(request))
      """
  }

  /// Leaflet, which only pages with a map load.
  static func scripts(_ request: PageRequest) -> Markup {
    guard request.hasLeaflet else { return .empty }
    func address(_ name: String) -> String { PageAddress.asset("leaflet/" + name, version: request.version) }
    return """
      <link rel="stylesheet" href="\(address("leaflet.css"))">
      <script defer src="\(address("leaflet.min.js"))"></script>
      <script defer src="\(address("leaflet.markercluster.min.js"))"></script>
      """
  }

  /// The most records of the list that the server makes.
  private static let mostListed = 60

  private var rows: Markup {
    let rows = pins.pins.prefix(Self.mostListed).map { pin in
      let category = pins.category(pin)
      return """
        <li><a href="\(pins.address(pin))">\(Self.sign(category))<span><bdi>\(pins.title(pin))</bdi></span></a></li>
        """ as Markup
    }
    return "\(rows)"
  }

  /// The sign of a category as it stands on pins.
  static func sign(_ category: MapPins.Category) -> Markup {
    """
    <svg class="pin-sign" viewBox="0 0 24 24" aria-hidden="true"><path d="\(category.shape)" fill="\(category.hex)"/>\
    <text x="12" y="16.5" text-anchor="middle" fill="#fff">\(category.glyph)</text></svg>
    """
  }

  // MARK: the drawing

  /// Pins nearer to one another than this are drawn as one. Units: pixels.
  private static let cell = 44.0

  private func svg(_ drawing: MapDrawing) -> Markup {
    let land = drawing.path(request.open.places.borders(drawing.detail, in: drawing.box))
    let marks = clusters(drawing).map { cluster -> Markup in
      let (x, y) = (MapDrawing.rounded(cluster.point.x, 1), MapDrawing.rounded(cluster.point.y, 1))
      guard cluster.pins.count > 1 else {
        let pin = cluster.pins[0]
        let category = pins.category(pin)
        let title = category.label.isEmpty ? pins.title(pin) : "\(pins.title(pin)), \(category.label)"
        return """
          <a href="\(pins.address(pin))" aria-label="\(title)"><title>\(title)</title><path class="pin" transform="translate(\(x) \(y)) scale(1.36) translate(-12 -12)" d="\(category.shape)" fill="\(category.hex)"/>\
          <text x="\(x)" y="\(y)" dy="5.5">\(category.glyph)</text></a>

          """
      }
      let label = words("map.cluster", words.number(cluster.pins.count))
      return """
        <a href="\(address(of: cluster.pins))" aria-label="\(label)"><title>\(label)</title><circle class="cluster" cx="\(x)" cy="\(y)" r="21"/>\
        <text class="count" x="\(x)" y="\(y)" dy="5.5">\(cluster.pins.count)</text></a>

        """
    }
    return """
      <svg class="sheet" viewBox="0 0 \(Int(drawing.width)) \(Int(drawing.height))" role="group" aria-label="\(words("map.label"))">\
      <path class="land" d="\(land)"/>\(marks)</svg>
      """
  }

  /// Pins by squares of the sheet, each with the middle of its pins.
  private func clusters(_ drawing: MapDrawing) -> [(point: SIMD2<Double>, pins: [MapPins.Pin])] {
    let placed = pins.pins.map { ($0, drawing.point(latitude: $0.latitude, longitude: $0.longitude)) }
    let squares = Dictionary(grouping: placed) {
      SIMD2(Int(($0.1.x / Self.cell).rounded(.down)), Int(($0.1.y / Self.cell).rounded(.down)))
    }
    return squares.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.map { _, members in
      (members.map(\.1).reduce(.zero, +) / Double(members.count), members.map(\.0))
    }
  }

  /// The same list, within the box that some pins need.
  private func address(of cluster: [MapPins.Pin]) -> String {
    let (latitudes, longitudes) = (cluster.map(\.latitude), cluster.map(\.longitude))
    let edge = 0.0005
    let box = [
      max(-90, (latitudes.min() ?? 0) - edge), max(-180, (longitudes.min() ?? 0) - edge),
      min(90, (latitudes.max() ?? 0) + edge), min(180, (longitudes.max() ?? 0) + edge),
    ].map { MapDrawing.rounded($0, 4) }.joined(separator: ",")
    let own = (kind ?? list.kind).map { request.open.kinds[$0] }
    let fields = own.map { [$0] } ?? Self.kinds(request).map { request.open.kinds[$0] }
    var names: [String] = []
    for name in fields.compactMap({ $0.location?.dotted }) where !names.contains(name) { names.append(name) }
    let condition = names.map { "\($0):bbox:\(box)" }.joined(separator: " or ")
    // The box of a cluster lies in the one that it was seen in.
    let others = QueryTerms(query).terms.filter { term in
      !names.contains { term.hasPrefix("\($0):bbox:") || term.hasPrefix("(\($0):bbox:") }
    }
    let wanted = (others + [names.count > 1 ? "(\(condition))" : condition]).joined(separator: " ")
    return Self.address(kind.map { request.open.kinds[$0] }, query: wanted)
  }
}

/// The small map of a record.
enum RecordMap {
  /// The map of a record's place, as a link to its list's map; nothing where it has none.
  static func markup(_ detail: RecordDetail, _ request: PageRequest) -> Markup {
    guard let point = detail.around.facts.location, request.open.places.isThere else { return .empty }
    let (latitude, longitude) = (Double(point.latitude), Double(point.longitude))
    let drawing = MapDrawing(around: [(latitude, longitude)], width: 640, height: 260, leastSpan: 7)
    let place = drawing.point(latitude: latitude, longitude: longitude)
    let (x, y) = (MapDrawing.rounded(place.x, 1), MapDrawing.rounded(place.y, 1))
    let address =
      PageAddress.collection(detail.kind, query: "", [("as", "map")])
      + "#12/\(MapDrawing.rounded(latitude, 5))/\(MapDrawing.rounded(longitude, 5))"
    return """
      <a class="place-map" href="\(address)" aria-label="\(request.words("map.show"))">\
      <svg class="sheet" viewBox="0 0 640 260" aria-hidden="true"><path class="land" d="\(drawing.path(request.open.places.borders(drawing.detail, in: drawing.box)))"/>\
      <circle class="halo" cx="\(x)" cy="\(y)" r="17"/><circle class="spot" cx="\(x)" cy="\(y)" r="8"/></svg></a>
      """
  }
}
