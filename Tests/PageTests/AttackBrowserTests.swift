// What attackers try, in a real browser of somebody who was let in: pages of other programs, files that carry scripts, names that do.

import Testing
import VitrinePage
import VitrineTesting

/// Attacks in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct AttackBrowserTests {
  private static func picture() throws -> [UInt8] { try TestData.own("examples/collection/games/chrono-trigger.jpg") }

  @Test("a page on another port of this machine gets the cookie from the browser, and can do nothing with it")
  func otherPort() throws {
    let page = try RunningPage()
    let before = try page.text("things/one.yaml")
    let (target, list, photo) = (page.address("/things/one?edit"), page.address("/things"), page.address("/photo/things/one.jpg"))
    try page.folder.write(try Self.picture(), to: "things/one.jpg")
    // All that a page can send without the other side's leave, and the form last, which leads away.
    let site = try OtherSite(
      """
      <!DOCTYPE html><title>other</title><body><script>
      (async () => {
        const body = new URLSearchParams({title: 'Taken', 'was:title': 'One', save: '1'});
        const done = [];
        for (const mode of ['no-cors', 'cors']) {
          for (const [address, options] of [['\(list)', {}], ['\(target)', {method: 'POST', body}], ['\(page.address("/undo"))', {method: 'POST', body}]]) {
            try { const r = await fetch(address, {mode, credentials: 'include', ...options}); done.push(r.type === 'opaque' ? 'opaque' : (await r.text()).length); }
            catch { done.push('refused'); }
          }
        }
        done.push(navigator.sendBeacon('\(target)', body));
        done.push(await new Promise((end) => { const i = new Image(); i.onload = () => end('shown'); i.onerror = () => end('not shown'); i.src = '\(photo)'; }));
        const script = await new Promise((end) => { const s = document.createElement('script'); s.src = '\(list)'; s.onload = () => end('run'); s.onerror = () => end('not run'); document.body.append(s); });
        done.push(script);
        done.push(await new Promise((end) => { const s = new EventSource('\(page.address("/events"))', {withCredentials: true}); s.onopen = () => end('open'); s.onerror = () => end('closed'); }));
        const opened = open('\(list)', 'other');
        await new Promise((end) => setTimeout(end, 300));
        try { done.push(opened && opened.document && opened.document.title.includes('A shelf') ? 'read' : 'nothing'); } catch { done.push('nothing'); }
        window.done = done.join();
      })();
      </script></body>
      """)
    let browser = try page.browser()
    try browser.open("http://127.0.0.1:\(site.port)/")
    #expect(try browser.until("window.done"))
    let done = try browser.run("return window.done")
    // Of answers that a page may have without reading them ('opaque') only that there was one is known.
    let answers = Set(done.split(separator: ",").map(String.init))
    #expect(answers.isSubset(of: ["opaque", "refused", "true", "false", "not shown", "not run", "closed", "nothing"]), "\(done)")
    #expect(answers.isSuperset(of: ["not shown", "not run", "closed", "nothing"]), "\(done)")
    // Cookies know no ports: that is why the cookie alone opens nothing to other programs (decision 0071).
    #expect(site.asked.contains { $0.contains("vitrine-\(page.server.port)=") })
    // A form, as a person would be made to send it.
    try browser.run(
      """
      const form = Object.assign(document.createElement('form'), {method: 'post', action: '\(target)'});
      form.append(Object.assign(document.createElement('input'), {name: 'title', value: 'Taken'}));
      document.body.append(form); form.submit();
      """)
    #expect(try browser.until("location.port === '\(page.server.port)' && document.body.textContent.includes('another page')"))
    // A frame stays empty.
    try browser.open("http://127.0.0.1:\(site.port)/")
    let framed = try browser.wait(
      """
      const frame = document.createElement('iframe'); frame.onload = () => { try { done(frame.contentDocument ? 'read' : 'closed'); } catch { done('closed'); } };
      frame.src = '\(page.address("/"))'; document.body.append(frame);
      """)
    #expect(framed == "closed")
    #expect(try page.text("things/one.yaml") == before)
  }

  @Test("a name that leads here by a resolver, from a page of its own on this port's name: nothing is read, nothing is written")
  func rebinding() throws {
    let page = try RunningPage()
    let before = try page.text("things/one.yaml")
    let browser = try page.browser(Browser.Window(arguments: ["--host-resolver-rules=MAP evil.example 127.0.0.1"]))
    let evil = "http://evil.example:\(page.server.port)"
    // After its rebinding the attacker's page is of the same origin as what it asks for.
    try browser.open(evil + "/")
    let done = try browser.wait(
      """
      (async () => {
        const found = [];
        for (const [path, options] of [['/things', {}], ['/', {}], ['/events', {}], ['/things/one?edit', {method: 'POST', body: new URLSearchParams({title: 'Taken'})}], ['/photo/things/one.jpg', {}]]) {
          try { const r = await fetch(path, options); found.push(r.status + (/One|A shelf/.test(await r.text()) ? ' read' : '')); } catch { found.push('refused'); }
        }
        done(found.join());
      })();
      """)
    #expect(done == "421,421,421,421,421" || !done.contains("read") && !done.contains("200"), "\(done)")
    #expect(try browser.run("return document.cookie") == "")
    #expect(try page.text("things/one.yaml") == before)
  }

  /// What runs in the browser shows itself here.
  private static let alarm = "window.alarm = (window.alarm ?? 0) + 1"

  @Test("a script in an SVG, in HTML and in a picture that is both is never run, however it was brought and however it is opened")
  func files() throws {
    let page = try RunningPage()
    let html = "<!DOCTYPE html><script>\(Self.alarm); document.title = 'run'</script>"
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"\(Self.alarm)\"><script>document.title = 'run'</script></svg>"
    let jpeg = try Self.picture()
    // A comment segment with a page in it: a picture to one reader, a page to another.
    let comment = Array("*/=0;--></script>\(html)<!--".utf8)
    let both =
      jpeg[..<2] + [0xFF, 0xFE, UInt8((comment.count + 2) >> 8), UInt8((comment.count + 2) & 255)] + comment + jpeg[2...]
    try page.folder.write(Array(both), to: "things/one.jpg")
    try page.folder.write(html, to: "things/one-2.jpg")
    try page.folder.write(svg, to: "things/one-3.png")
    try page.folder.write(svg, to: "things/one-4.svg")
    try page.folder.write(html, to: "things/one-5.html")
    for (name, bytes) in [("a.svg", Array(svg.utf8)), ("b.html", Array(html.utf8)), ("c.jpg", Array(html.utf8))] {
      #expect(try page.upload("/things/one?photos", [(":photo", name, bytes)]).status == 422, "\(name)")
    }
    let browser = try page.browser()
    for path in [
      "/photo/things/one.jpg", "/photo/things/one-2.jpg", "/photo/things/one-3.png", "/photo/things/one-4.svg",
      "/photo/things/one-5.html", "/thumb/things/one.jpg", "/thumb/things/one-3.png",
    ] {
      try? browser.open(page.address(path))
      #expect(try browser.run("return String(window.alarm) + document.title.includes('run')") == "undefinedfalse", "\(path)")
    }
    try browser.open(page.address("/things/one"))
    #expect(try browser.until("document.querySelector('.photo img')?.naturalWidth > 0"))
    // As a script, a style, a frame, an object of the page itself.
    let used = try browser.wait(
      """
      (async () => {
        const found = [];
        for (const path of ['/photo/things/one.jpg', '/photo/things/one-2.jpg', '/photo/things/one-3.png']) {
          for (const [name, key] of [['script', 'src'], ['iframe', 'src'], ['object', 'data'], ['embed', 'src']]) {
            const element = document.createElement(name);
            try { element[key] = path; } catch { found.push('refused'); continue; }
            const end = new Promise((end) => { element.onload = () => end('loaded'); element.onerror = () => end('refused'); setTimeout(() => end('silent'), 1000); });
            document.body.append(element);
            await end;
          }
        }
        done(String(window.alarm));
      })();
      """)
    #expect(used == "undefined")
  }

  @Test("names with markup are texts in every view, and nothing of them runs")
  func names() throws {
    let hostile = "<img src=x onerror=\"\(Self.alarm)\">'&</title><script>\(Self.alarm)</script>"
    let quoted = "'" + hostile.replacing("'", with: "''") + "'"
    var files = RunningPage.files
    files["vitrine.yaml"] = files["vitrine.yaml"]?.replacing("title: A shelf", with: "title: \(quoted)")
    files["things/bad <b>.yaml"] = "title: \(quoted)\nstate: used\nshelf: '<b>top</b>'\nlabels: [\(quoted)]\nnotes: \(quoted)\n"
    files["things/good.yaml"] = "title: Good\nstate: used\nlabels: [\(quoted)]\nnotes: \(quoted)\nbeside: \"bad <b>\"\n"
    files["views/v.view.yaml"] = "title: \(quoted)\nkind: thing\nquery: 'state:used'\n"
    let page = try RunningPage(files)
    try page.folder.write(try Self.picture(), to: "things/good-<img src=x onerror=alert(1)>.jpg")
    let bad = "/things/bad%20%3Cb%3E"
    // Something in the log and in the trash, too.
    _ = try page.post(bad, [("set", "state"), ("value", "gone")])
    #expect(try page.post("/things/one?delete", [("quick", "1")]).status == 303)
    let browser = try page.browser()
    for path in [
      "/", "/things", "/things?as=table", "/all", "/things?q=%40v", "/things?q=%3Cscript%3E", bad, bad + "?edit", bad + "?delete",
      bad + "?rename", bad + "?history", "/things/good", "/things/good?edit", "/report", "/report?by=file", "/properties",
      "/properties/labels", "/log", "/trash", "/new/thing?title=%3Cimg%20src%3Dx%20onerror%3Dalarm()%3E", "/export", "/import",
      "/libraries", "/about", "/more", "/%3Cscript%3E", "/complete?q=%3Cimg%3E&kind=thing", "/camera?for=things/good",
    ] {
      try browser.open(page.address(path))
      let isReady = "document.documentElement.classList.contains('enhanced') || document.readyState === 'complete'"
      #expect(try browser.until(isReady), "\(path)")
      let found = try browser.run(
        "return String(window.alarm) + document.querySelectorAll('img[src=x], [onerror], main script').length")
      #expect(found == "undefined0", "\(path)")
    }
    // Where the script writes: completions, offers, a message while typing, what changes while one looks.
    try browser.open(page.address("/things"))
    #expect(try browser.until("document.documentElement.classList.contains('enhanced')"))
    try page.folder.write("title: \(quoted)\nlabels: [\(quoted)]\n", to: "things/new.yaml")
    #expect(try browser.until("document.querySelector('#rows [id$=new]')"))
    #expect(try browser.run("return document.querySelectorAll('#rows .card').length") == "4")
    try browser.type("/")
    try browser.type("labels:")
    #expect(try browser.until("document.querySelector('[role=option]')"))
    #expect(
      try browser.run("return String(window.alarm) + document.querySelectorAll('img[src=x], [onerror]').length") == "undefined0")
  }
}
