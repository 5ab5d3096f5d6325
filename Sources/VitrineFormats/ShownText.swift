// Text as a terminal may show it, and how wide it is. Stands in for VitrineText until that room has both.

/// Text with every control character, and every character that turns the direction of writing, replaced by a visible picture.
func shown(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: result.append("\u{2421}")
    case 0x80...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: result.append("\u{FFFD}")
    default: result.append(scalar)
    }
  }
  return String(result)
}

/// The number of terminal cells a shown text takes.
func cells(_ text: String) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x7F }) { return text.utf8.count }
  return text.reduce(0) { $0 + cells($1) }
}

/// The number of cells of one character.
func cells(_ character: Character) -> Int {
  var width = 0
  for scalar in character.unicodeScalars {
    switch scalar.value {
    case 0xFE0F: width = 2
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      width = 2
    default:
      if scalar.properties.canonicalCombiningClass != .notReordered || scalar.properties.generalCategory == .format { continue }
      width = max(width, 1)
    }
  }
  return width
}
