// `vitrine camera capture|tether|fetch`: photos from a camera into the catalogue.

import Glibc
import Synchronization
import VitrineApplication
import VitrineCamera
import VitrineChanges
import VitrineCommandLine
import VitrineSource
import VitrineSystem

/// The commands that bring photos.
enum CameraPhotos {
  private static let frames = Option.number("frames", "N", in: 1...9999, default: 1, "take so many photos")
  private static let interval = Option.number("interval", "SECONDS", in: 1...86_400, default: 1, "how far they are apart")
  private static let onlyNew = Option.flag("new", "only what the camera marks as new")
  private static let options: [any DeclaredOption] = [CameraCommand.camera, CameraCommand.port] + IngestCommand.optionsOfCameras

  private static let words = [
    "Photos come into '.vitrine/camera' of the catalogue, and from there into their records as 'vitrine ingest' does it: nothing is copied twice, files of one name are one record, the same bytes are left out, and 'vitrine undo' takes it back. What a session leaves behind that is cut short is taken by the next one.",
    "They stay on the camera's card, too; what a camera keeps in its memory alone ('target') is let go of once it is here.",
  ]

  static let capture = Command<Session>(
    name: "capture", summary: "take a photo, which becomes a record", options: [frames, interval] + options,
    manual: Manual(
      examples: [
        ("vitrine camera capture", "takes one"), ("vitrine camera capture --frames 10 --interval 60", "takes one a minute"),
        ("vitrine camera capture --set tags+=studio", "gives the record a tag"),
      ], description: words, exitStatuses: CameraCommand.statuses, seeAlso: ["ingest"])
  ) { session, arguments in
    try run(.capture(frames: arguments[frames], interval: arguments[interval]), session, arguments)
  }

  static let tether = Command<Session>(
    name: "tether", summary: "take what the camera's own button makes, as it comes", options: options,
    manual: Manual(
      examples: [
        ("vitrine camera tether", "goes on until Ctrl-C"),
        ("vitrine camera tether --name 'shots/{taken.date}/studio/{title}.yaml'", "says where records go"),
      ], description: words, exitStatuses: CameraCommand.statuses, seeAlso: ["ingest"])
  ) { session, arguments in
    try run(.tether, session, arguments)
  }

  static let fetch = Command<Session>(
    name: "fetch", summary: "take what is on the camera's card", options: [onlyNew] + options,
    manual: Manual(
      examples: [
        ("vitrine camera fetch", "fetches all of it; what the catalogue has is left out"),
        ("vitrine camera fetch --new", "fetches what the camera marks as new"),
        ("vitrine camera fetch --camera 'Directory Browse' --at disk:/media/card", "fetches from a folder, as gphoto2 does it"),
      ],
      description: words + ["A card in a reader is quicker: 'vitrine ingest /media/card/DCIM'."],
      exitStatuses: CameraCommand.statuses, seeAlso: ["ingest"])
  ) { session, arguments in
    try run(.fetch(onlyNew: arguments[onlyNew]), session, arguments)
  }

  private static func run(_ work: CameraTransfer.Work, _ session: Session, _ arguments: Arguments) throws -> ExitStatus {
    if ChangeExecution(arguments).isDryRun {
      throw CommandError("a camera cannot take a photo for trial; 'vitrine camera get' shows what it is set to")
    }
    // A catalogue and a kind that photos become, before the camera is asked.
    let root = try session.root()
    var watch = try IngestWatch(IngestCommand.run(session, arguments))
    // Raw and JPEG come one after the other, and are one change.
    watch.pause = 300_000_000
    watch.removesPresent = true
    try watch.checkRequest()
    let camera = try CameraCommand.asking { () throws(CameraFailure) in
      try ConnectedCamera.find(arguments[CameraCommand.camera], port: arguments[CameraCommand.port])
    }
    let left = CameraSpool.unfinished(in: root)
    for spool in left {
      session.note("taking what a session with a camera left behind that was cut short")
      spool.gather()
      try watch.run([spool.ready], isOver: { true })
      spool.finish(hadPhotos: true)
    }
    let moment = ChangeMoment.text(try session.changeMoment().now).prefix(19).filter { $0 != ":" && $0 != "-" }
    let name = moment.split(separator: "T").joined(separator: "-")
    let spool = try CameraCommand.asking { () throws(CameraFailure) in try CameraSpool(in: root, session: name) }
    let transfer: CameraTransfer
    do throws(CommandError) {
      transfer = try CameraCommand.asking { () throws(CameraFailure) in try CameraTransfer(work, of: camera, into: spool) }
    } catch {
      spool.finish(hadPhotos: false)
      throw error
    }
    if work == .tether { session.note("waiting for \(camera.name)'s button; Ctrl-C ends it") }
    // Ctrl-C ends the camera's work; what has come until then is taken before this program ends, too.
    let isDone = Flag()
    let duty = Interruption.promise {
      transfer.stop()
      isDone.wait(seconds: 30)
    }
    defer {
      isDone.set()
      Interruption.fulfil(duty)
    }
    let (log, now) = (SessionLog(environment: session.environment), session.wallClock.now)
    let number = "\(name)-\(getpid())"
    log?.begin(number, "cable", at: now() / 1_000_000_000)
    let before = watch.taken
    // What one order brings is one change, however slowly it comes.
    while work.isOneChange, transfer.isRunning { MonotonicClock.sleep(milliseconds: 20) }
    var wasRunning = true
    try watch.run([spool.ready]) {
      if spool.gathersItself { spool.gather() }
      guard !wasRunning else {
        wasRunning = transfer.isRunning
        return false
      }
      spool.gather()
      return true
    }
    spool.finish(hadPhotos: watch.taken > before)
    log?.end(number, at: now() / 1_000_000_000)
    if let failure = transfer.failure { throw CommandError(failure.message, .inputOutput) }
    if watch.taken == before { session.note(work.isFetch ? "there is no new photo on the camera" : "no photo came") }
    return .well
  }
}

extension CameraTransfer.Work {
  fileprivate var isFetch: Bool { if case .fetch = self { true } else { false } }

  /// Whether all that comes of it is undone at once: one photo in all its formats, or a card.
  fileprivate var isOneChange: Bool { if case .capture(frames: 1, _) = self { true } else { isFetch } }
}

/// Something that happens once, and that another thread may wait for.
private final class Flag: Sendable {
  private let isSet = Atomic<Bool>(false)

  func set() { isSet.store(true, ordering: .releasing) }

  func wait(seconds: Int) {
    for _ in 0..<(seconds * 50) where !isSet.load(ordering: .acquiring) { MonotonicClock.sleep(milliseconds: 20) }
  }
}
