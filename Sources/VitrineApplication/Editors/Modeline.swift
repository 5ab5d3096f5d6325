// The first line of a record that tells the yaml-language-server which schema holds.

package import VitrineCatalog
package import VitrineChanges
package import VitrineModel
import VitrineRules
import VitrineSource

/// Adds modelines.
package enum Modeline {
  /// A plan of new records of a kind, each with the line that names the kind's schema as a file.
  ///
  /// Errors: the catalogue has no file with the schema.
  package static func added(to plan: Plan, kind: Kind, in catalogue: LoadedCatalogue) throws(RequestError) -> Plan {
    let copy = Path(EditorSetup.schemaFolder + "/" + kind.name + SchemaStore.kindSuffix)
    let schema: Path
    if catalogue.schemas.isOwn(kind.schemaPath) {
      schema = kind.schemaPath
    } else if Path.isReadableFile(catalogue.root + "/" + copy.string) {
      schema = copy
    } else {
      throw RequestError(
        "a modeline names a schema as a file, and the catalogue has none for \(kind.name); 'vitrine editor setup vscode' copies all schemas, 'vitrine schema add \(kind.name)' makes this one yours"
      )
    }
    var edits = plan.edits
    for index in edits.indices where edits[index].path.isRecordFile {
      guard case .replace(let text) = edits[index].change else { continue }
      let line = "# yaml-language-server: $schema=\(PhotoPath.relative(schema, to: Path(edits[index].path.folder)))\n"
      edits[index] = .create(edits[index].path, Array(line.utf8) + text.bytes)
    }
    return Plan(plan.title, edits, moves: plan.moves, summary: plan.summary, isDestructive: plan.isDestructive)
  }
}
