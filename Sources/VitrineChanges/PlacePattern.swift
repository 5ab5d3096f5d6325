// The pattern of the paths of a kind's new records.

package import VitrineEditing
package import VitrineModel
package import VitrineSource
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
  /// Which of them are of the kind.
  private let isOwn: [Bool]
  private let parts: [Part]
  /// The part that a number is added to.
  private let numbered: Int?

  /// The longest name that is made of a value. Units: bytes.
  private static let longestName = 80
  /// The most files of one name.
  package static let mostNumbers = 100_000

  /// The pattern of a kind of a catalogue; or another, written as `new` is, in its place.
  package init(_ kind: Kind, in manifest: Manifest, replacedBy pattern: String? = nil) {
    self.kind = kind.name
    display = kind.display
    collections = manifest.collections
    isOwn = collections.map { $0.kind == kind.name }
    let collection =
      manifest.collections.first { $0.kind == kind.name && $0.newRecord != nil }
      ?? manifest.collections.first { $0.kind == kind.name }
    parts =
      pattern.map(Part.parse) ?? collection.map { $0.newRecord.map(Part.parse) ?? Part.parse(files: $0.pattern, kind) } ?? [
        .name([.display])
      ]
    numbered = parts.lastIndex { part in part.isMade }
  }

  /// The fields that a pattern has in its braces, without the parts of dates.
  package static func fields(of pattern: String) -> [FieldPath] {
    Part.parse(pattern).flatMap { part -> [FieldPath] in
      guard case .name(let pieces) = part else { return [] }
      return pieces.compactMap { if case .field(let field, _) = $0 { field } else { nil } }
    }
  }

  /// Whether a record of the kind is looked for at a path.
  package func claims(_ path: Path) -> Bool { path.withUTF8 { claims($0) } }

  /// The same for a path in UTF-8.
  package func claims(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    collections.place(ofRecordAt: path).map { isOwn[$0] } ?? false
  }

  /// Why a path that is not claimed is none for a record.
  package func refusal(of path: Path) -> PlanRefusal {
    PlanRefusal("no collection of vitrine.yaml takes '\(path.string)' for a \(kind); '--in FOLDER' puts it elsewhere")
  }

  /// The path of a number, counted from 1, for a record; `text` gives what it says in a field, nil for nothing.
  ///
  /// - Parameter folder: the folder it goes into, whatever the pattern says; "" is the root.
  package func path(_ number: Int, in folder: Path? = nil, _ text: (FieldPath) -> String?) -> Path {
    var path: [UInt8] = []
    append(number, in: folder, to: &path) { field, use in
      if var text = text(field) { text.withUTF8(use) }
    }
    return Path(bytes: path)
  }

  /// Appends the path of a number for a record in a tree, in UTF-8.
  package func append(_ number: Int, of root: NodeID, _ reader: TreeReader, to path: inout [UInt8]) {
    append(number, to: &path) { field, use in reader.withPlainText(of: field, from: root, use) }
  }

  /// Hands what a record says in a field to the second of its parameters, once, or not at all where it says nothing.
  private typealias FieldText = (_ field: FieldPath, _ use: (UnsafeBufferPointer<UInt8>) -> Void) -> Void

  private func append(_ number: Int, in folder: Path? = nil, to path: inout [UInt8], _ text: FieldText) {
    let start = path.count
    if let folder { path.append(contentsOf: folder.utf8) }
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard folder == nil || isLast || parts.last?.isMade == false && index == numbered else { continue }
      let end = path.count
      if end > start { path.append(UInt8(ascii: "/")) }
      let nameStart = path.count
      append(part, text, isLast: isLast, number: index == numbered && number > 1 ? number : nil, to: &path)
      if path.count == nameStart { path.removeLast(nameStart - end) }
    }
  }

  /// Appends one name; nothing for one that is left out.
  private func append(_ part: Part, _ text: FieldText, isLast: Bool, number: Int?, to path: inout [UInt8]) {
    guard case .name(let pieces) = part else { return path.append(contentsOf: part.literal) }
    let start = path.count
    for piece in pieces {
      let before = path.count
      switch piece {
      case .text(let text):
        path.append(contentsOf: text)
        continue
      case .display:
        if let display { text(display) { Self.appendSlug($0, to: &path) } }
      case .field(let field, let member):
        text(field) { text in
          if let member {
            path.append(contentsOf: member.text(of: String(decoding: text, as: UTF8.self)).utf8)
          } else {
            Self.appendSlug(text, to: &path)
          }
        }
        if path.count == before, !isLast { return path.removeLast(before - start) }
      }
      if path.count == before { path.append(contentsOf: kind.utf8) }
    }
    guard let number else { return }
    let suffix = isLast ? path[start...].lastIndex(of: UInt8(ascii: ".")) : nil
    path.insert(contentsOf: "-\(number)".utf8, at: suffix ?? path.count)
  }

  /// A text as part of a file name: folded, in lower case, letters and digits of any script, `-` for all between them.
  ///
  /// Shape: "Baldur's Gate: Tales" becomes `baldurs-gate-tales`; "" where there are neither letters nor digits.
  package static func slug(_ text: String) -> String {
    var text = text
    var slug: [UInt8] = []
    text.withUTF8 { appendSlug($0, to: &slug) }
    return String(decoding: slug, as: UTF8.self)
  }

  private static func appendSlug(_ text: UnsafeBufferPointer<UInt8>, to name: inout [UInt8]) {
    if UTF8Check.isASCII(text) { return appendPlainSlug(text, to: &name) }
    var folded: [UInt8] = []
    Folding.fold(text, into: &folded)
    let start = name.count
    var isAfterGap = false
    for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "'", "\u{2019}", "\u{2BC}": continue
      default:
        guard isWord(scalar) else {
          isAfterGap = true
          continue
        }
        if name.count - start + 5 > longestName { return }
        if isAfterGap, name.count > start { name.append(UInt8(ascii: "-")) }
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { name.append(byte) }
        isAfterGap = false
      }
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (scalar.value | 0x20) &- 0x61 < 26 || scalar.value &- 0x30 < 10 }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil || properties.canonicalCombiningClass != .notReordered
  }

  /// The same for ASCII, where folding is lower case and nothing else.
  private static func appendPlainSlug(_ text: UnsafeBufferPointer<UInt8>, to name: inout [UInt8]) {
    let start = name.count
    // A slug is never longer than its text: it is made where the text was put.
    name.append(contentsOf: text)
    let count = name.withUnsafeMutableBufferPointer { name in
      let slug = UnsafeMutableBufferPointer(rebasing: name[start...])
      var count = 0
      var isAfterGap = false
      for index in 0..<slug.count {
        let byte = slug[index]
        let lower = byte &- 0x41 < 26 ? byte | 0x20 : byte
        guard lower &- 0x61 < 26 || lower &- 0x30 < 10 else {
          if byte != UInt8(ascii: "'") { isAfterGap = true }
          continue
        }
        if count + 5 > longestName { break }
        if isAfterGap, count > 0 {
          slug[count] = UInt8(ascii: "-")
          count += 1
        }
        slug[count] = lower
        count += 1
        isAfterGap = false
      }
      return count
    }
    name.removeLast(name.count - start - count)
  }
}

/// One name of a path.
private enum Part: Sendable {
  /// A name as it stands.
  case literal([UInt8])
  /// A name that is made of values.
  case name([Piece])

  /// A piece of a name.
  enum Piece: Sendable {
    case text([UInt8])
    case display
    case field(FieldPath, DateMember?)
  }

  var literal: [UInt8] { if case .literal(let name) = self { name } else { [] } }
  var isMade: Bool { if case .name = self { true } else { false } }

  /// The parts of a `new` pattern.
  static func parse(_ pattern: String) -> [Part] {
    pattern.split(separator: "/").map { part in
      guard part.contains("{") else { return .literal(Array(part.utf8)) }
      var pieces: [Piece] = []
      var rest = part
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        if open > rest.startIndex { pieces.append(.text(Array(rest[..<open].utf8))) }
        var names = rest[rest.index(after: open)..<close].split(separator: ".").map(String.init)
        let member = names.count > 1 ? names.last.flatMap { DateMember(rawValue: $0) } : nil
        if member != nil { names.removeLast() }
        pieces.append(.field(FieldPath(names), member))
        rest = rest[rest.index(after: close)...]
      }
      if !rest.isEmpty { pieces.append(.text(Array(rest.utf8))) }
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
      if name.contains(where: { "?[{\\".contains($0) }) { return parts + [.name([.display, .text(Array(".yaml".utf8))])] }
      guard let star = name.firstIndex(of: "*") else {
        parts.append(.literal(Array(name.utf8)))
        continue
      }
      var pieces: [Piece] = star > name.startIndex ? [.text(Array(name[..<star].utf8))] : []
      pieces.append(.display)
      let rest = name[star...].filter { $0 != "*" }
      if !rest.isEmpty { pieces.append(.text(Array(rest.utf8))) }
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
    if let date = PartialDate(value), date.precision != .day {
      return switch self {
      case .year: String(date.dashed.prefix(4))
      case .month: String(date.dashed.dropFirst(5))
      case .day: ""
      case .date: date.dashed
      }
    }
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
  fileprivate func withPlainText(of field: FieldPath, from root: NodeID, _ use: (UnsafeBufferPointer<UInt8>) -> Void) {
    guard let value = field.member(self, from: root) else { return }
    if resolved(value).kind == .string { return use(content(value)) }
    if var text = dataValue(value).plainText { text.withUTF8(use) }
  }
}

extension [Manifest.Collection] {
  /// The name of the kind that the record of a file is of; nil where no collection takes it, or a part of its path is hidden.
  func kind(ofRecordAt path: Path) -> String? {
    path.withUTF8 { place(ofRecordAt: $0) }.map { self[$0].kind }
  }

  /// The place of the first collection that takes the file at a path.
  fileprivate func place(ofRecordAt path: UnsafeBufferPointer<UInt8>) -> Int? {
    var isAtStart = true
    for byte in path {
      if isAtStart, byte == UInt8(ascii: ".") { return nil }
      isAtStart = byte == UInt8(ascii: "/")
    }
    return indices.first { self[$0].files.matches(path) }
  }
}
