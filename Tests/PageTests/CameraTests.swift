// The camera's page: what it sends and what becomes of it, over HTTP and in a real browser with cameras of several sorts.

import FoundationEssentials
import Glibc
import Testing
import VitrineApplication
import VitrinePage
import VitrineTesting

/// Shots over HTTP.
@Suite struct ShotTests {
  @Test("the camera's page may ask for the camera and the position, and no other page may (C-NFR8, M11.1)")
  func headers() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let camera = try page.get("/camera")
    #expect(camera.status == 200)
    #expect(camera.headers["permissions-policy"]?.contains("camera=(self)") == true)
    #expect(camera.headers["permissions-policy"]?.contains("microphone=()") == true)
    #expect(camera.headers["content-security-policy"]?.contains("script-src 'self';") == true)
    #expect(camera.headers["content-security-policy"]?.contains("unsafe") == false)
    #expect(try page.get("/").headers["permissions-policy"]?.contains("camera=()") == true)
    // Why, as the catalogue says it, in the person's language; and the way for those without a camera or a script.
    #expect(camera.text.contains("The camera is used to photograph miniatures and clothes."))
    #expect(try page.get("/camera", ["Accept-Language: tr"]).text.contains("Kamera, minyatürleri ve giysileri"))
    #expect(camera.text.contains("<input type=\"file\" name=\":photo\""))
    #expect(
      try page.get("/camera?for=minis/40k/ultramarines/captain").text.contains("data-for=\"minis/40k/ultramarines/captain\""))
    // Its cross leads back to where it was opened.
    let captain = try page.get("/camera?for=minis/40k/ultramarines/captain").text
    #expect(captain.contains("id=\"back\" href=\"/miniatures//minis/40k/ultramarines/captain\""))
    #expect(camera.text.contains("id=\"back\" href=\"/\""))
    #expect(try page.get("/camera?for=nobody").status == 404)
    #expect(try page.get("/shots").text.contains("href=\"/camera\""))
    #expect(
      try page.get("/miniatures//minis/40k/ultramarines/captain").text.contains(
        "/camera?for=minis%2F40k%2Fultramarines%2Fcaptain"))
  }

  private static let photo = TestData.checkout + "/examples/collection/shots/2026-05-30/IMG_0193.heic"

  @Test("a shot goes into the folder of its day with its record; without its location, where that is not wanted (C-FR14, C-FR15)")
  func saved() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: Self.photo))) + Array("\u{0}\u{0}\u{0}\u{c}free0001".utf8)
    let said = [("taken", "2031-02-03T04:05:06.789+03:00"), ("iso", "400"), ("camera", "Somebody's phone")]
    let kept = try page.upload("/camera", [(":photo", "a.heic", bytes)], fields: said)
    #expect(kept.status == 303)
    // What the photo says itself comes before what the browser knows.
    #expect(kept.headers["location"]?.hasPrefix("/shots/2026-05-30/") == true)
    let other = bytes + Array("\u{0}\u{0}\u{0}\u{c}free0002".utf8)
    let stripped = try page.upload("/camera", [(":photo", "b.heic", other)], fields: said + [("geotag", "strip")])
    #expect(stripped.status == 303)
    let path = String((stripped.headers["location"] ?? "").dropFirst().prefix { $0 != "?" })
    #expect(try !page.text(path + ".yaml").contains("location"))
    let file = try page.folder.read(path + ".heic")
    #expect(file.count == other.count && file != other)
    // Bytes that a record has are said to be there; what is no image is refused.
    #expect(try page.upload("/camera", [(":photo", "c.jpg", Array("no image".utf8))], fields: []).status == 422)
    #expect(try page.upload("/camera", []).status == 422)
    #expect(try page.upload("/camera", [(":photo", "c.heic", bytes)], fields: [("for", "nobody")]).status == 404)
    let added = try page.upload("/camera", [(":photo", "d.heic", bytes)], fields: [("for", "minis/40k/ultramarines/captain")])
    #expect(
      added.headers["location"]?.hasPrefix("/minis/40k/ultramarines/captain?done=") == true
        || added.headers["location"]?.hasPrefix("/miniatures//minis/40k/ultramarines/captain?done=") == true)
  }

  @Test("a frame that is not what its form says is refused, and one that is becomes a DNG (C-FR12)")
  func frames() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let said = [("taken", "2031-02-03T04:05:06.789+03:00"), ("shutter", "1/50"), ("range", "limited"), ("matrix", "bt709")]
    let bytes = [UInt8](repeating: 128, count: 64 * 48 * 3 / 2)
    let fits = [("frame", "I420"), ("width", "64"), ("height", "48")]
    let reply = try page.upload("/camera", [(":photo", "a.frame", bytes)], fields: said + fits)
    #expect(reply.status == 303, "\(reply.text)")
    let path = String((reply.headers["location"] ?? "").dropFirst().prefix { $0 != "?" })
    #expect(try page.folder.read(path + ".dng").starts(with: Array("II*\0".utf8)))
    #expect(try page.text(path + ".yaml").contains("shutter: 1/50"))
    for wrong in [
      [("frame", "I420"), ("width", "64"), ("height", "49")], [("frame", "I444"), ("width", "64"), ("height", "48")],
      [("frame", "I420"), ("width", "99999999999999999999"), ("height", "48")],
      [("frame", "RGBA"), ("width", "64"), ("height", "48")],
      [("frame", "NV12"), ("width", "-64"), ("height", "-48")], [("frame", "I420")],
    ] {
      #expect(try page.upload("/camera", [(":photo", "a.frame", bytes)], fields: said + wrong).status == 422, "\(wrong)")
    }
  }

  @Test("words of a browser that are no values are left out, and never break a record")
  func hostile() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: Self.photo)))
    for (number, words) in [
      [("taken", "yesterday"), ("iso", "-1"), ("shutter", "1/0"), ("latitude", "91"), ("longitude", "nan")],
      [
        ("taken", "2026-01-01T00:00:00"), ("iso", "9999999999999999999"), ("shutter", "inf"), ("latitude", "1e400"),
        ("longitude", "0"),
      ],
      [("camera", String(repeating: "x", count: 4000)), ("for", "../../etc/passwd")],
    ].enumerated() {
      bytes += Array("\u{0}\u{0}\u{0}\u{c}free000\(number)".utf8)
      let reply = try page.upload("/camera", [(":photo", "../../x.heic", bytes)], fields: words)
      #expect([303, 404].contains(reply.status), Comment(rawValue: reply.text))
    }
  }
}

/// The viewfinder in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct CameraBrowserTests {
  private static let fake = ["--use-fake-device-for-media-stream=device-count=3,fps=60", "--use-fake-ui-for-media-stream"]

  func browser(_ page: RunningPage, _ window: Browser.Window, simulated: Bool = false, at address: String = "/camera")
    throws -> Browser
  {
    let browser = try Browser(window)
    try browser.open(page.server.makeEntryAddress())
    #expect(try browser.until("location.pathname === '/'"))
    if simulated { try browser.inject(SimulatedCamera.script) }
    try browser.open("http://127.0.0.1:\(page.server.port)" + address)
    return browser
  }

  func open(_ browser: Browser) throws {
    #expect(try browser.until("window.camera"))
    try browser.run("if (!document.getElementById('camera').classList.contains('live')) document.getElementById('open').click()")
    #expect(
      try browser.until(
        "document.getElementById('camera').classList.contains('live') && document.getElementById('view').videoWidth > 0"))
  }

  /// Writes a picture to the folder of `VITRINE_PICTURES`, for somebody to look at.
  func show(_ browser: Browser, _ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["VITRINE_PICTURES"] else { return }
    try Data(try browser.picture()).write(to: URL(filePath: "\(folder)/\(name).png"))
  }

  @Test("nothing is asked before a click, and a shot of the browser's own camera becomes a record (M5.1, M5.3, C-FR6, C-FR17)")
  func shot() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    var window = Browser.Window.phone
    window.arguments = ["--use-fake-device-for-media-stream=device-count=3,fps=60", "--use-fake-ui-for-media-stream"]
    let browser = try browser(page, window)
    #expect(try browser.until("window.camera"))
    try show(browser, "camera-start")
    try open(browser)
    #expect(try browser.until("document.getElementById('lens').options.length === 3"))
    try browser.run("document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.saved.length === 1"))
    let address = try browser.run("return window.camera.state.saved[0]")
    #expect(address.hasPrefix("/shots/20"))
    #expect(try page.text(String(address.dropFirst()) + ".yaml").contains("taken: "))
    #expect(try page.folder.read(String(address.dropFirst()) + ".jpg").starts(with: [0xFF, 0xD8, 0xFF, 0xE1]))
    if Need.program("exiftool").isMet(for: "EXIF of the camera's JPEG") {
      let file = page.folder.path + address + ".jpg"
      #expect(system("exiftool -validate -DateTimeOriginal '\(file)' | grep -c 'OK$\\|Original' | grep -q 2") == 0)
    }
    // A DNG of the frame's planes, which says what it is.
    try browser.run("document.getElementById('dng').click(); document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.saved.length === 2"))
    let dng = try browser.run("return window.camera.state.saved[1]")
    let bytes = try page.folder.read(String(dng.dropFirst()) + ".dng")
    #expect(bytes.count > 640 * 480 * 6)
    if Need.program("exiftool").isMet(for: "the camera's DNG") {
      #expect(
        system(
          "exiftool -validate -UniqueCameraModel '\(page.folder.path)\(dng).dng' | grep -c 'OK$\\|not sensor data' | grep -q 2")
          == 0)
    }
    try browser.run("document.getElementById('dng').click()")
    #expect(try browser.until("window.camera.state.bins && window.camera.state.bins.reduce((a, b) => a + b) > 1000"))
    try show(browser, "camera-auto")
    // Another lens, and a shot while it is on its way.
    try browser.run(
      "const l = document.getElementById('lens'); l.selectedIndex = 2; l.dispatchEvent(new Event('change')); document.getElementById('shoot').click()"
    )
    #expect(
      try browser.until(
        "window.camera.state.lens === document.getElementById('lens').selectedOptions[0].label && window.camera.device.track.readyState === 'live'"
      ))
    #expect(try browser.until("window.camera.state.saved.length === 3"))
    let console = try browser.log("browser")
    #expect(console.contains("[]"), Comment(rawValue: console))
  }

  @Test(
    "dials change pixels; Auto takes all back in one call; exposure and focus are held apart; a tap focuses (C-FR1 to C-FR5, C-FR8, C-FR9, C-FR10, C-FR11, C-U4, C-U6)"
  )
  func dials() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    // However busy this machine is.
    try browser.run("window.camera.state.limit = Infinity; document.getElementById('mode-pro').click()")
    #expect(
      try browser.until("document.getElementById('camera').classList.contains('pro') && !document.getElementById('turn').hidden"))
    #expect(try Double(browser.run("return window.camera.state.switched")) ?? 1000 < 500)
    let mean = """
      const mean = (c) => { const b = window.camera.state.bins; let s = 0, n = 0; for (let i = 0; i < 256; i++) { s += i * b[c * 256 + i]; n += b[c * 256 + i]; } return s / n; };
      const dial = (key, value) => { document.querySelector(`[data-dial=${key}]`).click(); const t = document.getElementById('turn'); const v = window.camera.state.values;
        t.value = v.reduce((best, x, i) => Math.abs(x - value) < Math.abs(v[best] - value) ? i : best, 0); t.dispatchEvent(new Event('input')); };
      const later = (act) => { let last = window.camera.state.bins, seen = 0; const look = () => {
        if (window.camera.state.bins !== last) { last = window.camera.state.bins; seen++; }
        if (seen < 5) setTimeout(look, 5); else done(String(act())); }; look(); };
      """
    // Frames come when this machine gets to them; those that were on their way when a dial was turned are let pass.
    func measure(_ key: String, _ value: String, _ expression: String) throws -> Double {
      Double(try browser.wait("\(mean) dial('\(key)', \(value)); later(() => \(expression));")) ?? -1
    }
    let dark = try measure("iso", "100", "mean(1)")
    let bright = try measure("iso", "200", "mean(1)")
    #expect(bright > dark * 1.7, "\(dark) \(bright)")
    #expect(try browser.run("return document.getElementById('turn').getAttribute('aria-valuetext')") == "ISO 200")
    #expect(try measure("exposureTime", "50", "mean(1)") < bright * 0.7)
    #expect(try browser.run("return document.getElementById('turn').getAttribute('aria-valuetext')") == "1/200 s")
    #expect(try browser.run("return document.getElementById('values').textContent") == "ISO 200  1/200 s  ƒ –  2 m  5500 K")
    let warm = try measure("colorTemperature", "8000", "mean(0) - mean(2)")
    let cold = try measure("colorTemperature", "3000", "mean(0) - mean(2)")
    #expect(warm > 20 && cold < -20, "\(warm) \(cold)")
    // Peaking lights what is sharp.
    try browser.run("document.getElementById('edges').click()")
    let sharp = try measure("focusDistance", "2", "window.camera.state.edges")
    let blurred = try measure("focusDistance", "9", "window.camera.state.edges")
    #expect(sharp > 1000 && blurred < sharp / 5, "\(sharp) \(blurred)")
    try show(browser, "camera-pro")
    // The wheel and the keys turn as well.
    try browser.run("document.querySelector('[data-dial=iso]').click(); document.getElementById('turn').focus()")
    let before = try browser.run("return window.sim.settings.iso")
    try browser.type("\u{E014}")
    #expect(try browser.until("window.sim.settings.iso > \(before)"))
    // Locks, each by itself.
    try browser.run(
      "window.sim.calls.length = 0; document.getElementById('af').setAttribute('aria-pressed', 'false'); document.getElementById('af').click()"
    )
    #expect(try browser.until("window.sim.calls.length > 0"))
    #expect(try browser.run("return JSON.stringify(window.sim.calls)").contains("exposureMode") == false)
    try browser.run(
      "document.getElementById('edges').click(); window.sim.calls.length = 0; document.getElementById('mode-auto').click()")
    #expect(try browser.until("window.sim.settings.exposureMode === 'continuous'"))
    #expect(
      try browser.run("return JSON.stringify(window.sim.calls)")
        == #"[[{"exposureMode":"continuous","focusMode":"continuous","whiteBalanceMode":"continuous","exposureCompensation":0}]]"#
    )
    // A tap, in the picture's own measure: the window shows the middle of it.
    try browser.run(
      "document.getElementById('finder').dispatchEvent(new MouseEvent('click', {clientX: innerWidth / 2, clientY: innerHeight / 4, bubbles: true}))"
    )
    #expect(try browser.until("!document.getElementById('ring').hidden && window.sim.settings.pointsOfInterest"))
    #expect(
      try browser.run("return window.sim.settings.pointsOfInterest.map((p) => `${p.x.toFixed(2)} ${p.y.toFixed(2)}`).join()")
        == "0.50 0.25")
    let console = try browser.log("browser")
    #expect(console.contains("[]"), Comment(rawValue: console))
  }

  @Test(
    "every refusal says what happened and what to do, and photos can be chosen all the same (M5.2, M5.4, M11.3, W8.2, C-FR18)")
  func refusals() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    for (name, words) in [
      ("NotAllowedError", "Allow"), ("NotFoundError", "No camera was found"), ("NotReadableError", "Another program"),
      ("OddError", "did not work"),
    ] {
      #expect(try browser.until("window.camera"))
      try browser.run("window.sim.deny = '\(name)'; document.getElementById('open').click()")
      #expect(try browser.until("document.getElementById('why').textContent.includes('\(words)')"), "\(name)")
      #expect(try browser.run("return document.querySelector('#start input[type=file]').checkVisibility()") == "true")
    }
    try show(browser, "camera-denied")
    try browser.run("window.sim.deny = null; document.getElementById('open').click()")
    #expect(try browser.until("document.getElementById('camera').classList.contains('live')"))
    // Pulled out, with a shot that waits for its frame: nobody waits for it any more.
    try browser.run("window.sim.track.stop(); document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.number === 1"))
    try browser.run("window.sim.track.dispatchEvent(new Event('ended'))")
    #expect(try browser.until("document.getElementById('why').textContent.includes('unplugged')"))
    #expect(try browser.until("window.camera.state.pending.size === 0"))
  }

  @Test("under load less is drawn, the page says so, and all of it comes back by itself (C-NFR5, C-A7)")
  func load() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    try browser.run("window.camera.state.limit = Infinity; document.getElementById('edges').click()")
    #expect(try browser.until("window.camera.state.edges > 0 && document.getElementById('load').hidden"))
    // A device for which every frame is too much.
    try browser.run("window.camera.state.limit = 0")
    #expect(try browser.until("window.camera.state.slow && !document.getElementById('load').hidden"))
    #expect(try !browser.run("return document.getElementById('load').textContent").isEmpty)
    let drawn = try browser.wait(
      """
      let n = 0, last = null;
      const looking = setInterval(() => { if (window.camera.state.bins !== last) { last = window.camera.state.bins; n++; } }, 5);
      setTimeout(() => { clearInterval(looking); done(String(n)); }, 2000);
      """)
    #expect((1...13).contains(Int(drawn) ?? 0), "\(drawn) histograms in two seconds")
    try show(browser, "camera-load")
    // Peaking is off: what it found last is old.
    try browser.run("window.camera.state.edges = -1")
    try browser.run("window.camera.state.limit = Infinity")
    #expect(try browser.until("!window.camera.state.slow && document.getElementById('load').hidden"))
    #expect(try browser.until("window.camera.state.edges > 0"))
  }

  @Test(
    "a session ends with the page, also where that is loaded again at once, and where a browser loses its last words (C-NFR6)")
  func sessions() throws {
    let page = try RunningPage(copyOf: "examples/collection", keepsState: true)
    let log = try #require(SessionLog { $0 == "XDG_STATE_HOME" ? page.stateFolder : nil })
    let browser = try browser(page, Browser.Window(), simulated: true)
    let address = "http://127.0.0.1:\(page.server.port)"
    for _ in 0..<8 {
      try open(browser)
      try browser.open(address + "/camera")
    }
    // The last words of a tab are lost, and it is closed: the next page of the camera says them again.
    try open(browser)
    try browser.run("navigator.sendBeacon = () => true; sessionStorage.clear()")
    try browser.open(address + "/shots")
    try browser.run("sessionStorage.clear()")
    try browser.open(address + "/camera")
    let end = ContinuousClock.now + .seconds(30)
    while log.count(at: 0).open > 0, .now < end { usleep(20_000) }
    #expect(log.count(at: 0).begun >= 8)
    #expect(log.count(at: 0).open == 0)
  }

  @Test("thirty shots in three seconds are stored, in their order (C-NFR1, C-NFR7, C-A8)")
  func burst() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, Browser.Window(), simulated: true)
    try open(browser)
    try browser.run("document.getElementById('burst').click(); document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.number === 30"))
    #expect(try browser.until("window.camera.state.saved.length + document.querySelectorAll('#none').length >= 30"))
    let addresses = try browser.run("return window.camera.state.saved.join(' ')").split(separator: " ").map(String.init)
    #expect(Set(addresses).count == 30)
  }

  @Test(
    "black, 180 pixels of controls, 44-pixel targets, fading, and nothing that axe finds, on a phone held both ways (C-U2, C-U7, C-U9, C-U8, C-U10, C-U11, C-U12, C-U14)"
  )
  func looks() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let axe =
      LooksBrowserTests.hasAxe.isMet(for: "axe on the camera")
      ? try String(contentsOfFile: LooksBrowserTests.axe, encoding: .utf8) : nil
    for (name, width, height) in [("portrait", 390, 844), ("landscape", 844, 390), ("small", 320, 568)] {
      let browser = try browser(page, Browser.Window(width: width, height: height, isPhone: true), simulated: true)
      try open(browser)
      for mode in ["auto", "pro"] {
        try browser.run("document.getElementById('mode-\(mode)').click()")
        #expect(try browser.until("document.getElementById('camera').classList.contains('pro') === \(mode == "pro")"))
        #expect(try browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)")
        #expect(
          try Double(browser.run("return document.getElementById('panel').getBoundingClientRect().height")) ?? 999 <= 180,
          "\(name)")
        #expect(try browser.run("return document.documentElement.scrollWidth <= innerWidth") == "true", "\(name)")
        let small = try browser.run(
          """
          return [...document.querySelectorAll('#camera button, #camera select, #camera input, #camera a')].filter((e) => e.checkVisibility())
            .map((e) => [e.id, e.getBoundingClientRect()]).filter(([, b]) => b.width < 43.5 || b.height < 43.5).map(([id, b]) => `${id} ${b.width}x${b.height}`).join()
          """)
        #expect(small == "", "\(name) \(mode)")
        if mode == "pro" {
          // As many values as there can be, while it is said that less is drawn.
          let values = try browser.run(
            """
            document.getElementById('load').hidden = false; document.getElementById('load').textContent = 'The device is busy: fewer overlays for a while';
            const values = document.getElementById('values'), before = values.textContent; values.textContent = 'ISO 400  1/200 s  5500 K  ƒ 2.8';
            const box = values.getBoundingClientRect(), load = document.getElementById('load').getBoundingClientRect(); values.textContent = before;
            document.getElementById('load').hidden = true;
            return box.left >= 0 && box.right <= innerWidth && box.height < 45 && load.right <= innerWidth
              && (load.top >= box.bottom || load.right <= box.left) || JSON.stringify([box, load])
            """)
          #expect(values == "true", "\(name)")
        }
        // The picture fills the window however that is held, and what stands over it stands upright.
        let upright = try browser.run(
          """
          const box = document.getElementById('view').getBoundingClientRect();
          const turned = ['values', 'panel', 'histogram', 'lines'].map((id) => getComputedStyle(document.getElementById(id))).some((s) => s.rotate !== 'none' || /matrix\\((?!1, 0, 0, 1)/.test(s.transform));
          return !turned && getComputedStyle(document.getElementById('view')).objectFit === 'cover' && box.left <= 0 && box.top <= 0 && box.right >= innerWidth && box.bottom >= innerHeight
            || JSON.stringify([turned, box, innerWidth, innerHeight])
          """)
        #expect(upright == "true", "\(name) \(mode)")
        if let axe {
          try browser.evaluate(axe)
          let faults = try browser.wait(LooksBrowserTests.axeRun)
          #expect(faults == "", "\(name) \(mode)")
        }
        try show(browser, "camera-\(name)-\(mode)")
      }
      try browser.run("document.activeElement.blur()")
      #expect(try browser.until("document.getElementById('camera').classList.contains('idle')"))
      #expect(try browser.until("Number(getComputedStyle(document.getElementById('panel')).opacity) < 0.31"))
    }
  }
}
