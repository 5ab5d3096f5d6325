// Plans on their way between processes.

import Testing
import VitrineChanges
import VitrineSource

@Suite("A plan travels as bytes")
struct PlanCodingTests {
  private static let plan = Plan(
    "set \"status\" in 2 games",
    [
      FileEdit(
        path: "games/é.yaml", expected: .digest(ContentDigest([1, 2, 3])),
        change: .edits([TextEdit(ByteRange(3, 5), [0, 255, 10]), TextEdit(ByteRange(at: 9), [])])),
      .create("games/new.yaml", Array("title: New\n".utf8)),
      .remove("photo.jpg", expecting: .file(FileTrace(size: 1 << 40, modified: -5, inode: .max))),
      FileEdit(path: "x.yaml", expected: .bytes([0x61]), change: .replace(FileText([]))),
    ],
    moves: [FileMove(from: "a.yaml", to: "b/c.yaml", expected: .absent)], summary: ["removes 1 photo", ""], isDestructive: true)

  @Test("what arrives is what was sent")
  func roundTrip() throws {
    for plan in [Self.plan, Plan("nothing", [])] {
      let bytes = try #require(PlanCoding.bytes(of: plan))
      #expect(PlanCoding.plan(of: bytes) == plan)
    }
  }

  @Test("what is cut short, longer, of another version or damaged is no plan, and never a trap")
  func damage() throws {
    let bytes = try #require(PlanCoding.bytes(of: Self.plan))
    for count in 0..<bytes.count { #expect(PlanCoding.plan(of: Array(bytes.prefix(count))) == nil) }
    #expect(PlanCoding.plan(of: bytes + [0]) == nil)
    #expect(PlanCoding.plan(of: Array("vitrine-plan 2\n".utf8) + bytes.dropFirst(15)) == nil)
    for place in bytes.indices {
      for value in [0, 0x7F, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[place] = value
        _ = PlanCoding.plan(of: damaged)
      }
    }
  }

  @Test("a plan beyond the limit does not travel")
  func limit() {
    let large = Plan("large", [.create("a.yaml", [UInt8](repeating: 0x61, count: PlanCoding.maximumBytes))])
    #expect(PlanCoding.bytes(of: large) == nil)
  }
}
