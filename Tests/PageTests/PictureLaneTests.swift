// Pictures that take long, or cannot be decoded at all: who waits for them, and how often they are tried.

import FoundationEssentials
import Glibc
import Testing
import VitrineApplication
import VitrinePage
import VitrineTesting

/// Pictures and pages beside each other, with a decoder that says what it was asked for, waits until it is let go, and fails.
@Suite struct PictureLaneTests {
  private let folder: TemporaryFolder
  private let page: RunningPage

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    try folder.write(
      program: "#!/bin/sh\ncd '\(folder.path)'\nwc -c >> asked\nwhile [ ! -e go ]; do sleep 0.02; done\nexit 1\n", to: "decoder")
    page = try RunningPage(change: { options in
      options.context.environment = { $0 == "VITRINE_DECODE" ? folder.path + "/decoder" : nil }
    })
  }

  /// Puts a TIFF of so many bytes beside the first record: browsers need a copy of it.
  private func write(_ name: String, size: Int) throws {
    let head: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    try page.folder.write(head + [UInt8](repeating: 0, count: size - head.count), to: "things/" + name)
  }

  /// How many bytes the pictures had that the decoder was asked for.
  private var asked: [Int] {
    let text = (try? folder.read("asked")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
  }

  /// Lets the decoder go on.
  private func go() throws { try folder.write("", to: "go") }

  private func ask(for name: String) throws -> RawClient {
    let client = try RawClient(port: page.server.port)
    let lines = ["GET /thumb/things/\(name)?side=640 HTTP/1.1", page.host, try page.cookie()]
    try client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return client
  }

  @Test("a page waits for no picture that is being decoded, and a picture that many ask for at once is decoded once")
  func pages() throws {
    try write("one.tif", size: 100)
    let clients = try (0..<20).map { _ in try ask(for: "one.tif") }
    #expect(waitUntil { asked == [100] })
    #expect(try page.get("/things").status == 200)
    try go()
    for client in clients { #expect(try client.reply().status == 200) }
    #expect(asked == [100])
  }

  @Test("a picture that could not be decoded is not tried again while its file is the same")
  func failure() throws {
    try go()
    try write("one.tif", size: 100)
    for _ in 0..<3 { #expect(try page.get("/thumb/things/one.tif?side=640").body.count == 100) }
    #expect(asked == [100])
    try write("one.tif", size: 200)
    #expect(try page.get("/thumb/things/one.tif?side=640").body.count == 200)
    #expect(asked == [100, 200])
  }

  @Test("a picture is not begun for somebody who has gone")
  func gone() throws {
    let sizes = Array(101...108)
    for size in sizes { try write("one-\(size).tif", size: size) }
    try write("one-gone.tif", size: 300)
    // As many as there are threads for at the most wait in the decoder; the others wait for these.
    let clients = try sizes.map { try ask(for: "one-\($0).tif") }
    #expect(waitUntil { asked.count >= 2 })
    do { _ = try ask(for: "one-gone.tif") }
    try go()
    for client in clients { #expect(try client.reply().status == 200) }
    #expect(try page.get("/thumb/things/one-\(sizes[0]).tif?side=640").status == 200)
    #expect(asked.sorted() == sizes)
  }
}
