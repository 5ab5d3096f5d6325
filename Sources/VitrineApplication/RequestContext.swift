// What a request knows of the one who makes it. Decision 0036 says why use cases have a room of their own.

import VitrineSource

/// Where a person stands, and the environment of their process.
package struct RequestContext: Sendable {
  /// The working folder of the process: an absolute path.
  package var workingFolder: String
  /// The folder that relative paths of the request start from. Absolute, without `.` and `..`.
  package var folder: String
  /// The value of an environment variable; nil where it is not set.
  package var environment: @Sendable (String) -> String?

  /// A context of these values.
  package init(workingFolder: String, folder: String, environment: @escaping @Sendable (String) -> String?) {
    self.workingFolder = workingFolder
    self.folder = folder
    self.environment = environment
  }

  /// A path as a manifest writes it: absolute, or from the home folder behind `~/`, else from the catalogue's root.
  package func expanded(_ path: String, root: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = environment("HOME"), !home.isEmpty else {
      return Path.absolute(path, from: root)
    }
    return Path.absolute(String(path.dropFirst(2)), from: home)
  }
}
