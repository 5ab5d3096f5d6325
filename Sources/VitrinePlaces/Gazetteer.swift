// The table of places: towns of the world in blocks, and the outlines of countries. Read in place; only what a question needs is expanded.
// Decision 0058 says why.

import VitrineAlgorithms
import VitrineCompression

/// Towns and countries, from the bytes of `contrib/places/places.bin`.
///
/// Shape: `vplaces1`; four tables, each as its count and its offset: blocks of towns, countries at 1:50 million and at 1:110 million, names of
/// countries; behind the tables their chunks, compressed by zlib. Numbers have their least significant byte first. `contrib/places/make` makes it.
package struct Gazetteer: Sendable {
  /// A block of towns: a ball around them, and where they are.
  struct Block: Sendable {
    /// The middle of the ball, on a sphere of radius 1.
    let center: SIMD3<Float>
    /// How far the farthest town is from there.
    let radius: Float
    let chunk: PlaceChunk
  }

  /// A country on a map: its code, what it spans, and where its outline is.
  struct Outline: Sendable {
    let country: String
    /// The least longitude and latitude. Units: degrees.
    let least: SIMD2<Float>
    /// The greatest longitude and latitude. Units: degrees.
    let greatest: SIMD2<Float>
    let chunk: PlaceChunk
  }

  /// How finely outlines are drawn.
  package enum Detail: Sendable {
    /// 1:50 million, to 0.001°.
    case regional
    /// 1:110 million, to 0.01°.
    case world
  }

  let blocks: [Block]
  let outlines: [Outline]
  let worldOutlines: [Outline]
  /// The names of countries by their codes.
  package let countryNames: [String: String]
  /// The codes of countries that have towns here.
  let settled: Set<String>
  private let bytes: [UInt8]
  private let start: Int

  /// Reads the heads of a table; nil for bytes that are none.
  package init?(_ bytes: [UInt8]) {
    var reader = PlaceReader(bytes)
    guard reader.take(8).map({ $0.elementsEqual("vplaces1".utf8) }) == true else { return nil }
    var tables: [(count: Int, offset: Int)] = []
    for _ in 0..<4 {
      guard let count = reader.number(4), let offset = reader.number(4), count < 1 << 16 else { return nil }
      tables.append((count, offset))
    }
    var at = PlaceReader(bytes, at: tables[0].offset)
    var blocks: [Block] = []
    for _ in 0..<tables[0].count {
      guard let x = at.float(), let y = at.float(), let z = at.float(), let radius = at.float(), let chunk = PlaceChunk(&at)
      else {
        return nil
      }
      blocks.append(Block(center: SIMD3(x, y, z), radius: radius, chunk: chunk))
    }
    guard let outlines = Self.outlines(bytes, tables[1]), let worldOutlines = Self.outlines(bytes, tables[2]) else { return nil }
    at = PlaceReader(bytes, at: tables[3].offset)
    guard let names = PlaceChunk(&at) else { return nil }
    (self.bytes, start) = (bytes, at.offset)
    (self.blocks, self.outlines, self.worldOutlines) = (blocks, outlines, worldOutlines)
    guard let text = Self.expanded(names, bytes, from: at.offset) else { return nil }
    var countryNames: [String: String] = [:]
    var settled: Set<String> = []
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) }
      guard parts.count == 3 else { return nil }
      countryNames[parts[0]] = parts[1]
      if parts[2] == "1" { settled.insert(parts[0]) }
    }
    (self.countryNames, self.settled) = (countryNames, settled)
  }

  private static func outlines(_ bytes: [UInt8], _ table: (count: Int, offset: Int)) -> [Outline]? {
    var at = PlaceReader(bytes, at: table.offset)
    var outlines: [Outline] = []
    for _ in 0..<table.count {
      guard let code = at.take(4), let west = at.float(), let south = at.float(), let east = at.float(), let north = at.float(),
        let chunk = PlaceChunk(&at), west <= east, south <= north
      else { return nil }
      let country = String(decoding: code.prefix(2).filter { $0 > 0 }, as: UTF8.self)
      outlines.append(Outline(country: country, least: SIMD2(west, south), greatest: SIMD2(east, north), chunk: chunk))
    }
    return outlines
  }

  private static func expanded(_ chunk: PlaceChunk, _ bytes: [UInt8], from start: Int) -> [UInt8]? {
    // No chunk is longer than the outline of the largest country.
    guard chunk.expandedCount <= 1 << 20 else { return nil }
    var reader = PlaceReader(bytes, at: start + chunk.offset)
    guard let compressed = reader.take(chunk.count) else { return nil }
    let expanded = Compression.expanded(Array(compressed), limit: chunk.expandedCount)
    return expanded.count == chunk.expandedCount ? expanded : nil
  }

  /// The bytes of a chunk; nil for one that is broken.
  func expanded(_ chunk: PlaceChunk) -> [UInt8]? { Self.expanded(chunk, bytes, from: start) }

  /// The towns of a block; nil where it is broken.
  func towns(ofBlock index: Int) -> TownBlock? { expanded(blocks[index].chunk).flatMap { TownBlock($0) } }

  /// A stretch between two parallels and two meridians. Units: degrees.
  package struct Box: Sendable {
    /// The parallels.
    package var latitudes: ClosedRange<Double>
    /// The meridians, from the west to the east.
    package var longitudes: ClosedRange<Double>

    /// A box between parallels and meridians.
    package init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
      (self.latitudes, self.longitudes) = (latitudes, longitudes)
    }
  }

  /// The outlines of all countries, or of those that may reach into a box.
  package func borders(_ detail: Detail, in box: Box? = nil) -> [Border] {
    let all = detail == .world ? worldOutlines : outlines
    let near = all.filter { outline in
      guard let box else { return true }
      return box.longitudes.overlaps(Double(outline.least.x)...Double(outline.greatest.x))
        && box.latitudes.overlaps(Double(outline.least.y)...Double(outline.greatest.y))
    }
    return near.compactMap { border(of: $0, detail) }
  }

  /// The outline of a country; nil where it is broken.
  func border(of outline: Outline, _ detail: Detail) -> Border? {
    expanded(outline.chunk).flatMap { Border(outline.country, $0, unit: detail == .world ? 100 : 1000) }
  }
}

extension Gazetteer {
  /// A town as it is listed.
  package struct ListedTown: Sendable {
    /// Its name.
    package let name: String
    /// Its region; empty where none is known.
    package let region: String
    /// The city that it is a part of; empty for a town of its own.
    package let city: String
    /// The code of its country, of ISO 3166-1.
    package let country: String
    /// Degrees.
    package let latitude: Double
    /// Degrees.
    package let longitude: Double
    /// The logarithm of its people to the base 2, times 8.
    package let size: UInt8
  }

  /// How many blocks the towns lie in.
  package var blockCount: Int { blocks.count }

  /// The towns of a block, in its order; none of one that is broken.
  package func towns(of index: Int) -> [ListedTown] {
    guard let block = towns(ofBlock: index) else { return [] }
    return block.towns.map { ListedTown($0, block.regions[$0.region]) }
  }

  /// All towns; blocks that are broken are left out.
  package var everyTown: [ListedTown] { blocks.indices.flatMap { towns(of: $0) } }
}

extension Gazetteer.ListedTown {
  /// A town of a block.
  init(_ town: TownBlock.Town, _ region: TownBlock.Region) {
    self.init(
      name: town.name, region: region.name, city: region.city, country: region.country, latitude: town.latitude,
      longitude: town.longitude,
      size: town.size)
  }
}
