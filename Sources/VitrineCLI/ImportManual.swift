// The manual page of `vitrine import`.

import VitrineCommandLine

/// What `vitrine help import` tells.
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
        "Reads what 'vitrine export' writes, and tables and documents like it. Of which kind the records are is said by the text, by --kind, by the mapping, or by the name of a table's file (games.csv).",
        "Every error is told with its line, its column and its JSON Pointer in the text; if there is any, nothing is written, unless --partial. A record is the same as one of the catalogue by what its kind's schema calls 'identity', else by '@path', else by its title. In a file that is there only the fields change that are different: comments, order, and fields that the text does not speak of stay. Importing twice changes nothing.",
        "--mode overwrite: fields that the text does not speak of go (private ones stay), and so do the records of the text's kinds that it does not have, with their photos, into the trash. A 'yes' is asked for.",
        "A new record goes where its '@path' says, else where 'new' of its collection says, else into the collection's folder under its title.",
        "A mapping file is YAML: 'kind: game', then 'fields:' with a line for each field, 'properties.developers: developer' for a column or member as it is, or a map: 'from' (the column, or a.b within objects), 'value' (the same for every record), 'default' (where there is none), 'split' (what stands between several values), 'skip' (words for no value), 'map' (other values for words), 'date' (patterns of YYYY, MMMM, MMM, MM, M, DD, D), 'item' (what each value becomes, '{}' standing for it). 'records' names the list in a JSON text, 'separator' what stands between the cells of a table.",
        "For example: 'release: {from: release_date, date: \"MMM D, YYYY\"}', 'status: {value: library}', 'properties.platforms: {from: stores, map: {Steam: Windows}, item: {system: \"{}\", format: digital}}'.",
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
