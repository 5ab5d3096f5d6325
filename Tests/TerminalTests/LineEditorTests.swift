// The line that is typed.

import Testing
import VitrineTerminal

@Suite("The line that is typed")
struct LineEditorTests {
  private func shown(_ editor: LineEditor) -> String {
    editor.textBeforeCursor + "|" + editor.text.dropFirst(editor.textBeforeCursor.count)
  }

  private func check(
    _ start: String, _ expected: String, _ location: SourceLocation = #_sourceLocation, _ change: (inout LineEditor) -> Void
  ) {
    var editor = LineEditor(start)
    change(&editor)
    #expect(shown(editor) == expected, sourceLocation: location)
  }

  @Test("characters are what a person takes for one, whatever they are made of")
  func characters() {
    check("👩‍👩‍👧e\u{301}", "👩‍👩‍👧|") { $0.deleteBackwards() }
    check("ab", "aé|b") {
      $0.move(by: -1)
      $0.insert("e")
      $0.insert("\u{301}")
    }
  }

  @Test("words are between blanks")
  func words() {
    check("one two  ", "one |") { $0.deleteWordBackwards() }
    check("one", "|") { $0.deleteWordBackwards() }
    check("one two", "one |two") { $0.moveWordBackwards() }
    check("one two", "one| two") {
      $0.moveToStart()
      $0.moveWordForwards()
    }
    check("one two", "|two") {
      $0.moveWordBackwards()
      $0.deleteToStart()
    }
  }

  @Test("what stands behind the cursor goes at once")
  func deletingToEnd() {
    check("one two", "one |") {
      $0.moveWordBackwards()
      $0.deleteToEnd()
      $0.deleteToEnd()
    }
  }

  @Test("at the ends nothing happens")
  func ends() {
    check("", "|") {
      $0.deleteBackwards()
      $0.deleteForwards()
      $0.deleteWordBackwards()
      $0.move(by: 7)
      $0.move(by: -7)
    }
    check("ab", "|b") {
      $0.moveToStart()
      $0.deleteForwards()
    }
  }

  @Test("what is pasted is one line, and no longer than a query is")
  func pasting() {
    check("", "a b c|") { $0.insert("a\nb\tc") }
    var editor = LineEditor("end")
    editor.moveToStart()
    editor.insert(String(repeating: "x", count: 100_000))
    #expect(editor.text.count == 4096)
    #expect(editor.text.hasSuffix("end"))
  }
}
