// Values of tags in words.

import Glibc

extension TagTable.Line {
  /// A value in words, as ExifTool writes it; nil where there is none.
  func words(of value: ExifValue) -> String? {
    if !choices.isEmpty { return choice(value) }
    let numbers = value.quotients(maximum: 4)
    let first = numbers.first ?? nil
    switch style {
    case "seconds": return first.map(Self.seconds) ?? plain(value)
    case "f-number": return first.map(Self.aperture) ?? plain(value)
    case "millimetres": return first.map { Self.text($0, decimals: 1) + " mm" } ?? plain(value)
    case "whole-millimetres": return plain(value).map { $0 + " mm" }
    case "metres": return plain(value).map { $0 == "inf" || $0 == "undef" ? $0 : $0 + " m" }
    case "apex-seconds": return first.map { Self.seconds($0.magnitude < 100 ? exp2(-$0) : 0) } ?? plain(value)
    case "apex-f-number": return first.map { Self.text(exp2($0 / 2), decimals: 1) } ?? plain(value)
    case "steps": return first.map(Self.steps) ?? plain(value)
    case "characters": return ExifValue.text(value.bytes)
    case "dotted": return value.bytes.prefix(4).map { String($0) }.joined(separator: ".")
    case "comment": return Self.comment(value)
    case "wide": return Self.wide(value.bytes, isLittle: true)
    case "degrees": return Self.degrees(numbers)
    case "clock": return Self.clock(numbers)
    case "components": return Self.components(value.bytes)
    case "lens": return Self.lens(value)
    case "mosaic": return Self.mosaic(value)
    case "subsampling": return Self.subsampling(value)
    default: return plain(value)
    }
  }

  /// The word for a value of a closed list; one that is not in it is shown as it is.
  private func choice(_ value: ExifValue) -> String? {
    let stored: String?
    // Two tags have their number in a byte of no type.
    if value.type == 7, let byte = value.bytes.first { stored = String(byte) } else { stored = plain(value) }
    guard let stored else { return nil }
    if let word = choices[stored] { return word }
    guard value.type != 2, stored.contains(" ") else { return "Unknown (\(stored))" }
    return stored.split(separator: " ").map { choices[String($0)] ?? "Unknown (\($0))" }.joined(separator: "; ")
  }

  /// A value as it is stored: a text, numbers with blanks between them, or how many bytes it has.
  private func plain(_ value: ExifValue) -> String? {
    switch value.type {
    case 2, 129: return ExifValue.text(value.bytes) ?? ""
    case 7: return "(Binary data \(value.count) bytes)"
    case 5, 10:
      return value.fractions(maximum: 64).map { above, below in
        if below == 0 { return above == 0 ? "undef" : "inf" }
        return Self.text(Double(above) / Double(below), significant: 10)
      }.joined(separator: " ")
    case 6: return value.bytes.map { String(Int8(bitPattern: $0)) }.joined(separator: " ")
    case 11, 12:
      return value.quotients(maximum: 64).map { $0.map { Self.text($0, significant: 15) } ?? "undef" }.joined(separator: " ")
    default: return value.numbers(maximum: 64).compactMap { $0.map { String($0) } }.joined(separator: " ")
    }
  }

  /// An exposure time. Units: seconds.
  private static func seconds(_ value: Double) -> String {
    if value > 0, value < 0.250_01 { return 1 / value < 1e15 ? "1/\(Int(0.5 + 1 / value))" : "0" }
    let text = text(value, decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func aperture(_ value: Double) -> String { text(value, decimals: value > 0 && value < 1 ? 2 : 1) }

  /// Steps of exposure: `+1/3`, `-0.7`.
  private static func steps(_ value: Double) -> String {
    let value = value * 1.000_01
    guard value.magnitude < 1e6, value != 0 else { return "0" }
    func signed(_ number: Int) -> String { number > 0 ? "+\(number)" : "\(number)" }
    for (parts, suffix) in [(1.0, ""), (2, "/2"), (3, "/3")] {
      let whole = Int(value * parts)
      if Double(whole) / (value * parts) > 0.999 { return signed(whole) + suffix }
    }
    let text = text(value, significant: 3)
    return value > 0 ? "+" + text : text
  }

  /// A text behind the eight bytes that name its characters.
  private static func comment(_ value: ExifValue) -> String? {
    guard value.type == 7, value.bytes.count >= 8 else { return ExifValue.text(value.bytes) ?? "" }
    let text = Array(value.bytes.dropFirst(8))
    if value.bytes.starts(with: "UNICODE\0".utf8) { return wide(text, isLittle: isLittle(text) ?? value.isLittle) ?? "" }
    // ISO 2022, which switches between character sets by escapes.
    if value.bytes.starts(with: "JIS\0".utf8), text.contains(0x1B) { return "(Binary data \(value.count) bytes)" }
    return ExifValue.text(text) ?? ""
  }

  /// The byte order of a text of 16-bit units, which may be another than that of the file: by its mark, else the one in which more of its units are those
  /// of letters; nil where that does not tell.
  private static func isLittle(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFF, 0xFE]) { return true }
    if bytes.starts(with: [0xFE, 0xFF]) { return false }
    var (little, big) = (0, 0)
    for index in stride(from: 0, to: bytes.count - 1, by: 2) where bytes[index] != 0 || bytes[index + 1] != 0 {
      if bytes[index + 1] < 8 { little += 1 }
      if bytes[index] < 8 { big += 1 }
    }
    return little == big ? nil : little > big
  }

  /// A text of 16-bit units.
  private static func wide(_ bytes: [UInt8], isLittle: Bool) -> String? {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + (isLittle ? 1 : 0)]) << 8 | UInt16(bytes[index + (isLittle ? 0 : 1)])
    }
    let text = units.first == 0xFEFF ? units.dropFirst() : units[...]
    return ExifValue.text(Array(String(decoding: text.prefix { $0 != 0 }, as: UTF16.self).utf8))
  }

  /// Degrees, minutes and seconds: `41 deg 0' 30.00"`.
  private static func degrees(_ parts: [Double?]) -> String? {
    guard let whole = parts.first ?? nil else { return nil }
    var rest = whole
    for (index, scale) in [(1, 60.0), (2, 3600)] where index < parts.count { rest += (parts[index] ?? 0) / scale }
    guard rest.magnitude < 1e6 else { return nil }
    var degrees = Int(rest)
    var minutes = Int((rest - Double(degrees)) * 60)
    var seconds = ((rest - Double(degrees)) * 60 - Double(minutes)) * 60
    if seconds >= 59.995 { (seconds, minutes) = (0, minutes + 1) }
    if minutes >= 60 { (minutes, degrees) = (minutes - 60, degrees + 1) }
    return "\(degrees) deg \(minutes)' \(text(seconds, decimals: 2))\""
  }

  /// A time of day: `10:01:36.5`.
  private static func clock(_ parts: [Double?]) -> String? {
    guard let hours = parts.first ?? nil, parts.count >= 3, let minutes = parts[1], let seconds = parts[2] else { return nil }
    let all = hours * 3600 + minutes * 60 + seconds
    guard all >= 0, all < 360_000 else { return nil }
    let whole = Int(all) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    let rest = text(all - Double(whole * 60), significant: 9)
    return "\(two(whole / 60)):\(two(whole % 60)):\(rest.prefix { $0 != "." }.count < 2 ? "0" + rest : rest)"
  }

  private static func components(_ bytes: [UInt8]) -> String {
    let names = ["-", "Y", "Cb", "Cr", "R", "G", "B"]
    return bytes.prefix(4).map { Int($0) < names.count ? names[Int($0)] : "Err (\($0))" }.joined(separator: ", ")
  }

  /// A lens by its limits: `24-70mm f/2.8`.
  private static func lens(_ value: ExifValue) -> String? {
    let parts = value.quotients(maximum: 4)
    guard parts.count == 4 else { return nil }
    let texts = parts.map { $0.map { text($0, significant: 10) } ?? "?" }
    let focal = texts[0] == texts[1] ? texts[0] : "\(texts[0])-\(texts[1])"
    return "\(focal)mm f/" + (texts[2] == texts[3] ? texts[2] : "\(texts[2])-\(texts[3])")
  }

  /// The colours before a sensor's pixels: `[Red,Green][Green,Blue]`.
  private static func mosaic(_ value: ExifValue) -> String? {
    let bytes = value.bytes
    guard bytes.count >= 4 else { return nil }
    let names = ["Red", "Green", "Blue", "Cyan", "Magenta", "Yellow", "White"]
    for isLittle in [value.isLittle, !value.isLittle] {
      let width = ImageBytes.number(bytes[0..<2], isLittle) ?? 0
      let height = ImageBytes.number(bytes[2..<4], isLittle) ?? 0
      guard width > 0, height > 0, width <= 16, height <= 16, bytes.count >= 4 + width * height else { continue }
      return (0..<height).map { row in
        let cells = (0..<width).map { Int(bytes[4 + row * width + $0]) }
        return "[" + cells.map { $0 < names.count ? names[$0] : "Unknown" }.joined(separator: ",") + "]"
      }.joined()
    }
    return "(Binary data \(value.count) bytes)"
  }

  private static func subsampling(_ value: ExifValue) -> String {
    let pair = value.numbers(maximum: 2).compactMap { $0.map { String($0) } }.joined(separator: " ")
    let names = [
      "1 1": "4:4:4", "2 1": "4:2:2", "2 2": "4:2:0", "4 1": "4:1:1", "4 2": "4:1:0", "1 2": "4:4:0", "1 4": "4:4:1",
      "2 4": "4:2:1",
    ]
    return names[pair].map { "YCbCr\($0) (\(pair))" } ?? pair
  }

  /// A number with so many decimals.
  private static func text(_ value: Double, decimals: Int32) -> String { text("%.*f", decimals, value) }

  /// A number with at most so many digits that count.
  private static func text(_ value: Double, significant: Int32) -> String { text("%.*g", significant, value) }

  private static func text(_ format: String, _ digits: Int32, _ value: Double) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      buffer.initialize(repeating: 0)
      _ = withVaList([digits, value]) { vsnprintf(buffer.baseAddress, buffer.count, format, $0) }
      return ExifValue.text(buffer.lazy.map { UInt8(bitPattern: $0) }) ?? ""
    }
  }
}
