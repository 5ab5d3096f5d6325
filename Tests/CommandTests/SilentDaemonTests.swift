// What is said of a daemon that does not answer.

import Glibc
import Testing
import VitrineApplication
import VitrineClient
import VitrineTesting

/// A daemon that has no file left to answer with has told why in its journal.
@Suite struct SilentDaemonTests {
  private func failure(lastLine: String) throws -> String {
    let folder = try TemporaryFolder()
    let environment = { @Sendable (name: String) -> String? in name == "XDG_RUNTIME_DIR" ? folder.path : nil }
    let place = ServicePlace(root: folder.path, environment: environment)
    #expect(mkdir(place.folder, 0o700) == 0)
    // It listens, and nobody takes who comes.
    let listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listening) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place.socket.utf8) }
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    #expect(isBound == 0 && listen(listening, 8) == 0)
    try folder.write("2026-11-25T21:27:14.475Z info ready\n\(lastLine)\n", to: "vitrine/\(place.key).log")
    let context = RequestContext(workingFolder: folder.path, folder: folder.path, environment: environment)
    do {
      _ = try DaemonControl(context, root: folder.path).status(timeout: 50)
      return ""
    } catch let error as RequestError {
      return error.message
    }
  }

  @Test("what it wrote last is told where that is trouble")
  func trouble() throws {
    #expect(
      try failure(
        lastLine: "2026-11-25T21:27:14.972Z warning what changed cannot be read for now, and is tried again: too many open files"
      )
      .contains(
        "does not answer; the last it wrote is: what changed cannot be read for now, and is tried again: too many open files (2026-11-25T21:27:14.972Z); 'vitrine daemon restart' helps"
      ))
  }

  @Test("what is no trouble is not told")
  func peace() throws {
    #expect(try failure(lastLine: "2026-11-25T21:27:20.103Z info what changed was read").contains("does not answer; 'vitrine"))
  }
}
