// What `vitrine editor setup` writes: the configuration of editors, in the person's own folders or in the catalogue's. Computed first, shown, then written.

package import VitrineCatalog
import VitrineEditing
import VitrineExchange
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineSystem
import VitrineText

/// The files that editors get, or that are taken away again.
package struct EditorSetup: Sendable {
  /// The files of configuration.
  package private(set) var files: [SetupFile] = []
  /// Copies of schemas, which are told by their number.
  package private(set) var schemas: [SetupFile] = []
  /// What a person has to do, or might.
  package private(set) var remarks: [String] = []

  /// The settings that a person has to add to files of their own.
  private var byHand: [(path: String, text: [UInt8])] = []

  /// The folder of schemas for VS Code, below the root.
  static let schemaFolder = ".vscode/vitrine"

  private let home: String
  private let configuration: String
  private let root: String
  private let removing: Bool

  /// What sets some editors up for a catalogue, or takes that away.
  ///
  /// Errors: a file that cannot be read; no home folder.
  package init(
    _ editors: [Editor], for catalogue: LoadedCatalogue, environment: (String) -> String?, removing: Bool
  ) throws {
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw RequestError("HOME is not set, and says where the editors' own files are")
    }
    self.home = home
    configuration = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    root = Path.real(catalogue.root)
    self.removing = removing
    for editor in editors { try add(editor, catalogue) }
  }

  /// What will be written, as differences.
  package var shown: [UInt8] {
    var bytes = files.flatMap { $0.shown(as: shortened($0.path)) }
    for (path, text) in byHand { bytes += "to add to \(shortened(path)):\n".utf8 + text }
    let gone = schemas.count { $0.new == nil }
    if gone > 0 { bytes += "\(gone) schemas of \(Self.schemaFolder)/ go\n".utf8 }
    if schemas.count > gone { bytes += "\(schemas.count - gone) schemas go to \(Self.schemaFolder)/\n".utf8 }
    return bytes
  }

  /// A path from the catalogue's root, or from the home folder.
  private func shortened(_ path: String) -> String {
    Path.relative(path, to: root) ?? Path.relative(path, to: home).map { "~/" + $0 } ?? path
  }

  /// True where there is nothing to do.
  package var isEmpty: Bool { files.isEmpty && schemas.isEmpty && byHand.isEmpty }

  /// Writes it, each file whole or not at all.
  ///
  /// Errors: what the disk says; files before that are written.
  package func carryOut() throws { for file in schemas + files { try file.carryOut() } }

  private mutating func add(_ editor: Editor, _ catalogue: LoadedCatalogue) throws {
    switch editor {
    case .neovim: try whole(configuration + "/nvim/plugin/vitrine.lua", Editor.lines("neovim.lua"))
    case .vim:
      // ALE has been loaded by then where it is there; vim-lsp says when it wants to hear.
      let ale = Array("if exists('g:loaded_ale')\n".utf8) + Editor.lines("vim-ale.vim") + Array("endif\n".utf8)
      try whole(home + "/.vim/after/plugin/vitrine.vim", ale + Editor.lines("vim-lsp.vim"))
    case .emacs: try emacs()
    case .helix:
      try block(root + "/.helix/languages.toml", Editor.lines("helix.toml"), comment: "#") { lines in
        lines.contains { $0.hasPrefix("[language-server.vitrine]") }
      }
    case .kate: try merge(configuration + "/kate/lspclient/settings.json", Editor.lines("kate.json"))
    case .sublime: try merge(configuration + "/sublime-text/Packages/User/LSP.sublime-settings", Editor.lines("sublime.json"))
    case .zed: try merge(root + "/.zed/settings.json", Editor.lines("zed.json"))
    case .vscode: try code(catalogue)
    }
  }

  // MARK: files of ours

  private mutating func whole(_ path: String, _ text: [UInt8]) throws(FileError) {
    let old = try SetupFile.text(at: path)
    if removing {
      if let old {
        if old == text { append(path, old, nil) } else { remarks.append("'\(path)' is not as it was written, and left as it is") }
      }
    } else {
      append(path, old, text)
    }
  }

  private mutating func append(_ path: String, _ old: [UInt8]?, _ new: [UInt8]?) {
    if old != new { files.append(SetupFile(path: path, old: old, new: new)) }
  }

  // MARK: lines among others

  private mutating func emacs() throws {
    // Emacs takes the first of these that is there; where '~/.emacs.d' were made, it would not look into the other any more.
    let folders = [home + "/.emacs.d", configuration + "/emacs"]
    let folder = folders.first { Path.isFolder($0) } ?? folders[0]
    let file = folder + "/vitrine.el"
    try whole(file, Editor.lines("vitrine.el"))
    let initial = [home + "/.emacs.el", home + "/.emacs"].first { Path.isReadableFile($0) } ?? folder + "/init.el"
    try block(initial, Array("(load \"\(file)\" t)\n".utf8), comment: ";;") { lines in
      lines.contains { $0.contains("vitrine.el") }
    }
  }

  /// Puts lines at the end of a file, between two marks. `isThere` finds those of a person's own.
  private mutating func block(
    _ path: String, _ text: [UInt8], comment: String, _ isThere: ([String]) -> Bool
  ) throws(FileError) {
    let old = try SetupFile.text(at: path)
    let marks = MarkedLines(comment: comment, writer: "vitrine editor setup")
    let lines = MarkedLines.lines(of: old)
    if removing {
      if marks.isIn(lines) { append(path, old, MarkedLines.bytes(marks.removed(from: lines))) }
    } else if !marks.isIn(lines), isThere(lines) {
      remarks.append("'\(path)' speaks of vitrine already, and is left as it is")
    } else {
      let rest = marks.removed(from: lines)
      append(path, old, MarkedLines.bytes(marks.inserted(MarkedLines.lines(of: text), into: rest, at: rest.count)))
    }
  }

  // MARK: settings in JSON

  /// Puts the members of an object into a file of settings, or takes them out.
  private mutating func merge(_ path: String, _ settings: [UInt8]) throws(FileError) {
    guard let settings = Self.value(settings) else { return }
    let old = try SetupFile.text(at: path)
    guard let present = old == nil ? .map([]) : old.flatMap(Self.value), present.entries != nil else {
      remarks.append("'\(path)' has comments or faults, and is left as it is")
      if !removing { byHand.append((path, Self.text(settings))) }
      return
    }
    let new = removing ? Self.without(settings, present) : Self.merged(settings, present)
    let isGone = removing && new.entries?.isEmpty == true
    if new != present || isGone && old != nil { append(path, old, isGone ? nil : Self.text(new)) }
  }

  private static func value(_ bytes: [UInt8]) -> DataValue? {
    let parsed = JSON.parse(bytes)
    guard parsed.isComplete, parsed.findings.isEmpty, let root = parsed.tree.roots.first else { return nil }
    return parsed.tree.withReader { $0.dataValue(root) }
  }

  private static func text(_ value: DataValue) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(json: value, indent: 0)
    return bytes + [0x0A]
  }

  /// Settings over those that are there: objects member by member, anything else in the place of what was there.
  private static func merged(_ settings: DataValue, _ present: DataValue) -> DataValue {
    guard let more = settings.entries, var entries = present.entries else { return settings }
    for entry in more {
      if let index = entries.firstIndex(where: { $0.key == entry.key }) {
        entries[index] = DataValue.Entry(entry.key, merged(entry.value, entries[index].value))
      } else {
        entries.append(entry)
      }
    }
    return .map(entries)
  }

  /// What is there without settings that are as they were written, and without objects that are empty then.
  private static func without(_ settings: DataValue, _ present: DataValue) -> DataValue {
    guard let less = settings.entries, let entries = present.entries else { return present }
    return .map(
      entries.compactMap { entry in
        guard let other = less.first(where: { $0.key == entry.key })?.value else { return entry }
        if other == entry.value { return nil }
        let rest = without(other, entry.value)
        return rest.entries?.isEmpty == true ? nil : DataValue.Entry(entry.key, rest)
      })
  }

  // MARK: VS Code

  private mutating func code(_ catalogue: LoadedCatalogue) throws(FileError) {
    var store = catalogue.schemas
    var copies: Set<Path> = []
    var associations = SchemaAssociations()
    /// The schema of a name, where it is of the catalogue's own in all its parts; else a copy.
    func schema(_ kind: String) -> String {
      let path = SchemaStore.path(ofKind: kind)
      let documents = store.documents(of: path)
      if documents.allSatisfy({ store.isOwn($0) }) { return path.string }
      copies.formUnion(documents)
      return Self.copy(of: path)
    }
    for (kind, files) in [("manifest", "vitrine.yaml"), ("view", "views/**/*.yaml"), ("x-vitrine", "schemas/**/*.yaml")] {
      associations.add(schema(kind), files)
    }
    for collection in catalogue.manifest.collections where store.tree(at: SchemaStore.path(ofKind: collection.kind)) != nil {
      associations.add(schema(collection.kind), collection.pattern)
    }
    let settings = DataValue.map([DataValue.Entry("yaml.schemas", associations.value)])
    try merge(root + "/.vscode/settings.json", Self.text(settings))
    for path in copies.sorted() {
      let file = root + "/" + Self.copy(of: path)
      let old = try SetupFile.text(at: file)
      let new = removing ? nil : catalogue.text(at: path) ?? Stock.file(named: path)
      if old != new { schemas.append(SetupFile(path: file, old: old, new: new)) }
    }
    if !removing {
      remarks.append("these lines serve the yaml-language-server; contrib/editors/vscode is the extension for 'vitrine lsp'")
    }
  }

  private static func copy(of path: Path) -> String {
    schemaFolder + "/" + (path.rest(below: SchemaStore.folder) ?? path.slice).string
  }
}
