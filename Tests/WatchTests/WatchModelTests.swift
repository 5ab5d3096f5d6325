// The model check: every order of a few deeds, of what the watcher sees of them and when, tried one after the other on the watcher itself. Decision 0064 says
// what is modelled.

import CSimulation
import Glibc
import Testing
import VitrineTesting

/// Small worlds, each explored to its depth.
@Suite struct WatchModelTests {
  /// All worlds; with `VITRINE_WORLDS=clock` those whose names have that word.
  private static let worlds: [ModelWorld] = {
    guard let words = getenv("VITRINE_WORLDS").map({ String(cString: $0) }) else { return ModelWorld.all }
    return ModelWorld.all.filter { $0.name.contains(words) }
  }()

  @Test("after every order of deeds, events and drains, what is believed is what is on the disk", arguments: worlds)
  func explored(_ world: ModelWorld) throws {
    let isDeep = getenv("VITRINE_MODEL").map { String(cString: $0) } == "deep"
    var exploration = Exploration(world, depth: world.depth + (isDeep ? 2 : 0))
    let start = Self.processorTime
    try exploration.run()
    #expect(exploration.count > 300, "the model moves")
    if getenv("VITRINE_MODEL") != nil {
      print("model: \(world.name): \(exploration.count) sequences, \((Self.processorTime - start) / 1_000_000) ms")
    }
  }

  /// What this thread has worked so far. Units: nanoseconds.
  private static var processorTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Goes through all sequences of steps.
private struct Exploration {
  private let world: ModelWorld
  private let depth: Int
  private(set) var count = 0
  private var faults = 0
  private static let mostFaults = 3

  init(_ world: ModelWorld, depth: Int) { (self.world, self.depth) = (world, depth) }

  mutating func run() throws {
    let folder = SimulatedFolder()
    world.options(folder.state)
    for deed in world.setting where !folder.perform(deed) { Issue.record("\(deed) cannot be done") }
    let model = try folder.use { try WatchModel(folder) }
    explore(model, depth, [])
  }

  private mutating func explore(_ model: WatchModel, _ left: Int, _ way: [ModelStep]) {
    for step in world.steps {
      if case .drain = step, case .drain? = way.last { continue }
      let next = WatchModel(copying: model)
      guard next.folder.use({ next.take(step) }) else { continue }
      // A check begins with a drain of its own.
      if case .drain = step {} else { check(WatchModel(copying: next), way + [step]) }
      if left > 1 { explore(next, left - 1, way + [step]) }
      if faults >= Self.mostFaults { return }
    }
    guard left == 1, model.folder.hasEvents else { return }
    for deed in world.duringDrains { exploreCalls(model, deed, way) }
  }

  /// Has something done at every call of a drain.
  private mutating func exploreCalls(_ model: WatchModel, _ deed: Deed, _ way: [ModelStep]) {
    for call in Int32(0)... {
      let next = WatchModel(copying: model)
      let step = ModelStep.drainDuring(deed, call: call)
      let isDone = next.folder.use { next.take(step) }
      if next.folder.state.pointee.calls <= call { return }
      if isDone { check(next, way + [step]) }
      if faults >= Self.mostFaults { return }
    }
  }

  private mutating func check(_ model: WatchModel, _ way: [ModelStep]) {
    count += 1
    let found = model.folder.use { model.faults() }
    if found.isEmpty { return }
    faults += 1
    Issue.record("\(world.name): \(way.map(\.description).joined(separator: "; "))\n  \(found.joined(separator: "\n  "))")
  }
}
