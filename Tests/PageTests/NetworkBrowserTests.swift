// A telephone that comes in through TLS, in a real browser.

import Testing
import VitrineApplication
import VitrinePage
import VitrineSystem
import VitrineTLS
import VitrineTesting

/// The page on a network, in headless Chromium.
@Suite(.serialized, .needs(Browser.needs)) struct NetworkBrowserTests {
  @Test(
    "a telephone types the code, and has the page with all that a secure context gives: camera, position, service worker; what changes on the disk shows there"
  )
  func telephone() throws {
    let page = try RunningPage()
    let state = try TemporaryFolder()
    let opened = try page.server.openToNetwork(on: [#require(IPv4Address("127.0.0.2"))], authorityIn: state.path)
    var window = Browser.Window.phone
    // As somebody does who has compared the fingerprint.
    window.arguments = ["--ignore-certificate-errors"]
    let browser = try Browser(window)
    try browser.open(opened.addresses[0] + "things")
    #expect(try browser.until("document.querySelector('input[name=code]')"))
    try browser.click("input[name=code]")
    try browser.type("12")
    try browser.click("button")
    #expect(try browser.until("document.querySelector('[role=alert]')?.textContent.includes('not the code')"))
    try browser.click("input[name=code]")
    try browser.type(opened.code)
    try browser.click("button")
    #expect(try browser.until("document.documentElement.classList.contains('enhanced') && location.pathname === '/'"))
    #expect(
      try browser.run("return String([isSecureContext, !!navigator.mediaDevices, !!navigator.serviceWorker, location.protocol])")
        == "true,true,true,https:")
    try browser.open(opened.addresses[0] + "things")
    #expect(try browser.until("document.querySelectorAll('#rows .card').length === 2"))
    try page.folder.write("title: Three\n", to: "things/three.yaml")
    #expect(try browser.until("document.querySelectorAll('#rows .card').length === 3"))
    #expect(page.server.closeToNetwork())
    try? browser.open(opened.addresses[0] + "things?q=closed")
    #expect(try browser.run("return document.querySelectorAll('#rows .card').length") == "0")
  }
}
