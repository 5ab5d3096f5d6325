// The events as lines of JSON: those of the service as they are, or what they say of a part of the catalogue.

package import VitrineApplication
import VitrineFormats
import VitrineSource
import VitrineSyntax

extension WatchEvent {
  /// The event as a line of JSON with its line feed: as it came where everything is watched, else with only the findings and files of the
  /// scope, and their counts.
  package func line(scope: WatchScope, counts: WatchCounts) -> [UInt8] {
    if scope.isWhole { return json + [0x0A] }
    let parsed = JSON.parse(json)
    guard parsed.isComplete, let root = parsed.tree.roots.first else { return json + [0x0A] }
    var writer = JSONWriter()
    parsed.tree.withReader { reader in
      writer.object { writer in
        for entry in reader.writtenEntries(root) {
          let name = reader.text(entry.key)
          writer.key(name)
          switch name {
          case "appeared", "fixed":
            writer.array { writer in
              for item in reader.items(entry.value) where scope.contains(EventObject(reader: reader, id: item).text("path") ?? "")
              {
                writer.raw(reader.source(item))
              }
            }
          case "changed":
            writer.array { writer in
              for item in reader.items(entry.value) where scope.contains(reader.text(item)) { writer.raw(reader.source(item)) }
            }
          case "changedCount": writer.number(changedCount > changed.count ? changedCount : changed.count(where: scope.contains))
          case "findings":
            writer.object { writer in
              writer.field("error", counts.errors)
              writer.field("warning", counts.warnings)
              writer.field("info", counts.infos)
            }
          default: writer.raw(reader.source(entry.value))
          }
        }
      }
    }
    writer.lineBreak()
    return writer.bytes
  }
}

extension TreeReader {
  /// The bytes a node was read from.
  fileprivate func source(_ id: NodeID) -> UnsafeRawBufferPointer.SubSequence {
    let range = node(id).range
    return UnsafeRawBufferPointer(bytes)[Int(range.start)..<Int(range.end)]
  }
}
