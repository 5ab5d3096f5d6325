// The rules of family V5xx: what a text that is imported can have wrong beyond what its records have.

package import VitrineSource

/// The rules of imports, in the order of their codes. They look at texts that are not part of a catalogue, so that no comment silences them.
package enum ImportRules {
  /// The text is not laid out as an import reads it.
  package static let form = Rule(
    "V501", "import-form", .error, "the imported text is not laid out as records are exchanged",
    help: "'vitrine export' shows the form; a text of another form needs --mapping")
  /// The version is missing, or another than the kind's.
  package static let version = Rule(
    "V502", "import-version", .error,
    "the imported text does not say the version of its records, or another one than the catalogue's",
    help: "write the version that 'vitrine schema show KIND' has under x-vitrine")
  /// A list that exchanged records always have is missing.
  package static let missing = Rule(
    "V503", "import-missing", .error, "an imported record lacks a list that exchanged records always have",
    help: "write an empty list where there is nothing to say")
  /// Two records of the text are the same thing.
  package static let duplicate = Rule(
    "V504", "import-duplicate", .error, "two records of the imported text are the same thing",
    help: "keep one of them; --partial keeps the first")
  /// A record cannot stand where it says, or anywhere.
  package static let place = Rule(
    "V505", "import-place", .error, "an imported record says a place that is none for its kind",
    help: "name a path that a collection of vitrine.yaml gives to this kind, or leave '@path' out")
  /// The record of the catalogue that is meant cannot be changed.
  package static let conflict = Rule(
    "V506", "import-conflict", .error,
    "the record of the catalogue that an imported one stands for is not clear, or cannot be changed",
    help: "fix the record in the catalogue first; 'vitrine check' says more")
  /// The mapping file is wrong.
  package static let mapping = Rule(
    "V507", "import-mapping", .error, "a mapping file says what cannot be done",
    help: "'vitrine import --help' describes mapping files")
  /// A value that the mapping cannot read.
  package static let value = Rule(
    "V508", "import-value", .error, "a value of the imported text is not what the mapping says it is",
    help: "say more in the mapping: another pattern under 'date', or the word under 'skip' or 'map'")
  /// A field of the mapping that gets a value in no record.
  package static let nothing = Rule(
    "V509", "import-nothing", .warning, "a field of the mapping gets no value in any record",
    help: "name a column or member of the text, or take the line out of the mapping")
  /// All of them.
  package static let all: [Rule] = [form, version, missing, duplicate, place, conflict, mapping, value, nothing]
}
