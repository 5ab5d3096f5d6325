// Where a new record goes: one answer for `new`, `mv` and `import`.

package import VitrineEditing
package import VitrineModel
import VitrineText

/// Finds paths for new records of one kind.
///
/// Shape: the `new` pattern of the kind's collection with the record's values in its braces; without one, the folder before the first `*` of
/// `files` and the display field. A folder of a value that the record does not have is left out. Where a file stands there already, a number
/// follows: `hades-2.yaml`.
package struct RecordPlace {
  private let kind: Kind
  private let parts: [Part]
  private let claims: (String) -> Bool
  private let isTaken: (String) -> Bool
  /// The paths that were given away already.
  private var given: Set<String> = []

  /// The longest name that is made of a value. Units: bytes.
  private static let longestName = 80
  /// The most files of one name.
  private static let mostNumbers = 100_000

  /// The places for a kind of a catalogue.
  package init(_ kind: Kind, in source: some ChangeSource) {
    self.kind = kind
    let manifest = source.manifest
    let collection =
      manifest.collections.first { $0.kind == kind.name && $0.newRecord != nil }
      ?? manifest.collections.first { $0.kind == kind.name }
    parts = collection.map { $0.newRecord.map(Part.parse) ?? Part.parse(files: $0.pattern, kind) } ?? [.name([.display])]
    claims = { path in
      var path = path
      return path.withUTF8 { bytes in manifest.collection(claiming: bytes).map { manifest.collections[$0].kind } } == kind.name
    }
    isTaken = { source.isTaken($0) }
  }

  /// The path for a record with a value, which is not given away again.
  ///
  /// - Parameter folder: the folder it goes into, whatever the pattern says; "" is the root.
  ///
  /// Errors: no record of the kind would be looked for there.
  package mutating func path(for value: DataValue, in folder: String? = nil) throws(PlanRefusal) -> String {
    for number in 1...Self.mostNumbers {
      let path = self.path(for: value, in: folder, number)
      guard claims(path) else {
        throw PlanRefusal("no collection of vitrine.yaml takes '\(path)' for a \(kind.name); '--in FOLDER' puts it elsewhere")
      }
      if !given.contains(path), !isTaken(path) {
        given.insert(path)
        return path
      }
    }
    throw PlanRefusal("there are too many records of one name")
  }

  private func path(for value: DataValue, in folder: String?, _ number: Int) -> String {
    // The number goes behind the last name that is made of values.
    let numbered = parts.lastIndex { part in part.isMade }
    var names: [String] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard folder == nil || isLast || parts.last?.isMade == false && index == numbered else { continue }
      let name = name(part, value, isLast: isLast, number: index == numbered && number > 1 ? number : nil)
      if !name.isEmpty { names.append(name) }
    }
    let path = names.joined(separator: "/")
    guard let folder, !folder.isEmpty else { return path }
    return folder + "/" + path
  }

  private func name(_ part: Part, _ value: DataValue, isLast: Bool, number: Int?) -> String {
    guard case .name(let pieces) = part else { return part.literal }
    var name = ""
    for piece in pieces {
      switch piece {
      case .text(let text): name += text
      case .display:
        let title = kind.display.flatMap { value.value(at: $0.names.map { .key($0) })?.plainText } ?? ""
        let slug = Self.slug(title)
        name += slug.isEmpty ? kind.name : slug
      case .field(let field, let member):
        let text = value.value(at: field.names.map { .key($0) })?.plainText
        let slug = text.map { member.map { $0.text(of: text ?? "") } ?? Self.slug($0) } ?? ""
        if slug.isEmpty, !isLast { return "" }
        name += slug.isEmpty ? kind.name : slug
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
    var slug = ""
    var isAfterGap = false
    for scalar in String(decoding: Folding.fold(text), as: UTF8.self).unicodeScalars {
      switch scalar {
      case "'", "\u{2019}", "\u{2BC}": continue
      default:
        let properties = scalar.properties
        guard properties.isAlphabetic || properties.numericType != nil || properties.canonicalCombiningClass != .notReordered
        else {
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
}

/// One name of a path.
private enum Part {
  /// A name as it stands.
  case literal(String)
  /// A name that is made of values.
  case name([Piece])

  /// A piece of a name.
  enum Piece {
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
private enum DateMember: String {
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
