// Forms of records with more in them than their schema names, and forms that came back.

import Testing
import VitrinePage
import VitrineTesting

/// Inputs of undeclared fields, and what a refused form says of its fields.
@Suite struct UndeclaredFieldTests {
  @Test("fields that the schema does not name are changed in the form, and one by one, as YAML writes them")
  func undeclared() throws {
    let page = try RunningPage(copyOf: "examples/collection")
    let text = try page.text("games/celeste.yaml")
    try page.folder.write(text + "x-price: 9.99\nx-parts: {a: 1}\n", to: "games/celeste.yaml")
    let record = try page.get("/games/celeste").text
    #expect(record.contains("?edit#in-x-price") && record.contains("id=\"row-x-parts\""))
    let form = try page.form("/games/celeste?edit", typing: ["x-price": "12.5", "x-parts": "{a: 1, b: [2]}"])
    #expect(
      form.contains { $0.0 == "was:x-price" && $0.1 == "9.99" } && form.contains { $0.0 == "was:x-parts" && $0.1.contains("a") })
    let saved = try page.post("/games/celeste?edit", form)
    #expect(saved.status == 303, "\(saved.text)")
    let written = try page.text("games/celeste.yaml")
    #expect(written.hasPrefix(text) && written.contains("x-price: 12.5") && written.contains("b: [2]"), "\(written)")
    // A closed kind takes none.
    let closed = try RunningPage()
    try closed.folder.write("title: One\nmine: 1\n", to: "things/one.yaml")
    #expect(try !closed.get("/things/one?edit").text.contains("in-mine"))
  }

  @Test("a list of maps that was sent back with something wrong in it counts as changed (G6.4)")
  func refusedItems() throws {
    let page = try RunningPage()
    var form = try page.form("/things/two?edit")
    form.append(("sizes/1/width", "7"))
    let refused = try page.post("/things/two?edit", form)
    #expect(refused.status == 422, "\(refused.text)")
    #expect(
      refused.text.contains("data-name=\"sizes\" data-changed") && !refused.text.contains("data-name=\"title\" data-changed"))
  }
}
