// The pattern of the paths of a kind's new records.

package import VitrineEditing
package import VitrineModel
import VitrineSource
package import VitrineSyntax
import VitrineText

/// Makes paths of records' values.
///
/// Shape: the `new` pattern of the kind's collection with the record's values in its braces; without one, the folder before the first `*` of
/// `files` and the display field. A folder of a value that the record does not have is left out. The number of a path, from 2 on, stands behind
/// the last name that is made of values.
package struct PlacePattern: Sendable {
  /// The name of the kind, and what its records are called by.
  private let kind: String
  private let display: FieldPath?
  /// The collections, of which the first that has a path decides whose it is.
  private let collections: [Manifest.Collection]
  private let parts: [Part]
  /// The part that a number is added to.
  private let numbered: Int?

  /// The longest name that is made of a value. Units: bytes.
  private static let longestName = 80
  /// The most files of one name.
  package static let mostNumbers = 100_000

  /// The pattern of a kind of a catalogue.
  package init(_ kind: Kind, in manifest: Manifest) {
    self.kind = kind.name
    display = kind.display
    collections = manifest.collections
    let collection =
      manifest.collections.first { $0.kind == kind.name && $0.newRecord != nil }
      ?? manifest.collections.first { $0.kind == kind.name }
    parts = collection.map { $0.newRecord.map(Part.parse) ?? Part.parse(files: $0.pattern, kind) } ?? [.name([.display])]
    numbered = parts.lastIndex { part in part.isMade }
  }

  /// Whether a record of the kind is looked for at a path.
  package func claims(_ path: String) -> Bool { collections.kind(ofRecordAt: path) == kind }

  /// Why a path that is not claimed is none for a record.
  package func refusal(of path: String) -> PlanRefusal {
    PlanRefusal("no collection of vitrine.yaml takes '\(path)' for a \(kind); '--in FOLDER' puts it elsewhere")
  }

  /// The path of a number, counted from 1, for a record; `text` gives what it says in a field, nil for nothing.
  ///
  /// - Parameter folder: the folder it goes into, whatever the pattern says; "" is the root.
  package func path(_ number: Int, in folder: String? = nil, _ text: (FieldPath) -> String?) -> String {
    var path = folder ?? ""
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard folder == nil || isLast || parts.last?.isMade == false && index == numbered else { continue }
      let name = name(part, text, isLast: isLast, number: index == numbered && number > 1 ? number : nil)
      if name.isEmpty { continue }
      if !path.isEmpty { path += "/" }
      path += name
    }
    return path
  }

  /// The path of the first number for a record in a tree.
  package func path(_ number: Int, of root: NodeID, _ reader: TreeReader) -> String {
    path(number) { reader.plainText(of: $0, from: root) }
  }

  private func name(_ part: Part, _ text: (FieldPath) -> String?, isLast: Bool, number: Int?) -> String {
    guard case .name(let pieces) = part else { return part.literal }
    var name = ""
    for piece in pieces {
      switch piece {
      case .text(let text): name += text
      case .display:
        let slug = Self.slug(display.flatMap(text) ?? "")
        name += slug.isEmpty ? kind : slug
      case .field(let field, let member):
        let slug = text(field).map { text in member.map { $0.text(of: text) } ?? Self.slug(text) } ?? ""
        if slug.isEmpty, !isLast { return "" }
        name += slug.isEmpty ? kind : slug
      }
    }
    guard let number else { return name }
    guard isLast, let dot = name.lastIndex(of: ".") else { return "\(name)-\(number)" }
    return "\(name[..<dot])-\(number)\(name[dot...])"
  }

  /// A text as part of a file name: folded, in lower case, letters and digits of any script, `-` for all between them.
  ///
  /// Shape: "Baldur's Gate: Tales" becomes `baldurs-gate-tales`; "" where there are neither letters nor digits.
  package static func slug(_ text: String) -> String {
    var text = text
    if let slug = text.withUTF8({ plainSlug($0) }) { return slug }
    var slug = ""
    var isAfterGap = false
    for scalar in String(decoding: Folding.fold(text), as: UTF8.self).unicodeScalars {
      switch scalar {
      case "'", "\u{2019}", "\u{2BC}": continue
      default:
        guard isWord(scalar) else {
          isAfterGap = true
          continue
        }
        if slug.utf8.count + 5 > longestName { return slug }
        if isAfterGap, !slug.isEmpty { slug += "-" }
        slug.unicodeScalars.append(scalar)
        isAfterGap = false
      }
    }
    return slug
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (scalar.value | 0x20) &- 0x61 < 26 || scalar.value &- 0x30 < 10 }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil || properties.canonicalCombiningClass != .notReordered
  }

  /// The same for ASCII, where folding is lower case and nothing else; nil for other texts.
  private static func plainSlug(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    guard UTF8Check.isASCII(text) else { return nil }
    return String(unsafeUninitializedCapacity: longestName) { name in
      var count = 0
      var isAfterGap = false
      for byte in text {
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        guard lower &- 0x61 < 26 || lower &- 0x30 < 10 else {
          if byte != UInt8(ascii: "'") { isAfterGap = true }
          continue
        }
        if count + 5 > longestName { break }
        if isAfterGap, count > 0 {
          name[count] = UInt8(ascii: "-")
          count += 1
        }
        name[count] = lower
        count += 1
        isAfterGap = false
      }
      return count
    }
  }
}

/// One name of a path.
private enum Part: Sendable {
  /// A name as it stands.
  case literal(String)
  /// A name that is made of values.
  case name([Piece])

  /// A piece of a name.
  enum Piece: Sendable {
    case text(String)
    case display
    case field(FieldPath, DateMember?)
  }

  var literal: String { if case .literal(let name) = self { name } else { "" } }
  var isMade: Bool { if case .name = self { true } else { false } }

  /// The parts of a `new` pattern.
  static func parse(_ pattern: String) -> [Part] {
    pattern.split(separator: "/").map { part in
      guard part.contains("{") else { return .literal(String(part)) }
      var pieces: [Piece] = []
      var rest = part
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
        var names = rest[rest.index(after: open)..<close].split(separator: ".").map(String.init)
        let member = names.count > 1 ? names.last.flatMap { DateMember(rawValue: $0) } : nil
        if member != nil { names.removeLast() }
        pieces.append(.field(FieldPath(names), member))
        rest = rest[rest.index(after: close)...]
      }
      if !rest.isEmpty { pieces.append(.text(String(rest))) }
      return .name(pieces)
    }
  }

  /// The parts that a pattern of files suggests: `*` in a name is the display field, folders of any name are left out.
  static func parse(files pattern: String, _ kind: Kind) -> [Part] {
    var parts: [Part] = []
    let names = pattern.split(separator: "/")
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      if name == "**" {
        // A file of one name needs a folder of its own.
        if !isLast, !names[(index + 1)...].contains(where: { $0.contains("*") }) { parts.append(.name([.display])) }
        continue
      }
      if name.contains(where: { "?[{\\".contains($0) }) { return parts + [.name([.display, .text(".yaml")])] }
      guard let star = name.firstIndex(of: "*") else {
        parts.append(.literal(String(name)))
        continue
      }
      var pieces: [Piece] = star > name.startIndex ? [.text(String(name[..<star]))] : []
      pieces.append(.display)
      let rest = name[star...].filter { $0 != "*" }
      if !rest.isEmpty { pieces.append(.text(rest)) }
      parts.append(.name(pieces))
    }
    return parts
  }
}

/// A part of a date or a time.
private enum DateMember: String, Sendable {
  case year, month, day, date

  /// The part of a value such as `2026-05-29`, `20260529` or `2026-05-29T19:42:00Z`; "" where it has none.
  func text(of value: String) -> String {
    var value = value
    guard let moment = value.withUTF8({ ValueNumber.moment($0) }) else { return "" }
    let day = moment.day.description.split(separator: "-")
    return switch self {
    case .year: String(day[0])
    case .month: String(day[1])
    case .day: String(day[2])
    case .date: moment.day.description
    }
  }
}

extension DataValue {
  /// A scalar as text; nil for what is none or nothing.
  package var plainText: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .list(let items): items.first?.plainText
    case .null, .map: nil
    }
  }
}

extension TreeReader {
  /// What a record says in a field, as `DataValue.plainText` of it; lists on the way are not crossed.
  fileprivate func plainText(of field: FieldPath, from root: NodeID) -> String? {
    guard let value = field.member(self, from: root) else { return nil }
    return resolved(value).kind == .string ? text(value) : dataValue(value).plainText
  }
}

extension [Manifest.Collection] {
  /// The name of the kind that the record of a file is of; nil where no collection takes it, or a part of its path is hidden.
  func kind(ofRecordAt path: String) -> String? {
    var path = path
    return path.withUTF8 { path -> Int? in
      var isAtStart = true
      for byte in path {
        if isAtStart, byte == UInt8(ascii: ".") { return nil }
        isAtStart = byte == UInt8(ascii: "/")
      }
      return firstIndex { $0.files.matches(path) }
    }.map { self[$0].kind }
  }
}
