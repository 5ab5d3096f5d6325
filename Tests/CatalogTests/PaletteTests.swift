// The palette that comes with the program.

import FoundationEssentials
import Glibc
import Testing
import VitrineCatalog
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("The palette")
struct PaletteTests {
  /// A named colour.
  private struct Color {
    let name: String
    let hex: String
    let group: String

    /// Lightness, chroma and hue in degrees, in OKLCH. Source: Björn Ottosson, "A perceptual color space for image processing".
    var oklch: (lightness: Double, chroma: Double, hue: Double) {
      let value = Int(hex.dropFirst(), radix: 16) ?? 0
      let linear = [16, 8, 0].map { shift -> Double in
        let part = Double(value >> shift & 0xFF) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      let l = cbrt(0.4122214708 * linear[0] + 0.5363325363 * linear[1] + 0.0514459929 * linear[2])
      let m = cbrt(0.2119034982 * linear[0] + 0.6806995451 * linear[1] + 0.1073969566 * linear[2])
      let s = cbrt(0.0883024619 * linear[0] + 0.2817188376 * linear[1] + 0.6299787005 * linear[2])
      let a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
      let b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
      let hue = atan2(b, a) * 180 / Double.pi
      return (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, hypot(a, b), hue < 0 ? hue + 360 : hue)
    }
  }

  /// The colours in the order of the enum.
  private static let colors: [Color] = {
    let tree = YAML.parse(Stock.file(named: "schemas/vocabulary/color.yaml") ?? []).tree
    return tree.withReader { reader in
      guard let root = tree.roots.first, let names = reader.value(root, named: "enum"),
        let annotation = reader.value(root, named: "x-vitrine"), let colors = reader.value(annotation, named: "colors")
      else { return [] }
      return reader.items(names).map { item in
        let name = reader.text(item)
        func text(_ key: String) -> String {
          reader.value(colors, named: name).flatMap { reader.value($0, named: key) }.map { reader.text($0) } ?? ""
        }
        return Color(name: name, hex: text("hex"), group: text("group"))
      }
    }
  }()

  @Test("there are at least 20 colours, each with a name and a hex of its own (W4.1, W4.2)")
  func count() {
    let colors = Self.colors
    #expect(colors.count >= 20)
    #expect(Set(colors.map(\.name)).count == colors.count)
    #expect(Set(colors.map(\.hex)).count == colors.count)
    #expect(colors.filter { $0.hex.wholeMatch(of: /#[0-9a-f]{6}/) == nil }.map(\.name) == [])
  }

  @Test("similar colours stand together, dark to light (W4.4)")
  func order() {
    let colors = Self.colors
    var groups: [String] = []
    for color in colors where groups.last != color.group { groups.append(color.group) }
    #expect(
      groups == [
        "neutrals", "browns", "reds", "oranges-yellows", "greens", "blues", "purples-pinks", "metallic-patterned",
      ])
    for (left, right) in zip(colors, colors.dropFirst()) where left.group == right.group {
      #expect(left.oklch.lightness <= right.oklch.lightness, "\(left.name) is lighter than \(right.name)")
    }
  }

  @Test(
    "a group keeps to its hues (W4.4)",
    arguments: [
      ("reds", 0.0...40.0), ("oranges-yellows", 40.0...115.0), ("greens", 100.0...180.0), ("blues", 180.0...290.0),
      ("purples-pinks", 290.0...370.0), ("browns", 30.0...95.0),
    ])
  func hues(group: String, span: ClosedRange<Double>) {
    for color in Self.colors where color.group == group {
      let hue = color.oklch.hue
      #expect(span.contains(hue) || span.contains(hue + 360), "\(color.name) has the hue \(hue)")
    }
    #expect(Self.colors.contains { $0.group == group })
  }

  @Test("neutrals have next to no colour (W4.4)")
  func neutrals() {
    for color in Self.colors where color.group == "neutrals" { #expect(color.oklch.chroma < 0.03, "\(color.name)") }
  }
}
