// A kind of record: its schema, and what `x-vitrine` says that JSON Schema cannot.

package import VitrineSchema

/// A kind: everything the program knows about one sort of record comes from here.
package struct Kind: Sendable {
  /// The name: what stands before `.schema.yaml`.
  package var name: String
  /// The schema's path, such as `schemas/NAME.schema.yaml`.
  package var schemaPath: String
  /// The compiled schema.
  package var schema: CompiledSchema
  /// The schema's `title`, or the name.
  package var title: String
  /// The schema's `description`, or "".
  package var description: String
  /// The word for several: `vitrine PLURAL` lists them.
  package var plural: String
  /// The field that names a record to a person.
  package var display: FieldPath?
  /// What makes two records the same thing; empty where only the path does.
  package var identity: [IdentityPart]
  /// The fields a bare word searches.
  package var search: [FieldPath]
  /// The order of lists.
  package var sort: [SortKey]
  /// The columns of lists.
  package var columns: [FieldPath]
  /// What photos its records may have.
  package var photos: PhotoPolicy
  /// The kind of the record above it in the folder tree.
  package var parent: String?
  /// All fields, in the order of the schema, nested ones after the field that holds them.
  package var fields: [Field]

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

  /// One field of a kind.
  package struct Field: Sendable {
    /// Where it stands.
    package var path: FieldPath
    /// The schema's `title`, or the name.
    package var title: String
    /// The schema's `description`, or "".
    package var description: String
    /// The types the schema allows, in JSON Schema's words; empty for any.
    package var types: [String]
    /// The schema's `format`.
    package var format: String?
    /// The values of an `enum`, as texts.
    package var values: [String]
    /// True where the order of the values counts.
    package var isOrdered: Bool
    /// The kind that its values refer to.
    package var reference: String?
    /// True where its values are one vocabulary regardless of case.
    package var isVocabulary: Bool
    /// True where its values are paths of photos.
    package var isPhoto: Bool
    /// True where the field is a list, or lies in one.
    package var isList: Bool
  }

  /// True where the identity is one UUID, which a copy of a file repeats.
  package var identityIsID = false
  /// The fields whose values refer to other records.
  package var references: [Field] = []
  /// The fields whose values are one vocabulary.
  package var vocabularies: [Field] = []
  /// The fields whose values are paths of photos.
  package var photoFields: [Field] = []
}
