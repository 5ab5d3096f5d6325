// A reading command run by a service, and a change planned by it.

extension ServiceConnection {
  /// The path that commands are posted to.
  package static let commandPath = "/v1/command"
  /// The path that changing commands are posted to, for their plans.
  package static let planPath = "/v1/plan"

  /// Has a command run, and waits for all it said.
  ///
  /// Errors: as for `request`; `refused` where the service does not run it.
  package mutating func run(_ command: CommandRequest) throws(ServiceFailure) -> CommandReply {
    try post(command, to: Self.commandPath)
  }

  /// Has a change planned, and waits for the plan and all that was said on the way to it.
  ///
  /// Errors: as for `request`; `refused` where the service does not plan it.
  package mutating func plan(_ command: CommandRequest) throws(ServiceFailure) -> CommandReply {
    try post(command, to: Self.planPath)
  }

  private mutating func post(_ command: CommandRequest, to path: String) throws(ServiceFailure) -> CommandReply {
    let reply = try request("POST", path, headers: [("Content-Type", "application/json")], body: command.json)
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
  /// The header with the number of bytes at the end of the body that are a change to be carried out; it is missing where there is none.
  package static let changeLengthHeader = "Vitrine-Change-Length"

  /// What a command said, taken from an answer: what belongs to standard error stands first.
  ///
  /// Errors: the headers do not say, or not the truth.
  package init(_ reply: ServiceReply) throws(ServiceFailure) {
    guard let status = Self.number(reply, Self.statusHeader), status <= 255,
      let length = Self.number(reply, Self.errorLengthHeader), length <= reply.body.count
    else { throw .broken("headers that do not fit the body") }
    var end = reply.body.count
    if reply.head[Self.changeLengthHeader.lowercased()] != nil {
      guard let count = Self.number(reply, Self.changeLengthHeader), count <= end - length else {
        throw .broken("headers that do not fit the body")
      }
      end -= count
    }
    self.init(output: Array(reply.body[length..<end]), errors: Array(reply.body[..<length]), status: Int32(status))
    if reply.head[Self.changeLengthHeader.lowercased()] != nil { change = Array(reply.body[end...]) }
  }

  private static func number(_ reply: ServiceReply, _ header: String) -> Int? {
    guard let text = reply.head[header.lowercased()], !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(text)
  }
}
