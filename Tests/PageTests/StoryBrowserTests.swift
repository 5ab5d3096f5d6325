// The five persons at the page, each from an empty folder: what they do in the first hours, at a desk and on a phone.

import FoundationEssentials
import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// The stories, in headless Chromium. Their pictures are below `.build/pictures/stories`.
@Suite(.serialized, .needs(Browser.needs)) struct StoryBrowserTests {
  /// What `vitrine init` writes, and what the wardrobe's owner asks for.
  private static let manifest = """
    vitrine: 1
    collections:
      - {kind: game, files: "games/**/*.yaml"}
      - {kind: project, files: "minis/**/project.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}
      - {kind: recipe, files: "recipes/**/*.yaml"}
      - {kind: memory, files: "memories/**/*.yaml"}
      - {kind: garment, files: "wardrobe/**/*.yaml"}
      - {kind: outfit, files: "outfits/**/*.yaml"}
      - {kind: shot, files: "shots/**/*.yaml"}
    permissions:
      photoLibrary:
        description:
          en: Access to the photo library is needed to add an outfit.
          tr: "Kombin eklemek için fotoğraf galerisine erişim gereklidir."

    """

  /// A desk and a phone.
  static let windows = [false, true]

  private func begin(_ name: String, isPhone: Bool, language: String = "en") throws -> Visitor {
    var window = isPhone ? Browser.Window.phone : Browser.Window()
    window.language = language
    let page = try RunningPage(["vitrine.yaml": Self.manifest])
    return try Visitor(page, window, pictures: name + (isPhone ? "-phone" : "-desk"))
  }

  @Test(
    "a gamer: a library and a wish list, found, filtered, sorted, edited, renamed, removed, taken along (G1.1, G5.1, G6.3, G6b.3, G7.1, S4.7)",
    arguments: windows)
  func gamer(isPhone: Bool) throws {
    let me = try begin("gamer", isPhone: isPhone)
    try me.read("Welcome")
    try me.look("welcome")
    try me.press("New game")
    try me.arrive()
    try me.fill("Title", "Hades")
    try me.fill("Release", "2020-09-17")
    try me.choose("library", for: "Status")
    try me.list("Developers", ["Supergiant Games"])
    try me.list("Genres", ["Roguelike", "Action"])
    try me.choose("single-player", for: "Modes")
    try me.enter("System", in: "Platforms")
    try me.browser.type("swit")
    try me.see("document.querySelector('.offered:not([hidden]) [role=option]')?.dataset.value.includes('Switch')")
    try me.browser.type("\u{E015}\u{E007}")
    try me.see("document.activeElement.value === 'Nintendo Switch'")
    try me.choose("digital", for: "Format", in: "Platforms")
    try me.addPhotos(["games/chrono-trigger.jpg"])
    try me.see("document.querySelectorAll('.pending canvas').length === 1")
    try me.look("form")
    try me.save()
    try me.read("17 September 2020")
    try me.read("Supergiant Games")
    try me.look("record")
    let text = try me.page.text("games/hades.yaml")
    for line in [
      "title: Hades\nrelease: 20200917\nstatus: library\n", "Supergiant Games", "Roguelike", "Nintendo Switch", "format: digital",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    for (title, release) in [("Hades II", "2025-09-25"), ("Silksong", "2025")] {
      try me.go("/games")
      try me.press("New game")
      try me.arrive()
      try me.fill("Title", title)
      try me.fill("Release", release)
      try me.choose("wishlist", for: "Status")
      try me.list("Genres", ["Roguelike"])
      try me.save()
    }
    // The same game a second time is refused, below its field.
    try me.go("/new/game?title=hades&release=20200917&status=library")
    try me.browser.run("document.querySelector('main [name=save]').click()")
    try me.see("document.body.dataset.posted !== undefined && document.querySelector('.msg')?.textContent.includes('hades.yaml')")
    try me.look("duplicate")
    try me.browser.run("sessionStorage.clear()")

    try me.go("/games")
    try me.see("document.querySelectorAll('.card').length === 3")
    try me.look("list")
    try me.press("Status")
    try me.press("♡ Wishlist")
    try me.see("document.querySelectorAll('.card').length === 2 && location.search.includes('wishlist')")
    try me.look("wishlist")
    try me.browser.run(
      "const s = document.getElementById('sort'); s.value = '-release'; s.dispatchEvent(new Event('change', {bubbles: true}))")
    try me.see("location.search.includes('sort') && document.querySelector('.card .name')?.textContent === 'Hades II'")
    // Another list has its own filters.
    try me.go("/recipes")
    try me.go("/games")
    try me.see("document.querySelectorAll('.card').length === 3")
    try me.browser.run("document.querySelector('input[type=search]').focus()")
    try me.browser.type("genre:rogue")
    try me.see("document.querySelector('.completion [role=option]')?.dataset.value?.includes('ogue')")
    try me.browser.type("\u{E00C}\u{E00C}")

    // One field where it stands.
    try me.go("/games/hades")
    try me.browser.run("document.querySelector('.pen[href$=\"#in-properties.genres\"]').click()")
    try me.see("document.activeElement.closest('chip-list')")
    try me.browser.type("Greek\u{E007}")
    try me.look("in-place")
    try me.browser.run("document.querySelector('.inline [name=save]').click()")
    try me.see("document.querySelector('.toast') && document.querySelector('.fields').innerText.includes('Greek')")
    #expect(try me.page.text("games/hades.yaml").contains("genres: [Roguelike, Action, Greek]"))

    // A property is called otherwise, everywhere at once.
    try me.go("/properties/genre")
    try me.look("property")
    try me.press("Change: Roguelike")
    try me.arrive()
    try me.fill("New name", "Roguelite")
    try me.press("Rename")
    try me.see("document.querySelector('main').innerText.includes('games/hades.yaml')")
    try me.look("rename")
    try me.press("Rename")
    try me.see("document.querySelector('.toast')")
    for name in ["hades", "hades-ii", "silksong"] { #expect(try me.page.text("games/\(name).yaml").contains("Roguelite")) }

    // Away, and back.
    try me.go("/games/hades")
    try me.press("More")
    try me.press("Delete")
    try me.read("games/hades.jpg")
    try me.look("removal")
    try me.press("Move to trash")
    try me.see("document.querySelector('.toast') && document.querySelectorAll('.card').length === 2")
    try me.undo()
    try me.see("document.querySelectorAll('.card').length === 3")

    // Taken along, and brought to another catalogue.
    try me.go("/export")
    try me.choose("games", for: "Which records?")
    let json = String(decoding: try me.browser.download("games.json") { try me.press("Download") }, as: UTF8.self)
    #expect(json.contains("Roguelite"))
    let bag = try TemporaryFolder()
    try bag.write(json, to: "games.json")
    let file = bag.path + "/games.json"
    let other = try begin("gamer-import", isPhone: isPhone)
    try other.go("/import")
    try other.browser.choose([file], for: "#file")
    try other.press("Preview")
    try other.see("document.querySelector('main').innerText.includes('games/hades-ii.yaml')")
    try other.look("preview")
    try other.press("Import")
    try other.see("document.querySelector('.toast')")
    try other.go("/games")
    try other.see("document.querySelectorAll('.card').length === 3")
  }

  @Test("a painter: a recipe followed step by step, a model taken from stage to stage (M2.3, M4.1, GF7)", arguments: windows)
  func painter(isPhone: Bool) throws {
    let me = try begin("painter", isPhone: isPhone)
    try me.press("New recipe")
    try me.arrive()
    try me.fill("Name", "Macragge blue")
    try me.fill("Brand", "Citadel", in: "Paints used")
    try me.fill("Paint name", "Macragge Blue", in: "Paints used")
    try me.fill("Text", "Two thin coats of Macragge Blue.", in: "Steps")
    try me.choose("basecoating", for: "Technique", in: "Steps")
    try me.fill("Minutes", "30", in: "Steps")
    // A second step came of itself.
    try me.fill("Text", "Nuln Oil into the recesses.", in: "Steps")
    try me.look("form")
    try me.save()
    try me.look("recipe")
    let text = try me.page.text("recipes/macragge-blue.yaml")
    for word in [
      "text: Two thin coats of Macragge Blue.", "technique: basecoating", "minutes: 30", "text: Nuln Oil into the recesses.",
    ] {
      #expect(text.contains(word), "\(text)")
    }
    // Step by step; the ticks stay while one looks elsewhere.
    try me.see("document.querySelectorAll('check-list input').length === 2")
    try me.browser.run("document.querySelector('check-list input').click()")
    try me.go("/")
    try me.go("/recipes/macragge-blue")
    try me.see("document.querySelectorAll('check-list input:checked').length === 1")
    try me.look("step")

    try me.go("/new/miniature")
    try me.fill("Name", "Captain")
    try me.choose("character", for: "Miniature type")
    try me.list("Recipes", ["macragge-blue"])
    try me.choose("primed", for: "Progress status")
    try me.addPhotos(["minis/40k/ultramarines/captain-20261107T090000Z-unpainted.jpg"])
    try me.save()
    try me.look("model")
    try me.see("document.querySelector('.stage[aria-current]').innerText.includes('Primed')")
    try me.browser.run("document.querySelector('.stage[value=basecoated]').click()")
    try me.see(
      "document.querySelector('.toast') && document.querySelector('.stage[aria-current]').innerText.includes('Basecoated')")
    try me.look("stage")
    // From the model to its recipe, and back.
    try me.press("Macragge blue")
    try me.see("location.pathname === '/recipes/macragge-blue'")
    try me.press("Captain")
    try me.see("location.pathname.endsWith('/captain')")
    // The half finished stand on the start.
    try me.go("/")
    try me.read("Half finished")
    try me.look("start")
  }

  @Test(
    "a memory: a place, a day, a photo; found again by its category, on the map, on its day (S1.4, S2.7, S3.1, S4.1)",
    arguments: windows)
  func memory(isPhone: Bool) throws {
    let me = try begin("memory", isPhone: isPhone)
    try me.go("/new/memory?at=41.0256,28.9744")
    try me.look("sheet")
    try me.fill("Title", "Galata’da gün batımı 🌅")
    try me.fill("Note", "We stayed until the lights came on.")
    try me.choose("Travel", for: "Category")
    try me.addPhotos(["games/retro/super-mario-world.jpg"])
    try me.save()
    try me.read("We stayed until the lights came on.")
    try me.look("record")
    try me.see("document.querySelector('.photo img').naturalWidth > 0")
    // Another, that is long, of the other direction, and without a photo.
    try me.go("/new/memory?at=41.01,28.98")
    try me.fill("Title", "ذكرى جميلة في إسطنبول")
    try me.choose("Food", for: "Category")
    try me.fill("Note", String(repeating: "Donaudampfschifffahrtsgesellschaft", count: 5))
    try me.save()
    try me.look("right-to-left")
    try me.go("/memories")
    try me.see("document.querySelectorAll('.card').length === 2")
    try me.look("list")
    try me.press("Category")
    try me.press("◆ Travel")
    try me.see("document.querySelectorAll('.card').length === 1")
    try me.go("/memories?as=map")
    try me.look("map")
    try me.go("/memories?as=timeline")
    try me.look("timeline")
    try me.see("document.querySelectorAll('#rows .card').length === 2")
    // Cancelled is cancelled.
    try me.go("/memories")
    try me.press("New memory")
    try me.arrive()
    try me.fill("Title", "Never")
    try me.press("Cancel")
    try me.look("leave")
    try me.press("Discard")
    try me.see("document.querySelectorAll('.card').length === 2")
    #expect(!FileManager.default.fileExists(atPath: me.page.folder.path + "/memories/never.yaml"))
  }

  @Test(
    "a wardrobe in Turkish: the permission's text to the letter, a photo, colours of the palette, an outfit (W1.1, W2.1, W2.4, W5.3)",
    arguments: windows)
  func wardrobe(isPhone: Bool) throws {
    let me = try begin("wardrobe", isPhone: isPhone, language: "tr")
    try me.look("welcome")
    try me.go("/new/garment")
    // Said before the photo library is opened.
    try me.read("Kombin eklemek için fotoğraf galerisine erişim gereklidir.")
    try me.see("document.querySelectorAll('.palette .disc').length >= 40")
    try me.look("form")
    try me.fill("Ad", "Lacivert ceket")
    try me.choose("jacket", for: "Kategori")
    try me.choose("navy", for: "Renkler")
    try me.choose("gold", for: "Renkler")
    try me.choose("winter", for: "Mevsimler")
    try me.addPhotos(["wardrobe/navy-blazer.jpg"])
    try me.see("document.querySelectorAll('.pending canvas').length === 1")
    try me.see("document.querySelectorAll('.palette :checked').length === 2")
    try me.look("colours")
    try me.save()
    try me.look("record")
    try me.see("document.querySelectorAll('.fields .swatch').length === 2 && document.documentElement.lang === 'tr'")
    #expect(try me.page.text("wardrobe/lacivert-ceket.yaml").contains("colors: [navy, gold]"))
    try me.go("/new/outfit")
    try me.fill("Ad", "Cuma ofiste")
    try me.enter("Giysiler")
    try me.browser.type("lac")
    try me.see("document.querySelector('.offered:not([hidden]) [role=option]')?.textContent.includes('Lacivert')")
    try me.look("reference")
    try me.browser.type("\u{E015}\u{E007}")
    try me.save()
    try me.go("/garments")
    try me.look("list")
    try me.see("document.querySelectorAll('.card .dots .swatch').length === 2")
    try me.go("/libraries")
    try me.look("privacy")
  }

  @Test(
    "a photographer: shots from a card become records, the good ones are marked together, the others go (C-FR13, W3.1)",
    arguments: windows)
  func photographer(isPhone: Bool) throws {
    let me = try begin("photographer", isPhone: isPhone)
    for (number, photo) in [
      "games/chrono-trigger.jpg", "games/retro/super-mario-world.jpg", "wardrobe/navy-blazer.jpg", "outfits/friday-office.jpg",
    ].enumerated() {
      try me.go("/new/shot?title=Frame \(number + 1)")
      try me.addPhotos([photo])
      try me.see("document.querySelectorAll('.pending canvas').length === 1")
      if number == 0 { try me.look("form") }
      try me.save()
    }
    try me.look("record")
    try me.go("/shots")
    try me.see("document.querySelectorAll('.card .cover img').length === 4")
    try me.look("contact-sheet")
    // Two are marked, and get a word together.
    try me.browser.run("document.getElementById('picking').click()")
    try me.browser.run(
      "document.querySelectorAll('#rows .card a')[0].click(); document.querySelectorAll('#rows .card a')[1].click()")
    try me.see("document.querySelector('.picked').textContent === '2 selected'")
    try me.look("selected")
    try me.browser.run("document.querySelector('#picks [value=set]').click()")
    try me.see("document.getElementById('bulk-field')")
    try me.arrive()
    try me.browser.run("document.getElementById('bulk-field').value = 'tags'")
    try me.press("Next")
    try me.see("document.querySelector('chip-list')")
    try me.arrive()
    try me.list("Tags", ["keeper"])
    try me.look("together")
    try me.press("Preview")
    try me.read("keeper")
    try me.press("Change them")
    try me.see("document.querySelector('.toast')")
    try me.go("/shots?q=-tag:keeper")
    try me.see("document.querySelectorAll('.card').length === 2")
    // The others go, and come back at a word.
    try me.browser.run("document.getElementById('picking').click()")
    try me.browser.run("for (const a of document.querySelectorAll('#rows .card a')) a.click()")
    try me.see("document.querySelector('.picked').textContent === '2 selected'")
    try me.browser.run("document.querySelector('#picks [value=delete]').click()")
    try me.read("Delete 2 records?")
    try me.look("removal")
    try me.press("Move to trash")
    try me.see("document.querySelector('.toast')")
    try me.go("/shots")
    try me.see("document.querySelectorAll('.card').length === 2")
    try me.go("/trash")
    try me.look("trash")
    try me.press("Put all back")
    try me.see("document.querySelector('.toast')")
    try me.go("/shots")
    try me.see("document.querySelectorAll('.card').length === 4")
  }
}
