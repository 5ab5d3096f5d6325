// The worlds of the model: how each begins, and what may happen there.

import CSimulation
import Testing

/// A small world.
struct ModelWorld: Sendable, CustomTestStringConvertible {
  let name: String
  /// How many steps are taken.
  let depth: Int
  /// What is there in the beginning.
  let setting: [Deed]
  /// What may happen.
  let steps: [ModelStep]
  /// What may happen between two calls of a drain.
  let duringDrains: [Deed]
  /// What the file system is like.
  let options: @Sendable (UnsafeMutablePointer<simulation>) -> Void

  var testDescription: String { name }

  init(
    _ name: String, depth: Int, setting: [Deed], deeds: [Deed], drains: [ModelStep] = [.drain], duringDrains: [Deed] = [],
    options: @escaping @Sendable (UnsafeMutablePointer<simulation>) -> Void = { _ in }
  ) {
    (self.name, self.depth, self.setting, self.duringDrains) = (name, depth, setting, duringDrains)
    steps = drains + deeds.map { .deed($0) }
    self.options = { state in
      // As ext4: numbers of inodes are given again at once, and times of files go by the timer's interrupt.
      state.pointee.reuses_numbers = 1
      state.pointee.granularity = 4_000_000
      options(state)
    }
  }

  static let all: [ModelWorld] = [
    ModelWorld(
      "one folder with one file", depth: 6, setting: [.mkdir("g"), .write("g/x")],
      deeds: [.write("g/x"), .move("g", "h"), .move("h", "g")], drains: [.drain, .drainAndReadLater]),
    ModelWorld(
      "files written, renamed and exchanged", depth: 4, setting: [.write("a.yaml"), .write("b.yaml")],
      deeds: [.write("a.yaml"), .remove("a.yaml"), .move("a.yaml", "b.yaml"), .swap("a.yaml", "b.yaml")],
      drains: [.drain, .drainFirst(1), .drainAndReadLater]),
    ModelWorld(
      "files being written", depth: 5, setting: [.write("a.yaml")],
      deeds: [.begin("a.yaml"), .end, .move("a.yaml", "b.yaml"), .remove("b.yaml"), .write("b.yaml")], duringDrains: [.end]),
    ModelWorld(
      "folders moved and exchanged", depth: 4, setting: [.mkdir("g"), .write("g/x"), .mkdir("h"), .write("h/y")],
      deeds: [.move("g", "k"), .move("k", "g"), .swap("g", "h"), .write("g/x"), .move("h", "g/h"), .move("g/h", "h")],
      duringDrains: [.swap("g", "h"), .move("g", "k")]),
    ModelWorld(
      "folders removed and made again", depth: 5, setting: [.mkdir("g"), .write("g/x")],
      deeds: [.remove("g"), .mkdir("g"), .write("g/x"), .move("g", "h")], drains: [.drain, .drainFirst(2)],
      duringDrains: [.write("g/x"), .remove("g")]),
    ModelWorld(
      "a name that is a file, then a folder", depth: 4, setting: [.write("n"), .mkdir("m"), .write("m/x")],
      deeds: [.remove("n"), .mkdir("n"), .write("n"), .write("n/x"), .swap("n", "m"), .chmod("n", "0"), .chmod("n", "755")],
      duringDrains: [.swap("n", "m")]),
    ModelWorld(
      "permissions", depth: 4, setting: [.mkdir("g"), .write("g/x"), .mkdir("g/d"), .write("g/d/y")],
      deeds: [
        .chmod("g", "0"), .chmod("g", "444"), .chmod("g", "755"), .write("g/d/y"), .chmod("g/d", "0"), .chmod("g/d", "755"),
        .move("g", "h"), .move("h", "g"),
      ], duringDrains: [.chmod("g", "755"), .chmod("g", "444")]),
    ModelWorld(
      "ignore files", depth: 4, setting: [.mkdir("g"), .write("g/x"), .write("x")],
      deeds: [
        .write(".vitrineignore", "x\n"), .write(".vitrineignore", "g/\n"), .remove(".vitrineignore"), .begin("g/x"), .end,
        .write("g/.vitrineignore", "*\n"), .move("g", "h"),
      ], duringDrains: [.remove(".vitrineignore")]),
    ModelWorld(
      "ignore files with names elsewhere", depth: 4,
      setting: [.mkdir("g"), .write("g/x"), .write("x"), .write(".vitrineignore", "x\n"), .link(".vitrineignore", "../c")],
      deeds: [
        .write("../c", "g/\n"), .write("../c", "y\n"), .link("../c", "g/.vitrineignore"), .remove(".vitrineignore"), .overflow,
        .move("g", "h"),
      ], duringDrains: [.write("../c", "x\n")]),
    ModelWorld(
      "a catalogue in a catalogue", depth: 5, setting: [.mkdir("g"), .write("g/x"), .mkdir("g/d"), .write("g/d/y")],
      deeds: [.write("g/vitrine.yaml"), .remove("g/vitrine.yaml"), .write("g/x"), .move("g/d", "d"), .move("d", "g/d")]),
    ModelWorld(
      "a file being written where a catalogue of its own begins", depth: 5, setting: [.mkdir("g"), .write("g/x")],
      deeds: [.begin("g/x"), .end, .write("g/vitrine.yaml"), .remove("g/vitrine.yaml")]),
    ModelWorld(
      "out of the catalogue and back", depth: 5,
      setting: [.mkdir("../out"), .mkdir("g"), .write("g/x"), .write("../out/y")],
      deeds: [.move("g", "../out/g"), .move("../out/g", "g"), .write("../out/g/x"), .write("g/x"), .overflow],
      drains: [.drain, .drainAndReadLater], duringDrains: [.move("../out/g", "g")]),
    ModelWorld(
      "the root moved away and back", depth: 6, setting: [.write("vitrine.yaml"), .mkdir("g"), .write("g/x")],
      deeds: [
        .move("../model", "../away"), .move("../away", "../model"), .write("g/x"), .chmod("../model", "0"),
        .chmod("../model", "755"),
      ]),
    ModelWorld(
      "hard links and symbolic links", depth: 4, setting: [.mkdir("g"), .write("g/x"), .write("a"), .link("a", "../b")],
      deeds: [
        .link("a", "g/a"), .write("../b"), .write("g/a"), .remove("a"), .symlink("g/x", "s"), .write("g/x"),
      ]),
    ModelWorld(
      "names made where nobody looks", depth: 4,
      setting: [.write(".vitrineignore", "d/\n"), .mkdir("d"), .mkdir("g"), .write("g/x"), .write("a")],
      deeds: [.link("g/x", "d/c"), .write("d/c"), .remove("g/x"), .move("a", "g/x"), .move("d/c", "g/x")],
      duringDrains: [.write("d/c")]),
    ModelWorld(
      "names elsewhere, and few watches", depth: 4, setting: [.mkdir("g"), .write("g/x"), .write("a"), .link("a", "../c")],
      deeds: [.write("../c"), .mkdir("h"), .move("a", "h/a"), .write("a"), .pause("5")],
      options: { $0.pointee.most_watches = 4 }),
    ModelWorld(
      "too few watches", depth: 4, setting: [.mkdir("g"), .write("g/x"), .mkdir("h"), .write("h/y")],
      deeds: [.write("g/x"), .write("h/y"), .swap("g", "h"), .move("g", "h/g"), .move("h/g", "g"), .remove("h/y")],
      drains: [.drain, .drainAndReadLater], options: { $0.pointee.most_watches = 2 }),
    ModelWorld(
      "as by a slow network", depth: 4, setting: [.mkdir("g"), .write("g/x"), .write("a")],
      deeds: [.write("g/x"), .write("a"), .move("g", "h"), .move("h", "g"), .swap("g/x", "a"), .pause("300")],
      drains: [.drain, .drainAndReadLater], duringDrains: [.write("g/x"), .move("g", "h")],
      options: { ($0.pointee.most_watches, $0.pointee.call_time) = (1, 7_000_000) }),
    ModelWorld(
      "permissions, and few watches", depth: 4,
      setting: [.mkdir("g"), .mkdir("../d"), .write("../d/y"), .pause("5000"), .write("a")],
      deeds: [.move("../d", "g/d"), .chmod("g", "755")],
      drains: [.drainWhenDue] + (0..<40).map { .drainDuring(.chmod("g", "0"), call: $0) },
      options: { $0.pointee.most_watches = 1 }),
    ModelWorld(
      "the clock set back", depth: 6, setting: [.mkdir("g"), .write("g/x"), .write("a"), .link("a", "../c")],
      deeds: [.pause("-3600000"), .write("g/x"), .write("../c"), .swap("g/x", "a"), .overflow]),
    ModelWorld(
      "the clock set back twice, and on its way again", depth: 6,
      setting: [.mkdir("g"), .write("g/x"), .write("a"), .link("a", "../c"), .pause("-3600000")],
      deeds: [.pause("-3600000"), .pause("100"), .write("g/x"), .write("../c"), .overflow]),
    ModelWorld(
      "events lost, times in whole seconds", depth: 4, setting: [.mkdir("g"), .write("g/x"), .write("a")],
      deeds: [.overflow, .write("g/x"), .write("a"), .swap("g/x", "a"), .pause("1500")], drains: [.drain],
      options: { $0.pointee.granularity = 1_000_000_000 }),
  ]
}
