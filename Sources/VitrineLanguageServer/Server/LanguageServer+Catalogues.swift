// The catalogues that a server reads, follows and gives up, and the texts of its documents over their files.

import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSystem

extension LanguageServer {
  /// Lays the text of a document over its file.
  func lay(_ uri: String, isTyping: Bool = false) {
    guard let document = documents[uri], let file = DocumentURI.path(of: uri) else { return }
    let found = catalogue(of: file)
    if let before = document.served, before !== found?.served, let path = before.path(of: file) { before.set(nil, at: path) }
    documents[uri]?.served = found?.served
    guard let found else { return }
    found.served.set(document.text.bytes, at: found.path, isTyping: isTyping && document.served === found.served)
  }

  /// Has the findings of a file be shown under the name that the editor opened it by, which may be another than the usual one.
  func moveFindings(to uri: String) {
    guard let file = DocumentURI.path(of: uri), let served = documents[uri]?.served, let path = served.path(of: file) else {
      return
    }
    let usual = DocumentURI.uri(of: served.file(at: path))
    if usual != uri, documents[usual] == nil { forgetFindings(of: usual, path, served) }
  }

  /// Takes the findings of a file off one name; they are sent again under the one that it has now.
  func forgetFindings(of uri: String, _ path: Path, _ served: ServedCatalogue) {
    guard client.takesPublishedDiagnostics, served.published.contains(path) else { return }
    sendDiagnostics(["uri": .string(uri), "diagnostics": []])
    served.publishAgain(path)
  }

  /// The catalogue that a file belongs to, read now if it was not known, and the path of the file in it.
  func catalogue(of file: Path) -> (served: ServedCatalogue, path: Path)? {
    // A folder within a catalogue may be one of its own.
    let root = RootSearch.root(above: file.folder.string).map { Path($0) }
    if let root, !isKnown(root) { openCatalogue(above: root) }
    dropLost()
    let found = catalogues.compactMap { served in served.path(of: file).map { (served: served, path: $0) } }
    if let root, let own = found.first(where: { $0.served.root == root }) { return own }
    // A link may lead elsewhere, and a catalogue that is known by another name has its own.
    return found.min { $0.path.utf8.count < $1.path.utf8.count }
  }

  private func isKnown(_ root: Path) -> Bool {
    catalogues.contains { $0.root == root } || catalogues.contains { $0.realRoot == Path(Path.real(root.string)) }
  }

  /// Gives up the catalogues that lost their manifest or their folder.
  func dropLost() {
    for served in catalogues where RootSearch.root(above: served.root.string).map({ Path($0) }) != served.root {
      if served.isOpen(Manifest.fileName) || !catalogues.contains(where: { $0 === served }) { continue }
      giveUp(served)
    }
  }

  /// Forgets a catalogue: its findings go, and its documents are those of another, or of none.
  func giveUp(_ served: ServedCatalogue) {
    if client.takesPublishedDiagnostics {
      for path in served.published.sorted() {
        sendDiagnostics(["uri": .string(uri(of: path, in: served)), "diagnostics": []])
      }
    }
    catalogues.removeAll { $0 === served }
    let uris = documents.filter { $0.value.served === served }.keys.sorted()
    for uri in uris { documents[uri]?.served = nil }
    for uri in uris { lay(uri) }
  }

  /// Reads the catalogue that a folder lies in, unless it is known.
  func openCatalogue(above folder: Path) {
    guard let found = RootSearch.root(above: folder.string) else { return }
    let root = Path(found)
    guard !isKnown(root) else { return }
    let progress = beginProgress("reading the catalogue")
    defer { endProgress(progress) }
    do throws(FileError) {
      catalogues.append(
        try ServedCatalogue(
          root: root, clock: surroundings.clock, language: client.language, host: surroundings.host, changed: surroundings.wake))
      failures[root] = nil
    } catch {
      let message = "the catalogue in '\(root.shown)' cannot be read: \(error)"
      if failures[root] != message { show(message, type: 1) }
      failures[root] = message
      return
    }
    // What is open already may be a text of this catalogue.
    for uri in documents.keys.sorted() { lay(uri) }
  }
}
