// What a live catalogue does when its files go, break or come back, and what it tells of it.

import FoundationEssentials
import Glibc
import Synchronization
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineLive
import VitrineModel
import VitrineSource
import VitrineSystem
import VitrineTesting

/// Freezing, last good records, deltas, barriers.
@Suite struct StateTests {
  /// The value of a field of a record, as the index has it.
  private func value(_ field: String, of path: String, in state: LiveState) throws -> String? {
    let index = try #require(state.catalogue.index)
    guard let id = index.row(ofPath: Path(path)), let column = index.tables[id.table].layout.column(at: FieldPath(dotted: field))
    else {
      return nil
    }
    return index.tables[id.table].firstValue(id.row, column).map { index.tables[id.table].pools[column].text($0) }
  }

  @Test("a record whose file breaks shows as it last was, with the findings of now, until it is mended")
  func lastGood() throws {
    let run = try LiveRun { $0.keepsLastGood = true }
    let path = "recipes/gold-trim.yaml"
    let text = try run.text(path)
    let name = try value("name", of: path, in: run.state())
    try run.write(text.replacing("name:", with: "name: [\nname:"), to: path)
    var state = try run.check("broken")
    #expect(state.lastGood == [Path(path)])
    #expect(try value("name", of: path, in: state) == name)
    #expect(try value("finding.severity", of: path, in: state) == "error")
    #expect(state.catalogue.findings.findings(in: Path(path)).contains { $0.rule.code == "V001" })
    try run.write("", to: path)
    state = try run.check("emptied")
    #expect(state.lastGood == [Path(path)])
    #expect(try value("name", of: path, in: state) == name)
    try run.write("name: Other\n", to: path)
    state = try run.check("mended")
    #expect(state.lastGood == [])
    #expect(try value("name", of: path, in: state) == "Other")
    try run.write("name: [", to: path)
    #expect(try run.state().lastGood == [Path(path)])
    try run.remove(path)
    state = try run.check("removed")
    #expect(state.lastGood == [] && state.catalogue.index?.row(ofPath: Path(path)) == nil)
    try run.write("name: [", to: path)
    state = try run.state()
    #expect(state.lastGood == [], "it never was good")
  }

  @Test("records that cannot be read because too much is open stay as they are until they can, and who asks waits")
  func scarcity() async {
    await #expect(processExitsWith: .success) {
      let run = try LiveRun()
      let path = "recipes/gold-trim.yaml"
      let findings = try run.rest().catalogue.findings
      try run.around.write("name: Second\nnonsense: 1\n", to: "new.yaml")
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 200
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let answer = Slot<LiveState>()
      var files: [Int32] = []
      while let last = Optional(dup(0)), last >= 0 { files.append(last) }
      try run.rename("/new.yaml", path)
      run.live.barrier { answer.fill($0) }
      #expect(answer.wait(0.2) == nil)
      #expect(run.live.state.catalogue.findings == findings && run.live.state.status.freeze == nil)
      #expect(run.live.state.status.shortage == "too many open files; raise the limit with ulimit -n")
      for number in files { close(number) }
      let state = try #require(answer.wait(20))
      #expect(state.catalogue.findings.findings(in: Path(path)).contains { $0.severity == .error })
      #expect(try run.rest().status.shortage == nil)
      try run.check()
    }
  }

  @Test("symbolic links that lead to what is not watched are counted while they do")
  func links() throws {
    let run = try LiveRun()
    #expect(try run.rest().status.links == 0)
    #expect(symlink("nowhere.yaml", run.place("recipes/missing.yaml")) == 0)
    #expect(symlink("../../outside.yaml", run.place("recipes/outside.yaml")) == 0)
    #expect(symlink("gold-trim.yaml", run.place("recipes/within.yaml")) == 0)
    #expect(try run.state().status.links == 2)
    #expect(unlink(run.place("recipes/missing.yaml")) == 0)
    #expect(try run.state().status.links == 1)
    #expect(unlink(run.place("recipes/outside.yaml")) == 0)
    #expect(try run.state().status.links == 0)
    try run.check()
  }

  @Test("a state that is settled has everything in it that was written before, and at rest there is one (M1.3)")
  func settled() throws {
    let run = try LiveRun()
    let path = "recipes/gold-trim.yaml"
    for number in 0..<300 {
      try run.write("name: Name \(number)\n", to: path)
      // Asked at once, and asked when the thread has come to rest again.
      let state = try run.live.settledState ?? run.state()
      #expect(try value("name", of: path, in: state) == "Name \(number)")
      if number % 3 == 0 { try run.rest() }
      let again = try run.live.settledState ?? run.state()
      #expect(try value("name", of: path, in: again) == "Name \(number)" && again.generation >= state.generation)
    }
    let generation = try run.rest().generation
    #expect(try run.rest().generation == generation && run.state().generation == generation)
    run.live.reload()
    #expect(try value("name", of: path, in: run.rest()) == "Name 299")
  }

  @Test("no state is settled while a file is being written, while the catalogue is frozen, and after the end")
  func unsettled() throws {
    let run = try LiveRun {
      $0.lossLimit = 0.2
      $0.lossFloor = 3
    }
    let path = "recipes/gold-trim.yaml"
    let file = open(run.place(path), O_WRONLY | O_TRUNC)
    let text = "name: Slow\n"
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    // By now it may have been quiet for long enough to count as written.
    if let state = run.live.settledState { #expect(try value("name", of: path, in: state) == "Slow") }
    close(file)
    #expect(try value("name", of: path, in: run.rest()) == "Slow")
    try run.rename("recipes", "/recipes")
    #expect(try run.state().status.freeze != nil)
    #expect(run.live.settledState == nil)
    try run.rename("/recipes", "recipes")
    #expect(try run.rest().status.freeze == nil)
    run.live.stop()
    _ = try run.state()
    #expect(run.live.settledState == nil)
  }

  @Test("a file that stays open for writing is named to whoever keeps the log, with how long it was waited for")
  func delayed() throws {
    let delay = Slot<(Path, Int64)>()
    let run = try LiveRun { $0.onDelay = { delay.fill(($0, $1)) } }
    let path = "recipes/gold-trim.yaml"
    let file = open(run.place(path), O_WRONLY | O_TRUNC)
    defer { close(file) }
    let text = "name: Slow\n"
    #expect(write(file, text, text.utf8.count) == text.utf8.count)
    #expect(try value("name", of: path, in: run.state()) == "Slow")
    let (named, nanoseconds) = try #require(delay.wait(20))
    #expect(named == Path(path) && nanoseconds > 100_000_000)
  }

  @Test("the index a reader holds stays what it was")
  func immutable() throws {
    let run = try LiveRun()
    let before = try run.state()
    let portrait = Set(Comparison.portrait(before.catalogue).filter { $0.hasPrefix("row ") })
    let findings = Array(before.catalogue.findings)
    try run.remove("recipes/pale-skin.yaml")
    try run.write("name: New\n", to: "recipes/gold-trim.yaml")
    let after = try run.check()
    #expect(after.generation > before.generation)
    #expect(Set(Comparison.portrait(before.catalogue).filter { $0.hasPrefix("row ") }) == portrait)
    #expect(Array(before.catalogue.findings) == findings)
  }

  @Test("a batch that loses too many records freezes the state; it goes on when they are back, or when that is accepted")
  func massLoss() throws {
    let run = try LiveRun {
      $0.lossLimit = 0.2
      $0.lossFloor = 3
    }
    let before = try run.check()
    try run.rename("recipes", "/recipes")
    var state = try run.state()
    let gone = 8
    #expect(state.status.freeze == .massLoss(gone: gone, of: before.catalogue.recordCount))
    #expect(state.catalogue.recordCount == before.catalogue.recordCount)
    #expect(state.catalogue.findings == before.catalogue.findings)
    #expect(state.generation == before.generation + 1)
    try run.write("name: Late\n", to: "minis/late.yaml")
    #expect(try run.state().catalogue.recordCount == before.catalogue.recordCount, "what comes meanwhile waits")
    try run.rename("/recipes", "recipes")
    state = try run.check("back")
    #expect(state.status.freeze == nil && state.catalogue.recordCount == before.catalogue.recordCount + 1)
    try run.rename("recipes", "/recipes")
    #expect(try run.state().status.freeze != nil)
    run.live.accept()
    state = try run.check("accepted")
    #expect(state.status.freeze == nil && state.catalogue.recordCount == before.catalogue.recordCount + 1 - gone)
  }

  @Test("a folder renamed, one that is ignored and other collections are no loss")
  func noLoss() throws {
    let run = try LiveRun {
      $0.lossLimit = 0.1
      $0.lossFloor = 2
    }
    try run.rename("minis/40k", "minis/41k")
    #expect(try run.check("renamed").status.freeze == nil)
    try run.write("minis/41k\n", to: ".vitrineignore")
    #expect(try run.check("ignored").status.freeze == nil)
    try run.write(LiveRun.manifest.replacing("recipes/**", with: "nothing/**"), to: "vitrine.yaml")
    #expect(try run.check("collections").status.freeze == nil)
  }

  @Test("a root that is renamed away freezes the state until it is back")
  func rootGone() throws {
    let run = try LiveRun()
    let before = try run.check()
    #expect(rename(run.root, run.root + "-away") == 0)
    var state = try run.state()
    #expect(state.status.freeze == .rootGone)
    #expect(state.catalogue.findings == before.catalogue.findings)
    #expect(rename(run.root + "-away", run.root) == 0)
    try run.write("name: New\n", to: "recipes/gold-trim.yaml")
    try waitForRoot(run)
    state = try run.check("back")
    #expect(state.status.freeze == nil)
  }

  /// Waits until the root is found again: whether it is back is asked once a second.
  private func waitForRoot(_ run: LiveRun) throws {
    let back = Slot<LiveOutline>()
    let subscription = run.live.subscribe { delta in if delta.outline.status.freeze == nil { back.fill(delta.outline) } }
    if run.live.state.status.freeze != nil { _ = try #require(back.wait(20)) }
    run.live.unsubscribe(subscription)
  }

  @Test("a copy in the place of the root is the catalogue from then on, and what it was a copy of is not")
  func rootReplaced() throws {
    let run = try LiveRun()
    try run.check()
    try run.around.write("name: Old\n", to: "catalogue/recipes/both.yaml")
    try run.check("both")
    #expect(rename(run.root, run.root + "-old") == 0)
    try FileManager.default.copyItem(atPath: run.root + "-old", toPath: run.root)
    try waitForRoot(run)
    try run.check("copied")
    try run.write("name: New\n", to: "recipes/both.yaml")
    try run.write("name: Only here\n", to: "recipes/here.yaml")
    let state = try run.check("written in the copy")
    #expect(try value("name", of: "recipes/both.yaml", in: state) == "New")
    try run.around.write("name: There\n", to: "catalogue-old/recipes/both.yaml")
    try FileManager.default.removeItem(atPath: run.root + "-old/recipes/gold-trim.yaml")
    try run.write("name: Gold\n", to: "recipes/gold-trim.yaml")
    try run.check("written in both")
  }

  @Test("the manifest is followed though an ignore file leaves out every file")
  func ignoredManifest() throws {
    let run = try LiveRun()
    try run.check()
    try run.write("*\n", to: ".vitrineignore")
    try run.check("all left out")
    try run.write("id: lost\n", to: "vitrine.yaml")
    #expect(try run.check("a manifest with faults").catalogue.findings.contains { $0.path == "vitrine.yaml" })
    try run.write(LiveRun.manifest, to: "vitrine.yaml")
    try run.write("", to: ".vitrineignore")
    #expect(try run.check("as it was").catalogue.recordCount > 0)
  }

  @Test("a text in another form of Unicode is another text wherever it is shown")
  func otherForm() throws {
    let manifest = "vitrine: 1\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n"
    let run = try LiveRun(parts: [], manifest: manifest)
    func record(_ title: String, _ developer: String) -> String {
      "title: \(title)\nrelease: 20200101\nstatus: library\nproperties:\n  developers: [\(developer)]\n"
    }
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    try run.write("no image", to: "games/a.jpg")
    try run.write(record(composed, composed), to: "games/a.yaml")
    try run.write(record("B", "cafe"), to: "games/b.yaml")
    try run.write(record("C", composed), to: "games/c.yaml")
    try run.check("composed")
    try run.write(record(decomposed, composed), to: "games/a.yaml")
    try run.check("a title")
    for name in ["a", "c", "d"] {
      try run.write(record(decomposed, decomposed), to: "games/\(name).yaml")
      try run.check("the spellings of a name: \(name)")
    }
  }

  @Test("without its manifest a folder is no catalogue: the state freezes until there is one again")
  func noManifest() throws {
    let run = try LiveRun()
    let before = try run.check()
    try run.rename("vitrine.yaml", "vitrine.yaml~")
    try run.write("name: New\n", to: "recipes/gold-trim.yaml")
    var state = try run.state()
    #expect(state.status.freeze == .manifest(nil))
    #expect(state.catalogue.findings == before.catalogue.findings)
    run.live.accept()
    #expect(try run.state().status.freeze == .manifest(nil))
    try run.rename("vitrine.yaml~", "vitrine.yaml")
    state = try run.check("back")
    #expect(state.status.freeze == nil)
  }

  @Test("a manifest that cannot be read is no folder that is gone, and it is followed again once it can be read")
  func unreadableManifest() throws {
    let run = try LiveRun()
    let before = try run.check()
    // What root cannot read is no file: a link that leads to itself.
    try run.rename("vitrine.yaml", "vitrine.yaml~")
    #expect(symlink("vitrine.yaml", run.root + "/vitrine.yaml") == 0)
    var state = try run.state()
    guard case .manifest(let reason?) = state.status.freeze else {
      Issue.record("\(String(describing: state.status.freeze))")
      return
    }
    #expect(!reason.isEmpty)
    #expect(state.catalogue.findings == before.catalogue.findings)
    #expect(unlink(run.root + "/vitrine.yaml") == 0)
    try run.rename("vitrine.yaml~", "vitrine.yaml")
    state = try run.check("back")
    #expect(state.status.freeze == nil)
  }

  @Test("deltas tell what is new and what is fixed; what only moved within its file is neither")
  func deltas() throws {
    let run = try LiveRun()
    let path = "recipes/gold-trim.yaml"
    let text = try run.text(path)
    _ = try run.takeDeltas()
    try run.write(text + "nonsens: 1\n", to: path)
    var deltas = try run.takeDeltas()
    #expect(deltas.flatMap(\.appeared).map(\.rule.slug) == ["unknown-field"] && deltas.flatMap(\.fixed).isEmpty)
    #expect(deltas.flatMap(\.changedPaths) == [Path(path)])
    try run.write("# a comment\n\n" + text + "nonsens: 1\n", to: path)
    deltas = try run.takeDeltas()
    #expect(deltas.count == 1 && deltas.flatMap(\.appeared).isEmpty && deltas.flatMap(\.fixed).isEmpty)
    try run.write(text, to: path)
    deltas = try run.takeDeltas()
    #expect(deltas.flatMap(\.fixed).map(\.rule.slug) == ["unknown-field"] && deltas.flatMap(\.appeared).isEmpty)
    try run.write(LiveRun.manifest.replacing("photo-orphan: warning", with: "no-such: off"), to: "vitrine.yaml")
    deltas = try run.takeDeltas()
    #expect(deltas.flatMap(\.appeared).map(\.rule.slug) == ["unknown-rule"])
    run.live.reload()
    deltas = try run.takeDeltas()
    #expect(deltas.count == 1 && deltas[0].appeared.isEmpty && deltas[0].fixed.isEmpty)
    #expect(zip(deltas, deltas.dropFirst()).allSatisfy { $0.outline.generation < $1.outline.generation })
  }

  @Test("what is written before a barrier is in its state, whoever asks from however many threads")
  func barriers() throws {
    let run = try LiveRun(parts: ["recipes"])
    let faults = Mutex<[String]>([])
    let finished = Slot<Bool>()
    let left = Mutex(6)
    for thread in 0..<6 {
      Thread.start {
        for round in 0..<25 {
          do {
            let path = "recipes/thread-\(thread).yaml"
            try run.write("name: Round \(round) of \(thread)\n", to: path)
            let state = try run.state()
            let found = try value("name", of: path, in: state)
            if found != "Round \(round) of \(thread)" { faults.withLock { $0.append("\(thread) \(round): \(found ?? "none")") } }
          } catch {
            faults.withLock { $0.append("\(error)") }
          }
        }
        let rest = left.withLock { left in
          left -= 1
          return left
        }
        if rest == 0 { finished.fill(true) }
      }
    }
    #expect(finished.wait(60) == true)
    #expect(faults.withLock { $0 } == [])
    try run.check("after all")
  }

  @Test("stopping answers every barrier, those that come after it, too")
  func stopping() throws {
    let run = try LiveRun(parts: ["recipes"])
    let count = Mutex(0)
    let all = Slot<Bool>()
    for number in 0..<40 {
      if number == 20 { run.live.stop() }
      run.live.barrier { _ in
        let answered = count.withLock { count in
          count += 1
          return count
        }
        if answered == 40 { all.fill(true) }
      }
    }
    #expect(all.wait(20) == true)
  }
}
