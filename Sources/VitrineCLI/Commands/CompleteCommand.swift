// `vitrine complete`: what completion scripts ask while a person types.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineModel

/// Prints the candidates for one sort of value.
enum CompleteCommand: CommandFile {
  private static let sort = Positional.one(
    "SORT", "kind, plural, rule, schema, record, field, view, query, selection, assignment or stage")
  private static let prefix = Positional.any("PREFIX", isAfterDashes: true, "what is typed already")

  static let command = Command<Session>(
    name: "complete", summary: "print candidates for completion", isHidden: true, service: .wanted, positionals: [sort, prefix],
    manual: Manual(examples: [("vitrine complete rule -- dup", "prints the rules that begin with 'dup'")])
  ) { session, arguments in
    let start = arguments[prefix].first ?? ""
    if arguments[sort] == "camera-setting" {
      for (word, words) in CameraCommand.candidates(start) { session.print("\(word)\t\(words)\n") }
      return .well
    }
    var session = session
    if ["query", "selection", "field", "assignment"].contains(arguments[sort]), let kinds = session.outline()?.kinds {
      let areOwn = start.drop { !$0.isLetter }.hasPrefix("x-")
      if kinds.contains(where: { areOwn ? $0.allowsUndeclared("x-") : $0.allowsUndeclaredFields }) {
        // A service has columns for what schemas declare.
        if session.live != nil { throw NotServed() }
        session.undeclared = (try? session.load(isQuiet: true).undeclaredFields()) ?? [:]
      }
    }
    let completion = Completion(
      line: session.environment("COMP_LINE") ?? "", folder: session.folder, kindNames: session.kindNames(),
      outline: session.outline()?.adding(session.undeclared)
    ) { [session] options in
      // A person in the middle of a line wants no messages.
      do { return try session.openCatalogue(options, isQuiet: true) } catch { return nil }
    }
    for candidate in completion.candidates(of: arguments[sort], start) {
      session.print(candidate.words.isEmpty ? "\(candidate.word)\n" : "\(candidate.word)\t\(candidate.words)\n")
    }
    return .well
  }
}
