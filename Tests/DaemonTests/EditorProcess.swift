// `vitrine lsp` as an editor runs it, message by message.

import Glibc
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

/// A language server at the other end of two pipes, and the editor that speaks to it.
final class EditorProcess {
  /// Its number.
  let process: pid_t
  private let input: Int32
  private let output: Int32
  private var framing = MessageFraming()
  private var lastID = 0
  private var hasEnded = false
  /// The diagnostics of each file, by its URI, as they were last sent.
  private(set) var shown: [String: [String]] = [:]

  /// Starts the program for the catalogue in a folder, and begins the conversation.
  ///
  /// Errors: throws the error number where it cannot be started.
  init(_ words: [String] = [], in root: String, environment: [String: String]) throws {
    var (toServer, fromServer): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toServer) == 0, pipe(&fromServer) == 0 else { throw TemporaryFolderError(number: errno) }
    for end in [toServer[1], fromServer[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toServer[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromServer[1], 1)
    for end in [toServer[0], fromServer[1]] { posix_spawn_file_actions_addclose(&actions, end) }
    let words = ["env", "-C", root, Programs.vitrine, "lsp"] + words
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, "env", &actions, nil, &arguments, &variables)
    for end in [toServer[0], fromServer[1]] { close(end) }
    guard failure == 0 else { throw TemporaryFolderError(number: failure) }
    self.process = process
    (input, output) = (toServer[1], fromServer[0])
    _ = ask("initialize", ["capabilities": [:], "workspaceFolders": [["uri": .string("file://" + root), "name": "c"]]])
    tell("initialized", [:])
  }

  deinit {
    close(input)
    close(output)
    if hasEnded { return }
    kill(process, SIGKILL)
    _ = wait()
  }

  /// Tells the server something.
  func tell(_ method: String, _ params: JSONValue) { send(["jsonrpc": "2.0", "method": .string(method), "params": params]) }

  /// Asks for something without waiting; gives the number of the request.
  func request(_ method: String, _ params: JSONValue) -> Int {
    lastID += 1
    send(["jsonrpc": "2.0", "id": JSONValue(lastID), "method": .string(method), "params": params])
    return lastID
  }

  /// Asks for something; null where no answer comes.
  func ask(_ method: String, _ params: JSONValue) -> JSONValue { answer(to: request(method, params)) }

  /// The result of a request.
  func answer(to id: Int) -> JSONValue {
    var found: JSONValue?
    hear { message in
      if message["id"]?.integer == id, message["method"] == nil { found = message["result"] ?? message["error"] }
      return found != nil
    }
    return found ?? .null
  }

  /// Opens a document.
  func open(_ uri: String, _ text: String) {
    tell(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(uri), "languageId": "yaml", "version": 1, "text": .string(text)]])
  }

  /// Gives a document another text.
  func change(_ uri: String, _ text: String) {
    tell(
      "textDocument/didChange",
      ["textDocument": ["uri": .string(uri), "version": 2], "contentChanges": [["text": .string(text)]]])
  }

  /// Waits until a file has these diagnostics, by their rules; false where it does not get them.
  func waits(for rules: [String], at uri: String) -> Bool {
    if shown[uri, default: []] == rules { return true }
    hear { _ in self.shown[uri, default: []] == rules }
    return shown[uri, default: []] == rules
  }

  /// Ends the conversation and gives what the process ended with.
  func end() -> Int32 {
    _ = ask("shutdown", .null)
    tell("exit", .null)
    hasEnded = true
    let status = wait()
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Waits for the process's end. Source: waitpid(2).
  private func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Source: write(2).
  private func send(_ message: JSONValue) {
    MessageFraming.framed(message.json).withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = write(input, rest.baseAddress, rest.count)
        if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) } else if errno != EINTR { return }
      }
    }
  }

  /// Hears messages until one is the last that is wanted, the stream ends, or nothing comes for half a minute.
  private func hear(until isLast: (JSONValue) -> Bool) {
    while true {
      while let frame = framing.next() {
        guard case .content(let content) = frame, let message = JSONValue(json: content) else { continue }
        if message["method"]?.text == "textDocument/publishDiagnostics", let uri = message.member("params", "uri")?.text {
          shown[uri] = message.member("params", "diagnostics")?.items?.compactMap { $0["code"]?.text }
        }
        if isLast(message) { return }
      }
      var polled = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 30_000) > 0 else { return }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return }
      framing.add(piece[..<count])
    }
  }
}
