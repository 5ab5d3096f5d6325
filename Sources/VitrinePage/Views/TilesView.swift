// The person's own map tiles: what maps are told of them, and the tiles themselves.

import VitrineApplication
import VitrineCatalog
import VitrineModel
import VitrinePhotos
import VitrinePlaces

/// The streets of a map.
struct Streets {
  private let answer: MapTiles.Answer
  private let file: String
  private let words: PageWords

  /// Those that the manifest names.
  init(_ request: PageRequest) {
    answer = request.tiles.facts(of: TilesView.path(request))
    file = request.catalogue.manifest.tiles ?? ""
    words = request.words
  }

  /// What the map's script needs: the address of tiles, the zooms that there are, and the south, west, north and east of them.
  var attributes: Markup {
    guard case .there(let facts) = answer else { return .empty }
    let edges = [
      facts.box.latitudes.lowerBound, facts.box.longitudes.lowerBound, facts.box.latitudes.upperBound,
      facts.box.longitudes.upperBound,
    ].map { MapDrawing.rounded($0, 5) }.joined(separator: " ")
    return """
       data-tiles="/tiles/\(facts.version)/" data-tiles-zooms="\(facts.zooms.lowerBound) \(facts.zooms.upperBound)" data-tiles-box="\(edges)"
      """
  }

  /// Whose they are, or why there are none though a file is named.
  var note: Markup {
    switch answer {
    case .unnamed: return .empty
    case .there(let facts):
      let source = [facts.name, facts.attribution].filter { !$0.isEmpty }.joined(separator: ", ")
      return source.isEmpty ? .empty : " <span class=\"faint\">\(words("map.streets", source))</span>"
    case .refused(let reason):
      return " <span class=\"bad\">\(words("map.noStreets", "'\(file)': \(words.said(reason))"))</span>"
    }
  }

  /// What is read, for the page that says so; nothing where no file is named.
  var read: Markup {
    switch answer {
    case .unnamed: .empty
    case .there: "<li class=\"finding fine\"><p>\(words("library.tiles", file))</p></li>"
    case .refused(let reason):
      "<li class=\"finding error\"><p>\(words("map.noStreets", "'\(file)': \(words.said(reason))"))</p></li>"
    }
  }
}

/// Tiles.
enum TilesView {
  /// The file that the manifest names.
  static func path(_ request: PageRequest) -> String? {
    request.catalogue.manifest.tiles.map { request.context.expanded($0, root: request.catalogue.root) }
  }

  /// `/tiles/VERSION/ZOOM/COLUMN/ROW`, a picture; where there is no tile, one that is clear.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let numbers = request.path.dropFirst(2).map { Int($0) }
    guard let path = path(request), request.path.count == 5, let zoom = numbers[0], let column = numbers[1], let row = numbers[2]
    else {
      throw PageError.missing(request.words("error.address"))
    }
    let tile = request.tiles.tile(of: path, zoom: zoom, column: column, row: row) ?? []
    // What is no picture goes nowhere, whatever the file calls it.
    let type: String? =
      switch ImageFormat.sniff(tile) {
      case .png: "image/png"
      case .jpeg: "image/jpeg"
      case .webp: "image/webp"
      case .avif: "image/avif"
      default: nil
      }
    // The address has the version of the file in it.
    let headers = [("Cache-Control", "private, max-age=86400")]
    guard let type else { return .bytes(clear, type: "image/png", headers: headers) }
    return .bytes(tile, type: type, headers: headers)
  }

  /// A PNG of one clear pixel.
  private static let clear: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01,
    0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00, 0x0B, 0x49, 0x44, 0x41,
    0x54, 0x78, 0xDA, 0x63, 0x60, 0x00, 0x02, 0x00, 0x00, 0x05, 0x00, 0x01, 0xE9, 0xFA, 0xDC, 0xD8, 0x00, 0x00, 0x00, 0x00,
    0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
