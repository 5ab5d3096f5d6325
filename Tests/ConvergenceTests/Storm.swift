// Storms: random deeds of people and programs, each some steps, chosen by what is on the disk when they are done.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineTesting

/// Makes the deeds of a storm, one after the other; the same ones for the same seed and folder.
struct Storm {
  /// Which programs there are: git and rsync cost a process each.
  struct Programs: Sendable {
    /// True to run real programs.
    var areReal = false
    /// True to run them most of the time.
    var onlyReal = false
  }

  private let root: String
  private let programs: Programs
  private var texts: RandomText
  private var files: [String] = []
  private var folders: [String] = []
  private var hasRepository = false

  /// A storm over a folder.
  init(_ root: String, seed: UInt64, programs: Programs = Programs()) {
    self.root = root
    self.programs = programs
    texts = RandomText(seed: seed)
  }

  /// The next deed.
  mutating func next() -> [Step] {
    look()
    return separated() + deed()
  }

  /// Where there are too few watches for files, gives each hidden file with names elsewhere bytes of its own: of a record that is written through a name where
  /// nothing is watched no event tells then.
  private func separated() -> [Step] {
    if getenv("SOAK_WATCHES") == nil { return [] }
    let twins = files.filter { Disk.links(root + "/" + $0) > 1 }
    guard !twins.isEmpty, let listing = try? FileTree.list(root: root, workers: 1) else { return [] }
    let seen = Set(listing.files.map { listing.path(of: $0).string })
    return twins.filter { !seen.contains($0) }.flatMap {
      [.copy($0, "../outside/twin"), .remove($0), .move("../outside/twin", $0)] as [Step]
    }
  }

  private mutating func deed() -> [Step] {
    if programs.areReal, programs.onlyReal ? texts.below(3) > 0 : texts.below(12) == 0 { return program() }
    switch texts.below(100) {
    case 0..<34: return save(file())
    case 34..<42: return newFile()
    case 42..<47: return [.remove(file())]
    case 47..<53: return moveFile()
    case 53..<61: return folderDeed()
    case 61..<67: return photoDeed()
    case 67..<72: return linkDeed()
    case 72..<76: return modeDeed()
    case 76..<79: return [.touch(file())]
    case 79..<91: return rulesDeed()
    case 91..<93: return nested()
    case 93..<96: return several()
    default: return [.move(file(), file())]
    }
  }

  // MARK: places

  /// Looks at what there is.
  private mutating func look() {
    (files, folders) = ([], [])
    gather("")
  }

  private mutating func gather(_ folder: String) {
    for name in Disk.names(root + "/" + folder) where name != ".vitrine" && name != ".git" {
      let path = folder + name
      if Disk.kind(root + "/" + path) == S_IFDIR {
        folders.append(path)
        if path.utf8.count < 120 { gather(path + "/") }
      } else {
        files.append(path)
      }
    }
  }

  private mutating func file() -> String {
    let records = files.filter { $0.hasSuffix(".yaml") && $0.contains("/") && !$0.hasPrefix("schemas") && !$0.hasPrefix("views") }
    return records.isEmpty ? "games/hades.yaml" : texts.pick(records)
  }

  private mutating func folder() -> String {
    let own = folders.filter { !$0.hasPrefix("schemas") && !$0.hasPrefix("views") }
    return own.isEmpty ? "games" : texts.pick(own)
  }

  private mutating func place() -> String {
    if texts.below(3) == 0 {
      let first = texts.pick(["games", "minis", "recipes", "books", "shots", "more", "books/top", "minis/40k"])
      return texts.below(2) == 0 ? first : first + "/" + texts.pick(["a", "b", "deep/er", "deep/er/still", "Retro", "ç ö"])
    }
    return folder()
  }

  private mutating func newPath() -> String {
    let names = [
      "new.yaml", "project.yaml", "shelf.yaml", "snow.yaml", "hades.yaml", "Snow.yaml", "a.yml", "rust.yaml", "gold-trim.yaml",
      "x.draft.yaml", "vitrine.yaml", "snow (conflicted copy 2026-11-20).yaml", "ş.yaml", "no-suffix", "n\(texts.below(30)).yaml",
    ]
    let path = place() + "/" + texts.pick(names)
    return path.hasSuffix("/vitrine.yaml") && texts.below(3) > 0 ? place() + "/new.yaml" : path
  }

  // MARK: deeds

  private mutating func save(_ path: String) -> [Step] {
    var text = texts.text(for: path)
    if texts.below(4) == 0 { text = texts.spoilt(text) }
    return texts.pick(SavePattern.all).steps(path, "name: old\n", text)
  }

  private mutating func newFile() -> [Step] {
    let path = newPath()
    return [.folder(SavePattern.parts(path).folder)] + save(path)
  }

  private mutating func moveFile() -> [Step] {
    switch texts.below(4) {
    case 0: return [.move(file(), newPath())]
    case 1: return [.exchange(file(), file())]
    case 2: return [.move(file(), "../outside/f\(texts.below(3)).yaml")]
    default: return [.move("../outside/f\(texts.below(3)).yaml", newPath())]
    }
  }

  private mutating func folderDeed() -> [Step] {
    let here = folder()
    switch texts.below(11) {
    case 0: return [.move(here, place())]
    case 1: return [.move(here, here + texts.pick(["2", "-old", ".yaml"]))]
    case 2: return [.exchange(here, folder())]
    case 3: return [.move(here, "../outside/d\(texts.below(3))")]
    case 4: return [.move("../outside/d\(texts.below(3))", place() + "/back")]
    case 5: return [.removeTree(here)]
    case 6: return [.copy(here, "../outside/c"), .removeTree(here), .copy("../outside/c", here), .removeTree("../outside/c")]
    case 7: return [.copy(here, place() + "/copy")]
    case 8, 9:
      // Away while its record is read, if the time is right.
      let path = file()
      let home = SavePattern.parts(path).folder
      return save(path) + [
        .pause(UInt32(texts.below(400))), .move(home, "../outside/away"), .pause(UInt32(texts.below(800))),
        .move("../outside/away", home),
      ]
    default:
      let deep = place() + "/" + texts.pick(["x/y/z", "m", "40k/new"])
      return [
        .folder(deep), .write(deep + "/deep.yaml", texts.text(for: deep + "/deep.yaml")),
        .write(deep + "/project.yaml", "army: A\n"),
      ]
    }
  }

  private mutating func photoDeed() -> [Step] {
    let photos = files.filter { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }
    let source = "../photos/" + texts.pick(SampleCatalogue.photos).name
    let stem = String(file().dropLast(5))
    switch texts.below(6) {
    case 0: return [.copy(source, stem + texts.pick([".png", "-1.png", "-2.jpg", ".heic", "-20261120T181500Z-primed.png"]))]
    case 1: return [.copy(source, place() + "/" + texts.pick(["new.png", "a.png", "snow.png", "captain.png", "rust.png"]))]
    case 2: return photos.isEmpty ? [] : [.remove(texts.pick(photos))]
    case 3: return photos.isEmpty ? [] : [.move(texts.pick(photos), place() + "/" + texts.pick(["new.png", "b.png"]))]
    case 4: return photos.isEmpty ? [] : [.copy(source, texts.pick(photos))]
    default: return photos.count < 2 ? [] : [.exchange(texts.pick(photos), texts.pick(photos))]
    }
  }

  private mutating func linkDeed() -> [Step] {
    let (path, name) = (newPath(), SavePattern.parts(file()).name)
    switch texts.below(8) {
    case 0: return [.symlink(name, SavePattern.parts(file()).folder + "link\(texts.below(3)).yaml")]
    case 1: return [.symlink("/etc/passwd", path)]
    case 2: return [.symlink("nowhere.yaml", path)]
    case 3: return [.symlink(root + "/" + file(), path)]
    case 4: return [.symlink(root + "/" + folder(), place() + "/folder-link")]
    case 5: return [.hardlink(file(), path)]
    case 6: return [.pipe(path)]
    default: return [.symlink("link0.yaml", SavePattern.parts(file()).folder + "link1.yaml")]
    }
  }

  private mutating func modeDeed() -> [Step] {
    switch texts.below(4) {
    case 0: return [.mode(file(), 0)]
    case 1: return [.mode(folder(), 0), .mode(folder(), 0o755)]
    case 2: return [.mode(folder(), texts.below(2) == 0 ? 0 : 0o300)]
    default:
      return folders.map { .mode($0, 0o755) } + files.filter { $0.hasSuffix(".yaml") }.prefix(40).map { .mode($0, 0o644) }
    }
  }

  private mutating func rulesDeed() -> [Step] {
    let path = texts.pick([
      "vitrine.yaml", "vitrine.yaml", "vitrine.yaml", "schemas/book.schema.yaml", "schemas/book.schema.yaml",
      "schemas/shelf.schema.yaml", "schemas/vocabulary/genre.yaml", "schemas/vocabulary/color.yaml", "views/done.view.yaml",
      "views/old.view.yaml", "views/new.view.yaml", ".vitrineignore", "books/.vitrineignore", "schemas/recipe.schema.yaml",
      "schemas/game.schema.yaml",
    ])
    switch texts.below(12) {
    case 0 where path != "vitrine.yaml": return [.remove(path)]
    case 1 where path != "vitrine.yaml": return [.move(path, SavePattern.parts(path).folder + "other.schema.yaml")]
    case 2: return [.remove("vitrine.yaml"), .check, .write("vitrine.yaml", texts.text(for: "vitrine.yaml"))]
    case 3:
      return [
        .removeTree(texts.pick(["schemas", "views", "schemas/vocabulary"])), .folder("schemas/vocabulary"), .folder("views"),
      ]
    case 4: return [.move("schemas", "schemas2"), .check, .move("schemas2", "schemas")]
    case 5:
      return SampleCatalogue.files.filter {
        ["vitrine.yaml", ".vitrineignore"].contains($0.path) || $0.path.hasPrefix("schemas")
      }
      .flatMap { [.folder(SavePattern.parts($0.path).folder), .write($0.path, $0.text)] }
    default:
      var text = texts.text(for: path)
      if texts.below(6) == 0 { text = texts.spoilt(text) }
      let pattern = texts.pick(SavePattern.all)
      // A rename over the manifest that goes wrong halfway would be a catalogue without one.
      return [.folder(SavePattern.parts(path).folder)] + pattern.steps(path, "", text)
    }
  }

  private mutating func nested() -> [Step] {
    let here = folder()
    let isThere = files.contains(here + "/vitrine.yaml")
    return isThere ? [.remove(here + "/vitrine.yaml")] : [.write(here + "/vitrine.yaml", "vitrine: 1\n")]
  }

  private mutating func several() -> [Step] {
    let base = place() + "/many\(texts.below(2))"
    return [.folder(base)]
      + (0..<12).map { number in .write("\(base)/m\(number).yaml", texts.text(for: "\(base)/m\(number).yaml")) }
  }

  // MARK: programs

  private mutating func program() -> [Step] {
    let git = "git -c user.name=a -c user.email=a@b -c core.fsync=none -c gc.auto=0 "
    if !hasRepository {
      hasRepository = true
      return [
        .run("\(git) init -q -b main . && \(git) add -A . && \(git) commit -qm start && \(git) branch b1 && \(git) branch b2")
      ]
    }
    let branch = texts.pick(["main", "b1", "b2"])
    let other = texts.pick(["main", "b1", "b2"])
    let path = file()
    return [
      .run(
        texts.pick([
          "\(git) add -A . && \(git) commit -qm work", "\(git) checkout -qf \(branch)", "\(git) checkout -qf \(branch)",
          "\(git) stash -qu", "\(git) stash pop -q", "\(git) add -A . && \(git) commit -qm more && \(git) rebase -q \(other)",
          "\(git) merge -q \(other)", "\(git) rebase --abort; \(git) merge --abort; \(git) reset -q --hard",
          "\(git) clean -qfd", "\(git) checkout -q -- '\(path)'", "\(git) mv '\(path)' '\(path).moved.yaml'",
          "sed -i 's/name/title/; s/Doom/Tetris/' '\(path)'", "sed -i 's/a/e/' games/*.yaml recipes/*.yaml",
          "rsync -a ../outside/mirror/ . 2>/dev/null",
          "mkdir -p ../outside/mirror && rsync -a --delete --exclude .git games ../outside/mirror/",
          "rsync -a --inplace ../outside/mirror/games/ games/", "rsync -a --delete ../outside/mirror/games/ games/",
          "cp -r books books-copy; cp -r books-copy/* games/; rm -rf books-copy",
          "mkdir -p more/a/b/c && cp books/*.yaml more/a/b/c/",
          "vim -es -u NONE -c 'normal Gox-note: vim' -c 'wq' '\(path)'", "touch '\(path)'",
          "tar cf ../outside/t.tar games && rm -r games && tar xf ../outside/t.tar",
          "find . -name '*.yaml' -path './recipes/*' -exec perl -pi -e 's/u/o/' {} +",
          "mv games g1 && mv minis games && mv g1 minis", "ln -f '\(path)' recipes/hard.yaml", "rm -rf more books-copy many*",
        ]))
    ]
  }
}
