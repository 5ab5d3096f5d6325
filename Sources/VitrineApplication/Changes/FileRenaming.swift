// Files that fixes give another name: records by their suffix, photos by their format, with the records that name them.

import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// What findings whose fix is another name of their file make of files and records.
struct FileRenaming {
  /// Where the files go.
  private(set) var moves: [FileMove] = []
  /// What records say of them then.
  private(set) var edits: [FileEdit] = []

  /// The renaming that findings ask for, where nothing stands under the new name. A file that is edited already waits for the next run, and so does a photo
  /// that such a record names.
  init(_ findings: [Finding], _ options: SafeFixes.Options, besides edited: Set<Path>, in catalogue: LoadedCatalogue) {
    var links: [PhotoRelinking.Link] = []
    var linked: [FileMove] = []
    var goals: Set<Path> = []
    var sources: Set<Path> = []
    for finding in findings {
      guard let goal = options.fix(of: finding)?.newPath, !edited.contains(finding.path), !catalogue.isTaken(goal),
        let trace = catalogue.trace(at: finding.path), goals.insert(goal).inserted, sources.insert(finding.path).inserted
      else { continue }
      let own = catalogue.book.withWriter { $0.owners(ofPhotoAt: finding.path) }.flatMap { record in
        record.photos.filter { PhotoName.path($0.file, from: record.path) == finding.path }.map { listed in
          PhotoRelinking.Link(record: record.path, pointer: listed.pointer, name: listed.file, photo: goal)
        }
      }
      guard !own.contains(where: { edited.contains($0.record) }) else { continue }
      let move = FileMove(from: finding.path, to: goal, expected: .file(trace))
      if own.isEmpty {
        moves.append(move)
      } else {
        links += own
        linked.append(move)
      }
    }
    if !links.isEmpty {
      do throws(PlanRefusal) {
        edits = try PhotoRelinking.edits(links, in: catalogue, at: nil)
        moves += linked
      } catch {
        // What cannot be edited keeps its photos as they are.
      }
    }
    moves += catalogue.moves(ofCompanionsOf: moves, lowersSuffix: false).moves.filter {
      !goals.contains($0.to) && !sources.contains($0.from)
    }
  }
}
