// The editors in which a browser can open the file of a finding: all of them, and how each is addressed.

import VitrineFormats
import VitrineSource

/// A program beside the browser that opens a file at a line, by an address with a scheme of its own.
///
/// A new one is a case, its name, and its address. No scheme is made of anything that a catalogue or a request says: decision 0126 says why.
enum FileEditor: String, CaseIterable, Sendable {
  case vscode
  case vscodium
  case cursor
  case zed
  case jetbrains
  case sublime
  case textmate

  /// What its makers call it, in every language.
  var title: String {
    switch self {
    case .vscode: "VS Code"
    case .vscodium: "VSCodium"
    case .cursor: "Cursor"
    case .zed: "Zed"
    case .jetbrains: "JetBrains IDE"
    case .sublime: "Sublime Text"
    case .textmate: "TextMate"
    }
  }

  /// The address that opens a file, by its absolute path, at a position.
  ///
  /// Source: "Opening VS Code with URLs" in the manual of VS Code, whose relatives took its form, and whose columns count UTF-16 code units, as those
  /// of JetBrains do; "The TextMate URL Scheme" in the manual of TextMate, whose form others took; RFC 3986, 2.1 for the path.
  func address(ofFile path: String, at position: Position) -> String {
    let file = uriReference(path)
    let (line, column, utf16Column) = (position.line, position.column, position.utf16Column)
    return switch self {
    case .vscode: "vscode://file\(file):\(line):\(utf16Column)"
    case .vscodium: "vscodium://file\(file):\(line):\(utf16Column)"
    case .cursor: "cursor://file\(file):\(line):\(utf16Column)"
    case .zed: "zed://file\(file):\(line):\(column)"
    case .jetbrains: "idea://open?file=\(file)&line=\(line)&column=\(utf16Column)"
    case .sublime: "subl://open?url=file://\(file)&line=\(line)&column=\(column)"
    case .textmate: "txmt://open?url=file://\(file)&line=\(line)&column=\(column)"
    }
  }
}
