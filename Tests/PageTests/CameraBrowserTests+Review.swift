// The camera's page in a browser: the last shot looked at, what the machine says of its cameras and its heat.

import FoundationEssentials
import Testing
import VitrineApplication
import VitrinePage
import VitrineSystem
import VitrineTesting

extension CameraBrowserTests {
  @Test("the last shot is looked at, gets stars by finger and by key, and is taken again where it did not turn out (M5.5, C-U12)")
  func review() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    try browser.run("document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.saved.length === 1 && !document.getElementById('shown').hidden"))
    let record = String(try browser.run("return window.camera.state.saved[0]").dropFirst())
    // A number in the viewfinder is for the shot that was just taken.
    try browser.run("document.getElementById('finder').focus()")
    try browser.type("3")
    #expect(try browser.until("document.getElementById('told').textContent === '3 stars'"))
    #expect(try page.text(record + ".yaml").contains("rating: 3"))
    try browser.run("document.getElementById('shown').click()")
    #expect(
      try browser.until(
        "document.getElementById('review').open && document.getElementById('reviewed').naturalWidth > 0 && document.querySelectorAll('#stars [aria-pressed=true]').length === 3"
      ))
    try show(browser, "camera-review")
    let small = try browser.run(
      """
      return [...document.querySelectorAll('#review button, #review a')].map((e) => [e.id, e.getBoundingClientRect()])
        .filter(([, b]) => b.width < 43.5 || b.height < 43.5).map(([id, b]) => `${id} ${b.width}x${b.height}`).join()
      """)
    #expect(small == "")
    #expect(try browser.run("return document.getElementById('deeds').getBoundingClientRect().height <= 180") == "true")
    if LooksBrowserTests.hasAxe.isMet(for: "axe on the last shot") {
      try browser.evaluate(try String(contentsOfFile: LooksBrowserTests.axe, encoding: .utf8))
      #expect(try browser.wait(LooksBrowserTests.axeRun) == "")
    }
    try browser.run("document.querySelector('[data-stars=\"5\"]').click()")
    #expect(try browser.until("document.querySelectorAll('#stars [aria-pressed=true]').length === 5"))
    #expect(try page.text(record + ".yaml").contains("rating: 5"))
    // Once more takes it away.
    try browser.run("document.querySelector('[data-stars=\"5\"]').click()")
    #expect(try browser.until("document.querySelectorAll('#stars [aria-pressed=true]').length === 0"))
    #expect(try !page.text(record + ".yaml").contains("rating"))
    try browser.run("document.getElementById('retake').click()")
    #expect(try browser.until("!document.getElementById('review').open && document.getElementById('shown').hidden"))
    #expect(throws: (any Error).self) { try page.text(record + ".yaml") }
    // The viewfinder is where it was, and the next shot is the last one then.
    try browser.run("document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.saved.length === 2 && !document.getElementById('shown').hidden"))
    let console = try browser.log("browser")
    #expect(console.contains("[]"), Comment(rawValue: console))
  }

  @Test(
    "Pro shows what a camera on a cable is set to, and why it does not say so; heat means fewer overlays and no thumbnails (C-FR11, C-NFR5)"
  )
  func machine() throws {
    let page = try RunningPage(copyOf: "examples/collection") {
      $0.camera.tethered = TetheredCameras(asking: {
        [
          TetheredCameras.Setting(model: "Canon EOS 6D", words: "ISO 400  1/125 s  ƒ 5.6  Daylight", isKnown: true),
          TetheredCameras.Setting(model: "Nikon DSC D750", words: "another program has 'Nikon DSC D750'", isKnown: false),
        ]
      })
      $0.camera.load = { MachineLoad(heat: 83) }
    }
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    try browser.run("window.camera.state.limit = Infinity")
    #expect(try browser.run("return document.getElementById('cable').checkVisibility()") == "false")
    try browser.run("document.getElementById('mode-pro').click()")
    #expect(try browser.until("document.getElementById('cable').checkVisibility()"))
    #expect(
      try browser.run("return document.getElementById('cable').textContent")
        == "Canon EOS 6D  ISO 400  1/125 s  ƒ 5.6  Daylight\nNikon DSC D750  –")
    #expect(
      try browser.run(
        "const b = document.getElementById('cable').getBoundingClientRect(); return b.left >= 0 && b.right <= innerWidth && b.height >= 44"
      ) == "true")
    try browser.run("document.getElementById('cable').click()")
    #expect(try browser.until("document.getElementById('told').textContent.includes('another program has')"))
    #expect(try browser.until("window.camera.state.slow && document.getElementById('load').textContent.includes('83 °C')"))
    try show(browser, "camera-cable")
    try browser.run("document.getElementById('last').width = 7; document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.saved.length === 1"))
    #expect(try browser.run("return document.getElementById('last').width") == "7")
  }

  @Test(
    "what is said before a camera is open fits the smallest telephone, with letters of twice the size, too (C-U14, C-FR17)",
    arguments: [100, 200])
  func beginning(percent: Int) throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, Browser.Window(width: 320, height: 568, isPhone: true), simulated: true)
    #expect(try browser.until("window.camera"))
    try browser.run("document.documentElement.style.fontSize = '\(percent)%'")
    #expect(
      try browser.run(
        """
        const start = document.getElementById('start');
        return [...start.querySelectorAll('h2, p, button, input:not([type=hidden]), a')].filter((e) => {
          const box = e.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth;
        }).map((e) => e.outerHTML.slice(0, 60)).join() + (start.scrollWidth > start.clientWidth ? ' wider' : '')
        """) == "")
  }

  @Test("on the smallest telephone no number of the values stands apart from its unit (C-FR11, C-U14)")
  func units() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, Browser.Window(width: 320, height: 568, isPhone: true), simulated: true)
    try open(browser)
    try browser.run(
      "document.getElementById('mode-pro').click(); Object.assign(window.sim.settings, { iso: 25600, exposureTime: 1.25, focusDistance: 0.3 })"
    )
    #expect(try browser.until("document.getElementById('values').textContent === 'ISO 25600  1/8000 s  ƒ –  0.3 m  5500 K'"))
    #expect(
      try browser.run(
        """
        const box = document.getElementById('values').getBoundingClientRect();
        return box.left >= 0 && box.right <= innerWidth && [...document.querySelectorAll('#values span')].every((span) => span.getClientRects().length === 1)
        """) == "true")
    try show(browser, "camera-units")
  }

  @Test("the aperture that the photos of a lens say is shown with the other values (C-FR11)")
  func aperture() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    try browser.run("document.getElementById('mode-pro').click()")
    #expect(try browser.until("document.getElementById('values').textContent.includes('ƒ –')"))
    // A photo of a telephone's own, which says what a film's frame cannot.
    let photo = try [UInt8](page.folder.read("shots/2026-05-30/IMG_0193.heic")) + Array("\u{0}\u{0}\u{0}\u{c}free0009".utf8)
    try browser.run(
      """
      window.camera.queue.add({ blob: new Blob([new Uint8Array([\(photo.map(String.init).joined(separator: ","))])]), name: 'a.heic', facts: { taken: '2031-02-03T04:05:06+03:00' } });
      """)
    #expect(try browser.until("document.getElementById('values').textContent.includes('ƒ 2.8')"))
    // Another lens has said nothing yet.
    try browser.run("const l = document.getElementById('lens'); l.selectedIndex = 2; l.dispatchEvent(new Event('change'))")
    #expect(try browser.until("document.getElementById('values').textContent.includes('ƒ –')"))
  }

  @Test("a camera that was refused before is said to be so at once, with the way out, and opens when it is allowed (M11.5)")
  func known() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    var window = Browser.Window.phone
    window.arguments = ["--use-fake-device-for-media-stream"]
    window.isWhole = true
    let browser = try Browser(window)
    try browser.open(page.server.makeEntryAddress())
    #expect(try browser.until("location.pathname === '/'"))
    let origin = "\"origin\":\"http://127.0.0.1:\(page.server.port)\""
    func allow(_ setting: String) throws {
      _ = try browser.command(
        "Browser.setPermission", "{\"permission\":{\"name\":\"camera\"},\"setting\":\"\(setting)\",\(origin)}")
    }
    try allow("denied")
    try browser.open("http://127.0.0.1:\(page.server.port)/camera")
    #expect(try browser.until("window.camera?.state.error === 'NotAllowedError'"))
    #expect(try browser.run("return document.getElementById('why').textContent").contains("Allow"))
    try allow("granted")
    #expect(
      try browser.until(
        "document.getElementById('camera').classList.contains('live') && document.getElementById('view').videoWidth > 0"))
  }

  @Test("the shutter opens when it is pressed, however late the worker began (C-NFR1)")
  func shutterLag() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, Browser.Window(), simulated: true)
    try open(browser)
    // A worker counts from when it began, the page from when it was asked for: what one tells the other is how long to wait.
    let told = try browser.wait(
      """
      const plain = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message.shoot) done(String(message.shoot.wait <= 0));
        return plain.call(this, message, ...more);
      };
      document.getElementById('shoot').click();
      """)
    #expect(told == "true")
    #expect(try browser.until("window.camera.state.saved.length === 1"))
  }

  @Test("photos of a burst are of different frames, also where frames come more slowly than photos are wanted (C-NFR1)")
  func distinct() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, Browser.Window(), simulated: true)
    try open(browser)
    let told = try browser.wait(
      """
      (async () => {
        const address = performance.getEntriesByType('resource').map((e) => e.name).find((n) => n.includes('camera-frames'));
        const { worker } = await import(address);
        const bytes = new Uint8Array(64 * 64 * 3 / 2), times = [];
        worker.addEventListener('message', ({ data }) => {
          if (data.shot > 1000) times.push(data.timestamp);
          if (times.length === 3) done(times.join(' '));
        });
        let n = 0;
        const frames = new ReadableStream({
          async pull(to) {
            await new Promise((resolve) => setTimeout(resolve, 50));
            // Three at once, when the frames of this film have come.
            if (n === 3) for (const number of [1001, 1002, 1003]) worker.postMessage({ shoot: { number, wait: -1 } });
            to.enqueue(new VideoFrame(bytes, { format: 'I420', codedWidth: 64, codedHeight: 64, timestamp: 1000 * ++n }));
          } }, { highWaterMark: 0 });
        worker.postMessage({ frames }, [frames]);
      })().catch((error) => done(String(error)));
      """)
    let times = told.split(separator: " ").compactMap { Int($0) }
    #expect(times.count == 3 && times == times.sorted() && Set(times).count == 3, "\(told)")
  }
}
