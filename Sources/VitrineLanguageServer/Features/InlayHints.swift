// What a value means, behind it: the title of a record that is named otherwise, the day of the week of a date.

import VitrineApplication
import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// `textDocument/inlayHint`.
enum InlayHints: LanguageFeature {
  /// So many hints are given at once.
  private static let maximum = 2_000

  /// Which hints a person wants; all of them unless some are turned off.
  struct Wanted: Sendable {
    /// The titles of records that are named otherwise.
    var titles = true
    /// The days of the week.
    var weekdays = true

    /// How many photos, children and backlinks a record has, above its first line.
    var counts = true

    /// All hints.
    init() {}

    /// Those that `initializationOptions` leave on. Shape: false for none, or an object with a flag each.
    init(_ options: JSONValue) {
      titles = options.flag ?? options["titles"]?.flag ?? true
      weekdays = options.flag ?? options["weekdays"]?.flag ?? true
      counts = options.flag ?? options["counts"]?.flag ?? true
    }
  }

  static let methods = ["textDocument/inlayHint"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] { [JSONValue.Entry("inlayHintProvider", true)] }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document(), let kind = document.kind else { return [] }
    let wanted = document.text.range(request.params["range"], request.encoding) ?? ByteRange(0, document.text.bytes.count)
    var hints: [(offset: UInt32, words: String)] = []
    let shown = request.server.client.hints
    if shown.titles, let around = document.surroundings {
      for (reference, target) in zip(around.facts.references, around.targets) {
        guard let title = target.record?.title, title != reference.target else { continue }
        hints.append((reference.range.end, title))
      }
    }
    let tree = document.tree
    if shown.weekdays, let root = tree.roots.first {
      tree.withReader { reader in
        for field in kind.fields where field.meaning.isTemporal {
          field.path.forEachValue(reader, from: root) { node in
            guard hints.count < maximum, let day = CivilDay(text: reader.text(node)) else { return }
            hints.append((reader.node(node).end, day.weekdayName))
          }
        }
      }
    }
    hints = hints.filter { wanted.touches(Int($0.offset)) }
    hints.sort { ($0.offset, $0.words) < ($1.offset, $1.words) }
    return .list(
      hints.prefix(maximum).map { hint in
        let position = document.text.position(of: Int(hint.offset), request.encoding)
        return ["position": position.json, "label": .string(hint.words), "paddingLeft": true]
      })
  }
}
