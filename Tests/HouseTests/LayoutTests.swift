// The outside of the house: the folders at the top, the scripts, the papers.

import Testing
import VitrineTesting

/// What stands where.
@Suite struct LayoutTests {
  /// The list of requirements, which stands beside the checkout where vitrine is planned.
  private static let listOfRequirements = "../shared/REQUIREMENTS.md"
  private static let requirements = Need(
    "the list of requirements '\(listOfRequirements)'", isMet: Checkout.text(listOfRequirements) != nil)

  @Test("the top holds what it always holds, and nothing else")
  func top() {
    let fixed = ["LICENSE", "Package.swift", "README.md", "Sources", "Tests", "contrib", "examples", "schemas"]
    let names = Checkout.names(in: ".").filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    #expect(names.filter { !fixed.contains($0) } == [])
    #expect(["LICENSE", "README.md", "Sources", "contrib"].filter { !names.contains($0) } == [])
  }

  @Test("every script has a run bit, and says at its top what it does")
  func scripts() {
    var faults: [String] = []
    for path in Checkout.files(below: "contrib") + Checkout.files(below: ".ci") {
      guard let text = Checkout.text(path), text.hasPrefix("#!") else { continue }
      if !Checkout.canRun(path) { faults.append("\(path) has no run bit") }
      let second = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).dropFirst().first ?? ""
      if !second.hasPrefix("# ") && !second.hasPrefix("\"\"\"") { faults.append("\(path) does not say what it does") }
    }
    for path in ["contrib/setup", "contrib/build", "contrib/try", "contrib/test", "contrib/install", ".ci/run"]
    where Checkout.text(path) == nil {
      faults.append("\(path) does not exist")
    }
    #expect(faults == [])
  }

  @Test("the papers are there: changelog, decisions with numbers of their own")
  func papers() {
    #expect(Checkout.text("contrib/CHANGELOG.md")?.hasPrefix("# ") == true)
    let decisions = Checkout.names(in: "contrib/decisions").filter { $0 != "README.md" }
    #expect(decisions.filter { $0.wholeMatch(of: /\d{4}-[a-z0-9-]+\.md/) == nil } == [])
    #expect(Set(decisions.map { $0.prefix(4) }).count == decisions.count)
  }

  @Test("the container has what the setup installs, and other distributions are asked for as many packages")
  func container() throws {
    let setup = try #require(Checkout.text("contrib/setup"))
    let list = try #require(setup.firstMatch(of: /(?s)for_build='\n(.*?)\n'/)).output.1.split(separator: "\n")
    let wanted = list.map { String($0.prefix { $0 != " " }) }
    #expect(wanted.count > 15)
    let packages = try Program.run("/bin/sh", [TestData.checkout + "/contrib/setup", "--packages"]).output.split(separator: "\n")
    #expect(packages.map(String.init).prefix(wanted.count) == wanted[...])
    let file = try Program.run("/bin/sh", [TestData.checkout + "/contrib/container", "--print"]).output
    let installed = Set(file.split { " \\\n".contains($0) }.map(String.init))
    #expect(packages.filter { !installed.contains(String($0)) } == [])
    for command in ["dnf install ", "pacman -S --needed "] {
      let sentence = try #require(setup.split(separator: "\n").first { $0.contains(command) })
      let names = sentence.split(separator: command)[1].prefix { $0 != ";" }.split(separator: " ")
      #expect(names.count == wanted.count, "\(command)")
    }
  }

  @Test("generated files are up to date")
  func generatedFiles() throws {
    let result = try Program.run("/bin/sh", [TestData.checkout + "/contrib/generate", "--check"])
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test("requirement ids named by tests are on the list of requirements", .needs(requirements))
  func requirementIds() throws {
    let list = try #require(Checkout.text(Self.listOfRequirements))
    let known = Set(list.matches(of: /(?m)^\| ([A-Z][A-Za-z]*-?[A-Z0-9a-z.]+) \|/).map { String($0.output.1) })
    #expect(known.count > 100)
    var faults: [String] = []
    for file in Checkout.tests {
      for (index, line) in file.text.lines.enumerated() where line.holds("@Test(") || line.holds("@Suite(") {
        for match in line.matches(of: /\b(?:[MGWS][A-Z]?\d+b?\.\d+|C-[A-Z]+\d*)\b/) where !known.contains(String(match.output)) {
          faults.append("\(file.path):\(index + 1): \(match.output)")
        }
      }
    }
    for path in Checkout.files(below: "Tests/CommandTests/transcripts") {
      for line in (Checkout.text(path) ?? "").split(separator: "\n") where line.hasPrefix("## ") {
        for match in line.matches(of: /\b(?:[MGWS][A-Z]?\d+b?\.\d+|C-[A-Z]+\d*)\b/) where !known.contains(String(match.output)) {
          faults.append("\(path): \(match.output)")
        }
      }
    }
    #expect(faults == [])
  }
}
