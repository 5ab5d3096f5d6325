// The example as an editor works in it, and edits of the protocol made in texts.

import VitrineEditing
import VitrineLanguageServer

/// An editor that can make and rename files.
let able: JSONValue = [
  "workspace": ["workspaceEdit": ["documentChanges": true, "resourceOperations": ["create", "rename", "delete"]]],
  "textDocument": ["documentSymbol": ["hierarchicalDocumentSymbolSupport": true]],
]

/// A record of the example, whose kind has lists, references and a parent.
let captain = "minis/40k/ultramarines/captain.yaml"

/// A conversation about a copy of the example.
func talk(_ capabilities: JSONValue = able) throws -> Conversation {
  try Conversation(parts: ["minis", "recipes", "games", "wardrobe", "views", "vitrine.yaml"], capabilities: capabilities)
}

/// A text with edits of the protocol made in it.
func applied(_ edits: JSONValue?, to text: String) -> String {
  var bytes = Array(text.utf8)
  let whole = DocumentText(bytes)
  let places = (edits?.items ?? []).map { edit -> (range: Range<Int>, new: String) in
    func offset(_ end: String) -> Int {
      let line = edit.member("range", end, "line")?.integer ?? 0
      let character = edit.member("range", end, "character")?.integer ?? 0
      return whole.offset(of: DocumentPosition(line: line, character: character), .utf16)
    }
    return (offset("start")..<offset("end"), edit["newText"]?.text ?? "")
  }
  for place in places.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
    bytes.replaceSubrange(place.range, with: place.new.utf8)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The edits of one file in an edit of the workspace.
func edits(_ edit: JSONValue?, _ uri: String) -> JSONValue? {
  edit?["documentChanges"]?.items?.first { $0.member("textDocument", "uri")?.text == uri }?["edits"] ?? edit?["changes"]?[uri]
}
