// Storms of changes on a writer, each batch compared with a writer that begins with what is there then.

import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

/// One change of a catalogue.
enum StormChange: Sendable {
  case record(path: Path, kind: Int, text: String)
  case noRecord(path: Path)
  case photo(PhotoFacts)
  case noPhoto(path: Path)
  case troubles([FileTrouble])
  case file(path: Path, findings: [Finding], suppressions: [Suppression])
  case manifest(String)
}

/// A catalogue as plain data, and what a writer should know of it.
struct StormModel {
  let kinds: [Kind]
  var records: [Path: (kind: Int, text: String)] = [:]
  var photos: [Path: PhotoFacts] = [:]
  var troubles: [FileTrouble] = []
  var files: [Path: (findings: [Finding], suppressions: [Suppression])] = [:]
  var manifest = ""

  /// The texts of the records and of the manifest.
  var texts: [Path: [UInt8]] {
    var texts = records.mapValues { Array($0.text.utf8) }
    texts[Manifest.fileName] = Array(manifest.utf8)
    return texts
  }

  /// Changes the data.
  mutating func apply(_ change: StormChange) {
    switch change {
    case .record(let path, let kind, let text): records[path] = (kind, text)
    case .noRecord(let path): records[path] = nil
    case .photo(let photo): photos[photo.path] = photo
    case .noPhoto(let path): photos[path] = nil
    case .troubles(let all): troubles = all
    case .file(let path, let findings, let suppressions): files[path] = (findings, suppressions)
    case .manifest(let text): manifest = text
    }
  }

  /// A writer that begins with the data.
  func writer() -> CatalogueWriter {
    var check = RecordCheck(kinds: kinds)
    var facts = CatalogueFacts()
    facts.kinds = kinds
    facts.manifest = Self.manifest(manifest)
    var findings: [Finding] = []
    for path in records.keys.sorted() {
      guard let record = records[path] else { continue }
      let outcome = check.check(Array(record.text.utf8), path: path, kind: record.kind)
      facts.records.append(outcome.facts)
      findings += outcome.findings
    }
    facts.terms = check.terms
    facts.photos = photos.values.sorted { $0.path < $1.path }
    facts.troubles = troubles
    for (path, file) in files {
      facts.otherSuppressions[path] = file.suppressions
      findings += file.findings
    }
    let texts = texts
    return CatalogueWriter(facts, fileFindings: findings) { texts[$0] }
  }

  /// A manifest from its text.
  static func manifest(_ text: String) -> Manifest { Manifest.read(YAMLText.tree(text)).manifest }
}

/// A storm: what is there at first, and batches of changes.
struct WriterStorm {
  let kinds: [Kind]
  var first: [StormChange]
  var batches: [[StormChange]]

  /// How much was compared.
  struct Compared {
    var batches = 0
    var findings = 0
    var records = 0
    var changedFiles = 0
    var rules: Set<String> = []
  }

  /// Runs the storm; nil where the writer was right after every batch, else what was wrong first.
  func fault(_ compared: inout Compared) -> String? {
    var model = StormModel(kinds: kinds)
    for change in first { model.apply(change) }
    var writer = model.writer()
    var check = RecordCheck(kinds: kinds)
    for (number, batch) in batches.enumerated() {
      let before = Portrait(&writer, model)
      for change in batch {
        model.apply(change)
        Self.apply(change, to: &writer, &check)
        // As a live catalogue does: with another text of the manifest, what is found in it stands elsewhere.
        if case .manifest = change, let file = model.files[Manifest.fileName] {
          writer.setFile(Manifest.fileName, findings: file.findings, suppressions: file.suppressions)
        }
      }
      let texts = model.texts
      let settled = writer.settle { texts[$0] }
      var fresh = model.writer()
      let after = Portrait(&writer, model)
      let wanted = Portrait(&fresh, model)
      compared.batches += 1
      compared.findings += after.findings.count
      compared.records += after.records.count
      compared.changedFiles += settled.findings.count
      for finding in wanted.findings { compared.rules.insert(finding.rule.slug) }
      if let fault = after.difference(from: wanted) ?? Self.fault(settled, before, after) { return "batch \(number): \(fault)" }
      if writer.recordCount != model.records.count || writer.photoCount != model.photos.count { return "batch \(number): counts" }
    }
    return nil
  }

  private static func apply(_ change: StormChange, to writer: inout CatalogueWriter, _ check: inout RecordCheck) {
    switch change {
    case .record(let path, let kind, let text):
      let outcome = check.check(Array(text.utf8), path: path, kind: kind)
      writer.put(outcome.facts, terms: check.terms, findings: outcome.findings)
    case .noRecord(let path): writer.removeRecord(at: path)
    case .photo(let photo): writer.put(photo)
    case .noPhoto(let path): writer.removePhoto(at: path)
    case .troubles(let all): writer.setTroubles(all)
    case .file(let path, let findings, let suppressions): writer.setFile(path, findings: findings, suppressions: suppressions)
    case .manifest(let text): writer.setManifest(StormModel.manifest(text))
    }
  }

  /// What `settle` said must be what became different.
  private static func fault(_ settled: CatalogueWriter.Settled, _ before: Portrait, _ after: Portrait) -> String? {
    let old = Dictionary(grouping: before.findings, by: \.path)
    let new = Dictionary(grouping: after.findings, by: \.path)
    for path in Set(old.keys).union(new.keys) where old[path] != new[path] {
      guard settled.findings[path] == new[path] ?? [] else { return "settle does not say what is found in \(path.string) now" }
    }
    for path in settled.findings.keys where old[path] == new[path] {
      return "settle says \(path.string), of which nothing is different"
    }
    for (path, record) in after.records where before.records[path].map({ $0.photos != record.photos }) ?? !record.photos.isEmpty {
      guard settled.photoOwners.contains(path) else {
        return "settle does not say that the photos of \(path.string) are others"
      }
    }
    for path in settled.photoOwners where after.records[path] == nil {
      return "settle says photos of \(path.string), which is gone"
    }
    return nil
  }

  /// A storm with the same fault and as few changes as leaving out one at a time gives.
  func reduced() -> WriterStorm {
    var storm = self
    var compared = Compared()
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for index in storm.batches.indices.reversed() {
        var other = storm
        other.batches.remove(at: index)
        if other.fault(&compared) != nil { (storm, isSmaller) = (other, true) }
      }
      for batch in storm.batches.indices {
        for index in storm.batches[batch].indices.reversed() {
          var other = storm
          other.batches[batch].remove(at: index)
          if other.fault(&compared) != nil { (storm, isSmaller) = (other, true) }
        }
      }
      for index in storm.first.indices.reversed() {
        var other = storm
        other.first.remove(at: index)
        if other.fault(&compared) != nil { (storm, isSmaller) = (other, true) }
      }
    }
    return storm
  }

  /// The changes, for a person to read.
  var script: String {
    let lines = ["at first:"] + first.map { "  \($0)" } + batches.flatMap { ["batch:"] + $0.map { "  \($0)" } }
    return lines.joined(separator: "\n")
  }
}

/// All that a writer says.
struct Portrait {
  struct Record: Equatable {
    var around: String
    var photos: [PhotoFacts]
    var context: [Finding]
  }

  var findings: [Finding]
  var records: [Path: Record] = [:]

  /// What a writer says of all records of a model.
  init(_ writer: inout CatalogueWriter, _ model: StormModel) {
    findings = Array(writer.report)
    for path in model.records.keys {
      guard let around = writer.surroundings(ofRecordAt: path) else { continue }
      let words = [
        "\(around.facts.title) \(around.targets) \(String(describing: around.parent)) \(around.users)",
        "\(around.childCounts.sorted { $0.key < $1.key }) \(around.photos.map(\.path)) \(around.missingPhotos)",
      ]
      let (findings, photos) = writer.context(ofRecordAt: path)
      records[path] = Record(around: words.joined(separator: " "), photos: photos, context: findings)
    }
  }

  /// The first difference.
  func difference(from wanted: Portrait) -> String? {
    for (mine, other) in zip(findings, wanted.findings) where mine != other {
      return "finding\n    \(Self.words(mine))\n  instead of\n    \(Self.words(other))"
    }
    if findings.count < wanted.findings.count { return "no finding \(Self.words(wanted.findings[findings.count]))" }
    if findings.count > wanted.findings.count { return "a finding too many: \(Self.words(findings[wanted.findings.count]))" }
    for (path, other) in wanted.records where records[path] != other {
      return "\(path.string) is\n    \(String(describing: records[path]))\n  instead of\n    \(other)"
    }
    return records.count == wanted.records.count ? nil : "records that are not there"
  }

  private static func words(_ finding: Finding) -> String {
    let places = finding.related.map { "\($0.path.string):\($0.span.start.line):\($0.span.start.column)" }
    return """
      \(finding.path.string):\(finding.span.start.line):\(finding.span.start.column) \(finding.severity) \(finding.rule.slug) \
      '\(finding.record)': \(finding.message) [\(finding.label)] [\(finding.note)] \(places) \(finding.fixes.map(\.isSafe))
      """
  }
}
