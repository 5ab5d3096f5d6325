// The colours of the collection: palettes by groups, how many records use each, and what a colour of one's own is called.

import VitrineApplication
import VitrineIndex
import VitrineModel
import VitrineQuery

/// The page `/colors`.
enum ColorsView {
  /// The most colours that are shown of one palette, the most of those outside it, and how many names of a colour are near.
  private static let (mostColors, mostOthers, mostNear) = (1_000, 200, 6)

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let palettes = Palette.all(of: request.open)
    guard !palettes.isEmpty else {
      return page(
        "<div class=\"empty\"><p>\(words("color.noKind"))</p><p class=\"sub\">\(words("color.howTo")) <code>x-vitrine: {palette: …}</code></p></div>",
        request)
    }
    let sections = palettes.enumerated().map { section($1, $0, request) }
    return page("\(finder(palettes, request))\(sections)", request)
  }

  private static func page(_ content: Markup, _ request: PageRequest) -> PageAnswer {
    let title = request.words("color.title")
    let main: Markup = """
      <header class="head"><div><h1>\(title)</h1><p class="sub">\(request.words("color.text"))</p></div></header>\(content)
      """
    return .page(PageContent(title: title, main: main, place: "colors"))
  }

  // MARK: what a colour is called

  /// Which colours of the palettes are nearest to one that is chosen.
  private static func finder(_ palettes: [Palette], _ request: PageRequest) -> Markup {
    let words = request.words
    let asked = String((request.value("near") ?? "").prefix(40))
    let chosen = OKLab.hex(asked)
    let results: Markup
    if asked.isEmpty {
      results = .empty
    } else if let chosen {
      let near = palettes.flatMap { palette in palette.nearest(to: chosen).prefix(mostNear).map { (palette, $0) } }
        .sorted { $0.1.distance < $1.1.distance }.prefix(mostNear)
      let items = near.map { palette, found in
        card(found.color, of: palette, request, note: words("color.distance", MapDrawing.rounded(found.distance, 1)))
      }
      results = "<h2>\(ValueMarkup.swatch(chosen)) \(words("color.nearest", chosen))</h2><ul class=\"colors\">\(items)</ul>"
    } else {
      results = "<p class=\"msg\" role=\"alert\">\(words("color.noColor", asked))</p>"
    }
    return """
      <form class="finder" method="get" action="/colors"><label for="near">\(words("color.which"))</label>\
      <input type="color" id="near" name="near" value="\(chosen ?? "#6a8caf")"><button class="btn small">\(words("color.find"))</button></form>\
      <section id="nearest">\(results)</section>
      """
  }

  // MARK: palettes

  private static func section(_ palette: Palette, _ place: Int, _ request: PageRequest) -> Markup {
    let words = request.words
    var kinds: [Int] = []
    for (kind, _) in palette.fields where kinds.last != kind { kinds.append(kind) }
    let names = kinds.map { PageFrame.plural(of: request.open.kinds[$0]) }.joined(separator: ", ")
    let labels = Dictionary(palette.field.paletteGroups.map { ($0.name, $0.label) }) { first, _ in first }
    var groups: [(name: String, colors: [Kind.PaletteColor])] = []
    for color in palette.field.palette.prefix(mostColors) {
      if groups.last?.name == color.group {
        groups[groups.count - 1].colors.append(color)
      } else {
        groups.append((color.group, [color]))
      }
    }
    let parts = groups.enumerated().map { number, group -> Markup in
      let title = request.open.language.capitalised(labels[group.name] ?? group.name)
      let isUsed = group.colors.contains { (palette.uses[$0.name] ?? 0) > 0 }
      let links = isUsed && !group.name.isEmpty ? self.links(group.name, of: palette, request) { _ in nil } : .empty
      return """
        <h3 id="g\(place)-\(number)">\(title) \(links)</h3><ul class="colors">\(group.colors.map { card($0, of: palette, request) })</ul>

        """
    }
    let used = palette.field.palette.count { (palette.uses[$0.name] ?? 0) > 0 }
    return """
      <section aria-labelledby="palette-\(place)"><h2 id="palette-\(place)">\(names)</h2>\
      <p class="sub">\(words("color.count", count: palette.field.palette.count)) · \(words("color.used", count: used))</p>\(parts)\(others(palette, request))</section>

      """
  }

  /// A colour: how it looks, what it is called, and who uses it.
  private static func card(
    _ color: Kind.PaletteColor, of palette: Palette, _ request: PageRequest, note: String? = nil
  ) -> Markup {
    let words = request.words
    let count = palette.uses[color.name] ?? 0
    let aliases = palette.field.aliases.filter { $0.value == color.name }.map(\.word).prefix(8).joined(separator: ", ")
    let said = [note, color.hex.lowercased(), aliases.isEmpty ? nil : aliases].compactMap { $0 }.joined(separator: " · ")
    let uses: Markup =
      count == 0
      ? "<span class=\"faint\">\(words("color.unused"))</span>"
      : links(color.name, of: palette, request) { palette.uses(of: color.name, inField: $0) }
    return """
      <li class="color" id="\(note == nil ? "c" : "n")-\(PageAddress.encoded(color.name))"><svg class="patch" viewBox="0 0 4 1" preserveAspectRatio="none" aria-hidden="true">\
      <rect width="4" height="1" fill="\(color.hex)"/></svg><b><bdi>\(request.open.language.capitalised(color.label))</bdi></b>\
      <small>\(said)</small><span class="uses">\(uses)</span></li>

      """
  }

  /// The lists of the kinds that have a colour or a group; `count` says how many records a field has of it, by the field's place.
  private static func links(
    _ name: String, of palette: Palette, _ request: PageRequest, count: (Int) -> Int?
  ) -> Markup {
    let links = palette.fields.enumerated().compactMap { place, way -> Markup? in
      let (kind, field) = way
      let count = count(place)
      if count == 0 { return nil }
      let nouns = count.map { request.open.kinds[kind].noun(for: $0) } ?? request.open.kinds[kind].nouns
      let address = PageAddress.collection(
        request.open.kinds[kind], query: QueryTerms("").toggling(name, of: field.path.dotted).text)
      let number: Markup = count.map { "<b>\(request.words.number($0))</b> " } ?? .empty
      return "<a class=\"quiet\" href=\"\(address)\">\(number)\(nouns)</a>"
    }
    return links.joined(by: " ")
  }

  /// What records call a colour that the palette has not, with the nearest that it has.
  private static func others(_ palette: Palette, _ request: PageRequest) -> Markup {
    let others = palette.others
    guard !others.isEmpty else { return .empty }
    let items = others.prefix(mostOthers).map { other -> Markup in
      let hex = OKLab.hex(other.name)
      let near = hex.flatMap { palette.nearest(to: $0).first }.map { request.words("color.near", $0.color.label) } ?? ""
      return """
        <li class="row"><span>\(hex.map { ValueMarkup.swatch($0) }) <bdi>\(other.name)</bdi> <span class="faint">\(near)</span></span> \
        <span class="uses">\(links(other.name, of: palette, request) { palette.uses(of: other.name, inField: $0) })</span></li>

        """
    }
    let rest: Markup =
      others.count > mostOthers
      ? "<p class=\"sub\">\(request.words("record.more", count: others.count - mostOthers))</p>" : .empty
    return "<h3>\(request.words("color.others"))</h3><ul class=\"fields wide\">\(items)</ul>\(rest)"
  }
}
