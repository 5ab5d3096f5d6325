// The door to what travels inside the program: stock schemas, explanations of rules, meta-schemas. Decision 0006 says why.

import CStock
package import VitrineSource

/// The embedded files. Names are paths: `schemas/…`, `explain/…`, `metaschemas/…`.
package enum Stock {
  /// The names that begin with `prefix`, sorted.
  package static func names(under prefix: String) -> [String] {
    var names: [String] = []
    for index in 0..<vitrine_stock_file_count() {
      let name = String(cString: vitrine_stock_files()[index].name)
      if name.hasPrefix(prefix) { names.append(name) }
    }
    return names
  }

  /// The bytes of a file; nil where there is none of this name. Binary search.
  package static func file(named name: Path) -> [UInt8]? {
    var low = 0
    var high = vitrine_stock_file_count()
    while low < high {
      let middle = (low + high) / 2
      let file = vitrine_stock_files()[middle]
      let found = String(cString: file.name)
      if found.utf8.elementsEqual(name.utf8) { return Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
      if found.utf8.lexicographicallyPrecedes(name.utf8) { low = middle + 1 } else { high = middle }
    }
    return nil
  }
}
