// The names of kinds as cells: words of the language that people read, names for programs.

import VitrineFormats
import VitrineModel

extension Kind {
  /// What one record is called.
  var nounCell: Cell { language.isEnglish ? .text(name) : .shown(noun, written: .text(name)) }

  /// What several are called.
  var nounsCell: Cell { language.isEnglish ? .text(plural) : .shown(nouns, written: .text(plural)) }
}
