// Pages of rules and stock schemas as files, for programs that open addresses: an editor follows the code of a finding, or goes to where a
// stock field is declared. They lie in the person's cache folder, one set for each version.

import VitrineCatalog
import VitrineFiles
import VitrineRules
package import VitrineSource
import VitrineSystem

/// Files written when they are first asked for. One thread uses it.
package final class ReferencePages {
  private let folder: String?
  /// The files that hold what they should; nil where they cannot be written.
  private var known: [Path: Path?] = [:]

  /// Pages in the cache folder of an environment: `$XDG_CACHE_HOME`, else `.cache` in the home folder. Source: XDG Base Directory Specification 0.8.
  package init(environment: (String) -> String?) {
    let cache = environment("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
    folder = (cache ?? home).map { $0 + "/vitrine/" + Version.number }
  }

  /// No files at all.
  package init() { folder = nil }

  /// The file with what `vitrine explain` says of a rule; nil where it cannot be written.
  package func page(of rule: Rule) -> Path? { file(Path("explain/\(rule.slug).md")) { RulePages.page(of: rule) } }

  /// A stock schema or vocabulary as a file, such as `schemas/vocabulary/season.yaml`; nil where there is none, or it cannot be written.
  package func schema(at path: Path) -> Path? { file(path) { Stock.file(named: path) } }

  /// The file of a name, with the bytes that belong in it.
  private func file(_ name: Path, _ content: () -> [UInt8]?) -> Path? {
    if let known = known[name] { return known }
    let file = written(name, content)
    known[name] = .some(file)
    return file
  }

  private func written(_ name: Path, _ content: () -> [UInt8]?) -> Path? {
    guard let folder, let bytes = content() else { return nil }
    let path = folder + "/" + name.string
    // A page that cannot be written is no failure: the finding itself says what is wrong.
    do throws(FileError) {
      if try Self.present(path) == bytes { return Path(path) }
      try OutputFile.makeFolders(Path.parent(of: path))
      let file = try OutputFile(path: path)
      bytes.withUnsafeBytes { file.write($0) }
      try file.finish()
    } catch {
      return nil
    }
    return Path(path)
  }

  /// What a file holds; nil where there is none.
  private static func present(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) { return try FileReader.read(path: Path(path), limit: 1 << 20) } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }
}
