// A mapping file: how records of another shape become records of a kind.

import VitrineEditing
import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSyntax

/// What a mapping file says.
///
/// Shape, in YAML: `kind`, `records` (the dotted name of the list in a text), `key` (what the names of a map of records are called), `separator` (of a
/// table), `others` (`keep` or `drop`), and `fields`: for each field of the kind by its dotted name the name of a column or member, or a map of
/// `from`, `value` (the same for every record), `default`, `split`, `skip`, `map`, `date`, `item`.
package struct ImportMapping: Sendable {
  /// The place of the kind among the catalogue's.
  package let kind: Int
  /// The names that lead to the list of records.
  var records: [String] = []
  /// The name that the keys of a map of records go by; nil where the records are a list.
  var key: String?
  /// What stands between two cells; nil to find out.
  var separator: UInt8?
  /// True where values that no field takes are kept in fields that begin with `x-`.
  var keepsOthers = false
  /// The fields; one that holds another comes before it.
  var fields: [MappedField] = []

  /// Reads a mapping file; nil, with what is wrong, where it cannot be used.
  package static func read(_ bytes: [UInt8], _ kinds: [ExchangeKind]) -> (mapping: ImportMapping?, findings: [Finding]) {
    let parsed = YAML.parse(bytes)
    guard parsed.isComplete, parsed.findings.allSatisfy({ $0.severity != .error }), let root = parsed.tree.roots.first else {
      return (nil, parsed.findings)
    }
    return parsed.tree.withReader { reader in
      var reading = MappingReading(reader: reader, kinds: kinds)
      let mapping = reading.mapping(root)
      return (reading.findings.isEmpty ? mapping : nil, parsed.findings + reading.findings)
    }
  }

  /// A mapping to records of a kind.
  init(kind: Int) { self.kind = kind }
}

/// How one field gets its value.
struct MappedField: Sendable {
  /// What the schema says of it.
  var field: Kind.Field
  /// Where it stands in the mapping file.
  var range: ByteRange
  /// The column or member it comes from.
  var from: String?
  /// Where the mapping file says that.
  var fromRange = ByteRange(0, 0)
  /// The value of every record.
  var value: ValueTemplate?
  /// The value where the source has none.
  var fallback: ValueTemplate?
  /// What stands between the values in one text.
  var split: String?
  /// Words that say that there is no value.
  var skip = WordTable<Bool>()
  /// Other values for words.
  var map = WordTable<ValueTemplate>()
  /// The patterns of dates.
  var dates: [DatePattern] = []
  /// What an item becomes.
  var item: ValueTemplate?

  /// The names that lead to it.
  var path: [String] { field.path.names }

  /// The names of the source that it looks at, with the members of them that it takes.
  var sources: [String] {
    var names: [String] = []
    if let from {
      let members = (item?.names ?? [""]).filter { !$0.isEmpty }
      names += members.isEmpty || item?.names.contains("") != false ? [from] : members.map { from == "." ? $0 : "\(from).\($0)" }
    }
    return names + (value?.names ?? []) + (fallback?.names ?? [])
  }
}
