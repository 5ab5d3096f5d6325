// The loop between a person and a finder: all that can wake it is in one place.

import VitrineSystem

/// Runs a finder on a terminal.
///
/// Each round takes all keys there are, asks at most one search of them, and writes at most one frame. A search has a thread of its own:
/// within `drawingTimeout` its answer is drawn together with what was typed, after it what was typed is drawn first.
package struct FinderLoop: ~Copyable {
  /// How it ended.
  package enum Outcome: Sendable, Hashable {
    /// With these, by their keys; none where Enter was pressed on an empty list.
    case chosen([String])
    /// With nothing.
    case left
  }

  /// What the world around does for a finder.
  package struct World {
    /// True where colours may be used.
    let hasColors: Bool
    /// A clock that only goes forward. Units: seconds.
    let clock: () -> Double
    /// The words that open things, by their keys, in an editor.
    let editor: ([String]) -> [String]
    /// Everything read again, after an editor may have changed it; nil where that failed.
    let reload: () -> FinderSource?

    /// A world of the given parts.
    package init(
      hasColors: Bool, clock: @escaping () -> Double, editor: @escaping ([String]) -> [String],
      reload: @escaping () -> FinderSource?
    ) {
      self.hasColors = hasColors
      self.clock = clock
      self.editor = editor
      self.reload = reload
    }
  }

  /// How long drawing waits for the answer to what was typed. Units: seconds.
  private static let drawingTimeout = 0.010
  /// How long a search takes before it is said to go on. Units: seconds.
  private static let longSearch = 0.150
  /// How long after an Escape more bytes may come that belong to it. Units: milliseconds.
  private static let escapeDelay = 40
  /// The most bytes that one round takes; the rest is for the next.
  private static let mostBytes = 65_536

  private var terminal: Terminal
  private var model: FinderModel
  private var writer: FrameWriter
  private var decoder = KeyDecoder()
  private var held: [Key] = []
  private var asked: (text: String, at: Double)?
  private let world: World

  /// A finder with a first query on a terminal, which it gives back at its end.
  package init(_ source: FinderSource, query: String, on terminal: consuming Terminal, in world: World) {
    model = FinderModel(source, query: query, size: terminal.size)
    writer = FrameWriter(hasColors: world.hasColors)
    self.world = world
    self.terminal = terminal
  }

  /// Runs until the person is done.
  package consuming func run() -> Outcome {
    let searcher = SearchThread(waker: terminal.waker)
    ask(searcher)
    while true {
      if mayDraw {
        let bytes = writer.bytes(for: model.frame())
        if !bytes.isEmpty { terminal.write(bytes) }
      }
      let events = terminal.wait(milliseconds: timeout)
      if events.contains(.gone) { return .left }
      if !events.isDisjoint(with: [.resized, .continued, .stop]) { renew(after: events) }
      guard takeKeys(events) else { return .left }
      if let searcher, let answer = searcher.takeAnswer() { take(answer.answer, for: answer.text) }
      if let outcome = work(searcher) {
        terminal.leave()
        return outcome
      }
    }
  }
}

extension FinderLoop {
  /// False in the short while in which the answer to what was typed is likely to come.
  private var mayDraw: Bool { asked.map { world.clock() - $0.at >= Self.drawingTimeout } ?? true }

  /// How long to wait for the next event. Units: milliseconds; nil for ever.
  private var timeout: Int? {
    var times: [Int] = []
    if decoder.isWaiting { times.append(Self.escapeDelay) }
    if let asked {
      let passed = world.clock() - asked.at
      for limit in [Self.drawingTimeout, Self.longSearch] where passed < limit {
        times.append(Int((limit - passed) * 1000) + 1)
      }
    }
    return times.min()
  }

  private mutating func ask(_ searcher: SearchThread?) {
    let text = model.query
    if asked?.text == text || (asked == nil && model.answered == text) { return }
    guard let searcher else { return take(model.source.search(text), for: text) }
    // The clock of an unanswered question runs on, so that steady typing is drawn, too.
    asked = (text, asked?.at ?? world.clock())
    searcher.ask(text, model.source.search)
  }

  private mutating func take(_ answer: FinderAnswer, for text: String) {
    model.take(answer, for: text)
    if asked?.text == text {
      asked = nil
      model.isSearching = false
    } else if asked != nil {
      asked?.at = world.clock()
    }
  }

  /// Takes all keys that are there. False where the terminal is gone.
  private mutating func takeKeys(_ first: Terminal.Events) -> Bool {
    if let asked, world.clock() - asked.at >= Self.longSearch { model.isSearching = true }
    guard first.contains(.keys) else {
      // Only a wait that came to its end says that nothing follows an Escape.
      if first.isEmpty { held += decoder.flush() }
      return true
    }
    var count = 0
    repeat {
      guard let bytes = terminal.readKeys() else { return false }
      held += decoder.keys(bytes)
      count += bytes.count
    } while count < Self.mostBytes && terminal.hasKeys
    return true
  }

  /// Does what the keys ask for, up to the first that has to wait for an answer.
  private mutating func work(_ searcher: SearchThread?) -> Outcome? {
    while let key = held.first {
      if model.answered != model.query, model.concernsMatches(key) {
        ask(searcher)
        if model.answered != model.query { return held.contains(.control("c")) ? .left : nil }
      }
      held.removeFirst()
      switch model.handle(key) {
      case nil: break
      case .leave: return .left
      case .choose(let items): return .chosen(items.map(model.source.key))
      case .open(let items): open(items)
      case .suspend: suspend()
      case .redraw: writer.forget()
      }
    }
    ask(searcher)
    return nil
  }

  private mutating func renew(after events: Terminal.Events) {
    if events.contains(.stop) {
      suspend()
    } else if events.contains(.continued) {
      terminal.renew()
      writer.forget()
    }
    model.resize(terminal.size)
  }

  private mutating func suspend() {
    if terminal.suspend() {
      writer.forget()
      model.resize(terminal.size)
    } else {
      model.note = "there is no shell here that could continue a stopped job"
    }
  }

  private mutating func open(_ items: [Int]) {
    let words = world.editor(items.map(model.source.key))
    let result = terminal.run(words)
    writer.forget()
    // What was asked before speaks of things as they were.
    if let source = world.reload() {
      model.reload(source)
      asked = nil
    }
    model.resize(terminal.size)
    switch result {
    case .failure(let failure): model.note = "the editor could not be started: system error \(failure.number)"
    case .success(0): break
    case .success(let status): model.note = "the editor ended with status \(status)"
    }
  }
}
