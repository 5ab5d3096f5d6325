// What goes over the wire when a service is asked to run a reading command, and what comes back.

/// A command line for a service: the words, and what of the world it needs to know.
package struct CommandRequest: Sendable, Equatable {
  /// The words after the program's name.
  package var words: [String]
  /// The absolute path of the working folder.
  package var folder: String
  /// The environment variables that matter to reading commands, those that are set.
  package var environment: [String: String]
  /// How wide the terminal is; nil for a pipe or a file. Units: cells.
  package var width: Int?
  /// The texts of files that the command reads, by the names it was given: a service reads no files of its own accord.
  package var files: [String: String] = [:]

  /// A command line.
  package init(words: [String], folder: String, environment: [String: String], width: Int?) {
    self.words = words
    self.folder = folder
    self.environment = environment
    self.width = width
  }
}

/// What a command said.
package struct CommandReply: Sendable, Equatable {
  /// What it wrote to standard output.
  package var output: [UInt8]
  /// What it wrote to standard error.
  package var errors: [UInt8]
  /// Its exit status.
  package var status: Int32
  /// The change that is still to be carried out; nil where there is none.
  package var change: [UInt8]?

  /// A reply.
  package init(output: [UInt8], errors: [UInt8], status: Int32) {
    self.output = output
    self.errors = errors
    self.status = status
  }
}
