// A plan as bytes, for the way from the process that makes it to the one that carries it out.

import VitrineSource

/// The wire form of plans.
///
/// Shape: the bytes of `vitrine-plan 1` and a line feed, then the parts in their order. Numbers are eight bytes, the lowest first; texts and bytes stand behind
/// their length, lists behind the number of their items.
package enum PlanCoding {
  /// The greatest plan that travels. Units: bytes.
  package static let maximumBytes = 4 << 20

  private static let head = Array("vitrine-plan 1\n".utf8)

  /// The bytes of a plan; nil for one that is too large to travel.
  package static func bytes(of plan: Plan) -> [UInt8]? {
    var writer = PlanWriter(bytes: head)
    writer.add(text: plan.title)
    writer.add(plan.summary.count)
    for line in plan.summary { writer.add(text: line) }
    writer.add(plan.isDestructive ? 1 : 0)
    writer.add(plan.edits.count)
    for edit in plan.edits {
      writer.add(text: edit.path.string)
      writer.add(edit.expected)
      writer.add(edit.change)
      if writer.bytes.count > maximumBytes { return nil }
    }
    writer.add(plan.moves.count)
    for move in plan.moves {
      writer.add(text: move.from.string)
      writer.add(text: move.to.string)
      writer.add(move.expected)
      if writer.bytes.count > maximumBytes { return nil }
    }
    return writer.bytes.count > maximumBytes ? nil : writer.bytes
  }

  /// The plan of some bytes; nil for what is none.
  package static func plan(of bytes: [UInt8]) -> Plan? {
    guard bytes.count <= maximumBytes, bytes.starts(with: head) else { return nil }
    var reader = PlanByteReader(bytes: bytes, at: head.count)
    do throws(PlanByteReader.Fault) {
      let title = try reader.text()
      let summary = try reader.list { reader throws(PlanByteReader.Fault) in try reader.text() }
      let isDestructive = try reader.number() != 0
      let edits = try reader.list { reader throws(PlanByteReader.Fault) in
        FileEdit(path: Path(try reader.text()), expected: try reader.expected(), change: try reader.change())
      }
      let moves = try reader.list { reader throws(PlanByteReader.Fault) in
        FileMove(from: Path(try reader.text()), to: Path(try reader.text()), expected: try reader.expected())
      }
      guard reader.isAtEnd else { return nil }
      return Plan(title, edits, moves: moves, summary: summary, isDestructive: isDestructive)
    } catch {
      return nil
    }
  }
}

/// Writes the parts of a plan.
private struct PlanWriter {
  var bytes: [UInt8]

  mutating func add(_ number: Int) {
    let number = UInt64(bitPattern: Int64(number))
    for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
  }

  mutating func add(_ part: [UInt8]) {
    add(part.count)
    bytes += part
  }

  mutating func add(text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ expected: ExpectedContent) {
    switch expected {
    case .absent: add(0)
    case .bytes(let bytes):
      add(1)
      add(bytes)
    case .digest(let digest):
      add(2)
      add(text: digest.hexadecimal)
    case .file(let trace):
      add(3)
      add(trace.size)
      add(Int(trace.modified))
      add(Int(bitPattern: UInt(trace.inode)))
    }
  }

  mutating func add(_ change: ContentChange) {
    switch change {
    case .replace(let text):
      add(0)
      add(text.bytes)
    case .edits(let edits):
      add(1)
      add(edits.count)
      for edit in edits {
        add(Int(edit.range.start))
        add(Int(edit.range.end))
        add(edit.replacement)
      }
    case .remove: add(2)
    }
  }
}

/// Reads the parts of a plan.
private struct PlanByteReader {
  /// The bytes end too early, or mean nothing.
  struct Fault: Error {}

  let bytes: [UInt8]
  var at: Int

  var isAtEnd: Bool { at == bytes.count }

  mutating func number() throws(Fault) -> Int {
    guard bytes.count - at >= 8 else { throw Fault() }
    var number: UInt64 = 0
    for place in 0..<8 { number |= UInt64(bytes[at + place]) << UInt64(8 * place) }
    at += 8
    return Int(truncatingIfNeeded: number)
  }

  mutating func part() throws(Fault) -> [UInt8] {
    let count = try number()
    guard count >= 0, count <= bytes.count - at else { throw Fault() }
    defer { at += count }
    return Array(bytes[at..<(at + count)])
  }

  mutating func text() throws(Fault) -> String { String(decoding: try part(), as: UTF8.self) }

  mutating func list<Item>(_ item: (inout PlanByteReader) throws(Fault) -> Item) throws(Fault) -> [Item] {
    let count = try number()
    // Every item has a number at least.
    guard count >= 0, count <= (bytes.count - at) / 8 else { throw Fault() }
    var items: [Item] = []
    items.reserveCapacity(count)
    for _ in 0..<count { items.append(try item(&self)) }
    return items
  }

  mutating func expected() throws(Fault) -> ExpectedContent {
    switch try number() {
    case 0: return .absent
    case 1: return .bytes(try part())
    case 2:
      guard let digest = ContentDigest(hexadecimal: try text()) else { throw Fault() }
      return .digest(digest)
    case 3:
      let (size, modified, inode) = (try number(), try number(), try number())
      return .file(FileTrace(size: size, modified: Int64(modified), inode: UInt64(UInt(bitPattern: inode))))
    default: throw Fault()
    }
  }

  mutating func change() throws(Fault) -> ContentChange {
    switch try number() {
    case 0: return .replace(FileText(try part()))
    case 1:
      return .edits(
        try list { reader throws(Fault) in
          let (start, end) = (try reader.number(), try reader.number())
          guard 0 <= start, start <= end, end <= Int(UInt32.max) else { throw Fault() }
          return TextEdit(ByteRange(start, end), try reader.part())
        })
    case 2: return .remove
    default: throw Fault()
    }
  }
}
