// What each key does in a finder.

extension FinderModel {
  /// True where a key is about what was found, so that it must wait for the answer to what was typed before it.
  package func concernsMatches(_ key: Key) -> Bool {
    switch key {
    case .named(.enter, _), .named(.tab, _), .named(.up, _), .named(.down, _), .named(.pageUp, _), .named(.pageDown, _): true
    case .named(.home, let held), .named(.end, let held): held.contains(.control)
    // At the end of the line it takes a completion.
    case .named(.right, []), .control("f"): editor.isAtEnd
    case .control(let letter): "oy".contains(letter)
    default: false
    }
  }

  /// Does what a key asks for; what only the loop can do is given back.
  package mutating func handle(_ key: Key) -> Action? {
    note = nil
    if let shown = reading { return handle(key, reading: shown) }
    switch key {
    case .text(let text), .paste(let text): editor.insert(text)
    case .alt(let letter): handle(alt: letter)
    case .control(let letter): return handle(control: letter)
    case .named(let name, let held): return handle(name, held)
    }
    return nil
  }

  private mutating func handle(_ name: Key.Name, _ held: Key.Modifiers) -> Action? {
    let isWord = held.contains(.control) || held.contains(.alt)
    switch name {
    case .enter: return .choose(chosen)
    case .escape: return .leave
    case .tab: mark(thenMoveBy: held.contains(.shift) ? -1 : 1)
    case .backspace: if isWord { editor.deleteWordBackwards() } else { editor.deleteBackwards() }
    case .delete: editor.deleteForwards()
    case .left: if isWord { editor.moveWordBackwards() } else { editor.move(by: -1) }
    case .right: if isWord { editor.moveWordForwards() } else { moveOn() }
    case .home: if held.contains(.control) { select(0) } else { editor.moveToStart() }
    case .end: if held.contains(.control) { select(.max) } else { editor.moveToEnd() }
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .pageUp: select(selected - max(listHeight - 1, 1))
    case .pageDown: select(selected + max(listHeight - 1, 1))
    case .function(2): togglePage()
    case .function, .insert: break
    }
    return nil
  }

  private mutating func handle(control letter: Character) -> Action? {
    switch letter {
    case "a": editor.moveToStart()
    case "b": editor.move(by: -1)
    case "c", "g": return .leave
    case "d":
      if query.isEmpty { return .leave }
      editor.deleteForwards()
    case "e": editor.moveToEnd()
    case "f": moveOn()
    case "k": editor.deleteToEnd()
    case "l": return .redraw
    case "o": return chosen.isEmpty ? nil : .open(chosen)
    case "p": togglePage()
    case "u": editor.deleteToStart()
    case "w": editor.deleteWordBackwards()
    case "y": if let item = selectedItem { reading = Reading(item: item) }
    case "z": return .suspend
    default: break
    }
    return nil
  }

  private mutating func handle(alt letter: Character) {
    switch letter {
    case "b": editor.moveWordBackwards()
    case "f": editor.moveWordForwards()
    default: break
    }
  }

  /// In a page, keys that move scroll it, and every other key closes it.
  private mutating func handle(_ key: Key, reading shown: Reading) -> Action? {
    let height = max(size.rows - 1, 1)
    let step: Int
    switch key {
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    case .control("c"): return .leave
    case .control("o"):
      reading = nil
      return .open([shown.item])
    case .named(.up, _): step = -1
    case .named(.down, _): step = 1
    case .named(.pageUp, _): step = -height
    case .named(.pageDown, _), .text(" "): step = height
    case .named(.home, _): step = -shown.top
    case .named(.end, _): step = .max / 2
    default:
      reading = nil
      return nil
    }
    let count = pageLines(of: shown.item, width: size.columns).count
    reading?.top = max(min(shown.top + step, count - height), 0)
    return nil
  }

  /// The marked things, or else the selected one.
  private var chosen: [Int] { marks.isEmpty ? [selectedItem].compactMap { $0 } : marks }

  /// Moves the cursor by a character; at the end of the line takes what completes it.
  private mutating func moveOn() {
    guard let completion else { return editor.move(by: 1) }
    for _ in lastWord { editor.deleteBackwards() }
    editor.insert(completion)
  }

  private mutating func select(_ place: Int) {
    selected = max(min(place, matches.count - 1), 0)
    scrollToSelection()
  }

  /// Marks the selected thing, or takes its mark away.
  private mutating func mark(thenMoveBy step: Int) {
    guard let item = selectedItem else { return }
    if let place = marks.firstIndex(of: item) { marks.remove(at: place) } else { marks.append(item) }
    select(selected + step)
  }

  private mutating func togglePage() {
    showsPage.toggle()
    if showsPage, pageWidth == nil { note = "the page needs \(Self.leastWidthForPage) columns; Ctrl-Y shows it alone" }
  }
}
