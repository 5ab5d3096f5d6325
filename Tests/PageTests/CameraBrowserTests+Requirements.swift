// What the camera's page promises beside its dials: the histogram, what it remembers, hands, eyes, and browsers that can do less.

import Testing
import VitrineApplication
import VitrinePage
import VitrineTesting

extension CameraBrowserTests {
  @Test("the histogram of a frame's planes is vitrine's own of the same pixels, and a button takes it away (C-FR7, C-U5)")
  func histogram() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    #expect(try browser.until("window.camera.state.bins && !document.getElementById('histogram').hidden"))
    // The camera's frames give way to one picture, again and again, with its colours at half size.
    let found = try browser.wait(
      """
      (async () => {
        const of = (name) => performance.getEntriesByType('resource').map((e) => e.name).find((n) => n.includes(name));
        const { worker } = await import(of('camera-frames'));
        const bytes = new Uint8Array(64 * 64 * 3 / 2);
        for (let y = 0; y < 64; y++) for (let x = 0; x < 64; x++) bytes[y * 64 + x] = x * 4 + y * 3 + (x * y >> 4);
        for (let y = 0; y < 32; y++) for (let x = 0; x < 32; x++) { bytes[4096 + y * 32 + x] = x * 7 + y * 5; bytes[5120 + y * 32 + x] = x * 3 + y * 11 + 40; }
        let n = 0;
        const frames = new ReadableStream({
          async pull(to) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            to.enqueue(new VideoFrame(bytes, { format: 'I420', codedWidth: 64, codedHeight: 64, timestamp: 1000 * n++,
              colorSpace: { matrix: 'smpte170m', primaries: 'smpte170m', transfer: 'smpte170m', fullRange: true } }));
          } }, { highWaterMark: 0 });
        worker.postMessage({ frames }, [frames]);
        const look = () => {
          const bins = window.camera.state.bins;
          if (bins.reduce((a, b) => a + b, 0) === 31 * 31 * 3) done(bins.join(' ')); else setTimeout(look, 20);
        };
        look();
      })().catch((error) => done(String(error)));
      """)
    let expected = ColorHistogram(Self.sampled)
    #expect(found == (expected.red + expected.green + expected.blue).map(String.init).joined(separator: " "))
    try browser.run("document.getElementById('bins').click()")
    #expect(try browser.run("return document.getElementById('histogram').checkVisibility()") == "false")
  }

  /// Every second pixel of the picture within its border, as the worker looks at it. Source: ITU-R BT.601, full range.
  private static var sampled: Pixels {
    var pixels = Pixels(width: 31, height: 31, filledWith: (0, 0, 0))
    func shade(_ value: Double) -> UInt8 { UInt8(min(max((value + 0.5).rounded(.down), 0), 255)) }
    for row in 0..<31 {
      for column in 0..<31 {
        let (x, y) = (column * 2 + 2, row * 2 + 2)
        let luma = Double((x * 4 + y * 3 + ((x * y) >> 4)) & 255)
        let blue = Double((x / 2 * 7 + y / 2 * 5) & 255) - 128
        let red = Double((x / 2 * 3 + y / 2 * 11 + 40) & 255) - 128
        let place = (row * 31 + column) * 3
        pixels.bytes[place] = shade(luma + 1.402 * red)
        pixels.bytes[place + 1] = shade(luma - 0.344136 * blue - 0.714136 * red)
        pixels.bytes[place + 2] = shade(luma + 1.772 * blue)
      }
    }
    return pixels
  }

  @Test("Pro, the histogram and the grid are as they were left when the page is opened again (C-FR16)")
  func remembered() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    #expect(try browser.run("return document.getElementById('mode-auto').getAttribute('aria-checked')") == "true")
    try browser.run("for (const id of ['mode-pro', 'grid', 'bins']) document.getElementById(id).click()")
    #expect(try browser.until("document.getElementById('camera').classList.contains('pro')"))
    try browser.open("http://127.0.0.1:\(page.server.port)/camera")
    try open(browser)
    #expect(try browser.until("document.getElementById('camera').classList.contains('pro')"))
    #expect(try browser.run("return document.getElementById('mode-pro').getAttribute('aria-checked')") == "true")
    #expect(
      try browser.run("return document.getElementById('lines').hidden || !document.getElementById('histogram').hidden") == "false"
    )
  }

  @Test(
    "a dial follows the wheel, keys and a finger, ticks in the hand, and asks the camera no more often than it answers (C-NFR4, C-U1)"
  )
  func hands() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    try browser.run(
      """
      window.ticks = []; navigator.vibrate = (n) => { window.ticks.push(n); return true; };
      document.getElementById('mode-pro').click();
      document.querySelector('[data-dial=iso]').click();
      """)
    #expect(try browser.until("!document.getElementById('turn').hidden"))
    try browser.run("window.sim.settings.iso = 100; document.getElementById('turn').focus()")
    try browser.type("\u{E014}")
    #expect(try browser.until("window.sim.settings.iso > 100 && window.ticks.includes(5)"))
    let before = try browser.run("return window.sim.settings.iso")
    try browser.run(
      "document.getElementById('turn').dispatchEvent(new WheelEvent('wheel', {deltaY: 1, cancelable: true, bubbles: true}))")
    #expect(try browser.until("window.sim.settings.iso > \(before)"))
    // A drag over all values at once, on a camera that takes 30 ms for each: it is asked for the next when it has answered, and at the end for the last.
    let asked = try browser.wait(
      """
      const track = window.sim.track, apply = track.applyConstraints;
      let open = 0, most = 0;
      track.applyConstraints = async (wanted) => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 30));
        open--;
        return apply(wanted);
      };
      window.sim.calls.length = 0;
      const turn = document.getElementById('turn');
      let at = 0;
      const step = () => {
        turn.value = at; turn.dispatchEvent(new Event('input'));
        if (++at <= Number(turn.max)) return setTimeout(step, 1);
        const look = () => {
          if (window.sim.settings.iso !== window.camera.state.values.at(-1)) return setTimeout(look, 10);
          done([at, window.sim.calls.length, most].join(' '));
        };
        look();
      };
      step();
      """)
    // The other dial, turned while the camera is still at the first: neither takes the other back.
    let both = try browser.wait(
      """
      const turn = document.getElementById('turn'), set = (place) => { turn.value = place; turn.dispatchEvent(new Event('input')); };
      set(3);
      document.querySelector('[data-dial=exposureTime]').click();
      set(0);
      setTimeout(() => done([window.sim.settings.iso === window.camera.dials.find((d) => d.key === 'iso').values(window.camera.device.capabilities.iso)[3],
        window.sim.settings.exposureTime === window.camera.state.values[0]].join(' ')), 500);
      """)
    #expect(both == "true true")
    let words = asked.split(separator: " ")
    #expect(words.count == 3 && words.last == "1", Comment(rawValue: asked))
    if let steps = Int(words.first ?? ""), words.count == 3, let calls = Int(words[1]) {
      #expect(calls <= steps, Comment(rawValue: asked))
    }
  }

  @Test("a dial of another lens turns nothing: its values went with it (C-FR6)")
  func otherLens() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    try browser.run(
      """
      window.faults = []; addEventListener('error', (event) => faults.push(event.message));
      for (const mode of ['pro', 'auto']) document.getElementById('mode-' + mode).click();
      const lens = document.getElementById('lens'); window.was = lens.value;
      lens.selectedIndex = (lens.selectedIndex + 1) % lens.options.length; lens.dispatchEvent(new Event('change'));
      """)
    #expect(try browser.until("window.camera.state.dial === null && window.camera.state.ready"))
    try browser.run("const turn = document.getElementById('turn'); turn.value = 1; turn.dispatchEvent(new Event('input'))")
    #expect(try browser.run("return faults.join()") == "")
    #expect(try browser.run("return document.getElementById('lens').value === was") == "false")
  }

  @Test("values are white on black, at 7:1 and more; nothing moves where the person wants no motion (C-U3, C-U13)")
  func eyes() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    try browser.run("document.getElementById('mode-pro').click()")
    // The worst there can be below the values is a white picture, of which their own ground leaves a part.
    let contrast = try browser.run(
      """
      const parts = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return [n[0], n[1], n[2], n[3] ?? 1]; };
      const light = (c) => { const [r, g, b] = c.map((v) => { const s = v / 255; return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const style = getComputedStyle(document.getElementById('values'));
      const [text, ground] = [parts(style.color), parts(style.backgroundColor)];
      const below = ground.slice(0, 3).map((c) => c * ground[3] + 255 * (1 - ground[3]));
      const [a, b] = [light(text.slice(0, 3)), light(below)].sort((x, y) => y - x);
      return (a + 0.05) / (b + 0.05);
      """)
    #expect(try #require(Double(contrast)) >= 7)
    #expect(
      try browser.run("return parseFloat(getComputedStyle(document.getElementById('panel')).transitionDuration) > 0") == "true")
    _ = try browser.command("Emulation.setEmulatedMedia", #"{"features":[{"name":"prefers-reduced-motion","value":"reduce"}]}"#)
    #expect(
      try browser.run(
        """
        document.getElementById('ring').hidden = false;
        return [...document.querySelectorAll('*')].filter((e) => { const s = getComputedStyle(e); return parseFloat(s.transitionDuration) > 0 && s.transitionProperty !== 'none' || s.animationName !== 'none'; }).length
        """) == "0")
  }

  @Test(
    "a browser that hands out no frames and draws on no canvas beside its page still shows, counts and takes photos (C-A4, C-A6)")
  func lesser() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try Browser(.phone)
    try browser.open(page.server.makeEntryAddress())
    #expect(try browser.until("location.pathname === '/'"))
    try browser.inject(SimulatedCamera.script)
    try browser.inject(
      "delete window.MediaStreamTrackProcessor; delete HTMLCanvasElement.prototype.transferControlToOffscreen; delete window.ImageCapture;"
    )
    try browser.open("http://127.0.0.1:\(page.server.port)/camera")
    try open(browser)
    #expect(try browser.until("window.camera.state.bins && window.camera.state.bins.reduce((a, b) => a + b) > 1000"))
    #expect(try browser.run("return document.getElementById('dng').hidden") == "true")
    try browser.run("document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.saved.length === 1"))
    let address = try browser.run("return window.camera.state.saved[0]")
    #expect(try page.folder.read(String(address.dropFirst()) + ".jpg").starts(with: [0xFF, 0xD8]))
  }

  @Test(
    "little stands before the viewfinder: the film goes straight to its element, all files are this machine's and few (C-NFR2, C-NFR3)"
  )
  func little() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    // No canvas, filter or element between the camera's stream and the screen; what lies over it is layers of their own.
    #expect(
      try browser.run(
        """
        const view = document.getElementById('view');
        return view.srcObject.getVideoTracks()[0] === window.sim.track && getComputedStyle(view).filter === 'none'
          && [true, false].every((isHidden) => {
            const before = JSON.stringify(view.getBoundingClientRect());
            for (const id of ['peaks', 'histogram', 'values']) document.getElementById(id).hidden = isHidden;
            return JSON.stringify(view.getBoundingClientRect()) === before;
          })
        """) == "true")
    let loaded = try browser.run(
      """
      const all = performance.getEntriesByType('resource').filter((e) => !e.name.includes('/camera/session'));
      return [all.length, all.reduce((sum, e) => sum + e.encodedBodySize, 0), all.every((e) => new URL(e.name).origin === location.origin)].join(' ')
      """
    ).split(separator: " ")
    #expect(loaded.count == 3 && loaded.last == "true", "\(loaded)")
    #expect(try #require(Int(loaded[0])) <= 24, "\(loaded)")
    #expect(try #require(Int(loaded[1])) <= 120_000, "\(loaded)")
    #expect(try browser.until("window.camera.state.ready > 0"))
  }
}
