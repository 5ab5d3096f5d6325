// A person's own map tiles, for streets: the file that `tiles:` in the manifest names, MBTiles or PMTiles. Decision 0092 says why.

import Glibc
import Synchronization
import VitrineAlgorithms
import VitrineExchange
import VitrineFiles
package import VitrinePlaces
import VitrineSource
import VitrineSyntax
import VitrineSystem

/// The map tiles of a catalogue. Opened when somebody asks for them, and again when the file is another.
package final class MapTiles: Sendable {
  /// What is known of them.
  package struct Facts: Sendable {
    /// What they are called; "" where the file does not say.
    package var name: String
    /// Whose they are, without markup; "" where the file does not say.
    package var attribution: String
    /// The zooms that there are tiles of.
    package var zooms: ClosedRange<Int>
    /// The part of the Earth that they cover.
    package var box: Gazetteer.Box
    /// Changes with the file, for the addresses of tiles.
    package var version: String
  }

  /// Whether there are any.
  package enum Answer: Sendable {
    /// The manifest names no file.
    case unnamed
    /// They are there.
    case there(Facts)
    /// The file cannot be used, and why.
    case refused(String)
  }

  /// A file that is open.
  private struct Opened {
    var path: String
    var stamp: String
    var content: Content
    var facts: Facts?
    var reason: String
  }

  private enum Content {
    case none
    case archive(TileArchive, OpenTileFile)
    case database(SQLiteFile)
  }

  private struct State {
    var opened: Opened?
  }

  private let state = Mutex<State>(State())

  /// Nothing is open yet.
  package init() {}

  /// What is known of the tiles in a file: an absolute path, or nil where none is named.
  package func facts(of path: String?) -> Answer {
    guard let path else { return .unnamed }
    return state.withLock { state in
      Self.open(path, &state)
      if let facts = state.opened?.facts { return .there(facts) }
      return .refused(state.opened?.reason ?? "it cannot be read")
    }
  }

  /// A tile of a file, as the bytes of its picture; nil where there is none.
  package func tile(of path: String, zoom: Int, column: Int, row: Int) -> [UInt8]? {
    guard (0...26).contains(zoom), (0..<(1 << zoom)).contains(column), (0..<(1 << zoom)).contains(row) else { return nil }
    return state.withLock { state in
      Self.open(path, &state)
      switch state.opened?.content {
      case .archive(var archive, let file):
        defer { state.opened?.content = .archive(archive, file) }
        return archive.tile(zoom: zoom, column: column, row: row, file.read)
      case .database(let database):
        // Rows are counted from the south there. Source: the MBTiles specification, 1.3.
        let place = [zoom, column, (1 << zoom) - 1 - row].map { Int64($0) }
        let rows = database.rows(
          "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?", place, most: 1)
        return rows.first?.first ?? nil
      case .some(.none), nil: return nil
      }
    }
  }

  // MARK: files

  private static func open(_ path: String, _ state: inout State) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    let number = errno
    let stamp =
      isThere
      ? "\(status.st_dev)-\(status.st_ino)-\(status.st_size)-\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)"
      : "none-\(number)"
    if let path = state.opened?.path, let known = state.opened?.stamp, path == path, known == stamp { return }
    state.opened = Opened(path: path, stamp: stamp, content: .none, facts: nil, reason: "")
    guard isThere else {
      state.opened?.reason = String(cString: strerror(number))
      return
    }
    guard let file = OpenTileFile(path) else {
      state.opened?.reason = "it is no file that can be read"
      return
    }
    let version = String(FNV1a.hash(stamp.utf8), radix: 16)
    let head = file.read(0, 16) ?? []
    if head.starts(with: Array("SQLite format 3\u{0}".utf8)) {
      guard let database = SQLiteFile(path: path) else {
        state.opened?.reason = "SQLite cannot read it"
        return
      }
      do throws(TileArchive.Refusal) {
        state.opened?.facts = try facts(database, version)
        state.opened?.content = .database(database)
      } catch {
        state.opened?.reason = error.reason
      }
      return
    }
    guard TileArchive.begins(head) else {
      state.opened?.reason = "it is neither MBTiles nor PMTiles"
      return
    }
    do throws(TileArchive.Refusal) {
      let archive = try TileArchive(file.read)
      let said = texts(JSON.parse(archive.metadata).tree)
      state.opened?.facts = Facts(
        name: said["name"] ?? "", attribution: plain(said["attribution"] ?? ""), zooms: archive.zooms, box: archive.box,
        version: version)
      state.opened?.content = .archive(archive, file)
    } catch {
      state.opened?.reason = error.reason
    }
  }

  /// What a database of tiles says of itself.
  private static func facts(_ database: SQLiteFile, _ version: String) throws(TileArchive.Refusal) -> Facts {
    var said: [String: String] = [:]
    for row in database.rows("SELECT name, value FROM metadata", most: 200) where row.count == 2 {
      if let name = row[0], let value = row[1] {
        said[String(decoding: name, as: UTF8.self)] = String(decoding: value, as: UTF8.self)
      }
    }
    if said["format"] == "pbf" { throw TileArchive.Refusal.vector }
    func zoom(_ key: String, _ order: String) -> Int? {
      if let number = said[key].flatMap({ Int($0) }) { return number }
      let rows = database.rows("SELECT zoom_level FROM tiles ORDER BY zoom_level \(order)", most: 1)
      return rows.first?.first?.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    guard let least = zoom("minzoom", "ASC"), let most = zoom("maxzoom", "DESC"), least >= 0, least <= most, most <= 26 else {
      throw TileArchive.Refusal(reason: "it has no tiles, or no zooms of them")
    }
    let edges = (said["bounds"] ?? "").split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
    let box = edges.count == 4 ? Gazetteer.Box(west: edges[0], south: edges[1], east: edges[2], north: edges[3]) : nil
    return Facts(
      name: said["name"] ?? "", attribution: plain(said["attribution"] ?? ""), zooms: least...most,
      box: box ?? .world, version: version)
  }

  /// The texts of a map of JSON.
  private static func texts(_ tree: Tree) -> [String: String] {
    tree.withReader { reader in
      var texts: [String: String] = [:]
      guard let root = tree.roots.first else { return texts }
      for key in ["name", "attribution"] {
        if let value = reader.value(root, named: key), reader.resolved(value).kind == .string { texts[key] = reader.text(value) }
      }
      return texts
    }
  }

  /// A text without the markup that attributions have, and not longer than a line.
  private static func plain(_ text: String) -> String {
    let entities: [(name: String, letter: Character)] = [("&copy;", "©"), ("&amp;", "&"), ("&quot;", "\""), ("&#39;", "'")]
    var rest = text.prefix(2_000)
    var plain = ""
    var isInside = false
    while let letter = rest.first, plain.count < 200 {
      if !isInside, letter == "&", let entity = entities.first(where: { rest.hasPrefix($0.name) }) {
        plain.append(entity.letter)
        rest.removeFirst(entity.name.count)
        continue
      }
      rest.removeFirst()
      if letter == "<" { isInside = true } else if letter == ">" { isInside = false } else if !isInside { plain.append(letter) }
    }
    return plain
  }
}

/// A file that is read at offsets.
private final class OpenTileFile: Sendable {
  private let descriptor: Int32

  /// A regular file; nil for anything else.
  init?(_ path: String) {
    let descriptor = SystemCall.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FileKind(mode: UInt32(status.st_mode)) == .regular else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Bytes at an offset; nil where the file has fewer. Source: pread(2).
  func read(_ offset: UInt64, _ count: Int) -> [UInt8]? {
    guard let start = Int(exactly: offset), count >= 0, !start.addingReportingOverflow(count).overflow else {
      return nil
    }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, start + filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          failed = true
          return
        }
        filled += got
      }
    }
    return failed ? nil : bytes
  }
}
