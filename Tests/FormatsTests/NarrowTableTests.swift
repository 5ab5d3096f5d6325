// Tables on terminals that are too narrow for them: what tells rows apart is cut last.

import Testing
import VitrineFormats
import VitrineText

@Suite("Narrow tables") struct NarrowTableTests {
  private func table(asked: Bool = false) -> Table {
    var taken = Table.Column("taken")
    taken.isUncut = true
    var table = Table(
      columns: [Table.Column("title"), taken, Table.Column("camera"), Table.Column("iso", .right), Table.Column("place")],
      rows: [
        Table.Row([
          .text("Two Perseids and the Milky Way"), .text("2026-08-13 01:47"), .text("Sony ILCE-7M4"), .number("3200"),
          .text("Kaş, Antalya, Türkiye"),
        ]),
        Table.Row([
          .text("Two Perseids and the moon"), .text("2026-08-13 01:52"), .text("Sony ILCE-7M4"), .number("3200"), .text("Kaş"),
        ]),
      ])
    table.keyColumn = 0
    table.hidesEmptyColumns = !asked
    table.footer = "2 shots"
    return table
  }

  private func lines(_ table: Table, _ width: Int) -> [String] {
    var sink = ByteSink()
    Table.standardFormat.write(table, look: Look(color: false, width: width), to: &sink)
    return String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test("days stay whole, other columns are cut before the title, and no line is too long", arguments: [40, 50, 60, 72, 80])
  func narrow(_ width: Int) {
    let lines = lines(table(), width)
    for line in lines.dropLast() { #expect(DisplayWidth.width(of: line) <= width, "\(line)") }
    #expect(lines[1].contains("2026-08-13 01:47") || !lines[0].contains("taken"))
    #expect(lines[1].hasPrefix("Two Perseids"))
  }

  @Test("the last columns go where there is no room, and the line below says how many")
  func hidden() {
    #expect(lines(table(), 40).last == "2 shots; 3 more columns")
    #expect(lines(table(), 200).last == "2 shots")
  }

  @Test("columns that were asked for by name are all there")
  func asked() {
    #expect(lines(table(asked: true), 40)[0].contains("place"))
    #expect(lines(table(asked: true), 40).last == "2 shots")
  }

  @Test("where only the title has to be cut, it has all that the others leave")
  func share() {
    var table = Table(
      columns: [Table.Column("title"), Table.Column("year", .right)],
      rows: [Table.Row([.text("The Legend of Zelda: Breath of the Wild"), .number("2017")])])
    table.keyColumn = 0
    #expect(lines(table, 30)[1] == "The Legend of Zelda: Br…  2017")
  }
}
