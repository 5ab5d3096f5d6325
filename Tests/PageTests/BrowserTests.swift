// The page in a real browser: what its script does, what it may not do, and how it looks.

import FoundationEssentials
import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Tests in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct BrowserTests {
  @Test("the page lives: the disk shows at once, with focus, caret and scroll where they were")
  func live() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    // What changes before the stream of events is there is not missed.
    try browser.run("const box = document.querySelector('input[type=search]'); box.focus(); window.kept = box;")
    try page.folder.write("title: Changed outside\nshelf: top\n", to: "things/one.yaml")
    #expect(try browser.until("document.body.textContent.includes('Changed outside')"))
    #expect(try browser.run("return document.activeElement === window.kept") == "true")
    try page.folder.write("title: Third\n", to: "things/three.yaml")
    #expect(try browser.until("document.querySelector('#count').textContent.startsWith('3')"))
    #expect(try browser.until("document.querySelector('.rail b').textContent === '3'"))
    try browser.open(page.address("/things/one"))
    try page.folder.write("title: Once more\nshelf: top\n", to: "things/one.yaml")
    #expect(try browser.until("document.querySelector('h1').textContent === 'Once more'"))
    #expect(try browser.log("browser").contains("[]"))
  }

  @Test("the search answers while one types, completes, keeps its address, and says what it cannot understand")
  func search() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.type("/")
    try browser.type("tw")
    #expect(try browser.until("document.querySelectorAll('.card').length === 1 && location.search === '?q=tw'"))
    #expect(try browser.until("document.getElementById('live').textContent === '1 of 2'"))
    try browser.type("\u{E00C}")
    try browser.run("document.querySelector('input[type=search]').value = ''")
    try browser.type("she")
    #expect(try browser.until("[...document.querySelectorAll('[role=option]')].some((o) => o.dataset.value === 'shelf:')"))
    try browser.type("\u{E015}\u{E007}")
    #expect(try browser.until("document.querySelector('input[type=search]').value === 'shelf:'"))
    try browser.type("topp ")
    #expect(try browser.until("document.querySelector('#q-error')?.textContent.includes('topp')"))
    try browser.click("#q-error .fix")
    #expect(try browser.until("document.querySelectorAll('.card').length === 1 && location.search.includes('shelf%3Atop')"))
    try browser.goBack()
    #expect(try browser.until("document.querySelector('#q-error')"))
  }

  @Test("while what is typed is no query yet, what was found before stays below the message, greyed and out of reach")
  func half() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.run(
      "const i = document.querySelector('input[type=search]'); i.focus(); i.value = 'state:zz'; i.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    #expect(try browser.until("document.querySelector('record-list.stale > .failed')"))
    #expect(
      try browser.run("return document.querySelectorAll('#rows .card').length + ' ' + document.getElementById('rows').inert")
        == "2 true")
    try page.folder.write("title: Third\n", to: "things/third.yaml")
    usleep(600_000)
    #expect(try browser.run("return document.querySelector('.failed') !== null") == "true")
    try browser.type("\u{E003}\u{E003}new")
    #expect(try browser.until("!document.querySelector('.stale') && document.querySelectorAll('#rows .card').length === 1"))
    #expect(try browser.run("return document.getElementById('rows').inert") == "false")
  }

  @Test("keys go through a list, open, edit and undo; a toast has the way back (M10.2)")
  func keyboard() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.type("jjk")
    #expect(try browser.run("return document.activeElement.textContent.includes('One')") == "true")
    try browser.type("\u{E007}")
    #expect(try browser.until("location.pathname === '/things/one'"))
    try browser.type("e")
    #expect(try browser.until("document.querySelector('record-form')"))
    try browser.run(
      "const i = document.querySelector('[name=title]'); i.focus(); i.value = ''; i.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    #expect(try browser.until("document.querySelector('[data-name=title] .msg')?.textContent.includes('missing')"))
    try browser.type("Typed")
    #expect(try browser.until("!document.querySelector('[data-name=title] .msg')"))
    try browser.click("[name=save]")
    #expect(try browser.until("document.querySelector('.toast')"))
    #expect(try page.text("things/one.yaml").contains("title:   Typed   # kept"))
    try browser.click(".toast button")
    #expect(try browser.until("document.querySelector('h1')?.textContent === 'One'"))
    #expect(try page.text("things/one.yaml").contains("title:   One   # kept"))
  }

  @Test("keys that come before the script are not lost: it takes them when it is there (M10.2)")
  func earlyKeys() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    // Nothing says that the page has been painted: the script is fetched after a second.
    try browser.inject("PerformanceObserver.prototype.observe = () => {}")
    let isEarly = "return !document.documentElement.classList.contains('enhanced')"
    try browser.open(page.address("/things/one"))
    try browser.type("e")
    #expect(try browser.run(isEarly) == "true")
    #expect(try browser.until("document.querySelector('record-form [name=title]')"))
    try browser.open(page.address("/things"))
    try browser.run("document.querySelector('input[type=search]').focus()")
    try browser.type("two")
    #expect(try browser.run(isEarly) == "true")
    #expect(try browser.until("location.search === '?q=two' && document.querySelectorAll('.card').length === 1"))
  }

  @Test("without a script: in, browse, search, edit, undo (W6.2)")
  func withoutScript() throws {
    let page = try RunningPage()
    let browser = try page.browser(Browser.Window(hasScript: false))
    // Scripts of the driver run all the same.
    #expect(try browser.until("location.pathname === '/'"))
    #expect(try browser.run("return document.documentElement.className.includes('enhanced')") == "false")
    try browser.click(".rail a[href='/things']")
    #expect(try browser.until("location.pathname === '/things'"))
    try browser.click("input[type=search]")
    try browser.type("two\u{E007}")
    #expect(try browser.until("location.search.includes('q=two')"))
    try browser.click(".card a")
    #expect(try browser.until("location.pathname === '/things/two'"))
    try browser.click("[data-key=e]")
    #expect(try browser.until("location.search === '?edit'"))
    try browser.click("[name=title]")
    try browser.type("!")
    try browser.click("[name=save]")
    #expect(try browser.until("document.querySelector('.toast')"))
    #expect(try page.text("things/two.yaml").contains("!"))
    try browser.click(".toast button")
    #expect(try browser.until("location.pathname === '/log'"))
    #expect(try page.text("things/two.yaml") == RunningPage.files["things/two.yaml"])
  }

  @Test("another site in the same browser reads, shows, frames and changes nothing")
  func attacks() throws {
    let page = try RunningPage()
    let attacker = try RunningPage()
    let browser = try page.browser(Browser.Window(arguments: ["--host-resolver-rules=MAP evil.example 127.0.0.1"]))
    let before = try page.text("things/one.yaml")
    // By another name: no answer, whatever the browser thinks of the name.
    try browser.open("http://evil.example:\(page.server.port)/things")
    #expect(try !browser.run("return document.documentElement.textContent").contains("One"))
    // From another port of this machine, which the cookie reaches as well.
    try browser.open("http://127.0.0.1:\(attacker.server.port)/favicon.ico")
    try browser.open("data:text/html,<title>evil</title>")
    let target = page.address("/things/one?edit")
    let tried = try browser.wait(
      """
      const results = [];
      const body = new URLSearchParams({title: 'Taken', 'was:title': 'One'});
      (async () => {
        for (const mode of ['no-cors', 'cors']) {
          try { const r = await fetch('\(target)', {method: 'POST', mode, credentials: 'include', body}); results.push(mode + r.status + r.type); }
          catch (e) { results.push(mode + ' refused'); }
          try { const r = await fetch('\(page.address("/things"))', {mode, credentials: 'include'}); results.push((await r.text()).length); }
          catch (e) { results.push('unread'); }
        }
        navigator.sendBeacon('\(target)', body);
        results.push(await new Promise((done) => { const i = new Image(); i.onload = () => done('shown'); i.onerror = () => done('not shown'); i.src = '\(page.address("/assets/x/styles/icon.svg"))'; }));
        const frame = document.createElement('iframe'); frame.src = '\(page.address("/"))'; document.body.append(frame);
        await new Promise((done) => setTimeout(done, 500));
        try { results.push(frame.contentDocument ? 'framed blank' : 'closed'); } catch (e) { results.push('closed'); }
        const form = document.createElement('form'); form.method = 'post'; form.action = '\(target)'; form.target = 'other';
        const input = document.createElement('input'); input.name = 'title'; input.value = 'Taken'; form.append(input); document.body.append(form);
        form.submit();
        await new Promise((done) => setTimeout(done, 700));
        done(results.join(' | '));
      })();
      """)
    #expect(tried.contains("not shown") && !tried.contains("200"), "\(tried)")
    #expect(try page.text("things/one.yaml") == before)
  }

  @Test("no page asks any other machine for anything, and the policy has nothing to refuse")
  func network() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try page.browser(Browser.Window(logsRequests: true))
    for path in [
      "/", "/games", "/miniatures?as=table", "/memories", "/garments//wardrobe/navy-blazer", "/report", "/new/game",
      "/memories?as=map", "/map", "/new/memory",
    ] {
      try browser.open(page.address(path))
      #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    }
    let console = try browser.log("browser")
    #expect(console.contains("\"value\":[]"), "\(console.prefix(500))")
    let hosts = Set(
      try browser.log("performance").matches(of: /requestWillBeSent.{0,4000}?\\\\?"url\\\\?":\\\\?"(https?:\/\/[^\/\\"]+)/).map {
        String($0.output.1)
      })
    #expect(!hosts.isEmpty)
    #expect(hosts.allSatisfy { $0 == "http://127.0.0.1:\(page.server.port)" }, "\(hosts)")
  }

  @Test("photos are chosen, dropped and pasted, seen before they are sent, and told when they are none (M1.2, M6.4, S6.5, W3.1)")
  func photos() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    let folder = TestData.checkout + "/examples/collection/games/"
    let files = ["chrono-trigger.jpg", "retro/super-mario-world.jpg"].map { folder + $0 }
    try browser.open(page.address("/things/one"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.choose(files, for: "photo-drop input[type=file]")
    #expect(try browser.until("document.querySelector('.toast') && document.querySelectorAll('.photo img').length === 2"))
    #expect(try page.folder.read("things/one.jpg").count > 1_000)
    #expect(try browser.run("return location.pathname") == "/things/one")
    let drop = """
      const data = new DataTransfer(); data.items.add(new File([NAME], 'x.jpg', {type: 'image/jpeg'}));
      document.querySelector('main').dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));
      """
    try browser.run(drop.replacing("NAME", with: "'no photo'"))
    #expect(try browser.until("document.querySelector('main .notice')?.textContent.includes(\"'x.jpg' is no image\")"))
    try browser.open(page.address("/new/thing"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.choose(files, for: "photo-drop input[type=file]")
    #expect(try browser.until("document.querySelectorAll('.pending canvas').length === 2"))
    try browser.click(".pending .away")
    try browser.run(
      """
      const data = new DataTransfer(); data.items.add(new File(['no picture'], 'cut.gif', {type: 'image/gif'}));
      document.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, cancelable: true, clipboardData: data}));
      """)
    #expect(try browser.until("document.querySelectorAll('.pending li').length === 2"))
    try browser.click("[name=title]")
    try browser.type("Pictured")
    try browser.click("[name=save]")
    #expect(try browser.until("document.querySelector('#i-photo-msg .msg')?.textContent.includes('cut.gif')"))
    #expect(try browser.run("return document.querySelector('[name=title]').value") == "Pictured")
    #expect(
      try browser.run(
        "return [...document.querySelectorAll('.pending li')].map((one) => one.querySelector('small')?.textContent).join()")
        == ",'cut.gif' is no image")
    try browser.click(".pending li:last-child .away")
    try browser.click("[name=save]")
    #expect(
      try browser.until(
        "location.pathname.startsWith('/things/') && document.querySelector('.toast') && document.querySelector('.photo img')"))
    #expect(try browser.run("return document.querySelector('h1').textContent") == "Pictured")
    #expect(try browser.log("browser").matches(of: /SEVERE/).count <= 2)
  }

  @Test("photos are sent without a script (W6.2)")
  func photosWithoutScript() throws {
    let page = try RunningPage()
    let browser = try page.browser(Browser.Window(hasScript: false))
    #expect(try browser.until("location.pathname === '/'"))
    try browser.open(page.address("/things/one"))
    try browser.choose([TestData.checkout + "/examples/collection/games/chrono-trigger.jpg"], for: "photo-drop input[type=file]")
    try browser.click("photo-drop .go")
    #expect(try browser.until("document.querySelector('.photo img') && document.querySelector('.toast')"))
    try browser.click(".photo figcaption button")
    #expect(try browser.until("document.querySelector('.toast') && !document.querySelector('.photo img')"))
    try browser.click(".toast button")
    #expect(try browser.until("location.pathname === '/log'"))
    try browser.open(page.address("/things/one"))
    #expect(try browser.until("document.querySelector('.photo img')"))
  }

  @Test("records are chosen by keys and clicks, and changed together; what is swept away on a phone comes back (M10.3, S4.7)")
  func choosing() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.type("jx")
    #expect(try browser.until("document.querySelector('.picked').textContent === '1 selected'"))
    try browser.click(".card:nth-child(2) a")
    #expect(
      try browser.until("document.querySelector('.picked').textContent === '2 selected' && location.pathname === '/things'"))
    try browser.click("#picks [value=delete]")
    #expect(try browser.until("document.querySelector('.removal') && document.querySelectorAll('.files li').length === 2"))
    try browser.click(".btn.danger")
    #expect(try browser.until("document.querySelector('.toast') && document.querySelector('.empty')"))
    try browser.click(".toast button")
    #expect(try browser.until("document.querySelectorAll('.card').length === 2"))

    let phone = try page.browser(.phone)
    try phone.open(page.address("/things"))
    #expect(try phone.until("document.documentElement.classList.contains('enhanced')"))
    try phone.run(
      """
      const card = [...document.querySelectorAll('.card a')].find((link) => link.textContent.includes('One'));
      const send = (type, x) => card.dispatchEvent(new PointerEvent(type, {bubbles: true, isPrimary: true, pointerType: 'touch', clientX: x, clientY: 300}));
      send('pointerdown', 300); send('pointermove', 270); send('pointermove', 120); send('pointerup', 120);
      """)
    #expect(try phone.until("document.querySelector('.toast') && document.querySelectorAll('.card').length === 1"))
    try phone.click(".toast button")
    #expect(try phone.until("document.querySelectorAll('.card').length === 2"))
    #expect(try page.text("things/one.yaml") == RunningPage.files["things/one.yaml"])
  }

  @Test("one field is changed where it stands, with its message; items of a list change places by a button (M9.1)")
  func inPlace() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things/one"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.run("document.querySelector('.pen[href$=\"#in-shelf\"]').click()")
    #expect(try browser.until("document.querySelector('.row dd input:checked') === document.activeElement"))
    // What stood there makes way for the field.
    #expect(
      try browser.run(
        "return [...document.querySelector('.row:has(record-form) dd').children].filter((e) => e.checkVisibility()).map((e) => e.localName).join()"
      ) == "record-form")
    try browser.type("\u{E00C}")
    #expect(try browser.until("!document.querySelector('.row record-form') && document.activeElement.matches('.pen')"))
    try page.folder.write("title: One\nshelf: top\nbeside: two\nnotes: kept\n", to: "things/one.yaml")
    #expect(try browser.until("document.querySelector('.fields').textContent.includes('kept')"))
    try browser.run("document.querySelector('.pen[href$=\"#in-notes\"]').click()")
    #expect(try browser.until("document.querySelector('.row dd textarea')"))
    try browser.type(", Typed")
    try browser.click(".inline [name=save]")
    #expect(try browser.until("document.querySelector('.toast') && !document.querySelector('.row record-form')"))
    // However much was changed, what is said of it takes three lines, and the way back one.
    #expect(
      try browser.run(
        """
        const toast = document.querySelector('.toast'), span = toast.querySelector('span'), said = span.textContent;
        span.textContent = 'set notes to ' + 'words '.repeat(1000);
        const [all, button] = [toast, toast.querySelector('button')].map((e) => e.getBoundingClientRect());
        span.textContent = said;
        return all.height < 120 && all.left >= 0 && all.right <= innerWidth && button.height < 50;
        """) == "true")
    #expect(try page.text("things/one.yaml") == "title: One\nshelf: top\nbeside: two\nnotes: kept, Typed\n")
    try page.folder.write("title: Two\nsizes:\n  - {name: small}\n  - {name: large}\n", to: "things/two.yaml")
    try browser.open(page.address("/things/two?edit"))
    #expect(try browser.until("document.querySelectorAll('.item:not(.new) > .movers').length === 2"))
    try browser.run("document.querySelector('.item:nth-child(2) .movers button').click()")
    try browser.click("[name=save]")
    #expect(try browser.until("document.querySelector('.toast')"))
    let text = try page.text("things/two.yaml")
    #expect(text.contains("large") && text.split(separator: "large")[1].contains("small"), "\(text)")
  }

  @Test("the page says so itself when its daemon is stopped, and keeps nothing of the catalogue")
  func stopped() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    #expect(try browser.wait("navigator.serviceWorker.ready.then(() => done('ready'))") == "ready")
    try browser.open(page.address("/things"))
    #expect(try browser.until("navigator.serviceWorker.controller"))
    // What is searched for asks the daemon, with no thought of the worker.
    try browser.run("fetch('/things?q=two').then((response) => response.text())")
    let entry = "performance.getEntriesByName(location.origin + '/things?q=two')[0]"
    #expect(try browser.until("\(entry)?.workerFinalSourceType === 'network'"))
    page.server.stop()
    // It looks as always, also where the browser has forgotten what it fetched.
    try browser.command("Network.clearBrowserCache", "{}")
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.querySelector('h1')?.textContent === 'The cabinet is closed'"))
    #expect(try browser.until("document.styleSheets.length && [...document.styleSheets].every((s) => s.cssRules.length > 300)"))
    let kept = try browser.wait(
      "caches.open('vitrine-shell').then((c) => c.keys()).then((k) => done(k.map((r) => new URL(r.url).pathname).filter((p) => !p.startsWith('/assets/')).join()))"
    )
    #expect(kept == "/offline")
  }

  @Test("what is saved while nobody takes it stays in the form, which says so")
  func unsent() throws {
    let page = try RunningPage()
    let browser = try page.browser()
    try browser.open(page.address("/things//things/one?edit"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try browser.run(
      "const title = document.querySelector('[name=title]'); title.value = 'Typed'; title.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    page.server.stop()
    #expect(try browser.until("document.querySelector('.lost')"))
    try browser.run("document.querySelector('main [name=save]').click()")
    #expect(try browser.until("document.querySelector('.lost').textContent.startsWith('Not saved')"))
    #expect(try browser.run("return document.querySelector('[name=title]').value") == "Typed")
  }
}
