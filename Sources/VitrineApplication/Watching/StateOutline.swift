// What a service reports of the state of a catalogue wherever it reports one: in its status and in every event. Written and read here alone.

package import VitrineFormats
import VitrineSource

/// The members that the status and all events have in common.
///
/// Shape: `{"records": 87, "photos": 12, "findings": {"error": 0, "warning": 1, "info": 0}, "watching": {"folders": 12, "overflows": 0, "polled": [],
/// "links": 0, "shortage": null}, "freeze": null, "lastGood": []}`
package struct StateOutline: Sendable, Hashable {
  /// How many records there are.
  package var records = 0
  /// How many photos there are.
  package var photos = 0
  /// How many findings there are.
  package var counts = WatchCounts()
  /// How well all is watched; nil where it was not said.
  package var watching: WatchWatching?
  /// Why nothing follows; nil while all is well.
  package var freeze: WatchFreeze?
  /// The records whose files cannot be understood now, and which are shown as they last were.
  package var lastGood: [String] = []

  /// Nothing is known yet.
  package init() {}
}

extension StateOutline {
  /// Writes the members into an object that is being written.
  package func write(to json: inout JSONWriter) {
    json.field("records", records)
    json.field("photos", photos)
    json.object("findings") { json in
      json.field(Severity.error.word, counts.errors)
      json.field(Severity.warning.word, counts.warnings)
      json.field(Severity.info.word, counts.infos)
    }
    json.object("watching") { json in
      json.field("folders", watching?.folders ?? 0)
      json.field("overflows", watching?.overflows ?? 0)
      json.array("polled") { json in
        for polled in watching?.polled ?? [] {
          json.object { json in
            json.field("path", polled.path)
            json.field("folders", polled.folders)
            json.field("reason", polled.reason)
          }
        }
      }
      json.field("links", watching?.links ?? 0)
      json.key("shortage")
      if let shortage = watching?.shortage { json.string(shortage) } else { json.null() }
    }
    json.key("freeze")
    if let freeze {
      let (gone, all) = if case .massLoss(let gone, let all) = freeze { (gone, all) } else { (0, 0) }
      json.object { json in
        json.field("reason", freeze.word)
        json.field("message", freeze.message)
        json.field("gone", gone)
        json.field("of", all)
      }
    } else {
      json.null()
    }
    json.array("lastGood") { json in
      for path in lastGood { json.string(path) }
    }
  }

  /// Reads the members of an object. What is missing or of another shape is taken as not said: a newer service says more.
  init(_ object: EventObject) {
    records = object.integer("records") ?? 0
    photos = object.integer("photos") ?? 0
    if let findings = object.object("findings") {
      counts = WatchCounts(
        errors: findings.integer("error") ?? 0, warnings: findings.integer("warning") ?? 0, infos: findings.integer("info") ?? 0)
    }
    watching = object.object("watching").map { watching in
      var read = WatchWatching(
        folders: watching.integer("folders") ?? 0,
        polled: watching.objects("polled").map {
          WatchWatching.Polled(path: $0.text("path") ?? "", folders: $0.integer("folders") ?? 1, reason: $0.text("reason") ?? "")
        })
      read.overflows = watching.integer("overflows") ?? 0
      read.links = watching.integer("links") ?? 0
      read.shortage = watching.text("shortage")
      return read
    }
    freeze = object.object("freeze").map { freeze in
      switch freeze.text("reason") {
      case "root-gone": .rootGone
      case "manifest": .manifest(freeze.text("message") ?? "")
      case "mass-loss": .massLoss(gone: freeze.integer("gone") ?? 0, of: freeze.integer("of") ?? 0)
      default: .other(freeze.text("message") ?? "")
      }
    }
    lastGood = object.texts("lastGood")
  }
}

extension WatchFreeze {
  /// What the wire calls it.
  package var word: String {
    switch self {
    case .rootGone: "root-gone"
    case .manifest: "manifest"
    case .massLoss: "mass-loss"
    case .other: "other"
    }
  }

  /// What there is to say of it, in a sentence.
  package var message: String {
    switch self {
    case .rootGone: "the folder of the catalogue is gone; what is shown here is as it last was"
    case .manifest(let message): message
    case .massLoss(let gone, let all):
      "\(gone) of \(all) records are gone at once; they are still shown here, until they are back or that is accepted"
    case .other(let message): message
    }
  }
}
