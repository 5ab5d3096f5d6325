// The options that every command has.

/// The options that may stand before or after any command.
package enum GlobalOptions {
  /// The catalogue's folder.
  package static let directory = Option.text(
    "directory", short: "C", "DIR", completes: .directory, "work in DIR; else in the nearest folder above that has a vitrine.yaml"
  )
  /// When to use colours.
  package static let color = Option.choice("color", "WHEN", default: ColorChoice.auto, "use colours so")
  /// The language of answers.
  package static let language = Option.text(
    "lang", "LANG", "say what records say in LANG, such as 'en' or 'tr'; else in that of vitrine.yaml, or of the locale")
  /// Say less.
  package static let quiet = Option.flag("quiet", short: "q", "print nothing but what was asked for")
  /// Ask no service.
  package static let local = Option.flag("no-daemon", "read the catalogue here, even where 'vitrine daemon' has it at hand")
  /// Show help as it is.
  package static let noPager = Option.flag("no-pager", "print help at once, not through $PAGER or less")
  /// Explain.
  package static let help = Option.flag("help", short: "h", "explain the command and do nothing")
  /// Say which version this is.
  package static let version = Option.flag("version", "print the version and do nothing")

  /// All of them, in the order of help.
  static var all: [OptionDeclaration] {
    [
      directory.declaration, color.declaration, language.declaration, quiet.declaration, local.declaration, noPager.declaration,
      help.declaration, version.declaration,
    ]
  }
}

/// When output is coloured.
package enum ColorChoice: String, OptionChoice {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  /// Always.
  case always
  /// Never.
  case never

  /// When output is coloured, in a few words.
  package var summary: String {
    switch self {
    case .auto: "on a terminal, unless NO_COLOR is set"
    case .always: "also into a file or pipe"
    case .never: "nowhere"
    }
  }
}
