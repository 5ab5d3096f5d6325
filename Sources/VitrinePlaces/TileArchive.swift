// PMTiles: the tiles of a map in one file, found by a few reads at known offsets.
//
// Source: the PMTiles specification, version 3. The bytes may be anybody's: every offset, length and count is checked before it is used.

import VitrineCompression

/// A file of map tiles in the form of PMTiles, read by whoever can read some of its bytes.
package struct TileArchive: Sendable {
  /// Gives bytes of the file; nil where it has none there.
  package typealias Reader = (_ offset: UInt64, _ count: Int) -> [UInt8]?

  /// Why a file is not read.
  package struct Refusal: Error, Sendable, Hashable {
    /// The reason, without a full stop.
    package let reason: String

    /// A refusal for a reason.
    package init(reason: String) { self.reason = reason }

    /// Tiles that only a program with a style of its own can draw.
    package static let vector = Refusal(reason: "it has vector tiles; the map draws pictures: PNG, JPEG, WebP or AVIF")
  }

  /// The zooms that there are tiles of.
  package let zooms: ClosedRange<Int>
  /// The part of the Earth that they cover. Units: degrees.
  package let box: Gazetteer.Box
  /// What the file says of itself: a JSON text; empty where it cannot be read.
  package let metadata: [UInt8]

  private let root: [Entry]
  private let leaves: Section
  private let tiles: Section
  private let directoryForm: Form
  private let tileForm: Form
  /// The leaves that were read last, the latest first.
  private var known: [(offset: UInt64, entries: [Entry])] = []

  /// A part of the file.
  private struct Section: Sendable {
    var offset: UInt64
    var length: UInt64

    /// Where bytes of it stand in the file; nil where they would lie outside.
    func place(_ start: UInt64, _ count: Int) -> UInt64? {
      let (end, overflows) = start.addingReportingOverflow(UInt64(count))
      guard !overflows, end <= length else { return nil }
      let (place, isTooFar) = offset.addingReportingOverflow(start)
      return isTooFar ? nil : place
    }
  }

  /// How bytes are compressed.
  private enum Form: UInt8 {
    case none = 1
    case gzip = 2
  }

  /// Tiles of ascending numbers, or where a leaf is that has them.
  private struct Entry: Sendable {
    var tile: UInt64
    var offset: UInt64
    var length: Int
    /// For how many tiles it stands; 0 for a leaf.
    var run: UInt32
  }

  /// How many bytes the header has.
  package static let headerCount = 127
  /// The longest directory, as it is written and as it is read, and the most of its entries.
  private static let (mostWritten, mostRead, mostEntries) = (4 << 20, 8 << 20, 1 << 18)
  /// The longest tile. Units: bytes.
  package static let mostTile = 4 << 20
  /// The most leaves on the way to a tile, as the specification has it, and the most that are remembered.
  private static let (deepest, mostKnown) = (4, 6)

  /// Whether a file begins as PMTiles do, of any version.
  package static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("PMTiles".utf8)) }

  /// The archive whose bytes `read` gives.
  ///
  /// Errors: it is none, or one that cannot be drawn.
  package init(_ read: Reader) throws(Refusal) {
    guard let header = read(0, Self.headerCount), header.count == Self.headerCount, Self.begins(header) else {
      throw Refusal(reason: "it is no PMTiles file")
    }
    func number(_ offset: Int) -> UInt64 { (0..<8).reduce(0) { $0 | UInt64(header[offset + $1]) << UInt64($1 * 8) } }
    func degrees(_ offset: Int) -> Double {
      Double(Int32(bitPattern: (0..<4).reduce(0) { $0 | UInt32(header[offset + $1]) << UInt32($1 * 8) })) / 10_000_000
    }
    guard header[7] == 3 else { throw Refusal(reason: "it is PMTiles of version \(header[7]); version 3 is read") }
    guard let directoryForm = Form(rawValue: header[97]), let tileForm = Form(rawValue: header[98]) else {
      throw Refusal(reason: "it is compressed in a way that is not read; gzip and none are")
    }
    guard header[99] != 1 else { throw .vector }
    guard header[100] <= header[101], header[101] <= 26 else { throw Refusal(reason: "its zooms are none") }
    zooms = Int(header[100])...Int(header[101])
    box = Gazetteer.Box(west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114)) ?? .world
    leaves = Section(offset: number(40), length: number(48))
    tiles = Section(offset: number(56), length: number(64))
    (self.directoryForm, self.tileForm) = (directoryForm, tileForm)
    guard let root = Self.directory(Section(offset: number(8), length: number(16)), 0, number(16), directoryForm, read) else {
      throw Refusal(reason: "its directory cannot be read")
    }
    self.root = root
    metadata = Self.bytes(Section(offset: number(24), length: number(32)), 0, number(32), directoryForm, read) ?? []
  }

  /// A tile, by its zoom, its column from the west and its row from the north; nil where there is none.
  package mutating func tile(zoom: Int, column: Int, row: Int, _ read: Reader) -> [UInt8]? {
    guard zooms.contains(zoom), let wanted = Self.number(zoom: zoom, column: column, row: row) else { return nil }
    var entries = root
    for _ in 0..<Self.deepest {
      guard let entry = Self.entry(of: wanted, in: entries) else { return nil }
      if entry.run > 0 {
        guard wanted - entry.tile < UInt64(entry.run), entry.length <= Self.mostTile,
          let place = tiles.place(entry.offset, entry.length), let bytes = read(place, entry.length)
        else { return nil }
        return tileForm == .gzip ? Compression.expanded(gzip: bytes, limit: Self.mostTile) : bytes
      }
      guard let leaf = leaf(entry, read) else { return nil }
      entries = leaf
    }
    return nil
  }

  private mutating func leaf(_ entry: Entry, _ read: Reader) -> [Entry]? {
    if let index = known.firstIndex(where: { $0.offset == entry.offset }) {
      let found = known.remove(at: index)
      known.insert(found, at: 0)
      return found.entries
    }
    guard let entries = Self.directory(leaves, entry.offset, UInt64(entry.length), directoryForm, read) else { return nil }
    known.insert((entry.offset, entries), at: 0)
    if known.count > Self.mostKnown { known.removeLast() }
    return entries
  }

  /// The last entry whose tiles begin at a number or before it.
  private static func entry(of tile: UInt64, in entries: [Entry]) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? entries[low - 1] : nil
  }

  /// The number of a tile on the curve of Hilbert through all tiles of its zoom, behind those of the zooms before.
  package static func number(zoom: Int, column: Int, row: Int) -> UInt64? {
    guard (0...26).contains(zoom), (0..<(1 << zoom)).contains(column), (0..<(1 << zoom)).contains(row) else { return nil }
    var number = ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3
    var (x, y) = (column, row)
    var side = (1 << zoom) >> 1
    while side > 0 {
      let (right, below) = (x & side > 0, y & side > 0)
      number += UInt64(side) * UInt64(side) * ((right ? 3 : 0) ^ (below ? 1 : 0))
      if !below {
        if right { (x, y) = (side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))) }
        (x, y) = (y & (side - 1), x & (side - 1))
      }
      side >>= 1
    }
    return number
  }

  // MARK: directories

  private static func bytes(
    _ section: Section, _ start: UInt64, _ count: UInt64, _ form: Form, _ read: Reader
  ) -> [UInt8]? {
    guard count <= mostWritten, let place = section.place(start, Int(count)), let bytes = read(place, Int(count)) else {
      return nil
    }
    return form == .gzip ? Compression.expanded(gzip: bytes, limit: mostRead) : bytes
  }

  private static func directory(
    _ section: Section, _ start: UInt64, _ count: UInt64, _ form: Form, _ read: Reader
  ) -> [Entry]? {
    guard let bytes = bytes(section, start, count, form, read) else { return nil }
    var numbers = VariableNumbers(bytes)
    // Each entry takes four bytes at the least.
    guard let written = numbers.next(), written > 0, written <= mostEntries, written <= bytes.count / 4 else { return nil }
    var entries: [Entry] = []
    entries.reserveCapacity(Int(written))
    var tile: UInt64 = 0
    for _ in 0..<written {
      guard let step = numbers.next() else { return nil }
      let (sum, overflows) = tile.addingReportingOverflow(step)
      guard !overflows else { return nil }
      tile = sum
      entries.append(Entry(tile: tile, offset: 0, length: 0, run: 0))
    }
    for index in entries.indices {
      guard let run = numbers.next().flatMap({ UInt32(exactly: $0) }) else { return nil }
      entries[index].run = run
    }
    for index in entries.indices {
      guard let length = numbers.next().flatMap({ UInt32(exactly: $0) }), length > 0 else { return nil }
      entries[index].length = Int(length)
    }
    for index in entries.indices {
      guard let offset = numbers.next() else { return nil }
      if offset > 0 {
        entries[index].offset = offset - 1
      } else {
        // Behind the one before.
        guard index > 0 else { return nil }
        let (sum, overflows) = entries[index - 1].offset.addingReportingOverflow(UInt64(entries[index - 1].length))
        guard !overflows else { return nil }
        entries[index].offset = sum
      }
    }
    return entries
  }
}

/// Numbers of seven bits a byte, the lowest first; a set top bit says that more follow.
private struct VariableNumbers {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next one; nil behind the last, and where it is longer than 64 bits.
  mutating func next() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place += 1
      if shift == 63, byte > 1 { return nil }
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }
}

extension Gazetteer.Box {
  /// All of the Earth.
  package static let world = Gazetteer.Box(latitudes: -90...90, longitudes: -180...180)

  /// The box between four edges as somebody wrote them; nil where one is not on the Earth, or nothing lies between them.
  package init?(west: Double, south: Double, east: Double, north: Double) {
    guard -180 <= west, west < east, east <= 180, -90 <= south, south < north, north <= 90 else { return nil }
    self.init(latitudes: south...north, longitudes: west...east)
  }
}
