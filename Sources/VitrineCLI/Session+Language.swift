// The language that answers are given in: that of '--lang', of the catalogue, or of the person's locale. Decision 0066 says why.

import VitrineApplication
import VitrineCatalog
import VitrineModel

extension Session {
  /// The language of answers from a catalogue.
  ///
  /// Errors: '--lang' names none that there is.
  func language(of manifest: Manifest) throws(CommandError) -> Language {
    if let wanted = options.language {
      if let language = Languages.language(wanted) { return language }
      let tags = Languages.tags
      throw CommandError(
        "there is no language '\(wanted)'; there are \(tags.dropLast().joined(separator: ", ")) and \(tags.last ?? "")")
    }
    if let language = manifest.language.flatMap({ Languages.language($0) }) { return language }
    return Languages.first(of: Language.tags(in: environment))
  }
}
