// Sentences in the place of a view: what is missing, what went wrong.

/// Writes messages.
enum MessageView {
  /// An error as a page.
  static func error(_ message: String, status: Int, _ words: PageWords) -> Markup {
    """
    <div class="empty"><h1>\(words("error.title"))</h1><p>\(message)</p>
    <p><a class="btn first" href="/">\(words("error.home"))</a></p><p class="faint">\(status)</p></div>
    """
  }
}
