// The controls that every camera has, and what is asked before it is used.

import Testing
import VitrinePage
import VitrineTesting

extension CameraBrowserTests {
  @Test("shutter, lenses, timer and grid are there, and a light where the camera has one (M5.5)")
  func controls() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let browser = try browser(page, .phone, simulated: true)
    try open(browser)
    #expect(try browser.until("document.getElementById('lens').options.length === 3 && !document.getElementById('lens').hidden"))
    #expect(try browser.run("return document.getElementById('lines').hidden") == "true")
    try browser.run("document.getElementById('grid').click()")
    #expect(try browser.until("!document.getElementById('lines').hidden"))
    try browser.run("document.getElementById('torch').click()")
    #expect(try browser.until("window.sim.settings.torch"))
    try browser.run("document.getElementById('torch').click()")
    #expect(try browser.until("!window.sim.settings.torch"))
    var words: [String] = []
    for _ in 0..<3 {
      try browser.run("document.getElementById('timer').click()")
      words.append(try browser.run("return document.getElementById('timer').textContent"))
    }
    #expect(words[0].contains("3") && words[1].contains("10") && !words[2].contains("1"), "\(words)")
    try browser.run("document.getElementById('shoot').click()")
    #expect(try browser.until("window.camera.state.saved.length === 1"))

    // The browser's own made camera has no light.
    var window = Browser.Window.phone
    window.arguments = ["--use-fake-device-for-media-stream=device-count=1", "--use-fake-ui-for-media-stream"]
    let dark = try self.browser(page, window)
    try open(dark)
    #expect(try dark.until("document.getElementById('torch').hidden && document.getElementById('lens').hidden"))
  }

  @Test("what was allowed is looked up first: then nothing has to be clicked, and else nothing is asked (M11.5)")
  func allowed() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    for state in ["granted", "prompt", "denied"] {
      let browser = try Browser(.phone)
      try browser.open(page.server.makeEntryAddress())
      #expect(try browser.until("location.pathname === '/'"))
      try browser.inject(SimulatedCamera.script)
      try browser.inject(
        """
        window.asked = [];
        navigator.permissions.query = async ({ name }) => { window.asked.push(name); return { state: '\(state)' }; };
        const media = navigator.mediaDevices, own = media.getUserMedia;
        media.getUserMedia = (wanted) => { window.asked.push('getUserMedia'); return own(wanted); };
        """)
      try browser.open(page.address("/camera"))
      #expect(try browser.until("window.camera && window.asked.includes('camera')"))
      if state == "granted" {
        #expect(try browser.until("document.getElementById('camera').classList.contains('live')"))
        #expect(try browser.run("return window.asked.join()") == "camera,getUserMedia")
      } else {
        let asked = try browser.wait("requestAnimationFrame(() => requestAnimationFrame(() => done(window.asked.join())))")
        #expect(asked == "camera")
      }
    }
  }
}
