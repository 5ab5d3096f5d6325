// Which positional word belongs to which argument.

/// Gives the words before and after `--` to the arguments of a command.
///
/// Where no argument stands after `--`, the words after it belong with those before it.
///
/// Errors: throws for too few words, too many, and a word that its argument does not accept.
func distribute(
  _ before: [String], _ after: [String], to positionals: [PositionalDeclaration], of path: [String], _ suggest: Suggest
) throws(LineFault) -> [(positional: String, words: [String])] {
  guard positionals.contains(where: \.isAfterDashes) else {
    return try fill(before + after, positionals, path, positionals, suggest)
  }
  let first = try fill(before, positionals.filter { !$0.isAfterDashes }, path, positionals, suggest)
  return first + (try fill(after, positionals.filter(\.isAfterDashes), path, positionals, suggest))
}

private func fill(
  _ words: [String], _ positionals: [PositionalDeclaration], _ path: [String], _ all: [PositionalDeclaration], _ suggest: Suggest
) throws(LineFault) -> [(positional: String, words: [String])] {
  var result: [(positional: String, words: [String])] = []
  var rest = words[...]
  var reserved = positionals.reduce(0) { $0 + $1.least }
  for positional in positionals {
    reserved -= positional.least
    let share = rest.prefix(min(positional.most, max(positional.least, rest.count - reserved)))
    if share.count < positional.least { throw LineFault(missing(positional, path)) }
    for word in share {
      if let fault = positional.value.fault(of: word, owner: positional.name, suggest: suggest) { throw LineFault(fault) }
    }
    rest = rest.dropFirst(share.count)
    result.append((positional.name, Array(share)))
  }
  if let word = rest.first { throw LineFault(tooMany(word, path, all)) }
  return result
}

private func missing(_ positional: PositionalDeclaration, _ path: [String]) -> String {
  let place = positional.isAfterDashes ? " after '--'" : ""
  let article = positional.name.utf8.first.map { "AEIOU".utf8.contains($0) } == true ? "an" : "a"
  return "'\(path.joined(separator: " "))' needs \(article) \(positional.name)\(place): \(positional.summary)"
}

private func tooMany(_ word: String, _ path: [String], _ positionals: [PositionalDeclaration]) -> String {
  let command = path.joined(separator: " ")
  if positionals.isEmpty { return "unexpected argument \(quoted(word)); '\(command)' takes none" }
  return "unexpected argument \(quoted(word)); '\(command)' takes \(joined(positionals.map(\.name), "and")) only"
}
