// Branches merged at random by git with vitrine as the merge driver: nothing that anybody wrote may be lost, by a count that knows no YAML.

import Testing
import VitrineTesting

@Suite("Branches merged at random")
struct GitMergeStormTests {
  /// A record as the test writes it: what it says, and in which form.
  private struct Written {
    var number: Int
    var tags: [String]
    var status = "new"
    var extra: [String] = []
    var isFlow = false
    var isWindows = false
    var comment = ""

    var text: String {
      var lines = ["id: r\(number)", "title: Record \(number)"]
      if !comment.isEmpty { lines.append("# \(comment)") }
      lines += isFlow ? ["tags: [\(tags.joined(separator: ", "))]"] : ["tags:"] + tags.map { "  - \($0)" }
      lines += ["status: \(isFlow ? "\"\(status)\"" : status)", "notes: |"]
      // Enough that stays, so that git takes a renamed file for the same one.
      lines += (0..<12).map { "  line \($0) of the notes of record \(number), which nobody changes" }
      lines += extra.map { "\($0): true" }
      return lines.map { $0 + (isWindows ? "\r\n" : "\n") }.joined()
    }
  }

  /// What a branch did: the words that it wrote, by the record they stand in, and what it removed.
  private struct Branch {
    var words: [Int: [String]] = [:]
    var removed: Set<Int> = []
  }

  private static let recordCount = 60
  private static let branchCount = 14

  @Test(
    "after many merges every word of every merged branch is there, through renames, forms and line ends (GF1)",
    arguments: [1, 2, 3])
  func storm(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    func git(_ command: String) throws -> Bool {
      let step = try Shell.run(command, in: folder.path, scratch: scratch)
      return step.status == 0
    }
    func path(_ number: Int, _ isRenamed: Bool) -> String {
      isRenamed ? "records/moved-\(number).yaml" : "records/r\(number).yaml"
    }
    let base = (0..<Self.recordCount).map { Written(number: $0, tags: ["word-base-\($0)-end"]) }
    for record in base { try folder.write(record.text, to: path(record.number, false)) }
    try folder.write("*.yaml merge=vitrine -text\n", to: ".gitattributes")
    #expect(
      try git(
        "git init -q -b main . && git config merge.vitrine.driver 'vitrine git-merge --marker-size=%L %O %A %B %P' && git add . && git commit -qm base"
      ))

    var branches: [Branch] = []
    for number in 0..<Self.branchCount {
      #expect(try git("git checkout -qb b\(number) main"))
      var branch = Branch()
      var commands: [String] = []
      for step in 0..<8 {
        let target = Int(random.next() % UInt64(Self.recordCount))
        guard branch.words[target] == nil, !branch.removed.contains(target) else { continue }
        if random.next() % 12 == 0 {
          branch.removed.insert(target)
          commands.append("git rm -q \(path(target, false))")
          continue
        }
        var record = base[target]
        let word = "word-b\(number)-\(step)-end"
        branch.words[target] = [word]
        switch random.next() % 4 {
        case 0: record.extra.append("x-" + word)
        case 1: record.comment = word
        default: record.tags.insert(word, at: random.next() % 2 == 0 ? 0 : 1)
        }
        if random.next() % 10 == 0 { record.status = "status-\(number)" }
        record.isFlow = random.next() % 4 == 0
        record.isWindows = random.next() % 12 == 0
        try folder.write(record.text, to: path(target, false))
        // Only one branch may give a file another name, or git itself sees a conflict.
        if target % Self.branchCount == number { commands.append("git mv \(path(target, false)) \(path(target, true))") }
      }
      #expect(try git((commands + ["git add -A", "git commit -qm b\(number) --allow-empty"]).joined(separator: " && ")))
      branches.append(branch)
    }

    var expected = Set(base.map { "word-base-\($0.number)-end" })
    var merged = 0
    #expect(try git("git checkout -q main"))
    var order = Array(0..<Self.branchCount)
    order.shuffle(using: &random)
    for number in order {
      guard try git("git merge -q --no-edit b\(number) > /dev/null 2>&1") else {
        // What people have to decide is left to them: here, nothing of the branch is taken.
        #expect(try git("git merge --abort"))
        continue
      }
      merged += 1
      for words in branches[number].words.values { expected.formUnion(words) }
      for target in branches[number].removed { expected.remove("word-base-\(target)-end") }
      // What others wrote in a record that this branch removed would be gone: git calls that a conflict, and never gets here.
      let found = try words(in: folder)
      #expect(found == expected, "after b\(number)")
    }
    #expect(merged >= 4, "only \(merged) branches could be merged")
  }

  /// The words in all files.
  private func words(in folder: TemporaryFolder) throws -> Set<String> {
    let scratch = try TemporaryFolder()
    let step = try Shell.run("grep -rhoE 'word-[a-z0-9-]*-end' records", in: folder.path, scratch: scratch)
    let all = step.output.split(separator: "\n").map(String.init)
    #expect(Set(all).count == all.count, "a word stands twice")
    return Set(all)
  }
}
