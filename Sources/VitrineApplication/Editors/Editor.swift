// The editors that are set up, and the lines that each of them gets.

import VitrineCatalog
import VitrineSource

/// An editor.
package enum Editor: String, Sendable, CaseIterable {
  /// neovim, 0.7 or newer.
  case neovim
  /// vim with ALE or vim-lsp.
  case vim
  /// emacs with eglot.
  case emacs
  /// helix.
  case helix
  /// kate.
  case kate
  /// Sublime Text with LSP.
  case sublime
  /// zed.
  case zed
  /// VS Code, or another editor with the yaml-language-server.
  case vscode

  /// What is set up, in a few words.
  package var summary: String {
    switch self {
    case .neovim: "neovim, 0.7 or newer: a plugin file"
    case .vim: "vim with ALE or vim-lsp: a plugin file"
    case .emacs: "emacs with eglot: a file, and a line of the init file"
    case .helix: "helix: .helix/languages.toml of the catalogue"
    case .kate: "kate: its user server settings"
    case .sublime: "Sublime Text with LSP: its user settings"
    case .zed: "zed: .zed/settings.json of the catalogue, in place of its server for YAML"
    case .vscode: "VS Code with Red Hat's YAML extension: .vscode/settings.json of the catalogue, with schemas"
    }
  }

  /// The lines that travel in the program, by the name of their file in contrib/editors.
  static func lines(_ name: String) -> [UInt8] { Stock.file(named: Path("editor/" + name)) ?? [] }
}
