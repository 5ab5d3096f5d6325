// Maps that are moved, in a real browser.

import FoundationEssentials
import Glibc
import Testing
import VitrinePage
import VitrineTesting

/// Maps in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct MapBrowserTests {
  @Test("the map moves, its list is in step, a pin shows its record, and the policy has nothing to refuse (S1.F2, S1.F4)")
  func pins() throws {
    let page = try RunningPage(MapTests.files(MapTests.few))
    let browser = try page.browser()
    try browser.open(page.address("/spots?as=map"))
    #expect(try browser.until("document.querySelectorAll('.map-pin').length === 4"))
    #expect(try browser.until("document.querySelectorAll('.map-list a').length === 4"))
    #expect(try browser.run("return document.querySelector('#map-count').textContent") == "4 in view")
    try browser.run("document.querySelector('.map-pin[aria-label^=Galata]').click()")
    #expect(try browser.until("document.querySelector('.map-open')?.getAttribute('href') === '/spots/s0'"))
    #expect(try browser.run("return document.activeElement.className") == "map-open")
    // The address names the record whose card is open, and opens it again.
    #expect(try browser.until("location.hash.endsWith('&spots=s0')"))
    try browser.type("\u{E00C}")
    #expect(try browser.until("!document.querySelector('.map-card') && !location.hash.includes('=')"))
    try browser.run("location.hash = '#spot=s1'")
    #expect(try browser.until("document.querySelector('.map-open')?.getAttribute('href') === '/spots/s1'"))
    try browser.run("location.reload()")
    #expect(try browser.until("document.querySelector('.map-open')?.getAttribute('href') === '/spots/s1'"))
    try browser.type("\u{E00C}")
    try browser.open(page.address("/spots?as=map#11/41.02/28.97"))
    try browser.run("location.reload()")
    #expect(try browser.until("document.querySelectorAll('.map-list a').length === 1"))
    try page.folder.write("title: Kadıköy\nlocation: {lat: 40.99, lon: 29.02}\n", to: "spots/new.yaml")
    #expect(try browser.until("document.querySelectorAll('.map-list a').length === 2"))
    #expect(try browser.log("browser").contains("\"value\":[]"))
  }

  @Test("the map of all kinds is searched while one types, and keeps where it is in its address (S1.2, M10.4)")
  func searching() throws {
    let page = try RunningPage(MapTests.kinds)
    let browser = try page.browser()
    try browser.open(page.address("/map#11/41.02/28.97"))
    #expect(try browser.until("document.querySelector('#map-count').textContent === '2 in view'"))
    try browser.type("/coin")
    #expect(
      try browser.until("document.querySelector('#map-count').textContent === '1 in view' && location.search === '?q=coin'"))
    #expect(try browser.until("/^#\\d/.test(location.hash)"))
    // What is offered below the box makes way for what lies behind it.
    try browser.type("\u{E00C}")
    try browser.click("#filters a")
    #expect(try browser.until("location.search.includes('kind') && document.querySelector('#filters [aria-current]')"))
    try browser.goBack()
    #expect(try browser.until("location.search === '?q=coin'"))
    #expect(try browser.log("browser").contains("\"value\":[]"))
  }

  @Test(
    "a long press, the right button or n drops a pin and opens the form over the map, filled in; Escape takes both away (S1.4, S1.F3)"
  )
  func dropping() throws {
    let page = try RunningPage(MapTests.files(MapTests.few))
    let browser = try page.browser(.phone)
    let map = page.address("/spots?as=map#12/41.0055/28.9815")
    try browser.open(map)
    #expect(try browser.until("document.querySelector('.map-canvas.live .map-pin')"))
    try browser.run("document.querySelector('.map-canvas').scrollIntoView({block: 'center'})")
    let middle = try browser.run(
      "const b = document.querySelector('.map-canvas').getBoundingClientRect(); return Math.round(b.x + b.width / 2) + ',' + Math.round(b.y + b.height / 2)"
    ).split(separator: ",").compactMap { Int($0) }
    let point = "{\"x\":\(middle[0]),\"y\":\(middle[1])}"
    try browser.command("Input.dispatchTouchEvent", "{\"type\":\"touchStart\",\"touchPoints\":[\(point)]}")
    try browser.command(
      "Input.dispatchTouchEvent", "{\"type\":\"touchMove\",\"touchPoints\":[{\"x\":\(middle[0] + 60),\"y\":\(middle[1])}]}")
    usleep(900_000)
    try browser.command("Input.dispatchTouchEvent", "{\"type\":\"touchEnd\",\"touchPoints\":[]}")
    #expect(try browser.run("return location.pathname") == "/spots")
    try browser.command("Input.dispatchTouchEvent", "{\"type\":\"touchStart\",\"touchPoints\":[\(point)]}")
    #expect(try browser.until("document.querySelector('dialog.form-sheet record-form')"))
    try browser.command("Input.dispatchTouchEvent", "{\"type\":\"touchEnd\",\"touchPoints\":[]}")
    #expect(try browser.run("return document.querySelector('[name=\"location.name\"]').value.includes('Istanbul')") == "true")
    #expect(try browser.run("return document.activeElement.name") == "title")
    try browser.type("\u{E00C}")
    #expect(try browser.until("!document.querySelector('dialog') && !document.querySelector('.map-new')"))
    try browser.type("n")
    #expect(try browser.until("document.activeElement.name === 'title' && document.querySelector('.map-new')"))
    try browser.type("Somewhere")
    // Who typed something is asked first.
    try browser.type("\u{E00C}")
    #expect(try browser.until("document.querySelector('dialog.question')"))
    try browser.type("\u{E00C}")
    #expect(try browser.until("!document.querySelector('dialog.question') && document.querySelector('dialog.form-sheet')"))
    // A page that is read anew has the sheet again, with what was typed in it.
    let draft = "Object.keys(sessionStorage).some((key) => key.startsWith('draft:'))"
    #expect(try browser.until("\(draft) && location.hash.includes('&new=41.0')"))
    try browser.command("Page.reload", "{}")
    #expect(
      try browser.until(
        "document.querySelector('.form-sheet .restored') && document.querySelector('.map-new') && document.querySelector('.map-list li')"
      ))
    #expect(try browser.run("return document.querySelector('.form-sheet [name=title]').value") == "Somewhere")
    let pins = try browser.run("return document.querySelectorAll('.map-list li').length")
    try browser.click("dialog.form-sheet [name=save]")
    #expect(
      try browser.until(
        "!document.querySelector('dialog') && document.querySelector('.toast')?.textContent.includes('Somewhere')"))
    #expect(try browser.until("document.querySelectorAll('.map-list li').length === \(pins) + 1"))
    #expect(try browser.run("return location.pathname") == "/spots")
    #expect(try browser.run("return \(draft) || location.hash.includes('new=')") == "false")
    try browser.open(page.address("/spots?as=map#new=41.0055,28.9815"))
    #expect(try browser.until("document.querySelector('dialog.form-sheet [name=\"location.lat\"]')?.value.startsWith('41.005')"))
    #expect(try browser.log("browser").contains("\"value\":[]"))
  }

  @Test("the browser says where it is when it is asked, and why not when it may not (S1.1, S1.6, S7.1)")
  func position() throws {
    let page = try RunningPage(MapTests.files(MapTests.few))
    let browser = try page.browser()
    try browser.open(page.address("/spots?as=map"))
    #expect(try browser.until("document.querySelector('.map-tools')"))
    let origin = "http://127.0.0.1:\(page.server.port)"
    try browser.command(
      "Browser.setPermission", "{\"permission\":{\"name\":\"geolocation\"},\"setting\":\"denied\",\"origin\":\"\(origin)\"}")
    let button = "document.querySelector('.map-tools button:nth-child(4)')"
    #expect(try browser.until("\(button).disabled && \(button).title.includes('not allowed')"))
    // Refused before, it says so without being asked.
    try browser.run("location.reload()")
    #expect(try browser.until("\(button)?.disabled && \(button).getAttribute('aria-label').includes('not allowed')"))
    try browser.command(
      "Browser.setPermission", "{\"permission\":{\"name\":\"geolocation\"},\"setting\":\"granted\",\"origin\":\"\(origin)\"}")
    try browser.command("Emulation.setGeolocationOverride", "{\"latitude\":48.2082,\"longitude\":16.3738,\"accuracy\":12}")
    #expect(try browser.until("!document.querySelector('.map-tools button:nth-child(4)').disabled"))
    try browser.run("location.reload()")
    #expect(try browser.until("document.querySelector('.map-tools')"))
    try browser.click(".map-tools button:nth-child(4)")
    #expect(try browser.until("document.querySelector('.map-me') && location.hash.includes('/48.208')"))
    // Another map begins where this one was left.
    try browser.open(page.address("/spots"))
    try browser.open(page.address("/spots?as=map"))
    #expect(try browser.until("location.hash.includes('/48.208')"))
  }

  @Test("in a form a town is found by its name, a click on the map chooses the place; a name that was typed stays (S2.6)")
  func choosing() throws {
    let page = try RunningPage(MapTests.files(MapTests.few))
    let browser = try page.browser()
    try browser.open(page.address("/new/spot"))
    #expect(try browser.until("document.querySelector('place-picker input')"))
    func value(_ member: String) -> String { "document.querySelector('[name=\"location.\(member)\"]').value" }
    try browser.click("place-picker input")
    try browser.type("istanb")
    #expect(try browser.until("document.querySelector('place-picker [role=option]')?.textContent.startsWith('Istanbul')"))
    // Enter takes the first, and sends no form.
    try browser.type("\u{E007}")
    #expect(try browser.until("Math.abs(\(value("lat")) - 41.01) < 0.2 && \(value("name")).includes('Istanbul')"))
    #expect(try browser.run("return location.pathname") == "/new/spot")
    try browser.run("\(value("name")) = ''")
    try browser.click("place-picker button")
    #expect(try browser.until("document.querySelector('place-picker .map-canvas')"))
    try browser.run("document.querySelector('place-picker .map-canvas').scrollIntoView({block: 'center'})")
    try browser.click("place-picker .map-canvas")
    #expect(try browser.until("\(value("name")) !== ''"))
    try browser.run("document.querySelector('[name=\"location.name\"]').value = 'Mine'")
    try browser.click("place-picker .map-canvas")
    #expect(try browser.until("document.querySelector('place-picker .faint').textContent !== ''"))
    #expect(try browser.run("return document.querySelector('[name=\"location.name\"]').value") == "Mine")
    #expect(try browser.log("browser").contains("\"value\":[]"))
  }

  @Test("ten thousand pins are gathered, and moving the map stays smooth (S1.5)")
  func many() throws {
    var random = SplitMix(state: 11)
    let spots = (0..<10_000).map { place in
      (
        name: "Spot \(place)", latitude: Double(random.next() % 1_300) / 10 - 60,
        longitude: Double(random.next() % 3_600) / 10 - 180
      )
    }
    let page = try RunningPage(MapTests.files(spots))
    let browser = try page.browser()
    let start = Date()
    try browser.open(page.address("/spots?as=map"))
    #expect(try browser.until("document.querySelector('.map-cluster')"))
    let opened = Date().timeIntervalSince(start)
    let count = try browser.run("return document.querySelectorAll('.map-pin, .map-cluster').length")
    #expect((Int(count) ?? 0) < 400)
    let frames = try browser.wait(
      """
      const canvas = document.querySelector('.map-canvas'); const times = []; let last = performance.now(); let left = 120;
      canvas.focus();
      const send = (type, x) => canvas.dispatchEvent(new PointerEvent(type, {bubbles: true, clientX: 400 + x, clientY: 400, pointerId: 1, isPrimary: true, pointerType: 'mouse', buttons: type === 'pointerup' ? 0 : 1}));
      const mouse = (type, x) => canvas.dispatchEvent(new MouseEvent(type, {bubbles: true, clientX: 400 + x, clientY: 400, button: 0, buttons: 1}));
      mouse('mousedown', 0);
      const step = (now) => {
        times.push(now - last); last = now;
        document.dispatchEvent(new MouseEvent('mousemove', {bubbles: true, clientX: 400 + (120 - left) * 2, clientY: 400, buttons: 1}));
        if (--left) requestAnimationFrame(step);
        else { document.dispatchEvent(new MouseEvent('mouseup', {bubbles: true, clientX: 640, clientY: 400})); times.sort((a, b) => a - b); done(times[60].toFixed(1) + ' ' + times[113].toFixed(1)); }
      };
      requestAnimationFrame(step);
      """)
    print("10,000 pins: opened in \(Int(opened * 1000)) ms, \(count) marks, frames while moving p50 and p95: \(frames) ms")
    #expect((frames.split(separator: " ").first.flatMap { Double($0) } ?? 1_000) < 100)
  }
}
