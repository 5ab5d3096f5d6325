// What a plan comes to, as the edits that an editor makes: nothing is written by the server.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineFiles
import VitrineSource
import VitrineSystem

/// Plans and fixes as edits of the protocol.
enum PlannedEdits {
  /// A `WorkspaceEdit` for a plan, computed on the texts that the editor has.
  ///
  /// Errors: the plan moves or makes files, and the editor cannot.
  static func workspaceEdit(_ plan: Plan, _ served: ServedCatalogue, _ server: LanguageServer) throws(ProtocolError) -> JSONValue
  {
    var operations: [JSONValue] = []
    var changes: [JSONValue.Entry] = []
    for edit in plan.edits {
      let uri = server.uri(of: edit.path, in: served)
      var present = served.document(at: edit.path)
      if edit.change.isRemoval {
        operations.append(["kind": "delete", "uri": .string(uri)])
        continue
      }
      if present == nil {
        operations.append(["kind": "create", "uri": .string(uri)])
        present = DocumentText([])
      }
      let edits = JSONValue.list(textEdits(edit, on: present ?? DocumentText([]), server.client.encoding))
      operations.append(["textDocument": ["uri": .string(uri), "version": version(of: uri, server)], "edits": edits])
      changes.append(JSONValue.Entry(uri, edits))
    }
    for move in plan.moves {
      let (old, new) = (server.uri(of: move.from, in: served), DocumentURI.uri(of: served.file(at: move.to)))
      operations.append(["kind": "rename", "oldUri": .string(old), "newUri": .string(new)])
    }
    if server.client.takesFileOperations { return ["documentChanges": .list(operations)] }
    guard changes.count == operations.count else {
      throw ProtocolError(.requestFailed, "this editor cannot make or rename files; 'vitrine mv' and 'vitrine new' can")
    }
    return ["changes": .map(changes)]
  }

  /// The same for edits of one document.
  static func workspaceEdit(_ edits: [TextEdit], in document: ServedDocument, _ server: LanguageServer) -> JSONValue {
    let changes = JSONValue.list(edits.map { textEdit($0, in: document.text, server.client.encoding) })
    guard server.client.takesFileOperations else { return ["changes": .map([JSONValue.Entry(document.uri, changes)])] }
    let name: JSONValue = ["uri": .string(document.uri), "version": version(of: document.uri, server)]
    return ["documentChanges": [["textDocument": name, "edits": changes]]]
  }

  /// The edits of one file, given what it holds.
  static func textEdits(_ edit: FileEdit, on text: DocumentText, _ encoding: PositionEncoding) -> [JSONValue] {
    switch edit.change {
    case .remove: return []
    case .edits(let edits): return edits.map { textEdit($0, in: text, encoding) }
    case .replace(let new): return difference(text.bytes, new.bytes).map { textEdit($0, in: text, encoding) }
    }
  }

  /// One edit.
  static func textEdit(_ edit: TextEdit, in text: DocumentText, _ encoding: PositionEncoding) -> JSONValue {
    ["range": text.json(edit.range, encoding), "newText": .string(String(decoding: edit.replacement, as: UTF8.self))]
  }

  /// The one edit that makes a text of another, without what both have at their ends; none where they are the same.
  private static func difference(_ old: [UInt8], _ new: [UInt8]) -> [TextEdit] {
    if old == new { return [] }
    var start = zip(old, new).prefix { $0 == $1 }.count
    // Characters and line breaks stay whole.
    while start > 0, (start < old.count && splits(old, start)) || (start < new.count && splits(new, start)) { start -= 1 }
    let most = min(old.count, new.count) - start
    var end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    while end > 0, splits(old, old.count - end) || splits(new, new.count - end) { end -= 1 }
    return [TextEdit(ByteRange(start, old.count - end), Array(new[start..<(new.count - end)]))]
  }

  private static func splits(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index > 0, index < bytes.count else { return false }
    return bytes[index] & 0xC0 == 0x80 || (bytes[index] == 0x0A && bytes[index - 1] == 0x0D)
  }

  private static func version(of uri: String, _ server: LanguageServer) -> JSONValue {
    server.version(of: uri).map { JSONValue($0) } ?? .null
  }
}
