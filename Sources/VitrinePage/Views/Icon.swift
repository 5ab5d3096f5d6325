// The signs of the page, as lines in the colour of the text around them.

/// A sign. Source of the drawings: this project.
enum Icon: String, CaseIterable {
  case browse = "M4 5h6v6H4zM14 5h6v6h-6zM4 15h6v4H4zM14 15h6v4h-6z"
  case search = "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20"
  case new = "M12 5v14M5 12h14"
  case report = "M5 21V4h13l-3 4.5 3 4.5H5"
  case log = "M12 7v5l3 2M4 12a8 8 0 1 0 2.5-5.8M4 4v3.5h3.5"
  case help = "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 2M12 17.5v.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z"
  case more = "M4 7h16M4 12h16M4 17h16"
  case camera = "M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z"
  case photo = "M4 7h3l1.5-2h7L17 7h3v12H4zM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z"
  case properties = "M4 5h7l9 9-6 6-9-9V5zM8 9v.01"
  case trash = "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5"
  case bring = "M12 3v11M7.5 10l4.5 4.5 4.5-4.5M4 20h16"
  case take = "M12 15V4M7.5 8.5 12 4l4.5 4.5M4 20h16"
  case share = "M12 15V3M8 7l4-4 4 4M7 11H5v9h14v-9h-2"
  case lock = "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"
  case about = "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5M12 8v.01"
  case calendar = "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4"
  case map = "M9 4 3 6.5V20l6-2.5 6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20"
  case days = "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h.01M12 14h.01M16 14h.01M8 17h.01M12 17h.01"
  case drop = "M12 3.5s6.5 6.6 6.5 11a6.5 6.5 0 0 1-13 0c0-4.4 6.5-11 6.5-11z"
  case bookmark = "M6.5 4h11v16L12 15.5 6.5 20z"
  case pen = "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3"
  case held = "M4.5 4.5h15v15h-15zM9 9h6v6H9z"

  /// The drawing of a glyph that a vocabulary marks a value by; nil for one that is shown as it is.
  static func drawing(of glyph: String) -> Icon? {
    switch glyph {
    case "▣": .held
    case "↓": .bring
    default: nil
    }
  }

  /// The sign as markup; what it stands for is said beside it.
  var markup: Markup {
    "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(rawValue)\"/></svg>"
  }
}
