// The body of `POST /v1/command`: JSON to a command line.

import VitrineClient
import VitrineHTTP
import VitrineSource
import VitrineSyntax
import VitrineText

extension CommandRequest {
  /// Reads a body; `root` is the working folder where it names none.
  ///
  /// Shape: `{"words": ["list", "games"], "folder": "/home/me/games", "environment": {"NO_COLOR": "1"}, "width": 80}`; only `words` is needed, and
  /// `width` may be null. `files` holds the texts of files that the command reads, by their names: `{"games.json": "[]"}`.
  ///
  /// Errors: it is not JSON, or not of that shape.
  init(json bytes: [UInt8], root: String) throws(RequestFault) {
    if bytes.isEmpty { throw RequestFault("the body is empty; expected a JSON object with 'words'") }
    let parsed = JSON.parse(bytes)
    if let finding = parsed.findings.first { throw RequestFault("the body is no JSON that can be read: \(finding.message)") }
    guard let node = parsed.tree.roots.first else { throw RequestFault("the body holds no JSON value") }
    let read = parsed.tree.withReader { reader in Result { () throws(RequestFault) in try Self.read(reader, node, root) } }
    self = try read.get()
  }

  private static func read(_ reader: TreeReader, _ root: NodeID, _ folder: String) throws(RequestFault) -> CommandRequest {
    guard reader.node(root).kind == .mapping else { throw RequestFault("the body is no JSON object; expected one with 'words'") }
    var request = CommandRequest(words: [], folder: folder, environment: [:], width: nil)
    var hasWords = false
    for entry in reader.writtenEntries(root) {
      switch reader.text(entry.key) {
      case "words":
        guard reader.node(entry.value).kind == .sequence else { throw RequestFault("'words' is no list of strings") }
        hasWords = true
        for item in reader.items(entry.value) { request.words.append(try string(reader, item, "each of 'words'")) }
      case "folder":
        request.folder = try string(reader, entry.value, "'folder'")
        guard request.folder.hasPrefix("/") else {
          throw RequestFault("'folder' is '\(request.folder)'; expected an absolute path")
        }
      case "environment":
        guard reader.node(entry.value).kind == .mapping else { throw RequestFault("'environment' is no object of strings") }
        for variable in reader.writtenEntries(entry.value) {
          request.environment[reader.text(variable.key)] = try string(reader, variable.value, "each of 'environment'")
        }
      case "files":
        guard reader.node(entry.value).kind == .mapping else { throw RequestFault("'files' is no object of strings") }
        for file in reader.writtenEntries(entry.value) {
          request.files[reader.text(file.key)] = try string(reader, file.value, "each of 'files'")
        }
      case "width":
        if reader.node(entry.value).kind == .null { continue }
        guard reader.node(entry.value).kind == .int, let width = Int(reader.text(entry.value)), (1...10_000).contains(width)
        else {
          throw RequestFault("'width' is '\(reader.text(entry.value))'; expected a whole number from 1 to 10000, or null")
        }
        request.width = width
      case let other:
        let known = ["words", "folder", "environment", "files", "width"]
        let nearest = NearestWord.nearest(to: other, in: known).map { "did you mean '\($0)'?" }
        throw RequestFault(
          "unknown member '\(other)' of the body; \(nearest ?? "expected words, folder, environment, files or width")")
      }
    }
    guard hasWords else { throw RequestFault("the body has no 'words'") }
    return request
  }

  private static func string(_ reader: TreeReader, _ node: NodeID, _ name: String) throws(RequestFault) -> String {
    guard reader.node(node).kind == .string else { throw RequestFault("\(name) is to be a string") }
    let text = reader.text(node)
    guard !text.utf8.contains(0) else { throw RequestFault("\(name) is to be a string without NUL") }
    return text
  }
}
