// The services that check what is pushed, and the file that tells each of them to.

import VitrineSource

/// A service that runs programs for a repository.
package enum GitService: String, Sendable, CaseIterable {
  /// GitHub, whose reports are annotations.
  case github
  /// GitLab, whose reports are those of code quality.
  case gitlab
  /// Forgejo, which is told as GitHub is.
  case forgejo

  /// What it is, in a few words.
  package var summary: String {
    switch self {
    case .github: "a workflow of GitHub Actions"
    case .gitlab: "a pipeline of GitLab"
    case .forgejo: "a workflow of Forgejo Actions"
    }
  }

  /// The file, from the top of the repository.
  var path: String {
    switch self {
    case .github: ".github/workflows/vitrine.yml"
    case .gitlab: ".gitlab-ci.yml"
    case .forgejo: ".forgejo/workflows/vitrine.yml"
    }
  }

  /// The format of the report.
  var format: String { self == .gitlab ? "gitlab" : "github" }

  /// The text of the file, for a catalogue in a folder of the repository.
  func text(checking prefix: Path) -> [UInt8] {
    let words = prefix.isEmpty ? "vitrine" : "vitrine -C \"$CATALOGUE\""
    let folder = "'" + prefix.string.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    let variable = prefix.isEmpty ? "" : "CATALOGUE: \(folder)"
    let install = "command -v vitrine || { curl -fsSLo vitrine.deb \"$VITRINE_DEB\" && sudo apt-get install -y ./vitrine.deb; }"
    var lines = [
      "# Checks the catalogue for each push. VITRINE_DEB is a variable of the repository: the address of vitrine's package; a runner that has",
      "# vitrine needs none.",
    ]
    switch self {
    case .github, .forgejo:
      lines += ["on: [push, pull_request]", "jobs:", "  vitrine:", "    runs-on: ubuntu-latest", "    env:"]
      lines.append("      VITRINE_DEB: ${{ vars.VITRINE_DEB }}")
      if !variable.isEmpty { lines.append("      " + variable) }
      lines += [
        "    steps:", "      - uses: actions/checkout@v4", "        with: {fetch-depth: 0, lfs: true}",
        "      - name: install vitrine",
        "        run: " + install, "      - name: check the catalogue", "        run: \(words) check --format github",
      ]
    case .gitlab:
      lines += ["vitrine:", "  image: debian:stable"]
      if !variable.isEmpty { lines += ["  variables:", "    " + variable] }
      lines += [
        "  script:", "    - apt-get update && apt-get install -y curl git sudo", "    - " + install,
        "    - \(words) check --format gitlab > vitrine.json", "  artifacts:", "    when: always",
        "    reports: {codequality: vitrine.json}",
      ]
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}
