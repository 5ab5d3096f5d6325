// Several changes at once are the changes one after the other, told in terms of the first text.

import Testing
import VitrineEditing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("Several changes")
struct SeveralChangesTests {
  @Test("are edits of the first text that come to the same as one by one, and touch nothing twice", arguments: 0..<6)
  func together(seed: UInt64) throws {
    var maker = RandomChange(random: SplitMix(state: seed &+ 500))
    var made = 0
    for _ in 0..<60 {
      let start = Array(HostileStringTests.record.utf8)
      var bytes = start
      var changes: [ValueChange] = []
      for _ in 0..<6 {
        let change = maker.change(of: value(String(decoding: bytes, as: UTF8.self)))
        guard let edits = try? TreeEditor.edits([change], in: bytes) else { continue }
        bytes = edits.applied(to: bytes)
        changes.append(change)
      }
      let edits = try TreeEditor.edits(changes, in: start)
      #expect(edits.applied(to: start) == bytes, "seed \(seed): \(changes)")
      #expect(zip(edits, edits.dropFirst()).allSatisfy { $0.range.end <= $1.range.start })
      #expect(RandomEditTests.inverse(of: edits, start).applied(to: bytes) == start)
      made += changes.count
    }
    #expect(made > 200)
  }

  @Test("are refused as a whole, with the number of the one that cannot be made")
  func refusal() {
    let changes: [ValueChange] = [.set([.key("a")], .number("1")), .remove([.key("b")])]
    do throws(EditRefusal) {
      _ = try TreeEditor.edits(changes, in: Array("a: 2\n".utf8))
      Issue.record("not refused")
    } catch {
      #expect(error.reason == .missing)
      #expect(error.change == 1)
      #expect(error.place == nil)
    }
  }

  @Test("that come to nothing are no edits")
  func nothing() throws {
    let changes: [ValueChange] = [
      .set([.key("b")], .number("1")), .remove([.key("b")]), .rename([.key("a")], to: "c"), .rename([.key("c")], to: "a"),
    ]
    #expect(try TreeEditor.edits(changes, in: Array("a: 2\n".utf8)) == [])
  }

  @Test("keep keys in a wanted order, wherever the first ones stand", arguments: 0..<4)
  func order(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let order = ["title", "release", "status", "properties", "notes", "tags"]
    for _ in 0..<50 {
      let keys = order.shuffled(using: &random)
      var bytes: [UInt8] = []
      for key in keys {
        bytes = try TreeEditor.edits([.set([.key(key)], .string(key))], in: bytes) { _ in order }.applied(to: bytes)
      }
      #expect(value(String(decoding: bytes, as: UTF8.self)).entries?.map(\.key) == order)
    }
  }

  @Test("of a hostile size end: many changes, deep values, long lists")
  func sizes() throws {
    var deep = DataValue.null
    for _ in 0..<400 { deep = .list([deep]) }
    do throws(EditRefusal) {
      _ = try TreeEditor.edits([.set([.key("a")], deep)], in: Array("a: 2\n".utf8))
      Issue.record("not refused")
    } catch {
      #expect(error.reason == .unwritable)
    }
    let long = DataValue.list((0..<20_000).map { .number("\($0)") })
    let text = try TreeEditor.edits([.set([.key("a")], long)], in: Array("a: 2\n".utf8)).applied(to: Array("a: 2\n".utf8))
    #expect(value(String(decoding: text, as: UTF8.self))["a"] == long)
    let longer = DataValue.list((0..<20_000).map { .number($0 == 9_000 ? "x" : "\($0)") })
    let edits = try TreeEditor.edits([.set([.key("a")], longer)], in: text)
    #expect(edits.map(\.range.count) == [4])
  }
}
