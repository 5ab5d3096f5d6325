// What every page says while it does not follow the folder: why, what is seen meanwhile, and what can be done.

import VitrineLive

/// The notice of a frozen catalogue, and the button that takes the folder as it is.
enum FrozenNotice {
  /// The notice in an element of its own, by which pages that are open follow it; an empty one while the folder is followed.
  static func markup(_ request: PageRequest) -> Markup { "<div id=\"frozen\">\(notice(request))</div>" }

  private static func notice(_ request: PageRequest) -> Markup {
    let words = request.words
    switch request.status.freeze {
    case nil: return .empty
    case .rootGone: return PageFrame.notes([words("live.gone")])
    case .manifest: return PageFrame.notes([words("live.manifest")])
    case .massLoss(let gone, _):
      return """
        <div class="notice bad" role="alert"><p>\(words("live.loss", count: gone))</p>
        <form method="post" action="/accept" data-own><button class="btn">\(words("live.accept"))</button>
        <span>\(words("live.acceptCommand"))</span> <code>vitrine daemon accept</code></form></div>
        """
    }
  }

  /// Does what `vitrine daemon accept` does. The page that this leads to may not be the one that it was pressed on: that one's record may be gone.
  static func accept(_ request: PageRequest) -> PageAnswer {
    request.accept()
    return .redirect("/")
  }

  /// Reads the folder again, for whoever does not trust that the system reports each change, as on some network drives.
  static func reread(_ request: PageRequest) -> PageAnswer {
    request.reread()
    return .redirect(request.referrer ?? "/")
  }
}
