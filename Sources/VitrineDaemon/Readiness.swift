// Telling those who started the daemon how far it is: systemd by its socket, `vitrine daemon start` by a pipe.

import Glibc
import Synchronization
import VitrineSystem

/// Whoever waits for the daemon to be ready.
///
/// Shape: to systemd the assignments of sd_notify(3). Into the pipe one line, and then it is closed: `ready`, `running PID` where another
/// process keeps the catalogue already, or `failed SENTENCE`.
final class Readiness: Sendable {
  private let notifySocket: String?
  private let pipe: Mutex<Int32?>

  /// `notifySocket` is the value of `NOTIFY_SOCKET`; `pipe` an open descriptor.
  init(notifySocket: String?, pipe: Int32?) {
    self.notifySocket = notifySocket.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    self.pipe = Mutex(pipe)
    if let pipe { _ = fcntl(pipe, F_SETFD, FD_CLOEXEC) }
  }

  /// It answers.
  func ready(_ status: String) {
    notify("READY=1\nSTATUS=\(status)\nMAINPID=\(getpid())")
    finish("ready")
  }

  /// Another process keeps the catalogue.
  func running(_ process: Int32, _ sentence: String) {
    notify("STATUS=\(sentence)\nERRNO=\(EBUSY)")
    finish("running \(process)")
  }

  /// It ends before it was ready.
  func failed(_ sentence: String) {
    notify("STATUS=\(sentence)")
    finish("failed \(sentence)")
  }

  /// How it is now, in a few words.
  func tell(_ status: String) { notify("STATUS=\(status)") }

  /// It reads everything again; `ready` ends that.
  func reloading() {
    notify(
      "RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now / 1_000)\nSTATUS=reading everything again"
    )
  }

  /// It is about to end.
  func stopping(_ why: String) { notify("STOPPING=1\nSTATUS=\(why)") }

  private func finish(_ line: String) {
    let descriptor = pipe.withLock { pipe in
      defer { pipe = nil }
      return pipe
    }
    guard let descriptor else { return }
    var line = line.split(separator: "\n").joined(separator: " ") + "\n"
    line.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  /// Source: sd_notify(3), "Notes": one datagram to the socket. Nobody there is no fault of ours.
  private func notify(_ text: String) {
    guard let notifySocket, var address = try? UnixAddress(notifySocket) else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var text = text
    text.withUTF8 { bytes in
      _ = address.call { sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), $0, $1) }
    }
  }
}
