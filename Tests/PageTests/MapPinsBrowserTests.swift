// Many pins on the map that is moved: when they are asked for, and what is seen until they are there.

import Testing
import VitrinePage
import VitrineTesting

/// Tests of the pins of a map in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct MapPinsBrowserTests {
  /// How many the list beside the map says there are, without what stands between its digits.
  private static let count = #"Number(document.querySelector('#map-count').textContent.replace(/\D/g, ''))"#

  @Test(
    "other places of the same map ask for no pins; a change on the disk keeps the old ones until the new are drawn")
  func keeping() throws {
    var files = MapTests.files(MapTests.few)
    for number in 0..<1_500 {
      files["spots/m\(number).yaml"] =
        "title: M\(number)\nlocation: {lat: \(Double(number % 50) - 20), lon: \(Double(number / 50) * 4 - 60)}\n"
    }
    let page = try RunningPage(files)
    let browser = try page.browser()
    try browser.open(page.address("/spots?as=map"))
    #expect(try browser.until("document.querySelector('.map-cluster')"))
    try browser.run(
      """
      window.asked = 0;
      const before = window.fetch;
      window.fetch = (...words) => { if (words[1]?.headers?.['Vitrine-Part'] === 'pins') window.asked += 1; return before(...words); };
      window.arrived = 0;
      document.addEventListener('results', () => { window.arrived += 1; });
      """)
    // If any step asked, all six would; a change of the catalogue meanwhile asks once.
    for (step, place) in ["11/41.02/28.97", "10/41/29", "9/40/29", "10/40.5/28", "9/41/28", "11/41.02/28.97"].enumerated() {
      try browser.run("location.hash = '#\(place)'")
      #expect(try browser.until("window.arrived > \(step)"))
    }
    #expect(try browser.until("document.querySelectorAll('.map-list a').length < 20"))
    #expect(try #require(Int(try browser.run("return window.asked"))) < 3)
    try browser.run("location.hash = '#2/25/10'")
    #expect(try browser.until("\(Self.count) >= 1500"))
    let count = try #require(Int(try browser.run("return \(Self.count)")))
    // Once the groups of the world are drawn, the map is never without one.
    #expect(
      try browser.until(
        "document.querySelectorAll('.map-cluster').length > 10 && !document.querySelector('.leaflet-cluster-anim')"))
    try browser.run(
      """
      window.least = Infinity;
      new MutationObserver(() => { window.least = Math.min(window.least, document.querySelectorAll('.map-cluster').length); })
        .observe(document.querySelector('.leaflet-marker-pane'), {childList: true});
      """)
    try page.folder.write("title: Added\nlocation: {lat: 10, lon: 10}\n", to: "spots/added.yaml")
    #expect(
      try browser.until("\(Self.count) === \(count + 1) && window.least < Infinity"))
    #expect(try browser.run("return window.least > 0") == "true")
  }
}
