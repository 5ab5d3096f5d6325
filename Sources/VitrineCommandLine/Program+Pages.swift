// From declarations to pages of help.

extension Program {
  /// The page of the command at a path, with the global options at its end; of the program itself where the path names none.
  func page(at path: [String]) -> Page {
    let command = command(at: path) ?? root
    let isProgram = command.name == root.name && path.count <= 1
    let name = isProgram ? self.name : path.joined(separator: " ")
    let manual = command.manual
    var sections = leadingSections(of: command, manual)
    sections += commandSections(of: command)
    sections += [Section(title: "Options", blocks: rows(command.options.map(row)))]
    sections += [Section(title: "Global options", blocks: rows(globalOptions.map(row)))]
    sections += trailingSections(of: manual)
    return Page(
      name: name, summary: command.summary, usage: isProgram ? programUsage : usage(of: command, path: path),
      sections: sections.filter { !$0.blocks.isEmpty })
  }

  /// Everything about a command and those it holds as blocks below smaller headings, for pages about several commands.
  func chapters(of command: Command<Context>, path: [String]) -> [Block] {
    let manual = command.manual
    var blocks: [Block] = [.heading(path.joined(separator: " ")), .paragraph(sentence(command.summary))]
    blocks.append(.usage(usage(of: command, path: path)))
    var sections = leadingSections(of: command, manual)
    sections.append(Section(title: "Options", blocks: rows(command.options.map(row))))
    if !manual.exitStatuses.isEmpty { sections += trailingSections(of: manual).filter { $0.title == "Exit status" } }
    for section in sections where !section.blocks.isEmpty {
      if section.title != "Description" { blocks.append(.paragraph(section.title + ":")) }
      blocks += section.blocks
    }
    for next in command.commands where !next.isHidden { blocks += chapters(of: next, path: path + [next.name]) }
    return blocks
  }

  /// The usage of the program.
  var programUsage: [Span] {
    [
      .literal(name), .plain(" ["), .variable("OPTION"), .plain("...] "), .variable("COMMAND"), .plain(" ["),
      .variable("ARGUMENT"), .plain("...]"),
    ]
  }

  private func leadingSections(of command: Command<Context>, _ manual: Manual) -> [Section] {
    [
      Section(
        title: "Examples", blocks: rows(manual.examples.map { Row(term: [.literal($0.command)], text: $0.meaning) })),
      Section(title: "Description", blocks: manual.description.map { .paragraph($0) }),
      Section(title: "Arguments", blocks: rows(command.positionals.map(row))),
    ]
  }

  /// The commands it holds, a section a group, in the order in which the groups first appear.
  private func commandSections(of command: Command<Context>) -> [Section] {
    var groups: [(title: String, rows: [Row])] = []
    for next in command.commands where !next.isHidden {
      let title = next.group.isEmpty ? "Commands" : next.group
      let row = Row(term: [.literal(([next.name] + next.aliases).joined(separator: ", "))], text: next.summary)
      if let place = groups.firstIndex(where: { $0.title == title }) {
        groups[place].rows.append(row)
      } else {
        groups.append((title, [row]))
      }
    }
    return groups.map { Section(title: $0.title, blocks: [.rows($0.rows)]) }
  }

  private func trailingSections(of manual: Manual) -> [Section] {
    let statuses =
      manual.exitStatuses.isEmpty
      ? ExitStatus.ordinary.map { ($0, $0.summary) } : manual.exitStatuses.map { ($0.status, $0.meaning) }
    return [
      Section(title: "Exit status", blocks: rows(statuses.map { Row(term: [.literal("\($0.0.rawValue)")], text: $0.1) })),
      Section(title: "Environment", blocks: rows(manual.environment.map { Row(term: [.literal($0.name)], text: $0.meaning) })),
      Section(title: "Files", blocks: rows(manual.files.map { Row(term: [.literal($0.path)], text: $0.meaning) })),
      Section(title: "See also", blocks: manual.seeAlso.isEmpty ? [] : [.references(manual.seeAlso)]),
    ]
  }
}

/// A summary, which is an order in lower case, as a sentence.
func sentence(_ summary: String) -> String {
  summary.prefix(1).uppercased() + summary.dropFirst() + "."
}

private func rows(_ rows: [Row]) -> [Block] { rows.isEmpty ? [] : [.rows(rows)] }

private func row(_ positional: PositionalDeclaration) -> Row {
  let dots = positional.most > 1 ? "..." : ""
  return row([.variable(positional.name), .plain(dots)], positional.summary, positional.value, standard: "")
}

private func row(_ option: OptionDeclaration) -> Row {
  var term: [Span] = []
  if let short = option.short { term += [.literal("-\(short)"), .plain(", ")] }
  switch option.form {
  case .flag(let isNegatable): term.append(.literal(isNegatable ? "--[no-]\(option.long)" : "--\(option.long)"))
  case .value(let value): term += [.literal("--" + option.long), .plain(" "), .variable(value.name)]
  case .optionalValue(let value, bare: _):
    term += [.literal("--" + option.long), .plain("[="), .variable(value.name), .plain("]")]
  }
  var text = option.summary
  if option.isRepeatable { text += " (may be repeated)" }
  if case .optionalValue(_, let bare) = option.form { text += " (alone: \(bare))" }
  return row(term, text, option.value, standard: option.standard)
}

/// A row whose choices follow as a list where they mean something, else in the text.
private func row(_ term: [Span], _ text: String, _ value: ValueForm?, standard: String) -> Row {
  var text = text
  let choices = value?.listed ?? []
  let isExplained = choices.contains { !$0.summary.isEmpty }
  if isExplained {
    let marked = choices.map { $0.name == standard ? Choice($0.name, $0.summary + " (default)") : $0 }
    return Row(term: term, text: text, choices: marked)
  }
  if !choices.isEmpty { text += ": " + joined(choices.map(\.name)) }
  if !standard.isEmpty { text += " (default: \(standard))" }
  return Row(term: term, text: text)
}
