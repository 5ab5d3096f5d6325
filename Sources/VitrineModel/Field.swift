// One field of a kind: what its schema and its annotations say, as queries, lists and pages need it.

package import VitrineSyntax

extension Kind {
  /// One field of a kind. A field that is a list stands for the list and for each of its values.
  package struct Field: Sendable {
    /// Where it stands.
    package var path: FieldPath
    /// The schema's `title`, or the name.
    package var title: String
    /// The schema's `description`, or "".
    package var description: String = ""
    /// What its values mean.
    package var meaning: FieldMeaning
    /// The types the schema allows, in JSON Schema's words; empty for any.
    package var types: [String] = []
    /// The types of its values, where it is a list; its own elsewhere.
    package var itemTypes: [String] = []
    /// The schema's `format`.
    package var format: String?
    /// True where no schema declares it, and all that is known of it is what the values of records are.
    package var isObserved = false
    /// The least that a date has to say; a day where the schema says nothing else.
    package var precision = DatePrecision.day
    /// Whether days of the field are due dates; nil where the schema leaves that to what else it says.
    package var isDue: Bool?
    /// The values of an `enum`, as texts.
    package var values: [String] = []
    /// Those of them that are numbers, booleans or null, and no texts besides.
    package var plainValues: Set<String> = []
    /// True where the order of the values counts.
    package var isOrdered = false
    /// Other words for values: the word as written in the schema, and the value.
    package var aliases: [(word: String, value: String)] = []
    /// The word for one of its values, such as `genre` for `genres`; the name where none is given. Other spellings of the path may use it.
    package var singular: String?
    /// How values are shown, by value.
    package var marks: [String: Mark] = [:]
    /// The palette, in its order, where the values are colours.
    package var palette: [PaletteColor] = []
    /// The palette's groups, in order.
    package var paletteGroups: [(name: String, label: String, labels: [String])] = []
    /// Its own words for people in other languages, which the schema gives.
    package var titles: [Label] = []
    /// The words of the palette's groups by language, which the schema gives.
    package var groupLabels: [String: [Label]] = [:]
    /// The language of the title and of the labels.
    package internal(set) var language = Language.english
    /// The unit of a number, or nil.
    package var unit: String?
    /// The kind that its values refer to.
    package var reference: String?
    /// True where its values are one vocabulary regardless of case.
    package var isVocabulary = false
    /// True where its values are paths of photos.
    package var isPhoto = false
    /// What of the record's photo it is taken from, by the name of a built-in member of a photo; nil where it is taken from none.
    package var fromPhoto: String?
    /// True where it is left out of what is exported and shared.
    package var isPrivate = false
    /// True where pages speak of it even where a record says nothing.
    package var isAlwaysShown = false
    /// What forms say of the field, where its description speaks of how the file is written; "" for the description.
    package var formHelp = ""
    /// The members of this map that an import must have and an export always writes.
    package var exchange: [String] = []
    /// True where the field is a list itself.
    package var isOwnList = false
    /// What its values, or the elements of its list, may be where lists or maps are among that, but not maps alone; empty elsewhere.
    package var shapes: Shapes = []
    /// True where the elements of its list are lists themselves.
    package var isListOfLists = false
    /// True where the field is a list, or lies in one.
    package var isList = false
    /// True where its values, or the elements of its list, are maps.
    package var isMap = false
    /// True where the map that holds it must have it.
    package var isRequired = false
    /// The most characters of a text, by the schema's `maxLength`; nil where it says nothing.
    package var maximumLength: Int?
    /// True where no two elements of the list may be the same.
    package var hasUniqueItems = false
    /// The members that tell the elements of the list apart.
    package var uniqueBy: [FieldPath] = []
    /// What a tool writes here in a new record.
    package var initial: Initial?
    /// What the schema says a record means that does not have the field, though what holds it is there; nil where it says nothing.
    package var defaultValue: DefaultValue?

    /// A field of a path, a title and a meaning; the rest is for the reader to fill in.
    package init(path: FieldPath, title: String? = nil, meaning: FieldMeaning) {
      self.path = path
      self.title = title ?? path.names.last ?? ""
      self.meaning = meaning
    }
  }

  /// What values may be that have no single type.
  package struct Shapes: OptionSet, Sendable, Hashable {
    /// The bits.
    package let rawValue: Int

    /// The shapes of some bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Maps.
    package static let maps = Shapes(rawValue: 1)
    /// Lists.
    package static let lists = Shapes(rawValue: 2)
    /// Texts of any words.
    package static let texts = Shapes(rawValue: 4)
  }

  /// A value as a schema says it.
  package struct DefaultValue: Sendable {
    /// The schema's text.
    package let tree: Tree
    /// The value in it.
    package let node: NodeID

    /// The value at a node of a schema.
    package init(_ tree: Tree, _ node: NodeID) {
      self.tree = tree
      self.node = node
    }
  }

  /// What a tool writes into a field of a new record.
  package enum Initial: String, Sendable, Hashable {
    /// The local date.
    case today
    /// The time, with the offset from UTC.
    case now
    /// A fresh UUID.
    case uuid
  }

  /// How one value of an enum is shown.
  package struct Mark: Sendable, Hashable {
    /// A sign of one or two cells, or "".
    package var glyph: String
    /// The words for people; the value itself where none are given.
    package var label: String
    /// The colour as `#rrggbb`, or nil.
    package var hex: String?
    /// The number the value stands for, in the field's unit.
    package var number: Double?
    /// The words for people in every language that the schema has.
    package var labels: [String] = []
    /// The same, each with its language.
    package var texts: [Label] = []
  }

  /// One colour of a palette.
  package struct PaletteColor: Sendable, Hashable {
    /// The value in records.
    package var name: String
    /// The colour as `#rrggbb`.
    package var hex: String
    /// The name of its group, or "".
    package var group: String
    /// The words for people.
    package var label: String
    /// The words for people in every language that the schema has.
    package var labels: [String] = []
    /// The same, each with its language.
    package var texts: [Label] = []
  }

  /// Words for people in a language.
  package struct Label: Sendable, Hashable {
    /// The language as BCP 47 names it.
    package var language: String
    /// The words.
    package var text: String
  }
}

/// What the values of a field are, so that queries, orders and pages know what to make of them.
package enum FieldMeaning: Sendable, Hashable {
  /// Free text.
  case text
  /// One of a closed list.
  case enumeration
  /// A number; a `fraction` (1/250) and words such as `infinity` among them.
  case number
  /// True or false.
  case boolean
  /// A day as text, `2026-05-29`.
  case date
  /// A day as a number, 20260529.
  case dateInt
  /// A moment, `2026-05-29T19:42:00+03:00`.
  case dateTime
  /// A time of day.
  case time
  /// A name of the palette, or `#rrggbb`.
  case color
  /// The name of a record: of this kind, or of any where there is none.
  case reference(kind: String?)
  /// A map with `lat` and `lon`.
  case location
  /// Any other map; or a list of them.
  case map

  /// True for days and moments.
  package var isTemporal: Bool { self == .date || self == .dateInt || self == .dateTime }
}
