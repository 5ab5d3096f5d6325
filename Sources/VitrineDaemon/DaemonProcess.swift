// What a command of `vitrined` is handed: the streams, the folder, the environment, and what answers command lines.

import Glibc
import VitrineApplication
package import VitrineLive
package import VitrineService
import VitrineText

/// One run of the program.
package struct DaemonProcess: Sendable {
  /// What answers command lines of `vitrine`: the faces are linked by the program, and this room knows none of them.
  package struct Commands: Sendable {
    /// Runs a reading command.
    package var run: CommandRunner
    /// Plans a change.
    package var plan: CommandRunner
    /// Serves an editor whose process is at the other end of a connection, until it goes away, and closes the connection.
    package var editor: @Sendable (_ connection: Int32, _ catalogue: LiveCatalog) -> Void

    /// Commands that are run and planned so, and editors that are served so.
    package init(
      run: @escaping CommandRunner, plan: @escaping CommandRunner,
      editor: @escaping @Sendable (_ connection: Int32, _ catalogue: LiveCatalog) -> Void
    ) {
      self.run = run
      self.plan = plan
      self.editor = editor
    }
  }

  /// Where the process was started.
  let context: RequestContext
  /// What answers command lines.
  let commands: Commands

  /// This process.
  init(_ commands: Commands) {
    self.commands = commands
    let folder = getcwd(nil, 0).map { folder in
      defer { free(folder) }
      return String(cString: folder)
    }
    context = RequestContext(workingFolder: folder ?? "/", folder: folder ?? "/") { name in
      getenv(name).map { String(cString: $0) }
    }
  }

  /// Prints a text, which ends with its own line feed.
  func print(_ text: String) { Self.write(text, to: STDOUT_FILENO) }

  /// Tells several lines on standard error as they are.
  func tellLines(_ text: String) { Self.write(text, to: STDERR_FILENO) }

  /// Tells something on standard error, in one line; control characters are made visible.
  func tell(_ text: String) { tellLines(TerminalText.visible(text) + "\n") }

  /// Writes all bytes; where nobody reads them the exit status still tells. Source: write(2).
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) } else if errno != EINTR { return }
      }
    }
  }
}
