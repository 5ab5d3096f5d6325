// The loop of `vitrine watch`: all that can wake it is in one place.

import Glibc
import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineSystem
import VitrineTerminal

/// What a person asked for.
struct WatchOptions: Sendable {
  /// What is watched.
  var scope = WatchScope([])
  /// True where the whole report is wanted at the beginning.
  var all = false
  /// True where events are written as lines of JSON.
  var isJSON = false
  /// The command that runs after changes.
  var command: String?
  /// True where new errors are told on the desktop.
  var notifies = false
}

/// What can be done where a source ends; nothing where it ends with this process.
struct WatchReturn {
  /// Tries to reach the source again; nil where it is not there.
  let again: () -> (any WatchSource)?
  /// Goes on without it, in another program; comes back only where that cannot be.
  let without: () -> Void
}

/// One run of the command, from its first event to its end.
struct WatchRun: ~Copyable {
  /// How long a source that ended is waited for before the run goes on without it. Units: seconds.
  private static let timeout = 3.0
  /// How often it is asked for meanwhile, and where there is no other way. Units: seconds.
  private static let pause = 0.25

  private let session: Session
  private let options: WatchOptions
  private let back: WatchReturn?
  private var source: any WatchSource
  private var terminal: LineTerminal
  private var reporter: WatchReporter
  private var model: WatchModel
  private var hasBegun = false
  private var queue = WatchJobQueue()
  private var job: WatchProcess?
  private var notices = WatchNotices()
  private var notifiers: [WatchProcess] = []
  private var cannotNotify = false
  /// Since when the source is gone, and when it is asked for next. Units: seconds of the session's clock.
  private var gone: (since: Double, next: Double)?

  /// A run on standard output.
  ///
  /// Errors: the system gives no more descriptors.
  init(_ session: Session, _ options: WatchOptions, _ source: any WatchSource, back: WatchReturn?) throws {
    self.session = session
    self.options = options
    self.source = source
    self.back = back
    let hasScreen = session.look.isTerminal && !options.isJSON
    // What xterm and its like wrote stays where it is when the width changes; most others break their lines anew.
    let name = session.environment("TERM") ?? ""
    let keepsLines = session.environment("XTERM_VERSION") != nil || ["rxvt", "linux"].contains { name.hasPrefix($0) }
    let isDumb = name.isEmpty || name == "dumb"
    do throws(TerminalError) {
      terminal = try LineTerminal(hasFoot: hasScreen && !isDumb, rewraps: !keepsLines)
    } catch {
      throw CommandError("\(error)", .inputOutput)
    }
    let clock = session.wallClock
    reporter = WatchReporter(
      dress: WatchReporter.Dress(
        look: session.look, hasKeys: terminal.hasKeys, hasService: back != nil, offset: { clock.offset($0) }))
    model = WatchModel(scope: options.scope)
  }

  /// Runs until the person, or the one who reads, has enough.
  ///
  /// Errors: the report cannot be had at the beginning.
  consuming func run() throws -> ExitStatus {
    while true {
      if gone == nil { try takeNews() }
      let events = terminal.wait(for: gone == nil ? source.descriptor : -1, milliseconds: timeout)
      if events.contains(.closed) { return end(.well) }
      if events.contains(.interrupted) { return end(.interrupted) }
      if events.contains(.ended) {
        stopJob()
        terminal.endBySignal()
        return .interrupted
      }
      if events.contains(.child) { takeEnds() }
      if events.contains(.stop) { terminal.suspend() }
      if !events.isDisjoint(with: [.redraw, .stop]) { redraw(isContinued: true) }
      if events.contains(.keys), let status = takeKeys() { return end(status) }
      if gone != nil { seek() }
      if let notice = notices.due(now: session.clock()) { show(notice) }
    }
  }

  /// How long to wait for the next event. Units: milliseconds; nil for ever.
  private var timeout: Int? {
    let now = session.clock()
    let times = [notices.delay(now: now), gone.map { max($0.next - now, 0) }]
    return times.compactMap { $0 }.min().map { Int($0 * 1000) + 1 }
  }

  private mutating func end(_ status: ExitStatus) -> ExitStatus {
    stopJob()
    terminal.leave()
    return status
  }
}

// MARK: news

extension WatchRun {
  private mutating func takeNews() throws {
    for news in source.take() {
      switch news {
      case .event(let event): try take(event)
      case .ended(let reason): lose(reason)
      }
      if gone != nil { return }
    }
  }

  private mutating func take(_ event: WatchEvent) throws {
    if !hasBegun {
      let baseline = try source.report()
      model.begin(event, baseline)
      hasBegun = true
      if options.isJSON {
        session.print(event.line(scope: options.scope, counts: model.counts))
      } else {
        let findings = options.all ? baseline.findings : nil
        write(reporter.beginning(model, time: event.time ?? session.wallClock.now(), findings: findings))
      }
      return
    }
    var delta: WatchDelta
    switch event.form {
    case .generation: delta = model.apply(event)
    case .state:
      do {
        delta = model.goOn(event, try source.report())
      } catch {
        return lose("\(error)")
      }
    }
    if delta.time == nil { delta.time = session.wallClock.now() }
    if options.isJSON {
      let isTold = options.scope.isWhole || delta.concernsFiles || delta.froze || delta.thawed || event.form == .state
      if isTold { session.print(event.line(scope: options.scope, counts: model.counts)) }
    } else {
      write(reporter.text(delta, model))
    }
    if options.notifies, let notice = notices.appeared(delta.appeared, now: session.clock()) { show(notice) }
    if options.command != nil, delta.concernsFiles {
      let change = WatchChange(generation: delta.generation, counts: model.counts, changed: delta.changed)
      if let next = queue.changed(change) { start(next) }
    }
  }

  /// The source has ended.
  private mutating func lose(_ reason: String) {
    let now = session.clock()
    gone = (now, now)
    remark("the daemon \(reason); waiting for it to come back")
  }

  /// Looks for the source that ended; after a while, goes on without.
  private mutating func seek() {
    guard let gone, let back else { return }
    let now = session.clock()
    guard now >= gone.next else { return }
    if let found = back.again() {
      self.gone = nil
      source = found
      return remark("the daemon is back")
    }
    self.gone?.next = now + Self.pause
    guard now - gone.since >= Self.timeout, job == nil else { return }
    terminal.leave()
    session.note("vitrine: watching without the daemon from now on")
    back.without()
    // It could not be done: what is left is to wait.
    self.gone = (.infinity, now + Self.pause)
    terminal.renew()
    remark("'vitrined' was not found; 'vitrine daemon start' brings the daemon back")
  }
}

// MARK: the screen

extension WatchRun {
  /// Writes lines above the foot.
  private mutating func write(_ text: String) {
    if text.isEmpty, !terminal.hasFoot { return }
    if job != nil { terminal.noteForeignOutput() }
    var whole = terminal.clearing() + text
    if hasBegun, gone == nil {
      let foot = reporter.foot(model)
      whole += terminal.showing(foot.written(hasColors: reporter.dress.look.color), width: foot.width)
    }
    if !whole.isEmpty { session.print(whole) }
  }

  private mutating func redraw(isContinued: Bool) {
    terminal.renew()
    if let width = terminal.width { reporter.dress.look.width = width }
    write("")
  }

  /// Says something that is no finding: on the screen in its place, else on standard error.
  private mutating func remark(_ text: String) {
    if terminal.hasFoot { return write(reporter.remark(text, model, time: session.wallClock.now())) }
    session.note("vitrine: " + text)
  }

  private mutating func takeKeys() -> ExitStatus? {
    for byte in terminal.readKeys() {
      switch byte {
      case UInt8(ascii: "q"), UInt8(ascii: "Q"): return .well
      case UInt8(ascii: "a"): if case .massLoss = model.freeze { source.accept() }
      default: break
      }
    }
    return nil
  }
}

// MARK: other programs

extension WatchRun {
  private mutating func start(_ change: WatchChange) {
    guard let command = options.command else { return }
    terminal.isFootHidden = true
    write("")
    switch WatchProcess.start(["/bin/sh", "-c", command], more: change.environment) {
    case .success(let process):
      job = process
      WatchProcess.endsWithUs(process)
    case .failure(let failure):
      terminal.isFootHidden = false
      _ = queue.ended()
      remark("the command cannot be run: \(ErrorNumber.words(failure.number).reason)")
    }
  }

  private mutating func takeEnds() {
    notifiers.removeAll { $0.end() != nil }
    guard let job, let end = job.end() else { return }
    self.job = nil
    WatchProcess.endsWithUs(nil)
    terminal.noteForeignOutput()
    terminal.isFootHidden = false
    if let words = end.words { remark("the command \(words)") } else { write("") }
    if let next = queue.ended() { start(next) }
  }

  private mutating func stopJob() {
    job?.stop()
    job = nil
    WatchProcess.endsWithUs(nil)
  }

  private mutating func show(_ notice: WatchNotices.Notice) {
    guard !cannotNotify else { return }
    let words = ["notify-send", "--app-name=vitrine", "--icon=dialog-error", "--", notice.title, notice.body]
    switch WatchProcess.start(words, isSilent: true) {
    case .success(let process): notifiers.append(process)
    case .failure(let failure):
      cannotNotify = true
      let why = failure.number == ENOENT ? "'notify-send' is not there" : ErrorNumber.words(failure.number).reason
      remark("no notices on the desktop: \(why)")
    }
  }
}
