// A kind of record: its schema, and what `x-vitrine` says that JSON Schema cannot.

package import VitrineSchema
package import VitrineSource
import VitrineSyntax

/// A kind: everything the program knows about one sort of record comes from here.
///
/// A class, since every record refers to one of a few, and none of them ever changes.
package final class Kind: Sendable {
  /// The name: what stands before `.schema.yaml`.
  package let name: String
  /// The schema's path, such as `schemas/NAME.schema.yaml`.
  package let schemaPath: Path
  /// The compiled schema.
  package let schema: CompiledSchema
  /// The schema's `title`, or the name.
  package let title: String
  /// The schema's `description`, in its language where that has it, or "".
  package let description: String
  /// What the schema's annotation says.
  package let annotations: Annotations
  /// All fields, in the order of the schema, nested ones after the field that holds them.
  package let fields: [Field]
  /// The place in `fields` of each field, by its dotted path.
  package let fieldIndices: [String: Int]
  /// True where the identity is one UUID, which a copy of a file repeats.
  package let identityIsID: Bool
  /// The fields whose values refer to other records, each with the kind wanted.
  package let references: [(path: FieldPath, kind: String)]
  /// The fields whose values are one vocabulary, each with the vocabulary's name.
  package let vocabularies: [(path: FieldPath, name: String)]
  /// The fields whose values are paths of photos.
  package let photoFields: [FieldPath]
  /// The first field that is a place on the map; nil where there is none.
  package let location: FieldPath?

  /// The language of its title and of what its fields say to people.
  package let language: Language
  /// What one record is called in a sentence: the name; in other languages than English the title.
  package let noun: String
  /// What several are called: the plural, in other languages the word for it.
  package let nouns: String

  /// A kind of the given parts; of a language the title and the nouns in it.
  init(
    name: String, schemaPath: Path, schema: CompiledSchema, annotations: Annotations, fields: [Field],
    spoken: (language: Language, title: String?, nouns: String?)? = nil
  ) {
    self.name = name
    self.schemaPath = schemaPath
    self.schema = schema
    language = spoken?.language ?? .english
    title = spoken?.title ?? schema.root.title ?? name
    noun = spoken.flatMap { spoken in spoken.title.map { spoken.language.lowercased($0) } } ?? name
    nouns = spoken?.nouns ?? annotations.plural
    description = language.description(schema.root.description ?? "")
    self.annotations = annotations
    self.fields = fields
    fieldIndices = Dictionary(fields.enumerated().map { ($0.element.path.dotted, $0.offset) }) { first, _ in first }
    identityIsID =
      annotations.identity.count == 1 && fields.contains { $0.path == annotations.identity[0].field && $0.format == "uuid" }
    references = fields.compactMap { field in field.reference.map { (field.path, $0) } }
    vocabularies = fields.filter(\.isVocabulary).map { ($0.path, $0.path.names.last ?? "") }
    photoFields = fields.filter(\.isPhoto).map(\.path)
    location = fields.first { $0.meaning == .location && !$0.isList }?.path
  }

  /// The field at a path.
  package func field(_ path: FieldPath) -> Field? { fieldIndices[path.dotted].map { fields[$0] } }

  /// The innermost list in whose items a field lies; nil where it lies in none.
  package func list(holding path: FieldPath) -> Field? {
    (1..<max(path.names.count, 1)).reversed().lazy.compactMap { self.field(FieldPath(Array(path.names.prefix($0)))) }.first {
      $0.isOwnList
    }
  }

  /// The day a record is about: the first field of days or moments that lists are sorted by, else that they show, else that there is; nil
  /// for kinds without any.
  package var day: Field? {
    let candidates = sort.map(\.field) + columns + fields.map(\.path)
    return candidates.lazy.compactMap { self.field($0) }.first { $0.meaning.isTemporal && !$0.isList }
  }

  /// True where records may have fields that the schema does not name, whatever they are called.
  package var allowsUndeclaredFields: Bool {
    ["additionalProperties", "unevaluatedProperties"].allSatisfy { keyword in
      schema.root.annotation(keyword).map { found in found.tree.withReader { $0.text(found.node) != "false" } } ?? true
    }
  }

  /// The fields whose days are due dates: those that the schema calls so, else those that people write down beforehand. A day that a tool writes, or that a
  /// photo says, is over.
  package var dueFields: [Field] {
    let days = fields.filter(\.meaning.isTemporal)
    if days.contains(where: { $0.isDue == true }) { return days.filter { $0.isDue == true } }
    let written = stamps.map(\.field) + histories.map { FieldPath($0.field.names + $0.at.names) }
    return days.filter { day in
      day.isDue != false && day.initial == nil && day.fromPhoto == nil && !written.contains(day.path)
    }
  }

  /// The word for several: `vitrine PLURAL` lists them.
  package var plural: String { annotations.plural }
  /// The word that stands behind a number of its records.
  package func noun(for count: Int) -> String { language.noun(count, one: noun, several: nouns) }
  /// The field that names a record to a person.
  package var display: FieldPath? { annotations.display }
  /// What makes two records the same thing; empty where only the path does.
  package var identity: [IdentityPart] { annotations.identity }
  /// The order of lists.
  package var sort: [SortKey] { annotations.sort }
  /// The columns of lists.
  package var columns: [FieldPath] { annotations.columns }
  /// The fields that lists are grouped by unless others are named, outer first.
  package var group: [FieldPath] { annotations.group }
  /// True where a record needs all of the values that are chosen in a filter, and not any of them.
  package var needsAll: Bool { annotations.needsAll }
  /// True where a page saves each field by itself, a moment after it was changed, and not the whole form when somebody says so. Decision 0132 says why.
  package var savesFields: Bool { annotations.savesFields }
  /// The fields a bare word searches; the display field where none are named.
  package var search: [FieldPath] { annotations.search.isEmpty ? [display].compactMap { $0 } : annotations.search }
  /// What photos its records may have.
  package var photos: PhotoPolicy { annotations.photos }
  /// The kind of the record above it in the folder tree.
  package var parent: String? { annotations.parent }
  /// The version of the schema.
  package var version: Int { annotations.version }
  /// The fields that tools set to now where another field changes.
  package var stamps: [Stamp] { annotations.stamps }
  /// The lists that log another field.
  package var histories: [History] { annotations.histories }

  /// What `x-vitrine` says at the top of a kind's schema.
  package struct Annotations: Sendable {
    /// See `Kind.plural`.
    package var plural: String
    /// What a record is called in the languages that the schema names.
    package var titles: [Label] = []
    /// See `Kind.display`.
    package var display: FieldPath?
    /// See `Kind.identity`.
    package var identity: [IdentityPart] = []
    /// See `Kind.search`.
    package var search: [FieldPath] = []
    /// See `Kind.sort`.
    package var sort: [SortKey] = []
    /// See `Kind.columns`.
    package var columns: [FieldPath] = []
    /// See `Kind.group`.
    package var group: [FieldPath] = []
    /// See `Kind.needsAll`.
    package var needsAll = false
    /// See `Kind.savesFields`.
    package var savesFields = false
    /// See `Kind.photos`.
    package var photos = PhotoPolicy()
    /// See `Kind.parent`.
    package var parent: String?
    /// See `Kind.version`.
    package var version = 1
    /// See `Kind.stamps`.
    package var stamps: [Stamp] = []
    /// See `Kind.histories`.
    package var histories: [History] = []
  }

  /// A field that is set to now where another changes.
  package struct Stamp: Sendable, Hashable {
    /// The field that is set.
    package var field: FieldPath
    /// The field whose change does it; nil for any, and then only where the record has the stamp.
    package var follows: FieldPath?
  }

  /// A list that gets an entry where another field changes.
  package struct History: Sendable, Hashable {
    /// The list.
    package var field: FieldPath
    /// The field that is logged.
    package var follows: FieldPath
    /// The member of an entry that keeps the new value.
    package var value: FieldPath
    /// The member of an entry that keeps the time.
    package var at: FieldPath
  }

  /// A key of a sort order.
  package struct SortKey: Sendable, Hashable {
    /// The field.
    package var field: FieldPath
    /// True for greatest first.
    package var isDescending: Bool

    /// A key of the given field and direction.
    package init(field: FieldPath, isDescending: Bool) {
      self.field = field
      self.isDescending = isDescending
    }
  }

  /// What a kind says of its photos.
  package struct PhotoPolicy: Sendable, Hashable {
    /// The largest number a record may have; nil for any.
    package var most: Int?
    /// The formats allowed, in the words of `PhotoFacts.format`; empty for any image.
    package var formats: [String]
    /// The largest size in bytes; nil for any.
    package var bytes: Int?

    /// A policy of the given limits.
    package init(most: Int? = nil, formats: [String] = [], bytes: Int? = nil) {
      self.most = most
      self.formats = formats
      self.bytes = bytes
    }
  }
}
