// The manual page of `vitrine import`.

import VitrineCommandLine

/// The text of `vitrine help import`.
enum ImportManual {
  /// The page.
  static var manual: Manual {
    Manual(
      examples: [
        ("vitrine import games.json --dry-run", "says what would be new, changed and the same"),
        ("vitrine import games.json", "adds what is new, and changes in place what is there"),
        ("vitrine import --mode overwrite backup.json", "makes the catalogue's records those of the backup"),
        ("vitrine import steam.csv --mapping steam.yaml", "takes in a table of other columns"),
        ("vitrine export -C ../other games | vitrine import -", "takes over the games of another catalogue"),
      ],
      description: [
        "Reads what 'vitrine export' writes, and tables and documents like it. The kind of the records is given by the text, by --kind, by the mapping, or by the name of a table's file (games.csv). The form of the text is recognised by its name and its first bytes, unless --format gives it.",
        "Every error is reported with its line, its column and its JSON Pointer in the text; if there is any, nothing is written, unless --partial. A record is the same as one of the catalogue by what its kind's schema calls 'identity', else by '@path', else by its title. In a file that is there only the fields change that are different: comments, order, and fields that the text does not mention stay. Importing twice changes nothing.",
        "--mode overwrite removes fields that the text does not mention (private ones stay), and moves records of the text's kinds that it does not have to the trash, with their photos. It asks for a 'yes'.",
        "A new record goes where its '@path' says, else where 'new' of its collection says, else into the collection's folder under its title.",
        "A mapping file is YAML: 'kind: game', then 'fields:' with a line for each field, 'properties.developers: developer' for a column or member as it is, or a map of the words below. A field is named as in 'set': by its path, the end of it, or as 'x-…'. Other members of the file: 'records' names the list of records in a text (data.games); 'key' says that the records are a map, and what its keys are called ('key: slug'); 'separator' is what stands between the cells of a table; 'others: keep' keeps what no field takes in fields that begin with 'x-'.",
        "'from' is the column, or the member: 'a.b' lies within objects, and within each object of a list; '.' is the record itself. 'value' is the same for every record, 'default' stands where there is none; both may be put together of columns: '{first} {last}'. 'split' is what stands between several values of one text; a list in brackets is one without it. 'skip' are words for no value, 'map' gives other values for words. 'item' is what each value becomes: '{}' is the value, '{name}' a member of it, '{{' a brace. A text of which a part is missing is none.",
        "'date' is a pattern, or several, of YYYY, MMMM, MMM, MM, M, DD, D, HH, H, mm, ss, as precise as the source is ('MMM YYYY', 'YYYY'); or 'unix' or 'unix-ms' for seconds or milliseconds since 1970. Without a pattern a date is read as ISO 8601 writes it. Other values are read as in 'set': by aliases, in any case, '41.02, 28.97' as a place, a single value where a list belongs.",
        "For example: 'release: {from: release_date, date: \"MMM D, YYYY\"}', 'status: {value: library}', 'properties.platforms: {from: stores, map: {Steam: Windows}, item: {system: \"{}\", format: digital}}'.",
        "What a mapping cannot mean is refused at its place before the text is read; a field that gets no value in any record is a warning. At the end every value of the text is accounted for: it has a field, is kept as 'x-…', or is dropped, by name.",
      ],
      exitStatuses: [
        (.well, "all is imported, or was there already"),
        (.findings, "the text has errors; without --partial nothing was written"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
        (.conflict, ExitStatus.conflict.summary),
        (.interrupted, "the answer was not 'yes'"),
      ], seeAlso: ["export", "check", "undo"])
  }
}
