// The names of everything in `.vitrine` that has to do with changes, in one place.

import VitrineSource

/// Where the journal and the trash have their files, relative to a catalogue's root.
enum JournalPlaces {
  /// The folder that git and the catalogue pass over.
  static let home: Path = ".vitrine"
  /// What keeps git out, in a catalogue whose own `.gitignore` does not.
  static let ignore = Spot(folder: home, name: ".gitignore")
  /// The file that makes a folder a catalogue of its own.
  static let manifest = "vitrine.yaml"
  /// The file that whoever writes has locked.
  static let lock = Spot(folder: home, name: "lock")
  /// The folder of the entries.
  static let journal = home.appending("journal")
  /// The folder of removed files.
  static let trash = home.appending("trash")
  /// The file of an entry that says what it is.
  static let entry = "entry.json"

  /// A number as a name that sorts: six digits, or more where they do not do.
  static func name(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  /// The number of a name; nil for other names.
  static func number(_ name: String) -> Int? {
    guard name.utf8.count >= 6, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(name), number > 0,
      JournalPlaces.name(number) == name
    else { return nil }
    return number
  }

  /// The name of the empty file in `.vitrine` that says which number was used last.
  static func lastNumber(_ number: Int) -> String { lastNumberStart + name(number) }

  /// The number in such a name; nil for other names.
  static func lastNumber(_ name: String) -> Int? {
    name.hasPrefix(lastNumberStart) ? number(String(name.dropFirst(lastNumberStart.utf8.count))) : nil
  }

  private static let lastNumberStart = "last-change-"

  /// The folder of an entry.
  static func entryFolder(_ number: Int) -> Path { journal.appending(name(number)) }

  /// The folder of what an entry removed; below it, files lie at their own paths.
  static func trashFolder(_ number: Int) -> Path { trash.appending(name(number)) }

  /// The file beside that folder that says who removed them, and when.
  static func trashNote(_ number: Int) -> Spot { Spot(folder: trash, name: name(number) + ".json") }

  /// Where the journal holds a file's older or newer side.
  static func slot(_ number: Int, _ step: Int, _ side: JournalSlot) -> Spot {
    Spot(folder: entryFolder(number), name: "\(step).\(side.rawValue)")
  }
}

/// What the journal holds of a file.
enum JournalSlot: String {
  /// What stood there before.
  case old
  /// What stands there after.
  case new
  /// A file on its way between two places that each want the other's.
  case hop
}
