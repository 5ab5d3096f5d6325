// The colours of a catalogue, with how often each is used.

package import VitrineFormats
import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineText

/// A palette and the fields that take their colours from it.
package struct Palette {
  /// A field that has the palette; for its colours, groups and aliases.
  package let field: Kind.Field
  /// For each colour, how many records use it, in any field of any kind with this palette.
  package private(set) var uses: [String: Int] = [:]
  /// The fields that have it, each with its kind.
  package private(set) var fields: [(kind: Int, field: Kind.Field)] = []
  /// The same as `uses` for each of the fields.
  private var ownUses: [[String: Int]] = []

  /// Whether a catalogue's kinds have any palette.
  package static func isThere(in open: OpenCatalogue) -> Bool {
    open.kinds.contains { kind in kind.fields.contains { !$0.palette.isEmpty } }
  }

  /// The palettes of a catalogue's kinds, each once, in the order of the kinds.
  package static func all(of open: OpenCatalogue) -> [Palette] {
    var palettes: [Palette] = []
    var ways: [[(kind: Int, column: Int)]] = []
    for (kind, table) in open.index.tables.enumerated() {
      for (column, entry) in table.columns.enumerated() where !entry.isBuiltIn && !entry.field.palette.isEmpty {
        if let place = palettes.firstIndex(where: { $0.field.palette == entry.field.palette }) {
          ways[place].append((kind, column))
        } else {
          palettes.append(Palette(field: entry.field))
          ways.append([(kind, column)])
        }
      }
    }
    for place in palettes.indices {
      for (kind, column) in ways[place] {
        palettes[place].fields.append((kind, open.index.tables[kind].columns[column].field))
        palettes[place].count(open.index.tables[kind], column)
      }
    }
    return palettes
  }

  private init(field: Kind.Field) { self.field = field }

  private mutating func count(_ table: RecordTable, _ column: Int) {
    let aliases = Dictionary(field.aliases.map { ($0.word, $0.value) }) { first, _ in first }
    var own: [String: Int] = [:]
    for row in 0..<table.rowCount where table.isLive(row) {
      let names = Set(table.values(row, column).filter { $0 > .map }.map { table.pools[column].text($0) })
      for name in Set(names.map { aliases[$0] ?? $0 }) { own[name, default: 0] += 1 }
    }
    uses.merge(own, uniquingKeysWith: +)
    ownUses.append(own)
  }

  /// How many records use a colour in one of the fields, by its place among them.
  package func uses(of name: String, inField place: Int) -> Int { ownUses[place][name] ?? 0 }

  /// What records have in these fields that is no colour of the palette, the most frequent first.
  package var others: [(name: String, count: Int)] {
    let known = Set(field.palette.map(\.name))
    return uses.filter { !known.contains($0.key) }.map { ($0.key, $0.value) }.sorted {
      ($1.count, $0.name) < ($0.count, $1.name)
    }
  }

  /// The colours of the palette, those first that look most like another; none where that is no colour.
  ///
  /// Units: those of `OKLab.distance`.
  package func nearest(to hex: String) -> [(color: Kind.PaletteColor, distance: Double)] {
    guard let wanted = OKLab(hex: hex) else { return [] }
    let distances = field.palette.compactMap { color in OKLab(hex: color.hex).map { (color, $0.distance(to: wanted)) } }
    return distances.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element)
  }

  /// The colours of some words, in the order of the palette: all where there are none.
  ///
  /// Errors: a word that is neither group nor colour, with the nearest.
  package func colors(named words: [String]) throws -> [Kind.PaletteColor] {
    guard !words.isEmpty else { return field.palette }
    var wanted: Set<String> = []
    for word in words {
      let key = Palette.key(word)
      let groups = Set(
        field.paletteGroups.filter { group in Palette.key(group.name) == key || group.labels.contains { Palette.key($0) == key } }
          .map(\.name)
          + field.palette.map(\.group).filter { Palette.key($0) == key })
      let aliases = Set(field.aliases.filter { Palette.key($0.word) == key }.map(\.value))
      let found = field.palette.filter { color in
        groups.contains(color.group) || aliases.contains(color.name) || Palette.key(color.name) == key
          || color.labels.contains { Palette.key($0) == key } || color.hex.lowercased() == word.lowercased()
      }
      guard !found.isEmpty else {
        if let color = nearest(to: word).first?.color {
          throw RequestError("the palette has no colour '\(word)'; '\(color.name)' (\(color.hex)) is nearest to it")
        }
        let names = field.palette.map(\.name) + field.paletteGroups.map(\.name) + field.aliases.map(\.word)
        let nearest = NearestWord.nearest(to: word, in: names).map { "; did you mean '\($0)'?" }
        throw RequestError("the palette has no colour or group '\(word)'\(nearest ?? "; 'vitrine colors' shows it")")
      }
      wanted.formUnion(found.map(\.name))
    }
    return field.palette.filter { wanted.contains($0.name) }
  }

  private static func key(_ word: String) -> [UInt8] {
    Folding.vocabulary(String(word.map { $0 == "-" || $0 == "_" ? " " : $0 }))
  }

  /// Colours as rows: people read the groups as headings.
  package func table(_ colors: [Kind.PaletteColor], withGroups isGrouped: Bool) -> Table {
    let labels = Dictionary(field.paletteGroups.map { ($0.name, $0.label) }) { first, _ in first }
    func column(_ name: String, _ alignment: Table.Alignment = .left) -> Table.Column {
      Table.Column(name, title: field.language(name), alignment)
    }
    var table = Table(
      columns: [
        column("group"), column("name"), column("hex"), column("label"), column("uses", .right), column("aliases"),
      ],
      rows: colors.map { color in
        let aliases = field.aliases.filter { $0.value == color.name }.map { Cell.text($0.word) }
        let name = RGB(hex: color.hex).map { Cell.color(color.name, $0) } ?? .text(color.name)
        return Table.Row([
          field.language.isEnglish ? .text(color.group) : .shown(labels[color.group] ?? color.group, written: .text(color.group)),
          name, .text(color.hex), .text(color.label), .integer(uses[color.name] ?? 0), .list(aliases),
        ])
      })
    guard isGrouped else { return table }
    table.groupCount = 1
    for (place, color) in colors.enumerated() where place == 0 || colors[place - 1].group != color.group {
      table.headings.append(Table.Heading(row: place, level: 0, .text(labels[color.group] ?? color.group)))
    }
    table.footer =
      "\(colors.count) " + field.language.noun(colors.count, one: field.language("colour"), several: field.language("colours"))
    return table
  }
}
