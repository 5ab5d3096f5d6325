// Package.swift read as text: asking SwiftPM would take a second and its lock.

/// The targets that the manifest declares, in its order.
struct Manifest: Sendable {
  /// One target.
  struct Target: Sendable {
    /// The word that declares it: `room`, `tests`, `.systemLibrary`, `.target`, `.executableTarget`.
    let form: String
    /// Its name.
    let name: String
    /// The targets it may import.
    let dependencies: [String]

    /// Whether it is a door to a C library, or C itself.
    var isC: Bool {
      form == ".systemLibrary" || (form == ".target" && name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true)
    }
  }

  /// All targets.
  let targets: [Target]

  /// The checkout's own.
  static let current = Manifest(Checkout.text("Package.swift") ?? "")

  /// Reads the `targets:` of a manifest.
  ///
  /// Shape: each target is a call such as `room("VitrineText", ["CPCRE2"])` or `.target(name: "CStock", …)` at the start of a line.
  init(_ text: String) {
    let body = text.firstRange(of: "\n  targets: [").map { text[$0.upperBound...] } ?? ""
    let call = /(?m)^    (\.?[a-zA-Z]+)\(\s*(?:name: )?"(\w+)"(?:,\s*(?:dependencies: )?\[([^\]]*)\])?/
    targets = body.matches(of: call).map { match in
      let named = (match.output.3 ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
      return Target(form: String(match.output.1), name: String(match.output.2), dependencies: named)
    }
  }
}
