// What words of a record are: keys that the kind has or has not, references, values of lists, dates, colours.

import VitrineApplication
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

/// `textDocument/semanticTokens/full`.
enum SemanticTokens: LanguageFeature {
  /// So many words of one document are told.
  private static let maximum = 20_000

  /// The types of words, in the order of their numbers.
  private enum Word: Int, CaseIterable {
    case property, variable, `class`, enumMember, number, string

    var name: String { self == .class ? "class" : "\(self)" }
  }

  static let methods = ["textDocument/semanticTokens/full"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    let legend: JSONValue = ["tokenTypes": .list(Word.allCases.map { .string($0.name) }), "tokenModifiers": []]
    return [JSONValue.Entry("semanticTokensProvider", ["legend": legend, "full": true])]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document(), let form = document.form else { return .null }
    let tree = document.tree
    guard let root = tree.roots.first else { return ["data": []] }
    var words: [(range: ByteRange, word: Word)] = []
    tree.withReader { reader in collect(reader, root, [], form, &words) }
    words.sort { $0.range < $1.range }
    var data: [JSONValue] = []
    var last = DocumentPosition(line: 0, character: 0)
    for (range, word) in words {
      let (start, end) = (
        document.text.position(of: Int(range.start), request.encoding),
        document.text.position(of: Int(range.end), request.encoding)
      )
      // A word of several lines is left to the colours of YAML.
      guard start.line == end.line, end.character > start.character else { continue }
      let column = start.line == last.line ? start.character - last.character : start.character
      data += [start.line - last.line, column, end.character - start.character, word.rawValue, 0].map { JSONValue($0) }
      last = start
    }
    return ["data": .list(data)]
  }

  private static func collect(
    _ reader: TreeReader, _ id: NodeID, _ names: [String], _ form: DocumentForm, _ words: inout [(range: ByteRange, word: Word)]
  ) {
    guard words.count < maximum, names.count < 32 else { return }
    switch reader.node(id).kind {
    case .mapping:
      for entry in reader.writtenEntries(id) {
        let inner = names + [reader.text(entry.key)]
        let location = form.location(of: inner)
        words.append((reader.node(entry.key).range, location.isChosen || location.field != nil ? .property : .variable))
        collect(reader, entry.value, inner, form, &words)
      }
    case .sequence: for item in reader.items(id) { collect(reader, item, names, form, &words) }
    case .null, .bool, .int, .float, .string:
      guard let field = form.location(of: names).field else { return }
      let word: Word? =
        switch field.meaning {
        case .enumeration, .color: .enumMember
        case .reference: .class
        case .date, .dateInt, .dateTime, .time, .number: .number
        case .text, .boolean, .location, .map: nil
        }
      if let word { words.append((reader.node(id).range, word)) }
    case .alias: return
    }
  }
}
