// Colours as a filter: by the groups of their palette, since nearly every record has another colour.

import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery

/// The groups of a palette among the records of a list.
struct ColorGroups {
  private let field: Kind.Field
  private let labels: [String: String]
  private let groupOfName: [String: String]
  private let palette: [(group: String, color: OKLab)]

  /// The groups of a field's palette; nil where it has none.
  init?(of field: Kind.Field) {
    guard field.meaning == .color, field.palette.contains(where: { !$0.group.isEmpty }) else { return nil }
    self.field = field
    labels = Dictionary(field.paletteGroups.map { ($0.name, $0.label) }) { first, _ in first }
    let groups = Dictionary(field.palette.map { ($0.name, $0.group) }) { first, _ in first }
    let aliases = field.aliases.compactMap { alias in groups[alias.value].map { (alias.word, $0) } }
    groupOfName = groups.merging(aliases) { first, _ in first }
    palette = field.palette.compactMap { entry in OKLab(hex: entry.hex).map { (entry.group, $0) } }
  }

  /// The groups that the rows have colours of, in the order of the palette: each once a row, with its most frequent colour as its sign.
  func values(of rows: [RowID], column: Int, in index: RecordIndex) -> [RecordCollection.Value] {
    var groups: [ValueID: String?] = [:]
    var counts: [String: Int] = [:]
    var colors: [String: [String: Int]] = [:]
    for id in rows {
      let table = index.tables[id.table]
      var seen: Set<String> = []
      for value in table.values(id.row, column) where value > .map {
        let group: String?
        if let known = groups[value] {
          group = known
        } else {
          group = self.group(of: table.pools[column].text(value))
          groups[value] = .some(group)
        }
        guard let group, !group.isEmpty else { continue }
        colors[group, default: [:]][table.pools[column].text(value), default: 0] += 1
        if seen.insert(group).inserted { counts[group, default: 0] += 1 }
      }
    }
    var order: [String] = []
    for color in field.palette where counts[color.group] != nil && !order.contains(color.group) { order.append(color.group) }
    return order.map { group in
      let most = (colors[group] ?? [:]).max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
      let hex = field.palette.first { $0.name == most }?.hex ?? OKLab.hex(most)
      let label = labels[group] ?? group
      return RecordCollection.Value(
        text: group, cell: hex.flatMap { RGB(hex: $0) }.map { .color(label, $0) } ?? .text(label), count: counts[group] ?? 0)
    }
  }

  /// The group of a colour by its name, or that of the palette's colour that is nearest to it; nil for what is no colour.
  private func group(of text: String) -> String? {
    if let known = groupOfName[text] { return known }
    guard text.hasPrefix("#"), let color = OKLab(hex: text) else { return nil }
    return palette.min { $0.color.distance(to: color) < $1.color.distance(to: color) }?.group
  }
}
