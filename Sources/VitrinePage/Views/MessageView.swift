// Sentences in the place of a view: what is missing, what went wrong.

/// Writes messages.
enum MessageView {
  /// An error as a page. `back` is the address where the person comes from; nil for none.
  static func error(_ message: String, status: Int, back: String? = nil, _ words: PageWords) -> Markup {
    let way = back.map { "<a class=\"btn first\" href=\"\($0)\">\(words("plan.back"))</a>" as Markup }
    return """
      <div class="empty"><h1>\(words("error.title"))</h1><p>\(message)</p>
      <div class="buttons">\(way)<a class="btn\(" first", if: back == nil)" href="/">\(words("error.home"))</a></div><p class="faint">\(status)</p></div>
      """
  }
}
