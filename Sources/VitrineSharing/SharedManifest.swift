// The manifest as it goes along: without folders of the owner's machine, and without collections of kinds that stay at home.

import VitrineEditing
import VitrineSource
import VitrineSyntax

/// The text of a bundle's `vitrine.yaml`.
package enum SharedManifest {
  /// The manifest without its `libraries` and `tiles`, and without the collections, and the `home`, whose kind is not wanted; all else byte for
  /// byte. What cannot be taken away stays.
  package static func text(_ bytes: [UInt8], keeping isWanted: (_ kind: String) -> Bool) -> [UInt8] {
    let parsed = YAML.parse(bytes)
    guard let root = parsed.tree.roots.first else { return bytes }
    let changes = parsed.tree.withReader { reader -> [ValueChange] in
      var changes: [ValueChange] = []
      if let collections = reader.value(root, "collections") {
        for (index, item) in reader.items(collections).enumerated() {
          if let kind = reader.value(item, "kind"), !isWanted(reader.text(kind)) {
            changes.append(.remove([.key("collections"), .item(index)]))
          }
        }
      }
      // From behind, so that the numbers of those before stay true.
      changes.reverse()
      if let home = reader.value(root, "home"), !isWanted(reader.text(home)) { changes.append(.remove([.key("home")])) }
      for key in ["libraries", "tiles"] where reader.value(root, named: key) != nil { changes.append(.remove([.key(key)])) }
      return changes
    }
    var result = bytes
    for change in changes {
      do throws(EditRefusal) {
        result = try TreeEditor.edits([change], in: result).applied(to: result)
      } catch {
        continue
      }
    }
    return result
  }
}
