// What cameras of several makers print, read; and what a person may write for their values.

import Testing
import VitrineCamera
import VitrineTesting

@Suite("Values of cameras")
struct SettingTests {
  private static func choices(_ choices: String...) -> CameraSetting {
    CameraSetting(path: "/main/x", label: "X", isReadOnly: false, form: .choices(choices), current: choices[0])
  }

  @Test(
    "C-FR1 C-FR2 a number is meant as a number, however maker and person write it",
    arguments: [
      ("1/250", choices("1/250", "1/200"), "1/250"), ("0.004", choices("1/250", "1/200"), "1/250"),
      ("1/250", choices("0.0040s", "0.0050s"), "0.0040s"), ("1/320", choices("0.0031s", "0.0040s"), "0.0031s"),
      ("1/8000", choices("0.0001s", "0.0002s"), "0.0001s"), ("0.5", choices("5/10", "10/10"), "5/10"),
      ("5.6", choices("f/5.6", "f/8"), "f/5.6"), ("f/8", choices("5.6", "8"), "8"), ("ƒ/5.6", choices("f/5.6"), "f/5.6"),
      ("ISO 400", choices("Auto", "400"), "400"), ("+0.3", choices("-0.3", "0", "0.3"), "0.3"),
      ("30s", choices("30", "bulb"), "30"), ("5600K", choices("5500K", "5600K"), "5600K"),
    ])
  func numbers(text: String, setting: CameraSetting, value: String) { #expect(setting.value(for: text) == value) }

  @Test(
    "C-FR4 words are found by case, beginning, and what other makers call them",
    arguments: [
      ("daylight", choices("Auto", "Daylight", "Shadow"), "Daylight"),
      ("sunny", choices("Automatic", "Direct sunlight"), "Direct sunlight"),
      ("auto", choices("Automatic", "Cloudy"), "Automatic"),
      ("kelvin", choices("Auto", "Color Temperature"), "Color Temperature"),
      ("clou", choices("Auto", "Cloudy"), "Cloudy"), ("manual", choices("AF-S", "Manual"), "Manual"),
      ("MF", choices("One Shot", "Manual"), "Manual"),
    ])
  func words(text: String, setting: CameraSetting, value: String) { #expect(setting.value(for: text) == value) }

  @Test(
    "what a camera has not is nothing near it",
    arguments: [
      ("51200", choices("100", "25600")), ("1/251", choices("1/300")), ("x", choices("100")), ("", choices("100", "Auto")),
      ("a", choices("Auto", "AF")), ("1/0", choices("1/1")), ("--", choices("-1")),
    ])
  func absent(text: String, setting: CameraSetting) { #expect(setting.value(for: text) == nil) }

  @Test("a range takes what lies in it, on its steps")
  func ranges() {
    let setting = CameraSetting(
      path: "kelvin", label: "", isReadOnly: false, form: .range(minimum: 2500, maximum: 10000, step: 100), current: "5500")
    #expect(setting.value(for: "5640K") == "5600")
    #expect(setting.value(for: "10000") == "10000")
    #expect(setting.value(for: "10001") == nil)
    #expect(setting.value(for: "warm") == nil)
    #expect(setting.offer == "2500 to 10000 in steps of 100")
  }

  @Test("any text is a number or none, and nothing worse")
  func hostile() {
    var random = SplitMix(state: 7)
    let letters = Array("0123456789./-+fƒksev\" İ𝟙e∞n")
    for _ in 0..<20_000 {
      let text = String((0..<random.below(40)).map { _ in letters[random.below(letters.count)] })
      guard let number = CameraNumber(text) else { continue }
      _ = (CameraNumber.text(number.value), CameraNumber.time(number.value))
    }
  }
}
