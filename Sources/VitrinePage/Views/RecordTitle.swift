// What a record is called whose file is not in the catalogue yet, or not any more.

import VitrineApplication
import VitrineCatalog
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// Titles of records by the text of their files.
enum RecordTitle {
  /// The place of the kind whose record stands at a path; nil where none does.
  static func kind(ofRecordAt path: Path, _ request: PageRequest) -> Int? {
    let manifest = request.catalogue.manifest
    guard path.isRecordFile, let collection = path.withUTF8({ manifest.collection(claiming: $0) }) else { return nil }
    return request.open.kinds.firstIndex { $0.name == manifest.collections[collection].kind }
  }

  /// The title of the record that a text is at a path; nil where no record stands there.
  static func title(of text: [UInt8], at path: Path, _ request: PageRequest) -> String? {
    guard let kind = kind(ofRecordAt: path, request) else { return nil }
    var terms = TermTable()
    return FactReader(request.open.kinds[kind]).read(YAML.parse(text).tree, path: path, index: kind, terms: &terms).facts.title
  }
}
