// Records by their names as a person reads them: for images whose names are nearly a record's.

import VitrineModel
import VitrineSource
import VitrineText

/// The records of each folder by their folded stems.
struct StemNames: Sendable {
  private var groups: SlotGroups

  /// The names of all records.
  init(_ records: [RecordFacts]) {
    groups = SlotGroups(slots: records.count)
    for slot in records.indices where !records[slot].path.isEmpty { add(slot, records[slot]) }
  }

  /// Adds a record.
  mutating func add(_ slot: Int, _ record: RecordFacts) {
    let stem = record.path.stem
    let folded = Self.folded(stem.name)
    if !folded.isEmpty { groups.add(slot, hash: Self.hash(folded, in: record.path.folder)) }
  }

  /// Takes a record out.
  mutating func remove(_ slot: Int) { if groups.contains(slot) { groups.remove(slot) } }

  /// The record whose folded stem is the longest beginning of an image's folded name that ends where a word ends; nil where there is none, or several.
  /// Shape: `length` is how much of the image's name that is. Units: bytes.
  func nearName(of photo: Path, _ records: [RecordFacts]) -> (record: Int, length: Int)? {
    let name = Array(photo.name.utf8)
    // A letter or number that another does not follow. Beyond the length of a file's name there is none.
    let ends = name.indices.prefix(256).filter { $0 > 0 && Self.parts(name[$0]) && !Self.parts(name[$0 - 1]) }
    for end in ends.reversed() {
      let folded = Folding.identity(Array(name[..<end]))
      guard !folded.isEmpty else { continue }
      let found = groups.members(Self.hash(folded, in: photo.folder), most: 16).filter {
        records[$0].path.folder == photo.folder && Self.folded(records[$0].path.stem.name) == folded
      }
      if found.count == 1 { return (found[0], end) }
      if found.count > 1 { return nil }
    }
    return nil
  }

  private static func folded(_ name: Path.Slice) -> [UInt8] { Folding.identity(Array(name.utf8)) }

  /// Whether a byte may part words.
  private static func parts(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      0x80...:
      false
    default: true
    }
  }

  private static func hash(_ folded: [UInt8], in folder: Path.Slice) -> UInt64 {
    var hash = SlotHash.path(folder)
    hash = SlotHash.adding(0, to: hash)
    for byte in folded { hash = SlotHash.adding(byte, to: hash) }
    return hash
  }
}
