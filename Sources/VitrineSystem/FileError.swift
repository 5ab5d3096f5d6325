// What the world did not let us do: one typed error for every operation on files.

package import VitrineSource

/// A failed operation on a file or a folder.
package struct FileError: Error, Hashable, Sendable {
  /// What was tried.
  package var operation: FileOperation
  /// The path as the person knows it: relative to the catalogue's root where it lies inside, else as it was given.
  package var path: Path
  /// Why it failed.
  package var cause: FileFault

  /// A failed `operation` on `path`.
  package init(_ operation: FileOperation, _ path: Path, _ cause: FileFault) {
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  /// A failed system call.
  package init(_ operation: FileOperation, _ path: Path, errno number: Int32) {
    self.init(operation, path, .system(number))
  }

  /// True where a file is no longer what the change was computed from: the program ends with status 4.
  package var isConflict: Bool { [.changed, .appeared, .vanished, .lost].contains(cause) }

  /// True where the path led to a file and does not any more: it, or a folder above it, was removed, renamed or replaced.
  package var isGone: Bool {
    isMissing || [ErrorNumber.notFolder, ErrorNumber.manyLinks].contains { cause == .system($0) }
  }

  /// True where the process or the system has too much open, or too little memory, to say anything of the file.
  package var isScarcity: Bool { if case .system(let number) = cause { ErrorNumber.isScarcity(number) } else { false } }

  /// True where there is no file or folder of that name.
  package var isMissing: Bool { cause == .system(ErrorNumber.notFound) || cause == .vanished }
}

/// What was tried with a file.
package enum FileOperation: String, Sendable, Hashable {
  /// Listing a folder.
  case list
  /// Reading a file.
  case read
  /// Writing a file in place of an older one.
  case write
  /// Writing a file where none was.
  case create
  /// Removing a file.
  case remove
}

/// Why an operation on a file failed.
package enum FileFault: Hashable, Sendable {
  /// A system call failed with this number.
  case system(Int32)
  /// The bytes on the disk are not those the change was computed from.
  case changed
  /// A file stands where none was expected.
  case appeared
  /// The file the change was computed from is gone.
  case vanished
  /// What the journal or the trash held of the file is gone, or not what it was.
  case lost
  /// The file is bigger than the reader takes. Units: bytes.
  case tooLarge(size: Int, limit: Int)
  /// It is no regular file.
  case notRegular(FileKind)
  /// A file stands where a folder is needed.
  case notFolder
  /// A symbolic link leads out of the catalogue.
  case outsideRoot
  /// The path is absolute, empty, or has a `.`, `..` or empty part or a NUL.
  case invalidPath
  /// The edits of a plan do not fit the file: they overlap or reach past its end.
  case unusableEdits
  /// Git does not have the bytes of the file, or has them broken.
  case notInGit
  /// There are more files than a listing holds.
  case tooManyFiles
}

extension FileError: CustomStringConvertible {
  /// One sentence without a full stop: what failed, on what, why, and what to do.
  package var description: String {
    let (reason, advice) = cause.words
    return "cannot \(operation.rawValue) '\(path.shown)': \(reason); \(advice)"
  }
}

extension FileFault {
  /// The reason and the next step.
  fileprivate var words: (reason: String, advice: String) {
    switch self {
    case .system(let number): ErrorNumber.words(number)
    case .changed: ("it was changed meanwhile", "run the command again to see the change against its present text")
    case .appeared: ("a file of that name exists by now", "run the command again, or choose another name")
    case .vanished: ("it was removed or renamed meanwhile", "run the command again")
    case .lost: ("the journal's copy is gone or was changed", "take it from a backup, or from git")
    case .tooLarge(let size, let limit):
      ("it has \(size) bytes, more than the \(limit) allowed", "make it smaller or move it out")
    case .notRegular(let kind): ("it is \(kind.words), not a regular file", "move it out of the catalogue")
    case .notFolder: ("it is no folder", "choose another name")
    case .outsideRoot: ("a symbolic link leads out of the catalogue", "replace the link by the file itself")
    case .invalidPath: ("it is not a path below the catalogue's folder", "give a relative path without '.' or '..'")
    case .unusableEdits: ("the planned edits do not fit the file", "please report this as a bug")
    case .notInGit: ("git does not have it here, or has it broken", "'git fsck' tells which")
    case .tooManyFiles: ("there are too many files", "split the catalogue")
    }
  }
}

extension FileError {
  /// Why, without the operation, the path and the advice: "permission denied".
  package var reason: String { cause.words.reason }
}
