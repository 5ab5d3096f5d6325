// Every sort of change, one by one: after each, the live catalogue says what a fresh load says.

import Glibc
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineLive
import VitrineSource
import VitrineTesting

/// Changes of single files and folders.
@Suite struct ChangeTests {
  @Test("a record that comes, changes, breaks, is mended, moves and goes (G3.9)")
  func record() throws {
    let run = try LiveRun()
    try run.check("at the start")
    let text = try run.text("recipes/gold-trim.yaml")
    try run.write(text, to: "recipes/another.yaml")
    try run.check("added")
    try run.write(text.replacing("old", with: "ilver") + "\nnonsense: 1\n", to: "recipes/another.yaml")
    try run.check("changed")
    try run.write("title: \"open\n  - [", to: "recipes/another.yaml")
    try run.check("broken")
    try run.write("", to: "recipes/another.yaml")
    try run.check("emptied")
    try run.write(text, to: "recipes/another.yaml")
    try run.check("mended")
    try run.rename("recipes/another.yaml", "recipes/yet-another.yaml")
    try run.check("renamed")
    try run.rename("recipes/gold-trim.yaml", "recipes/trim-of-gold.yaml")
    try run.check("one that others refer to, renamed")
    try run.remove("recipes/yet-another.yaml")
    try run.check("removed")
    try run.rename("minis/40k/ultramarines/project.yaml", "minis/40k/ultramarines/other.yaml")
    try run.check("one that others lie below, renamed to another kind")
  }

  @Test("two names of the same letters, composed and not, are two files")
  func composition() throws {
    let run = try LiveRun(parts: ["recipes"])
    let (composed, plain) = ("recipes/ca\u{66}\u{E9}.yaml", "recipes/ca\u{66}e\u{301}.yaml")
    try run.write("name: One\n", to: composed)
    try run.write("name: Two\nnonsense: 1\n", to: plain)
    try run.check("both")
    try run.remove(composed)
    try run.check("one")
    try run.rename(plain, composed)
    try run.check("renamed")
  }

  @Test("an image that comes, is replaced, cut off and goes")
  func photo() throws {
    let run = try LiveRun()
    let image = try run.around.read("catalogue/minis/aos/nighthaunt/lady-olynder.png")
    try run.around.write(image, to: "catalogue/minis/aos/nighthaunt/chainrasps-2.png")
    try run.check("added")
    try run.around.write(Array(image.dropLast(40)), to: "catalogue/minis/aos/nighthaunt/chainrasps-2.png")
    try run.check("cut off")
    try run.around.write(image, to: "catalogue/minis/aos/nighthaunt/nobody.png")
    try run.check("one that belongs to nobody")
    try run.rename("minis/aos/nighthaunt/nobody.png", "minis/aos/nighthaunt/project.png")
    try run.check("renamed to somebody's")
    try run.rename("minis/aos/nighthaunt/chainrasps.yaml", "minis/aos/nighthaunt/rasps.yaml")
    try run.check("its record renamed")
    try run.remove("minis/aos/nighthaunt/lady-olynder.png")
    try run.check("removed")
    try run.remove("minis/aos/nighthaunt/lady-olynder.yaml")
    try run.check("its record removed")
  }

  @Test("folders moved within, out, in, swapped and removed")
  func folders() throws {
    let run = try LiveRun { $0.lossLimit = 1 }
    try run.rename("minis/40k/ultramarines", "minis/40k/blue")
    try run.check("within")
    try run.rename("recipes", "/recipes")
    try run.check("out")
    try run.rename("/recipes", "recipes")
    try run.check("in")
    try run.rename("minis/40k/blue", "minis/40k/x")
    try run.rename("minis/40k/death-guard", "minis/40k/blue")
    try run.rename("minis/40k/x", "minis/40k/death-guard")
    try run.check("swapped")
    try run.remove("minis")
    try run.check("removed")
  }

  @Test("schemas and vocabularies of the catalogue's own: added, changed, broken, mended, removed")
  func schemas() throws {
    let run = try LiveRun()
    let schema = try String(decoding: TestData.own("schemas/recipe.schema.yaml"), as: UTF8.self)
    try run.write(schema, to: "schemas/recipe.schema.yaml")
    try run.check("added")
    try run.write(schema.replacing("title: Recipe", with: "title: Formula"), to: "schemas/recipe.schema.yaml")
    try run.check("changed")
    try run.write(schema + "\n  - [\n", to: "schemas/recipe.schema.yaml")
    try run.check("broken")
    try run.write(schema, to: "schemas/recipe.schema.yaml")
    try run.check("mended")
    try run.remove("schemas/recipe.schema.yaml")
    try run.check("removed")
    try run.write("type: string\nenum: [A, B]\n", to: "schemas/vocabulary/game-system.yaml")
    try run.check("a vocabulary")
    try run.write("type: string\nenum: [Age of Sigmar, B]\n", to: "schemas/vocabulary/game-system.yaml")
    try run.check("another word in it")
    try run.write("type: strin\n", to: "schemas/vocabulary/nobody-s.yaml")
    try run.check("one that nobody uses")
    try run.write("type: string\n", to: "schemas/vocabulary/nobody-s.yaml")
    try run.check("that one mended")
    try run.remove("schemas")
    try run.check("all removed")
  }

  @Test("views: added, broken, renamed, removed")
  func views() throws {
    let run = try LiveRun()
    try run.write("title: All\nkind: recipe\nquery: \"\"\n", to: "views/all.view.yaml")
    try run.check("added")
    try run.write("title: All\nkind: recipe\nquery: \"nothing:(\"\nshow: [titel]\n", to: "views/all.view.yaml")
    try run.check("one that makes no sense")
    try run.write("title: [", to: "views/all.view.yaml")
    try run.check("broken")
    try run.rename("views/backlog.view.yaml", "views/pile.view.yaml")
    try run.check("renamed")
    try run.remove("views")
    try run.check("removed")
  }

  @Test("the manifest: rules, libraries, permissions, collections, broken and mended")
  func manifest() throws {
    let run = try LiveRun()
    let text = try run.text("vitrine.yaml")
    try run.write(text.replacing("photo-orphan: warning", with: "photo-orphan: off\n  nonsense: error"), to: "vitrine.yaml")
    try run.check("rules")
    try run.write(text.replacing("[~/Pictures]", with: "[]"), to: "vitrine.yaml")
    try run.check("libraries")
    try run.write(text.replacing("photoLibrary", with: "library"), to: "vitrine.yaml")
    try run.check("permissions")
    try run.write(text + "\n# vitrine: ignore photo-orphan\n", to: "vitrine.yaml")
    try run.check("a comment")
    try run.write(text.replacing("recipes/**/*.yaml", with: "recipes/g*.yaml"), to: "vitrine.yaml")
    try run.check("collections")
    try run.write(text.replacing("kind: recipe", with: "kind: receipt"), to: "vitrine.yaml")
    try run.check("an unknown kind")
    try run.write("vitrine: 1\ncollections: [", to: "vitrine.yaml")
    try run.check("broken")
    try run.write("", to: "vitrine.yaml")
    try run.check("empty")
    try run.write(text, to: "vitrine.yaml")
    try run.check("mended")
  }

  @Test("what is left out: .vitrineignore, and a catalogue that appears below")
  func leftOut() throws {
    let run = try LiveRun()
    try run.write("recipes/\n", to: ".vitrineignore")
    try run.check("ignored")
    try run.remove(".vitrineignore")
    try run.check("not ignored")
    try run.write("vitrine: 1\n", to: "minis/vitrine.yaml")
    try run.check("a catalogue below")
    try run.remove("minis/vitrine.yaml")
    try run.check("no catalogue below")
  }

  @Test("files in trouble: unclaimed, copies, names, links, pipes, folders and files that cannot be read, files too large")
  func troubles() throws {
    let run = try LiveRun()
    try run.write("a: 1\n", to: "stray.yaml")
    try run.write("a: 1\n", to: "recipes/gold-trim (conflicted copy 2026-01-02).yaml")
    try run.check("unclaimed, a copy")
    try run.write("title: x\n", to: "recipes/Gold-Trim.yaml")
    try run.write("title: x\n", to: "recipes/GOLD-TRIM.yaml")
    try run.check("names that differ in case")
    try run.remove("recipes/GOLD-TRIM.yaml")
    try run.check("the first of them gone")
    try run.remove("recipes/gold-trim.yaml")
    try run.check("the last of them gone")
    try run.write("title: y\n", to: "recipes/gold-trim.yaml")
    try run.check("it is back")
    try run.remove("recipes/Gold-Trim.yaml")
    try run.remove("stray.yaml")
    try run.remove("recipes/gold-trim (conflicted copy 2026-01-02).yaml")
    try run.check("all mended")
    #expect(symlink("gold-trim.yaml", run.place("recipes/link.yaml")) == 0)
    #expect(symlink("nowhere.yaml", run.place("recipes/broken-link.yaml")) == 0)
    #expect(symlink("../minis", run.place("recipes/folder-link")) == 0)
    #expect(mkfifo(run.place("recipes/pipe.yaml"), 0o600) == 0)
    try run.write("title: line\n", to: "recipes/a\nb.yaml")
    try run.check("links, a pipe, a name")
    try run.write("title: z\n", to: "recipes/gold-trim.yaml")
    try run.check("what a link leads to, changed")
    try run.remove("recipes/gold-trim.yaml")
    try run.check("what a link leads to, gone")
    #expect(chmod(run.place("recipes/pale-skin.yaml"), 0) == 0)
    #expect(chmod(run.place("minis/aos"), 0) == 0)
    try run.check("no permission")
    #expect(chmod(run.place("recipes/pale-skin.yaml"), 0o644) == 0)
    #expect(chmod(run.place("minis/aos"), 0o755) == 0)
    try run.check("permission")
    let file = open(run.place("recipes/rust-and-grime.yaml"), O_WRONLY)
    #expect(ftruncate(file, 65 << 20) == 0)
    close(file)
    try run.check("too large")
    try run.write("title: w\n", to: "recipes/rust-and-grime.yaml")
    try run.check("no more")
  }

  @Test(
    "a kind with a field of its own called 'parent' has parents by place all the same: who uses a record is right after changes, too"
  )
  func ownParentField() throws {
    let manifest = """
      vitrine: 1
      collections:
        - {kind: shelf, files: "**/shelf.yaml"}
        - {kind: note, files: "notes/**/*.yaml"}

      """
    let run = try LiveRun(parts: [], manifest: manifest)
    try run.write("x-vitrine: {plural: shelves}\nproperties: {title: {}}\n", to: "schemas/shelf.schema.yaml")
    try run.write("x-vitrine: {parent: shelf}\nproperties: {parent: {}}\n", to: "schemas/note.schema.yaml")
    try run.write("parent: nobody\n", to: "notes/a/one.yaml")
    try run.check("no shelf yet")
    try run.write("title: Upper\n", to: "notes/shelf.yaml")
    try run.check("a shelf above")
    try run.write("title: Lower\n", to: "notes/a/shelf.yaml")
    try run.check("a nearer one")
    try run.write("parent: somebody\n", to: "notes/a/two.yaml")
    try run.write("parent: somebody\n", to: "notes/a/one.yaml")
    let state = try run.check("another record below, and one changed")
    let index = try #require(state.catalogue.index)
    let table = index.tables[0]
    let users = try #require(table.layout.builtIns.usedBy)
    let listed = (0..<table.rowCount).map { row in table.values(row, users).map { table.pools[users].text($0) } }
    #expect(listed.contains(["notes/a/one.yaml", "notes/a/two.yaml"]))
    try run.remove("notes/a/two.yaml")
    try run.check("one record gone")
    try run.rename("notes/a/one.yaml", "notes/one.yaml")
    try run.check("the other one moved")
    try run.remove("notes/shelf.yaml")
    try run.check("its shelf gone")
  }
}
