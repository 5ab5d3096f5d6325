// What the program finds around it: what `vitrine doctor` asks for.

import Glibc
package import VitrineCatalog
import VitrineClient
import VitrineIndex
import VitrineJournal
import VitrineModel
import VitrineSource
import VitrineText

/// One round of looking.
package struct Examination {
  /// What was found: a label and a text each.
  package private(set) var lines: [(label: String, text: String)] = []
  private let context: RequestContext
  private var catalogue: LoadedCatalogue?
  /// How many problems were told.
  package private(set) var problems = 0

  /// An examination for somebody who stands in a folder.
  package init(_ context: RequestContext) {
    self.context = context
    say("version", Version.number)
  }

  /// Looks at the catalogue, which `load` reads with its columns, and at what its manifest names.
  package mutating func lookAtCatalogue(_ load: () throws -> LoadedCatalogue) {
    do {
      let catalogue = try load()
      self.catalogue = catalogue
      say("catalogue", catalogue.root)
      say("records", "\(catalogue.recordCount) of \(catalogue.kinds.count) kinds, with \(catalogue.photoCount) photos")
      for (place, kind) in catalogue.kinds.enumerated() {
        let own = catalogue.schemas.isOwn(kind.schemaPath)
        say(
          "kind",
          "\(kind.name): \(catalogue.index?.tables[place].liveCount ?? 0) records, schema \(own ? "from \(kind.schemaPath.string)" : "in the program")"
        )
      }
      let errors = catalogue.findings.count(of: .error)
      say("check", errors == 0 ? "no errors" : "\(errors) \(errors == 1 ? "error" : "errors"); 'vitrine check' says more")
      if access(catalogue.root, W_OK) != 0 { problem("the catalogue's folder cannot be written; commands that edit will fail") }
    } catch let error as RequestError {
      problem(error.message)
    } catch {
      problem("\(error)")
    }
    lookAtLibraries()
    lookAtPermissions()
  }

  private mutating func lookAtLibraries() {
    guard let catalogue else { return }
    for library in catalogue.manifest.libraries {
      let path = context.expanded(library.path, root: catalogue.root)
      if Path.exists(path), !Path.isFolder(path) {
        problem("library '\(library.path)' is not a folder; name a folder under 'libraries:' in \(Manifest.fileName.string)")
      } else if access(path, R_OK | X_OK) == 0 {
        say("library", "\(library.path) is read when photos are picked from it")
      } else if Path.exists(path) {
        problem(
          "library '\(library.path)' cannot be read; 'chmod u+rx \(path)' or 'setfacl -m u:$USER:rx \(path)' would allow it")
      } else {
        problem("library '\(library.path)' is not there; create it, or take it out of \(Manifest.fileName.string)")
      }
    }
  }

  /// What people read before they are asked, word for word.
  private mutating func lookAtPermissions() {
    for permission in catalogue?.manifest.permissions ?? [] {
      for (language, text) in permission.words {
        let language = language.map { " (\($0))" } ?? ""
        say("asks", TerminalText.visible("\(permission.name)\(language): \(text)"))
      }
    }
  }

  /// Looks for files that were staged for a change and did not get to their places; `remove`, where it is given, takes them away and answers how many
  /// there were.
  package mutating func lookAtStagedFiles(_ remove: ((_ root: String) throws -> Int)?) {
    guard let catalogue else { return }
    do {
      if let remove {
        let count = try remove(catalogue.root)
        if count > 0 { say("removed", "\(counted(count, "temporary file")) of changes that were interrupted") }
        return
      }
      let most = 1_000
      let left = try Journal(root: catalogue.root).leftStagedFiles(atMost: most)
      guard let first = left.first else { return }
      problem(
        "\(left.count < most ? counted(left.count, "temporary file") : "\(most) or more temporary files") of changes that were interrupted, such as "
          + "'\(first.shown)'; 'vitrine doctor --fix' removes them")
    } catch {
      problem("\(error)")
    }
  }

  /// Looks whether a daemon is in the way.
  package mutating func lookAtDaemon() {
    guard let catalogue else { return }
    let place = ServicePlace(root: catalogue.root, environment: context.environment)
    guard Path.exists(place.socket) else { return }
    do throws(ServiceFailure) {
      var connection = try ServiceConnection(to: place, version: Version.number)
      _ = try connection.request("GET", "/v1/status?barrier=none")
    } catch {
      if case .absent = error { return }
      let process = ServiceLock.owner(of: place).map { " (process \($0.process))" } ?? ""
      problem(
        "the daemon here\(process) \(error); commands read the files themselves; 'vitrine daemon stop' ends it, or 'kill -9' where "
          + "that does not")
    }
  }

  /// Looks whether the program that decodes photos can do nothing else.
  package mutating func lookAtDecoders() {
    guard let program = DecodingProgram(context) else {
      say("decoders", "vitrine-decode is not installed; photos are shown as they are")
      return
    }
    do throws(DecodingFailure) {
      let escapes = try program.escapes()
      if !escapes.isDisjoint(with: [.reading, .writing, .sockets, .processes]) {
        problem("vitrine-decode can open files, sockets or processes while it decodes; a hostile photo could, too")
      } else if escapes.contains(.unfiltered) {
        say("decoders", "limited: no file, no socket, no process; this kernel does not filter system calls")
      } else {
        say("decoders", "confined: no file, no socket, no process; system calls are filtered")
      }
    } catch {
      problem("vitrine-decode cannot be asked: \(error.reason)")
    }
  }

  /// Looks at the machine.
  package mutating func lookAtSystem() {
    say("cores", "\(sysconf(Int32(_SC_NPROCESSORS_ONLN)))")
    say("network", "never used")
  }

  /// `~/` is the home folder; a relative path starts at the catalogue.
  private mutating func say(_ label: String, _ text: String) { lines.append((label, text)) }

  private mutating func problem(_ text: String) {
    problems += 1
    say("problem", text)
  }
}
