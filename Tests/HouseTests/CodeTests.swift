// What every Swift file keeps to: length, documentation, care.

import Testing

/// The house rules that one file can break.
@Suite struct CodeTests {
  /// Files over 400 lines, each with its reason. None may pass 600.
  private let longFiles: [String: String] = [:]

  /// Uses of what is forbidden elsewhere: path and word, and why there.
  private let allowances: [(path: String, word: String, reason: String)] = [
    ("Sources/VitrineAlgorithms/Invariants.swift", "fatalError(", "a broken invariant ends a program that checks them"),
    ("Sources/VitrineSystem/Parallel.swift", "@unchecked Sendable", "slots written once each, by the thread that took them"),
    ("Sources/VitrineTLS/GnuTLS.swift", "@unchecked Sendable", "credentials that the library only reads, from any thread"),
    ("Sources/VitrineSystem/WorkerPool.swift", "@unchecked Sendable", "threads of the C library, all state under one lock"),
    (
      "Sources/VitrineText/PatternProgram.swift", "@unchecked Sendable",
      "the door to PCRE2: its code is never written after compiling"
    ),
  ]

  @Test("a file has at most 400 lines, or a reason on the list, and never more than 600")
  func length() {
    var faults: [String] = []
    for file in Checkout.sources + Checkout.tests {
      let count = file.text.lines.count - 1
      if count > 600 || (count > 400 && longFiles[file.path] == nil) { faults.append("\(file.path): \(count) lines") }
      if count <= 400 && longFiles[file.path] != nil { faults.append("\(file.path): \(count) lines need no exception") }
    }
    #expect(faults == [])
  }

  @Test("a file that makes fixes which are safe says why they are")
  func safeFixes() {
    let makes = /(Fix|replace)\(.*isSafe: (?!false|isSafe|Bool)/
    let files = Checkout.sources.filter { file in file.text.lines.contains { $0.firstMatch(of: makes) != nil } }
    let says = /^ *\/\/.*\b([Ss]afe)\b/
    #expect(files.count > 15)
    #expect(files.filter { file in !file.text.lines.contains { $0.firstMatch(of: says) != nil } }.map(\.path) == [])
  }

  @Test("suites that drive a browser are called so: contrib/test runs them beside all others")
  func browserSuites() throws {
    let name = try Regex("struct (\\w+)")
    let suites = Checkout.tests.flatMap(\.text.lines).filter { $0.hasPrefix("@Suite") && $0.contains("Browser.needs") }
    let faults = suites.filter { line in
      !(line.firstMatch(of: name)?.output[1].substring?.hasSuffix("BrowserTests") ?? false)
    }
    #expect(suites.count > 4)
    #expect(faults == [])
  }

  @Test("a file begins with a sentence on what it is")
  func firstLine() {
    let faults = Checkout.sources.filter { file in
      guard let first = file.text.lines.first, !file.name.hasPrefix("main") else { return false }
      return !first.hasPrefix("// ") || first.hasPrefix("// swift-")
    }
    #expect(faults.map(\.path) == [])
  }

  @Test("every package declaration is documented, where it is declared or in the protocol that asks for it")
  func documentation() {
    let modifiers = "(?:@\\w+(?:\\([^)]*\\))? )*"
    let declaration = try? Regex(
      "^\\s*\(modifiers)(?:\\w+ )*package (?:\\w+(?:\\(\\w+\\))? )*?(?:func|var|let|struct|enum|class|actor|protocol|init|subscript|typealias|case)\\b *(\\w*)"
    )
    let protocols = self.protocols
    var faults: [String] = []
    for file in Checkout.sources {
      for index in file.text.linesOfCode(holding: "package ") {
        guard let declaration, let match = file.text.code[index].firstMatch(of: declaration) else { continue }
        let name = match.output[1].substring.map(String.init) ?? ""
        let isInherited = protocols.contains {
          $0.requirements.contains(name) && file.text.allCode.holds($0.name) && file.room == $0.room
        }
        if isInherited { continue }
        if !isDocumented(file.text, above: index) { faults.append("\(file.path):\(index + 1):\(file.text.lines[index])") }
      }
    }
    #expect(declaration != nil)
    #expect(faults == [])
  }

  @Test("every case of a package enum is documented")
  func documentationOfCases() {
    var faults: [String] = []
    for file in Checkout.sources {
      for (line, isCovered) in casesOfPackageEnums(file.text) where !isCovered {
        faults.append("\(file.path):\(line):\(file.text.lines[line - 1])")
      }
    }
    #expect(faults == [])
  }

  @Test("nothing traps, lies about threads, or is public, but for the listed reasons")
  func care() {
    let anywhere = ["try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)"]
    let first = ["public ", "open class ", "open func ", "open var "]
    var met: Set<String> = []
    var faults: [String] = []
    for file in Checkout.sources {
      for word in anywhere + first {
        for index in file.text.linesOfCode(holding: word) {
          if first.contains(word), !file.text.code[index].drop(while: { $0 == " " }).hasPrefix(word) { continue }
          if allowances.contains(where: { $0.path == file.path && $0.word == word }) {
            met.insert(file.path + " " + word)
          } else {
            faults.append("\(file.path):\(index + 1): \(word)")
          }
        }
      }
    }
    for allowance in allowances where !met.contains(allowance.path + " " + allowance.word) {
      faults.append("\(allowance.path): '\(allowance.word)' is no longer there, and its allowance (\(allowance.reason)) can go")
    }
    #expect(faults == [])
  }

  @Test("tests see the rooms as other rooms do")
  func noTestableImports() {
    let faults = Checkout.tests.filter { file in file.text.allCode.holds("@testable") }
    #expect(faults.map(\.path) == [])
  }

  /// The protocols of the program: name, room, and the names of what they ask for.
  private var protocols: [(name: String, room: String, requirements: Set<String>)] {
    var found: [(String, String, Set<String>)] = []
    for file in Checkout.sources {
      for start in file.text.linesOfCode(holding: "protocol ") {
        guard let name = file.text.code[start].firstMatch(of: /protocol (\w+)/)?.output.1 else { continue }
        let body = file.text.code[(start + 1)...].prefix { !$0.hasPrefix("}") }
        let requirements = body.compactMap { line in
          line.firstMatch(of: /^  (?:static |mutating )*(?:var|func) (\w+)/).map { String($0.output.1) }
        }
        found.append((String(name), file.room, Set(requirements)))
      }
    }
    return found
  }

  /// Whether the lines above a declaration, attributes passed over, end in a documentation comment.
  private func isDocumented(_ text: SwiftText, above index: Int) -> Bool {
    var above = index - 1
    while above >= 0 {
      let line = text.lines[above].drop { $0 == " " }
      if line.hasPrefix("///") || line.hasSuffix("*/") { return true }
      guard line.hasPrefix("@") || line.hasPrefix("#if") else { return false }
      above -= 1
    }
    return false
  }

  /// The lines (from 1) of the cases of package enums, and whether each is documented.
  private func casesOfPackageEnums(_ text: SwiftText) -> [(line: Int, isCovered: Bool)] {
    guard text.allCode.holds("enum ") else { return [] }
    var found: [(Int, Bool)] = []
    var body: String?
    for (index, line) in text.code.enumerated() {
      if let inside = body {
        if line.hasPrefix(inside + "}") {
          body = nil
        } else if line.hasPrefix(inside + "  case ") {
          found.append((index + 1, isDocumented(text, above: index)))
        }
      } else if line.holds("enum "), line.firstMatch(of: /^ *(?:@\w+ )*package (?:indirect )?enum .*\{ *$/) != nil {
        body = String(line.prefix { $0 == " " })
      }
    }
    return found
  }
}
