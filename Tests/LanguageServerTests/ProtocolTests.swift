// The protocol: streams cut into messages, places, names of files, the order of a conversation.

import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineSource
import VitrineTesting

@Suite struct ProtocolTests {
  private func frames(_ pieces: [String], limit: Int = 1000) -> [MessageFraming.Frame] {
    var framing = MessageFraming(limit: limit)
    var frames: [MessageFraming.Frame] = []
    for piece in pieces {
      framing.add(Array(piece.utf8))
      while let frame = framing.next() { frames.append(frame) }
    }
    return frames
  }

  private func content(_ text: String) -> MessageFraming.Frame { .content(Array(text.utf8)) }

  @Test("messages are cut out of a stream, however it arrives")
  func framing() {
    let stream = "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x\r\n\r\n[1]Content-Length: 0\r\n\r\n"
    let expected = [content("{}"), content("[1]"), content("")]
    #expect(frames([stream]) == expected)
    #expect(frames(stream.map { String($0) }) == expected)
  }

  @Test("a message that is too long is passed over, and the next one is read")
  func tooLong() {
    let stream = "Content-Length: 12\r\n\r\n0123456789ABContent-Length: 2\r\n\r\n{}"
    #expect(frames([stream], limit: 10) == [.tooLong(12), content("{}")])
    #expect(frames(stream.map { String($0) }, limit: 10) == [.tooLong(12), content("{}")])
  }

  @Test(
    "a header that cannot be understood ends the stream",
    arguments: [
      "Content-Length: x\r\n\r\n{}", "Content-Length: -2\r\n\r\n{}", "Nothing\r\n\r\n{}", "Content-Type: a\r\n\r\n{}",
      "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 999999999999\r\n\r\n",
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "endless",
    ])
  func broken(stream: String) {
    let stream = stream == "endless" ? String(repeating: "a", count: 20_000) : stream
    let found = frames([stream, "Content-Length: 2\r\n\r\n{}"])
    #expect(found.count == 1)
    if case .broken = found[0] {} else { Issue.record("\(found)") }
  }

  @Test("places are counted in bytes, code units or code points, and one beyond a line is its end")
  func places() {
    let text = DocumentText(Array("aé😀b\r\nzwei\rdrei\n".utf8))
    let columns: [(PositionEncoding, [Int])] = [
      (.utf8, [0, 1, 3, 7, 8]), (.utf16, [0, 1, 2, 4, 5]), (.utf32, [0, 1, 2, 3, 4]),
    ]
    for (encoding, expected) in columns {
      #expect([0, 1, 3, 7, 8].map { text.position(of: $0, encoding).character } == expected)
      #expect(expected.map { text.offset(of: DocumentPosition(line: 0, character: $0), encoding) } == [0, 1, 3, 7, 8])
      #expect(text.offset(of: DocumentPosition(line: 0, character: 99), encoding) == 8)
      #expect(text.offset(of: DocumentPosition(line: 1, character: Int.max), encoding) == 14)
      #expect(text.offset(of: DocumentPosition(line: 2, character: 1), encoding) == 16)
      #expect(text.offset(of: DocumentPosition(line: 99, character: 0), encoding) == text.bytes.count)
    }
    // Within a character is at its beginning.
    #expect(text.offset(of: DocumentPosition(line: 0, character: 3), .utf16) == 3)
    #expect(text.offset(of: DocumentPosition(line: 0, character: 2), .utf8) == 1)
  }

  @Test("incremental changes make the text that a plain list of code units would have")
  func incremental() throws {
    var random = SplitMix(state: 7)
    let words = ["", "a", "é", "😀", "\n", "\r\n", "\r", "name: x", "\t"]
    var text = DocumentText(Array("name: A\nrecipes: [é, 😀]\r\nend".utf8))
    var units = Array(String(decoding: text.bytes, as: UTF8.self).utf16)
    /// Where a place is in the list, found without the code under test.
    func index(_ line: Int, _ column: Int) -> Int {
      var (start, left) = (0, line)
      while left > 0, start < units.count {
        let isBreak = units[start] == 10 || (units[start] == 13 && (start + 1 == units.count || units[start + 1] != 10))
        start += 1
        if isBreak { left -= 1 }
      }
      if left > 0 { return units.count }
      var end = start
      while end < units.count, units[end] != 10, units[end] != 13 { end += 1 }
      let place = min(start + column, end)
      return place > start && place < units.count && units[place] & 0xFC00 == 0xDC00 ? place - 1 : place
    }
    for number in 0..<3_000 {
      let start = DocumentPosition(line: random.below(8), character: random.below(14))
      let end = DocumentPosition(line: start.line + random.below(2), character: random.below(18))
      let word = words[random.below(words.count)]
      let (first, last) = (index(start.line, start.character), index(end.line, end.character))
      text = try #require(text.applying(["range": ["start": start.json, "end": end.json], "text": .string(word)], .utf16))
      units.replaceSubrange(first..<max(first, last), with: Array(word.utf16))
      try #require(text.bytes == Array(String(decoding: units, as: UTF16.self).utf8), "after \(number) changes")
      if units.count > 400 {
        units = []
        text = DocumentText([])
      }
    }
  }

  @Test("many changes of one message make the text that they make one by one, whatever breaks its lines have")
  func together() throws {
    var random = SplitMix(state: 11)
    let words = ["", "a", "é", "😀", "\n", "\r\n", "\r", "\n\n", "\r\r", "x\ny", "a\r", "\nb"]
    for round in 0..<400 {
      var text = (0..<random.below(6)).map { _ in words[random.below(words.count)] }.joined()
      // Enough lines for several chunks.
      if round % 20 == 0 { text += String(repeating: "line\n", count: 3_000) + text }
      var one = DocumentText(Array(text.utf8))
      let lines = one.lineStarts.count + 1
      let changes = (0..<12).map { _ -> JSONValue in
        let start = DocumentPosition(line: random.below(lines), character: random.below(4))
        let end = DocumentPosition(line: start.line + random.below(3) * random.below(2), character: random.below(5))
        let word = words[random.below(words.count)]
        if random.below(40) == 0 { return ["text": .string(word)] }
        let range: JSONValue = ["start": start.json, "end": end.json]
        return ["range": random.below(40) == 0 ? "none" : range, "text": .string(word)]
      }
      let encoding = PositionEncoding.allCases[round % 3]
      let together = one.applying(changes, encoding)
      for change in changes { one = one.applying(change, encoding) ?? one }
      try #require(together.bytes == one.bytes, "round \(round)")
    }
  }

  @Test("a message of many changes costs what they touch, not the whole text for each")
  func manyChanges() {
    let text = DocumentText(Array(String(repeating: "name: x\n", count: 200_000).utf8))
    let changes = (0..<20_000).map { number -> JSONValue in
      let place = DocumentPosition(line: number * 10, character: 6).json
      return ["range": ["start": place, "end": place], "text": "y"]
    }
    let start = ContinuousClock.now
    let changed = text.applying(changes, .utf16)
    #expect(changed.bytes.count == text.bytes.count + 20_000)
    // A copy of the text for each would be 32 GB, and take minutes in a build like this one.
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("names of files are read however they are escaped, and only where they name a file of this machine")
  func names() {
    #expect(DocumentURI.path(of: "file:///a/b%20c/%C3%A9.yaml") == "/a/b c/é.yaml")
    #expect(DocumentURI.path(of: "FILE://localhost/a") == "/a")
    #expect(DocumentURI.uri(of: "/a/b c/é%.yaml") == "file:///a/b%20c/%C3%A9%25.yaml")
    for name in [
      "untitled:1", "http://x/y", "file://host/a", "file:///a/../b", "file:///a/%2e%2e/b", "file:///a%00", "file:///%ff",
      "file:///a%2", "",
      "file:a", "/a", "file:///a//b",
    ] { #expect(DocumentURI.path(of: name) == nil, "\(name)") }
  }

  @Test("a conversation has an order, and what is no part of it is answered by the errors of the protocol")
  func order() throws {
    let talk = try Conversation(files: ["vitrine.yaml": "vitrine: 1\n"])
    func code(_ reply: JSONValue) -> Int? { reply.member("error", "code")?.integer }
    #expect(code(talk.reply("initialize", [:])) == -32600)
    #expect(code(talk.reply("no/such", [:])) == -32601)
    #expect(code(talk.reply("textDocument/diagnostic", [:])) == -32602)
    talk.say("no message")
    #expect(code(talk.said.last ?? .null) == -32600)
    talk.say(["jsonrpc": "1.0", "id": 7, "method": "x"])
    #expect(code(talk.said.last ?? .null) == -32600)
    talk.notify("no/such", [:])
    talk.notify("$/setTrace", ["value": "verbose"])
    #expect(talk.request("shutdown", .null).isNull)
    #expect(code(talk.reply("textDocument/hover", [:])) == -32600)
  }
}
