// A fact sheet as Markdown.

extension FactSheet {
  /// The sheet as Markdown: the title as a heading, the subtitle, then a list with a paragraph, or a list of its own, for each entry.
  package var markdown: String {
    var text = "# \(MarkdownText.escaped(title))\n\n\(MarkdownText.escaped(subtitle))\n"
    if !entries.isEmpty { text += "\n" }
    for entry in entries {
      let lines = entry.lines.map { line in MarkdownText.escaped(line.pieces.map(\.text).joined()) }
      if lines.count == 1 {
        text += "- **\(MarkdownText.escaped(entry.label)):** \(lines[0])\n"
      } else {
        text += "- **\(MarkdownText.escaped(entry.label)):**\n"
        for line in lines { text += line.isEmpty ? "\n" : "  - \(line)\n" }
      }
    }
    return text
  }
}
