// What the map's script asks for: outlines of countries, what a position is called, where a town lies.

import VitrineApplication
import VitrineChanges
import VitrineModel
import VitrinePlaces

/// Outlines as data.
enum AtlasView {
  /// `/atlas/VERSION/world` and `/atlas/VERSION/regional`.
  ///
  /// Shape: a list of countries, each a list of rings, each a list of positions `[latitude, longitude]`.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    if request.path.count == 3, request.path.last == "towns" { return try towns(request) }
    let detail: Gazetteer.Detail? =
      switch request.path.last {
      case "world": .world
      case "regional": .regional
      default: nil
      }
    guard let detail, request.path.count == 3 else { throw PageError.missing(request.words("error.address")) }
    let decimals = detail == .world ? 2 : 3
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (place, border) in request.open.places.borders(detail).enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      let rings = border.rings.map { ring in
        "["
          + ring.map { "[\(MapDrawing.rounded($0.y, decimals)),\(MapDrawing.rounded($0.x, decimals))]" }.joined(separator: ",")
          + "]"
      }
      bytes += "[\(rings.joined(separator: ","))]\n".utf8
    }
    bytes.append(UInt8(ascii: "]"))
    return .bytes(bytes, type: "application/json", headers: caching(request))
  }
}

extension AtlasView {
  /// The address has the version of the page's files in it, which come with the same program: an answer may be kept, unless the table is missing.
  private static func caching(_ request: PageRequest) -> [(name: String, value: String)] {
    [("Cache-Control", request.open.places.isThere ? "private, max-age=86400" : "no-store")]
  }

  /// The most towns of an answer.
  private static let mostTowns = 150

  /// `/atlas/VERSION/towns?box=SOUTH,WEST,NORTH,EAST`. Shape: `[[latitude, longitude, name, size]…]`, the largest first.
  private static func towns(_ request: PageRequest) throws -> PageAnswer {
    let box = (request.value("box") ?? "").split(separator: ",").compactMap { Double($0) }.filter(\.isFinite)
    guard box.count == 4 else { throw PageError(status: 400, message: request.words("error.address")) }
    let towns = request.open.places.towns(south: box[0], west: box[1], north: box[2], east: box[3], most: mostTowns)
    let rows = towns.map { town in
      "[\(MapPins.number(town.latitude)),\(MapPins.number(town.longitude)),\(MapPins.quoted(town.name)),\(town.size)]"
    }
    return .bytes(
      Array("[\(rows.joined(separator: ",\n"))]".utf8), type: "application/json", headers: caching(request))
  }
}

/// What a position is called.
enum PlaceNameView {
  /// `/place?at=LATITUDE,LONGITUDE`. Shape: `{"name": TEXT, "text": TEXT}`; both "" where nothing is known of it.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    if let typed = request.value("q") { return towns(startingWith: typed, request) }
    guard let point = position(request) else { throw PageError(status: 400, message: request.words("error.address")) }
    let place = request.open.places.place(latitude: point.latitude, longitude: point.longitude)
    let (name, words) = (place?.nearbyName(in: request.open.language), place?.words(in: request.open.language))
    let text = "{\"name\":\(MapPins.quoted(name ?? "")),\"text\":\(MapPins.quoted(words ?? ""))}"
    return .bytes(Array(text.utf8), type: "application/json", headers: [("Cache-Control", "no-store")])
  }

  /// The most towns that are offered.
  private static let most = 8

  /// Towns for a form, as options whose value is a position.
  private static func towns(startingWith typed: String, _ request: PageRequest) -> PageAnswer {
    let items = request.open.places.towns(startingWith: typed, most: most).enumerated().map { place, town -> Markup in
      let value = MapDrawing.rounded(town.latitude, 5) + "," + MapDrawing.rounded(town.longitude, 5)
      // The name stands first and by itself: what follows says which of several it is.
      let rest = town.text.dropFirst(town.name.count).drop { $0 == "," || $0 == " " }
      return """
        <li role="option" id="option-\(place)" data-value="\(value)" aria-selected="false"><b>\(town.name)</b> <span class="faint">\(String(rest))</span></li>
        """
    }
    return .part("\(items)")
  }

  /// The position that an address is about; nil where it says none on the Earth.
  static func position(_ request: PageRequest) -> (latitude: Double, longitude: Double)? {
    let parts = (request.value("at") ?? "").split(separator: ",")
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]), (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else { return nil }
    return (latitude, longitude)
  }
}

/// A new record at a place of the map.
enum PlacedForm {
  /// The inputs of a form, with the position of the address, what it is called and today in those that are for them.
  static func inputs(_ inputs: [EditForm.Input], _ kind: Kind, _ request: PageRequest) -> [EditForm.Input] {
    var texts: [String: String] = [:]
    if let point = PlaceNameView.position(request), let location = kind.location {
      texts[location.dotted + ".lat"] = MapDrawing.rounded(point.latitude, 5)
      texts[location.dotted + ".lon"] = MapDrawing.rounded(point.longitude, 5)
      if let field = PlaceFilling.nameField(of: kind) {
        texts[field.dotted] = request.open.places.place(latitude: point.latitude, longitude: point.longitude)?.nearbyName(
          in: request.open.language)
      }
    }
    return inputs.map { input in
      var input = input
      if input.texts.isEmpty, let text = texts[input.name] { input.texts = [text] }
      if input.texts.isEmpty, input.field.meaning == .date, input.field.initial == .today {
        input.texts = [request.moment.now.day.description]
        input.offered = input.text
      }
      return input
    }
  }

}

/// The map of a form, with which a place is chosen.
enum PlacePicker {
  /// The map for the members of a location, above the first of them; nothing above another input.
  static func markup(before input: EditForm.Input, _ request: PageRequest) -> Markup {
    let names = input.field.path.names
    guard names.count > 1, names.last == "lat", request.hasLeaflet else { return .empty }
    let base = names.dropLast().joined(separator: ".")
    let words = request.words
    return """
      <place-picker data-lat="\(base).lat" data-lon="\(base).lon" data-name="\(base).name" data-atlas="/atlas/\(request.version)/"\(Streets(request).attributes) \
      data-word-open="\(words("map.pick"))" data-word-search="\(words("map.findTown"))" data-word-missing="\(request.open.places.isThere ? "" : words("map.noCoasts"))" \
      data-word-here="\(words("map.takeHere"))" data-word-refused="\(words("map.refused"))" \
      data-word-unknown="\(words("map.unknown"))"></place-picker>
      \(MapView.scripts(request))
      """
  }
}
