// The records that a field may name: what stands in it by their titles, what is found while somebody types, and the way to a new one.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

/// The records of the kind that a field refers to.
struct ReferenceChoices {
  private let request: PageRequest
  private let target: Int
  private let names: ReferenceWords

  /// The most records that are offered.
  private static let most = 8

  /// The records for a field; nil where it refers to no kind of the catalogue.
  init?(_ field: Kind.Field, _ request: PageRequest) {
    guard case .reference(let name) = field.meaning, let target = request.open.kinds.firstIndex(where: { $0.name == name }) else {
      return nil
    }
    (self.request, self.target) = (request, target)
    names = ReferenceWords(request.catalogue)
  }

  private var kind: Kind { request.open.kinds[target] }

  private func address(of record: RecordEntry) -> String { PageAddress.record(record.path, kind) }

  /// A record's photo, else the letter of its title, in the size of a line.
  static func cover(of record: RecordEntry, _ request: PageRequest) -> Markup {
    let address = CardView.cover(of: record.path, request)
    let image: Markup = address.map { "<img src=\"\($0)\" alt=\"\" loading=\"lazy\" decoding=\"async\">" } ?? .empty
    return cover(CardView.letter(of: record.title, request), of: record.kind, image)
  }

  private static func cover(_ letter: String, of kind: Int, _ image: Markup = .empty) -> Markup {
    "<span class=\"cover small \(ValueMarkup.pastel(kind))\" data-letter=\"\(letter)\" aria-hidden=\"true\">\(image)</span>"
  }

  // MARK: what stands in a field

  /// The records that values name, as links to them; values that lead nowhere have none.
  func list(of words: [String]) -> Markup {
    let items = words.compactMap { word in
      names.path(named: word, kind: target).flatMap { request.catalogue.record(at: $0) }.map { item(word, value: word, $0) }
    }
    return items.isEmpty ? .empty : "<ul class=\"refs named\">\(items)</ul>"
  }

  /// The records that typed words mean by id or title, each with the value to write for it; words that mean none are left out.
  func items(meantBy words: [String]) -> Markup {
    let items = words.compactMap { word in meant(by: word).map { item(word, value: $0.value, $0.record) } }
    return "\(items)"
  }

  private func meant(by word: String) -> (value: String, record: RecordEntry)? {
    let value = names.name(for: word, kind: kind.name)
    return names.path(named: value, kind: target).flatMap { request.catalogue.record(at: $0) }.map { (value, $0) }
  }

  /// A record that a word stands for. The form stays where it is while somebody looks at it.
  private func item(_ word: String, value: String, _ record: RecordEntry) -> Markup {
    """
    <li data-word="\(word)" data-value="\(value)"><a class="ref" href="\(address(of: record))" target="_blank" rel="noopener">\(Self.cover(of: record, request))<bdi>\(record.title)</bdi></a></li>
    """
  }

  // MARK: what is found

  /// The records that are found by the start of a word of their title or of their id, and the way to a new one where a text means none.
  func options(_ typed: String) -> Markup {
    let (start, isID) = (Folding.fold(typed), typed.contains("/"))
    let found = candidates(start).compactMap { request.catalogue.record(at: $0) }.filter { record in
      Self.isFound(start, in: Folding.fold(record.title)) || Self.isFound(start, in: Folding.fold(record.path.stem.name.string))
        || isID && Folding.fold(record.path.stem.string).starts(with: start)
    }
    let items = found.prefix(Self.most).enumerated().map { place, record -> Markup in
      let id = names.shortest(for: record)
      return """
        <li role="option" id="option-\(place)" data-value="\(id)" data-address="\(address(of: record))" aria-selected="false">\(Self.cover(of: record, request))\
        <b>\(record.title)</b> <span class="faint">\(kind.title) · \(id)</span></li>
        """
    }
    return "\(items)\(creation(typed))"
  }

  /// The paths of records that have a folded text anywhere in their title or path; of all where it is empty.
  private func candidates(_ folded: [UInt8]) -> LazyMapSequence<[Int], Path> {
    let table = request.open.index.tables[target]
    let rows = folded.isEmpty ? (0..<table.rowCount).filter(table.isLive) : ReferenceSearch.rows(with: folded, of: table)
    return rows.lazy.map { table.path(ofRow: $0) }
  }

  private static func isFound(_ start: [UInt8], in text: [UInt8]) -> Bool {
    text.starts(with: start) || text.split(whereSeparator: isSign).contains { $0.starts(with: start) }
  }

  /// Whether a byte stands between words: ASCII that is no letter and no digit.
  private static func isSign(_ byte: UInt8) -> Bool {
    byte < 0x80 && !(0x61...0x7A).contains(byte) && !(0x30...0x39).contains(byte)
  }

  /// The way to the form of a new record that is called so.
  private func creation(_ typed: String) -> Markup {
    guard typed.contains(where: { !$0.isWhitespace }), meant(by: typed) == nil else { return .empty }
    let title = kind.display.map { "?\(PageAddress.encoded($0.dotted))=\(PageAddress.encoded(typed))" } ?? ""
    return """
      <li role="option" id="option-new" data-value="\(typed)" data-create="/new/\(PageAddress.encoded(kind.name))\(title)" aria-selected="false">\
      \(Self.cover("+", of: target))<b>\(request.words("form.create", typed))</b> <span class="faint">\(kind.title)</span></li>
      """
  }
}
