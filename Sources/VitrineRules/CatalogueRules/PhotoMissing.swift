// A listed photo that is not there.

import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// An entry of `photos:` whose file does not exist.
enum PhotoMissing: RecordRule {
  static let rule = Rule(
    "V401", "photo-missing", .error, "a listed photo is not there",
    help:
      "'vitrine photo relink' finds one that was moved or renamed; else put the file back, correct its name, or delete the entry")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    for position in links.missingPhotos(of: record) {
      let listed = links.records[record].photos[position]
      let moved = links.photo(named: PhotoNames.last(listed.file))
      let suggestion = moved.map { "/" + $0.string } ?? NearestWord.nearest(to: listed.file, in: links.photoNames(beside: record))
      report(finding(links.records[record], listed, suggestion))
    }
  }

  private static func finding(_ record: RecordFacts, _ listed: ListedPhoto, _ suggestion: String?) -> Finding {
    let isOutside = listed.file.split(separator: "/").first == ".." && PhotoPath.resolve(listed.file, from: record.path).isEmpty
    return Finding(
      rule, in: record.path, at: listed.range, pointer: listed.pointer, record: record.title,
      isOutside ? "'\(listed.file)' leads out of the catalogue" : "there is no image '\(listed.file)'",
      label: suggestion.map { "did you mean '\($0)'?" } ?? "",
      fixes: suggestion.map { name in
        [
          Fix(
            "replace with '\(name)'", [TextEdit(listed.range, ScalarText.yaml(for: name, style: .plain, inFlow: true))],
            isSafe: false)
        ]
      } ?? [])
  }
}

/// The names of image files.
enum PhotoNames {
  /// The last part of a path.
  static func last(_ file: String) -> Path.Slice {
    let file = Path(file)
    return file.slice.parts.last ?? file.slice
  }
}
