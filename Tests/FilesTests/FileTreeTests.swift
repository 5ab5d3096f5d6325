// What a listing takes in, what it leaves out, what it says is wrong.

import Glibc
import Testing
import VitrineFiles
import VitrineSource
import VitrineSystem

/// The paths of a listing.
func paths(_ listing: Listing) -> [String] { listing.files.map { listing.path(of: $0).string } }

@Suite struct FileTreeTests {
  @Test("files are sorted by the bytes of their paths, whatever the folders")
  func order() throws {
    let names = [
      "a/b.yaml", "a.b.yaml", "a-b/c.yaml", "a/b/c.yaml", "a0.yaml", "a b.yaml", "z.yaml", "Ä.yaml", "a/a.yaml", "B.yaml",
      "prefix-common-long-1.yaml", "prefix-common-long-10.yaml", "prefix-common-long-2.yaml", "prefix-common-long/x",
      "prefix-common-long.yaml",
    ]
    let folder = try TemporaryFolder(names.map { ($0, "") })
    let listing = try FileTree.list(root: folder.path)
    #expect(paths(listing) == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(listing.problems.isEmpty)
    #expect(listing.files.map { listing.name(of: $0) } == paths(listing).map { String($0.split(separator: "/").last ?? "") })
  }

  @Test("one and two threads give the same listing")
  func threads() throws {
    let folder = try TemporaryFolder((0..<60).flatMap { folder in (0..<5).map { ("d\(folder % 7)/e\(folder)/f\($0).yaml", "") } })
    let one = try FileTree.list(root: folder.path, workers: 1)
    let two = try FileTree.list(root: folder.path, workers: 2)
    #expect(paths(one) == paths(two))
    #expect(paths(one).count == 300)
    #expect(one.folders.count == 68)
  }

  @Test("dot-files, swap and backup files and folders with a manifest of their own are left out")
  func skipped() throws {
    let folder = try TemporaryFolder([
      ("vitrine.yaml", ""), (".git/config", ""), (".vitrine/x", ""), (".hidden", ""), ("a.yaml~", ""), ("a.swp", ""), ("#a#", ""),
      ("4913", ""), ("14913", ""), ("a.bak", ""), (".#a", ""), ("a.yaml", ""), ("other/vitrine.yaml", ""), ("other/b/c.yaml", ""),
      ("one/two/vitrine.yaml", ""), ("one/x.yaml", ""), ("#", ""), ("~", ""), ("x.yaml___jb_tmp___", ""),
    ])
    let listing = try FileTree.list(root: folder.path)
    #expect(paths(listing) == ["#", "14913", "a.yaml", "one/x.yaml", "vitrine.yaml"])
    #expect(listing.nestedCatalogues == ["one/two", "other"])
    #expect(listing.problems.isEmpty)
  }

  @Test("links to files inside are listed with their target; all others are problems")
  func links() throws {
    let outside = try TemporaryFolder([("secret.yaml", "x"), ("folder/", "")])
    let folder = try TemporaryFolder([
      ("a/real.yaml", "text"), ("in.yaml -> a/real.yaml", ""), ("twice.yaml -> in.yaml", ""),
      ("up/down.yaml -> ../a/real.yaml", ""),
      ("out.yaml -> \(outside.path)/secret.yaml", ""), ("folder -> a", ""), ("loop -> loop", ""), ("gone.yaml -> nowhere", ""),
      ("self -> .", ""), ("absolute.yaml -> PLACEHOLDER", ""), ("etc -> \(outside.path)/folder", ""),
    ])
    unlink(folder.path + "/absolute.yaml")
    try folder.add("absolute.yaml -> \(folder.path)/a/real.yaml")
    // No text can say where this one leads.
    let odd = Array((folder.path + "/.odd-").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
    close(open(odd, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
    symlink(odd, folder.path + "/odd.yaml")
    let listing = try FileTree.list(root: folder.path)
    #expect(paths(listing) == ["a/real.yaml", "absolute.yaml", "in.yaml", "twice.yaml", "up/down.yaml"])
    #expect(listing.files.indices.map { listing.target(ofFileAt: $0) } == [nil] + [Path?](repeating: "a/real.yaml", count: 4))
    #expect(
      listing.problems == [
        ListingProblem(path: "etc", kind: .linkOutside), ListingProblem(path: "folder", kind: .folderLink),
        ListingProblem(path: "gone.yaml", kind: .brokenLink, errno: ENOENT),
        ListingProblem(path: "loop", kind: .brokenLink, errno: ELOOP),
        ListingProblem(path: "odd.yaml", kind: .linkTargetNotUTF8),
        ListingProblem(path: "out.yaml", kind: .linkOutside), ListingProblem(path: "self", kind: .folderLink),
      ])
    var reader = try FolderReader(root: folder.path)
    for index in listing.files.indices { #expect(try reader.read(fileAt: index, of: listing) == Array("text".utf8)) }
  }

  @Test("the root may be a link itself, and end in a slash")
  func linkedRoot() throws {
    let folder = try TemporaryFolder([("real/a.yaml", ""), ("real/b.yaml -> a.yaml", ""), ("link -> real", "")])
    for root in ["/link", "/link/", "/real/", "/./real"] {
      #expect(paths(try FileTree.list(root: folder.path + root)) == ["a.yaml", "b.yaml"])
    }
  }

  @Test("pipes and sockets are named and never opened")
  func special() throws {
    let folder = try TemporaryFolder([("a.yaml", ""), ("to-pipe.yaml -> pipe.yaml", "")])
    mkfifo(folder.path + "/pipe.yaml", 0o600)
    let listing = try FileTree.list(root: folder.path)
    #expect(paths(listing) == ["a.yaml"])
    #expect(
      listing.problems == [
        ListingProblem(path: "pipe.yaml", kind: .special(.pipe)), ListingProblem(path: "to-pipe.yaml", kind: .special(.pipe)),
      ])
  }

  @Test("a folder that may not be read is a problem, and the rest is listed")
  func unreadable() throws {
    let folder = try TemporaryFolder([("a/x.yaml", ""), ("b/y.yaml", "")])
    chmod(folder.path, 0o755)
    chmod(folder.path + "/a", 0)
    let listing = try withoutRights { try FileTree.list(root: folder.path, workers: 1) }
    #expect(paths(listing) == ["b/y.yaml"])
    #expect(listing.problems == [ListingProblem(path: "a", kind: .unreadableFolder, errno: EACCES)])
  }

  @Test("names that are not UTF-8 are left out and shown escaped; control characters are only reported")
  func names() throws {
    let folder = try TemporaryFolder([("ok.yaml", ""), ("line\nbreak.yaml", ""), ("schön.yaml", "")])
    let name: [CChar] = Array((folder.path + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
    close(open(name, O_CREAT | O_WRONLY, 0o600))
    let listing = try FileTree.list(root: folder.path)
    #expect(paths(listing) == ["line\nbreak.yaml", "ok.yaml", "schön.yaml"])
    #expect(
      listing.problems == [
        ListingProblem(path: "caf\\xE9", kind: .nameNotUTF8),
        ListingProblem(path: "line\nbreak.yaml", kind: .nameControlCharacter),
      ])
  }

  @Test("ignore files count for their folder and below; the deepest word decides; what they name is no problem either")
  func ignoreFiles() throws {
    let folder = try TemporaryFolder([
      (".vitrineignore", "drafts/\nx.yaml\npipe\n# note\n/top-*.yaml"), ("drafts/a.yaml", ""), ("x.yaml", ""),
      ("keep/x.yaml", ""), ("keep/y.yaml", ""),
      ("keep/.vitrineignore", "!x.yaml\ny.yaml"), ("keep/deep/x.yaml", ""), ("other/x.yaml", ""), ("other/y.yaml", ""),
      ("top-1.yaml", ""), ("other/top-1.yaml", ""),
    ])
    mkfifo(folder.path + "/pipe", 0o600)
    let listing = try FileTree.list(root: folder.path)
    #expect(paths(listing) == ["keep/deep/x.yaml", "keep/x.yaml", "other/top-1.yaml", "other/y.yaml"])
    #expect(listing.problems.isEmpty)
  }

  @Test("a tree of 10,000 folders in each other is cut off, and costs neither stack nor descriptors")
  func deep() throws {
    let folder = try TemporaryFolder([("a.yaml", "")])
    var descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<10_000 {
      mkdirat(descriptor, "d", 0o755)
      let next = openat(descriptor, "d", O_RDONLY | O_DIRECTORY)
      close(descriptor)
      descriptor = next
    }
    close(descriptor)
    let listing = try FileTree.list(root: folder.path)
    #expect(paths(listing) == ["a.yaml"])
    #expect(listing.folders.count == 65)
    #expect(listing.problems.map(\.kind) == [.tooDeep])
    // More levels than the temporary folder's own clean-up goes down.
    system("rm -rf '\(folder.path)/d'")
  }

  @Test("a missing root, a file as root and a forbidden root are errors that say so")
  func badRoots() throws {
    let folder = try TemporaryFolder([("file", ""), ("closed/", "")])
    chmod(folder.path, 0o755)
    chmod(folder.path + "/closed", 0)
    #expect(throws: FileError(.list, Path(folder.path + "/none"), errno: ENOENT)) {
      try FileTree.list(root: folder.path + "/none")
    }
    #expect(throws: FileError(.list, Path(folder.path + "/file"), errno: ENOTDIR)) {
      try FileTree.list(root: folder.path + "/file")
    }
    #expect(throws: FileError(.list, Path(folder.path + "/closed"), errno: EACCES)) {
      try withoutRights { try FileTree.list(root: folder.path + "/closed") }
    }
  }

  @Test("suffixes are compared regardless of case")
  func suffixes() throws {
    let folder = try TemporaryFolder([("a.YAML", ""), ("b.yaml", ""), ("c.yml", ""), ("yaml", "")])
    let listing = try FileTree.list(root: folder.path)
    #expect(listing.files.filter { listing.hasSuffix($0, ".yaml") }.map { listing.path(of: $0) } == ["a.YAML", "b.yaml"])
  }
}
