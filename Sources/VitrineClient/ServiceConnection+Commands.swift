// A reading command run by a service.

extension ServiceConnection {
  /// The path that commands are posted to.
  package static let commandPath = "/v1/command"

  /// Has a command run, and waits for all it said.
  ///
  /// Errors: as for `request`; `refused` where the service does not run it.
  package mutating func run(_ command: CommandRequest) throws(ServiceFailure) -> CommandReply {
    let reply = try request("POST", Self.commandPath, headers: [("Content-Type", "application/json")], body: command.json)
    guard reply.status == 200 else { throw .refused(reply.status) }
    return try CommandReply(reply)
  }
}

extension CommandReply {
  /// What a service says that cannot run a command in another's place. On the wire it has a status that no process has.
  package static let refused = CommandReply(output: [], errors: [], status: -1)

  /// The header with the exit status.
  package static let statusHeader = "Vitrine-Exit-Status"
  /// The header with the number of bytes at the start of the body that belong to standard error.
  package static let errorLengthHeader = "Vitrine-Error-Length"

  /// What a command said, taken from an answer: what belongs to standard error stands first.
  ///
  /// Errors: the headers do not say, or not the truth.
  package init(_ reply: ServiceReply) throws(ServiceFailure) {
    guard let status = Self.number(reply, Self.statusHeader), status <= 255,
      let length = Self.number(reply, Self.errorLengthHeader), length <= reply.body.count
    else { throw .broken("headers that do not fit the body") }
    self.init(output: Array(reply.body[length...]), errors: Array(reply.body[..<length]), status: Int32(status))
  }

  private static func number(_ reply: ServiceReply, _ header: String) -> Int? {
    guard let text = reply.head[header.lowercased()], !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(text)
  }
}
