// What `vitrine git setup` writes into a repository: attributes, settings, hooks, a workflow. Computed first, shown, then written.

import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineFiles
import VitrineGit
import VitrineSource
import VitrineSystem

/// The lines that a repository gets, or that are taken away again.
package struct GitSetup: Sendable {
  /// What is set up.
  package enum Part: Sendable, Hashable {
    /// Records are checked before a commit and after a merge.
    case hooks
    /// Records are merged by their fields.
    case merge
    /// Differences of records are shown by their fields.
    case diff
    /// A service checks what is pushed.
    case service(GitService)
  }

  /// One step.
  package enum Step: Sendable, Hashable {
    /// A file gets another text.
    case file(SetupFile)
    /// A setting gets another value; nil where there is none.
    case setting(name: String, old: String?, new: String?)
  }

  /// The steps.
  package private(set) var steps: [Step] = []
  /// What cannot be done, and what a person can do in its place.
  package private(set) var remarks: [String] = []

  private static let marks = MarkedLines(comment: "#", writer: "vitrine git setup")

  private let versioned: VersionedCatalogue
  private let top: String

  /// The settings of the drivers.
  private static let mergeSettings = [
    ("merge.vitrine.name", "vitrine: records field by field"),
    ("merge.vitrine.driver", "vitrine git-merge --marker-size=%L %O %A %B %P"),
  ]
  private static let diffSettings = [("diff.vitrine.textconv", "vitrine git-textconv")]

  /// What sets some parts up, or takes them away.
  ///
  /// Errors: what git says; a bare repository; a file that cannot be read.
  package init(_ parts: [Part], in versioned: VersionedCatalogue, removing: Bool) throws {
    guard let top = versioned.repository.worktree else {
      throw RequestError("a bare repository has no files to check and no attributes to set; set up a clone of it")
    }
    self.versioned = versioned
    self.top = top
    for part in parts {
      switch part {
      case .merge: try drivers(attribute: "*.yaml merge=vitrine", Self.mergeSettings, removing)
      case .diff: try drivers(attribute: "*.yaml diff=vitrine", Self.diffSettings, removing)
      case .hooks: try hooks(removing)
      case .service(let service): try workflow(of: service, removing)
      }
    }
  }

  /// Sets a setting of the repository, or takes it away.
  func set(_ name: String, to value: String?) throws(RequestError) {
    try VersionedCatalogue.asking { () throws(GitError) in
      try versioned.repository.set(name, to: value)
      if value == nil { try versioned.repository.removeSection(name.split(separator: ".").dropLast().joined(separator: ".")) }
    }
  }

  /// A path from the top of the repository, where it lies below.
  func shortened(_ path: String) -> String { Path.relative(path, to: top) ?? path }

  // MARK: drivers

  private mutating func drivers(attribute: String, _ settings: [(String, String)], _ removing: Bool) throws {
    try edit(versioned.root + "/.gitattributes") { text in
      var lines = MarkedLines.lines(of: text)
      let place = lines.firstIndex { $0 == attribute }
      if removing { if let place { lines.remove(at: place) } } else if place == nil { lines.append(attribute) }
      return lines
    }
    for (name, value) in settings {
      let old = try VersionedCatalogue.asking { () throws(GitError) in try versioned.repository.setting(name) }
      if removing {
        // A driver of one's own stays.
        if let old, old == value { steps.append(.setting(name: name, old: old, new: nil)) }
      } else if let old, old != value {
        remarks.append("the setting '\(name)' is '\(old)', and left as it is; '\(value)' is ours")
      } else if old == nil {
        steps.append(.setting(name: name, old: old, new: value))
      }
    }
  }

  // MARK: hooks

  private var command: String {
    let prefix = versioned.repository.prefix
    return prefix.isEmpty ? "vitrine" : "vitrine -C " + Self.quoted(prefix.string)
  }

  private mutating func hooks(_ removing: Bool) throws {
    let framework = top + "/.pre-commit-config.yaml"
    let isFramework = Path.isReadableFile(framework)
    if isFramework { try frameworkHook(framework, removing) }
    var folder = try VersionedCatalogue.asking { () throws(GitError) in try versioned.repository.hooksFolder() }
    let isHusky = folder.hasSuffix("/.husky/_")
    if isHusky { folder = Path.parent(of: folder) }
    if !isFramework || removing {
      try hook(folder + "/pre-commit", "\(command) check --staged --format short || exit 1", isHusky, removing)
    }
    try hook(folder + "/post-merge", "\(command) check --format short || :", isHusky, removing)
  }

  private mutating func hook(_ path: String, _ line: String, _ isHusky: Bool, _ removing: Bool) throws {
    let old = try SetupFile.text(at: path)
    var lines = MarkedLines.lines(of: old)
    let shell = lines.first.map { $0.hasPrefix("#!") ? $0 : "" } ?? ""
    let name = shell.split { $0 == "/" || $0 == " " }.last.map(String.init) ?? ""
    let isShell = ["sh", "bash", "dash", "zsh", "ksh"].contains(name) || lines.isEmpty || isHusky && shell.isEmpty
    guard isShell || Self.marks.isIn(lines) else {
      if !removing { remarks.append("'\(path)' is no shell script; have it run: \(line)") }
      return
    }
    if removing {
      guard Self.marks.isIn(lines) else { return }
      lines = Self.marks.removed(from: lines)
      if lines.allSatisfy({ $0.isEmpty || $0 == "#!/bin/sh" }) { lines = [] }
    } else {
      if lines.isEmpty, !isHusky { lines = ["#!/bin/sh"] }
      lines = Self.marks.inserted([line], into: lines, at: lines.first?.hasPrefix("#!") == true ? 1 : 0)
    }
    append(path, old: old, lines, isProgram: !isHusky)
  }

  /// A hook of the framework pre-commit: an entry of its list of repositories.
  private mutating func frameworkHook(_ path: String, _ removing: Bool) throws {
    let old = try SetupFile.text(at: path)
    var lines = MarkedLines.lines(of: old)
    if removing {
      guard Self.marks.isIn(lines) else { return }
      append(path, old: old, Self.marks.removed(from: lines), isProgram: false)
      return
    }
    lines = Self.marks.removed(from: lines)
    while lines.last?.isEmpty == true { lines.removeLast() }
    for indent in ["", "  "] {
      let entry = [
        "- repo: local", "  hooks:", "    - id: vitrine", "      name: vitrine check",
        "      entry: \(command) check --staged --format short",
        "      language: system", "      pass_filenames: false",
      ].map { indent + $0 }
      let candidate = lines + Self.marks.lines(entry, indent: indent)
      guard let before = Self.repositories(lines), let after = Self.repositories(candidate), after == before + 1 else { continue }
      return append(path, old: old, candidate, isProgram: false)
    }
    remarks.append(
      "'\(path)' has no list 'repos' at its end; add to it: {repo: local, hooks: [{id: vitrine, name: vitrine check, entry: \"\(command) check --staged --format short\", language: system, pass_filenames: false}]}"
    )
  }

  /// How many repositories a configuration of pre-commit lists; nil where it cannot be read.
  private static func repositories(_ lines: [String]) -> Int? {
    RecordDifference.value(of: Array(lines.joined(separator: "\n").utf8))?["repos"]?.items?.count
  }

  // MARK: services

  private mutating func workflow(of service: GitService, _ removing: Bool) throws {
    let path = top + "/" + service.path
    let old = try SetupFile.text(at: path)
    let new = service.text(checking: versioned.repository.prefix)
    if removing {
      if let old {
        if old == new {
          steps.append(.file(SetupFile(path: path, old: old, new: nil)))
        } else {
          remarks.append("'\(path)' is not as it was written, and left as it is")
        }
      }
    } else if let old, old != new {
      remarks.append("'\(path)' is there already; have it run: \(command) check --format \(service.format)")
    } else if old == nil {
      steps.append(.file(SetupFile(path: path, old: nil, new: new)))
    }
  }

  // MARK: files

  private mutating func edit(_ path: String, _ change: ([UInt8]?) -> [String]) throws(FileError) {
    // An earlier part may have changed the same file.
    for index in steps.indices {
      guard case .file(var file) = steps[index], Path(file.path) == Path(path) else { continue }
      file.new = MarkedLines.bytes(change(file.new))
      steps[index] = .file(file)
      return
    }
    let old = try SetupFile.text(at: path)
    append(path, old: old, change(old), isProgram: false)
  }

  private mutating func append(_ path: String, old: [UInt8]?, _ lines: [String], isProgram: Bool) {
    let new = MarkedLines.bytes(lines)
    if old != new, !(old == nil && new == nil) {
      steps.append(.file(SetupFile(path: path, old: old, new: new, isProgram: isProgram)))
    }
  }

  /// A word for a shell.
  private static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F: true
      default: false
      }
    }
    return plain ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
