// Photos on their way from a camera: gphoto2 at work, and what it says of it.

import Glibc
import Synchronization
import VitrineSystem

/// gphoto2, taking photos or fetching them into a spool.
package final class CameraTransfer: Sendable {
  /// What it is to do.
  package enum Work: Sendable, Hashable {
    /// Take so many photos, so many seconds apart.
    case capture(frames: Int, interval: Int)
    /// Wait for the camera's own button.
    case tether
    /// Fetch what is on the card; only what the camera marks as new.
    case fetch(onlyNew: Bool)

    fileprivate var words: [String] {
      switch self {
      case .capture(let frames, let interval):
        ["--capture-image-and-download"]
          + (frames > 1 ? ["--frames", String(frames), "--interval", String(max(interval, 1))] : [])
      case .tether: ["--capture-tethered"]
      case .fetch(let onlyNew): ["--get-all-files"] + (onlyNew ? ["--new"] : [])
      }
    }
  }

  private struct State {
    var said: [UInt8] = []
    var status: Int32?
  }

  private let camera: ConnectedCamera
  private let process: Int32
  private let output: Int32
  private let state = Mutex(State())

  /// The most that is kept of what gphoto2 says. Units: bytes.
  private static let longest = 64 << 10

  /// Starts it.
  ///
  /// Errors: gphoto2 is not there; a webcam, which does not speak so.
  package init(_ work: Work, of camera: ConnectedCamera, into spool: CameraSpool) throws(CameraFailure) {
    guard camera.connection == .photo else {
      throw CameraFailure(
        "\(camera.name) is a webcam, whose pictures the page takes: 'vitrine serve', then Camera; 'vitrine camera set' still sets it",
        .request)
    }
    self.camera = camera
    var words = camera.words + ["--force-overwrite", "--filename", "%f.%C"]
    if let hook = spool.hook { words += ["--hook-script", hook] }
    if case .fetch = work {} else if try Self.keepsOnCard(camera) { words.append("--keep") }
    var ends: (read: Int32, write: Int32) = (-1, -1)
    guard SystemCall.pipe(&ends) == 0 else { throw CameraFailure("gphoto2 cannot be started: too many open files") }
    output = ends.read
    defer { close(ends.write) }
    do throws(CameraFailure) {
      process = try CameraProgram.gphoto.start(words + work.words) { program in
        program.isolate()
        program.enter(spool.incoming)
        program.connect(ends.write, as: STDOUT_FILENO)
        program.connect(ends.write, as: STDERR_FILENO)
      }
    } catch {
      close(ends.read)
      throw error
    }
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  deinit { close(output) }

  /// False where the camera holds photos in its memory alone, which has to be let go of.
  private static func keepsOnCard(_ camera: ConnectedCamera) throws(CameraFailure) -> Bool {
    let answer = try CameraProgram.gphoto.run(camera.words + ["--get-config", "capturetarget"])
    guard let setting = PhotoCameraListing.settings(answer.text, asked: ["capturetarget"]).first else {
      // A camera that has no such setting writes to its card; one that is not there says so here.
      if answer.status != 0, !answer.text.holds("not found in configuration tree") {
        let failure = CameraFailure(complaint: answer.text, of: camera.name)
        if !answer.text.holds("(-6:") { throw failure }
      }
      return true
    }
    return !setting.current.lowercased().holds("ram")
  }

  /// Whether it is still at work.
  package var isRunning: Bool {
    state.withLock { state in
      drain(&state)
      if state.status != nil { return false }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) != 0 else { return true }
      drain(&state)
      let signal = status & 0x7F
      state.status = signal == 0 ? status >> 8 & 0xFF : 128 + signal
      return false
    }
  }

  /// Asks it to end, as Ctrl-C does.
  package func stop() {
    state.withLock { state in if state.status == nil { kill(-process, SIGINT) } }
  }

  /// Why it ended otherwise than it should; nil where all is well.
  package var failure: CameraFailure? {
    state.withLock { state in
      let text = String(decoding: state.said, as: UTF8.self)
      guard let status = state.status, status != 0 || text.holds("*** Error") else { return nil }
      guard status != 128 + SIGINT else { return nil }
      return CameraFailure(complaint: text, of: camera.name)
    }
  }

  /// Reads what it says, so that it never waits for us.
  private func drain(_ state: inout State) {
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
        count = max(read(output, buffer.baseAddress, buffer.count), 0)
      }
      if piece.isEmpty { return }
      state.said += piece
      if state.said.count > Self.longest { state.said.removeFirst(state.said.count - Self.longest / 2) }
    }
  }
}
