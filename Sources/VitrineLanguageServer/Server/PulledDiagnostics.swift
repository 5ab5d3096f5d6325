// The findings that an editor has asked for, so that the next answer says what became of them.

import VitrineEditing
import VitrineSource

/// What was answered to `workspace/diagnostic`.
struct PulledDiagnostics {
  /// The findings of a file, and the id that the answer had.
  private struct Answer {
    var id: String
    var items: JSONValue
  }

  private var answers: [String: Answer] = [:]
  private var lastID = 0

  /// The reports of files by their findings: full ones, `unchanged` where the client has the same under `known`, and empty ones of files that had
  /// findings and have none now.
  mutating func reports(_ current: [String: JSONValue], _ known: [String: String], version: (String) -> JSONValue) -> [JSONValue]
  {
    let uris = Set(current.keys).union(answers.filter { $0.value.items != [] }.keys).union(known.keys)
    return uris.sorted().map { uri in
      let items = current[uri] ?? []
      var answer = answers[uri] ?? Answer(id: "", items: .null)
      let isKnown = answer.items == items && !answer.id.isEmpty && known[uri] == answer.id
      if answer.items != items {
        lastID += 1
        answer = Answer(id: String(lastID), items: items)
      }
      answers[uri] = answer
      let members: JSONValue = ["uri": .string(uri), "version": version(uri), "resultId": .string(answer.id)]
      return isKnown ? members.adding("kind", "unchanged") : members.adding("kind", "full").adding("items", items)
    }
  }

  /// Whether the findings of other files than these documents may be others than when this was last asked.
  static func isNews(of served: ServedCatalogue, besides typed: Set<String>, _ server: LanguageServer) -> Bool {
    guard let paths = served.report().paths else { return true }
    return paths.contains { !typed.contains(server.uri(of: $0, in: served)) }
  }
}
