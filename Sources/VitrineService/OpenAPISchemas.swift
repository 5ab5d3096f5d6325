// The shapes of what the service gives and takes, as JSON Schema 2020-12.

/// The schemas of the OpenAPI document.
enum OpenAPISchemas {
  /// Name and text of each, in the order of the document.
  static let all: [(name: String, text: String)] = [
    ("Error", error), ("Accepted", accepted), ("Page", page), ("Status", status), ("Folders", folders),
    ("Generation", generation),
    ("Counts", counts),
    ("Watching", watching), ("Freeze", freeze),
    ("Finding", finding), ("Place", place), ("Position", position), ("Report", report), ("Rows", rows), ("Record", record),
    ("Command", command), ("Document", document),
  ]

  private static let error = #"""
    {"type": "object", "required": ["error"], "additionalProperties": false,
     "properties": {"error": {"type": "string", "minLength": 1, "description": "what was found and what was expected"}}}
    """#

  private static let page = #"""
    {"type": "object", "required": ["address", "entry"], "additionalProperties": false,
     "properties": {
       "address": {"type": "string", "minLength": 1, "description": "the start, for whoever was let in already"},
       "entry": {"type": "string", "minLength": 1, "description": "the address that lets one browser in, once"},
       "network": {"type": "object", "additionalProperties": false,
         "required": ["addresses", "entry", "code", "fingerprint", "kept", "picture"],
         "description": "how other devices come in, where that was asked for",
         "properties": {
           "addresses": {"type": "array", "items": {"type": "string"}, "description": "the start there; none where it is closed"},
           "entry": {"type": "string", "description": "the address that lets one device in, once"},
           "code": {"type": "string", "description": "what is typed on a device in its place, once, within ten minutes"},
           "fingerprint": {"type": "string", "description": "the SHA-256 digest of the authority's certificate"},
           "kept": {"type": "boolean", "description": "whether that is the same the next time"},
           "picture": {"type": "string", "description": "the entry as a QR code, drawn with half blocks"}}}}}
    """#

  private static let accepted = #"""
    {"type": "object", "required": ["accepted"], "additionalProperties": false,
     "properties": {"accepted": {"enum": ["reload", "accept", "stop"]}}}
    """#

  private static let status = #"""
    {"type": "object", "additionalProperties": false,
     "required": ["version", "root", "pid", "generation", "started", "records", "photos", "files", "findings", "watching", "freeze",
       "lastGood", "clients", "editors", "memory"],
     "properties": {
       "time": {"type": "string", "format": "date-time", "description": "when this was sent; only in events"},
       "version": {"type": "string", "description": "the version of vitrine"},
       "root": {"type": "string", "description": "the folder of the catalogue"},
       "pid": {"type": "integer", "minimum": 1},
       "generation": {"type": "integer", "minimum": 1, "description": "1 at the start of the service, and 1 more with every batch of changes"},
       "started": {"type": "string", "format": "date-time"},
       "records": {"type": "integer", "minimum": 0},
       "photos": {"type": "integer", "minimum": 0},
       "files": {"type": "integer", "minimum": 0},
       "findings": {"$ref": "#/components/schemas/Counts"},
       "watching": {"$ref": "#/components/schemas/Watching"},
       "freeze": {"$ref": "#/components/schemas/Freeze"},
       "lastGood": {"type": "array", "items": {"type": "string"},
         "description": "records whose files cannot be understood now, and which queries show as they last were"},
       "clients": {"type": "integer", "minimum": 0, "description": "how many read events"},
       "editors": {"type": "integer", "minimum": 0, "description": "how many editors are served by it"},
       "memory": {"type": "integer", "minimum": 0, "description": "bytes of the service's process in memory"}}}
    """#

  private static let folders = #"""
    {"type": "array", "items": {"type": "object", "additionalProperties": false,
      "required": ["path", "watching", "reason", "files", "trouble"],
      "properties": {
        "path": {"type": "string", "description": "relative to the root; empty for the root"},
        "watching": {"enum": ["events", "polling", "none"],
          "description": "how changes in it are seen: by events, by reading it from time to time, or only with the folder above"},
        "reason": {"type": ["string", "null"], "description": "why it is polled"},
        "files": {"type": "integer", "minimum": 0, "description": "how many files are known in it, without those in folders below"},
        "trouble": {"type": ["string", "null"], "description": "why the files in it are not known, or not all"}}}}
    """#

  private static let generation = #"""
    {"type": "object", "additionalProperties": false,
     "required": ["generation", "time", "appeared", "fixed", "changed", "changedCount", "records", "photos", "findings", "watching", "freeze",
       "lastGood"],
     "properties": {
       "generation": {"type": "integer", "minimum": 1},
       "time": {"type": "string", "format": "date-time"},
       "appeared": {"type": "array", "items": {"$ref": "#/components/schemas/Finding"}},
       "fixed": {"type": "array", "items": {"$ref": "#/components/schemas/Finding"}},
       "changed": {"type": "array", "maxItems": 1000, "items": {"type": "string"}, "description": "files that came, went or changed"},
       "changedCount": {"type": "integer", "minimum": 0},
       "records": {"type": "integer", "minimum": 0},
       "photos": {"type": "integer", "minimum": 0},
       "findings": {"$ref": "#/components/schemas/Counts"},
       "watching": {"$ref": "#/components/schemas/Watching"},
       "freeze": {"$ref": "#/components/schemas/Freeze"},
       "lastGood": {"type": "array", "items": {"type": "string"}}}}
    """#

  private static let counts = #"""
    {"type": "object", "additionalProperties": false, "required": ["error", "warning", "info"],
     "properties": {"error": {"type": "integer", "minimum": 0}, "warning": {"type": "integer", "minimum": 0},
       "info": {"type": "integer", "minimum": 0}}}
    """#

  private static let watching = #"""
    {"type": "object", "additionalProperties": false, "required": ["folders", "overflows", "polled", "links", "shortage"],
     "properties": {
       "folders": {"type": "integer", "minimum": 0, "description": "how many are watched"},
       "overflows": {"type": "integer", "minimum": 0, "description": "how many times the system lost events, and everything was read again"},
       "polled": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["path", "folders", "reason"],
         "properties": {"path": {"type": "string"}, "folders": {"type": "integer", "minimum": 1}, "reason": {"type": "string"}}}},
       "links": {"type": "integer", "minimum": 0,
         "description": "how many symbolic links lead outside, nowhere, or to a file that is left out: what becomes of that is looked at every second"},
       "shortage": {"type": ["string", "null"],
         "description": "why what changed cannot be read for now: too many open files, too little memory; it is tried again"}}}
    """#

  private static let freeze = #"""
    {"type": ["object", "null"], "additionalProperties": false, "required": ["reason", "message", "gone", "of"],
     "description": "why the catalogue stays as it was although its files are different",
     "properties": {"reason": {"enum": ["root-gone", "manifest", "mass-loss"]}, "message": {"type": "string"},
       "gone": {"type": "integer", "minimum": 0}, "of": {"type": "integer", "minimum": 0}}}
    """#

  private static let finding = #"""
    {"type": "object", "additionalProperties": false,
     "required": ["code", "rule", "severity", "path", "start", "end", "pointer", "record", "message", "label", "help", "note", "related",
       "fixes"],
     "properties": {
       "code": {"type": "string", "pattern": "^V[0-9]{3}$"}, "rule": {"type": "string"},
       "severity": {"enum": ["error", "warning", "info"]}, "path": {"type": "string"},
       "start": {"$ref": "#/components/schemas/Position"}, "end": {"$ref": "#/components/schemas/Position"},
       "pointer": {"type": "string"}, "record": {"type": "string"}, "message": {"type": "string", "minLength": 1},
       "label": {"type": "string"}, "help": {"type": "string"}, "note": {"type": "string"},
       "related": {"type": "array", "items": {"$ref": "#/components/schemas/Place"}},
       "fixes": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["title", "safe", "edits"],
         "properties": {"title": {"type": "string"}, "safe": {"type": "boolean"},
           "edits": {"type": "array", "items": {"type": "object", "additionalProperties": false, "required": ["start", "end"],
             "properties": {"start": {"type": "integer", "minimum": 0}, "end": {"type": "integer", "minimum": 0},
               "replacement": {"type": "string"}, "replacementBase64": {"type": "string"}}}}}}}}}
    """#

  private static let place = #"""
    {"type": "object", "additionalProperties": false, "required": ["path", "start", "end", "message"],
     "properties": {"path": {"type": "string"}, "start": {"$ref": "#/components/schemas/Position"},
       "end": {"$ref": "#/components/schemas/Position"}, "message": {"type": "string"}}}
    """#

  private static let position = #"""
    {"type": "object", "additionalProperties": false, "required": ["byte", "line", "column", "utf16Column"],
     "properties": {"byte": {"type": "integer", "minimum": 0}, "line": {"type": "integer", "minimum": 1},
       "column": {"type": "integer", "minimum": 1}, "utf16Column": {"type": "integer", "minimum": 1}}}
    """#

  private static let report = #"""
    {"type": "object", "additionalProperties": false, "required": ["format", "tool", "summary", "findings"],
     "properties": {
       "format": {"const": 1},
       "tool": {"type": "object", "required": ["name", "version"], "properties": {"name": {"const": "vitrine"}, "version": {"type": "string"}}},
       "summary": {"type": "object", "required": ["errors", "warnings", "infos", "records", "photos", "files", "seconds"],
         "properties": {"errors": {"type": "integer"}, "warnings": {"type": "integer"}, "infos": {"type": "integer"},
           "records": {"type": "integer"}, "photos": {"type": "integer"}, "files": {"type": "integer"}, "seconds": {"type": ["number", "null"]}}},
       "findings": {"type": "array", "items": {"$ref": "#/components/schemas/Finding"}}}}
    """#

  private static let rows = #"""
    {"type": "array", "items": {"type": "object"}, "description": "an object a row, its members named by the columns"}
    """#

  private static let record = #"""
    {"type": "object", "description": "the record's values, as its kind's schema describes them"}
    """#

  private static let command = #"""
    {"type": "object", "additionalProperties": false, "required": ["words"],
     "properties": {
       "words": {"type": "array", "items": {"type": "string"}, "description": "the words after the program's name"},
       "folder": {"type": "string", "pattern": "^/", "description": "the working folder; the root by default"},
       "environment": {"type": "object", "additionalProperties": {"type": "string"}},
       "files": {"type": "object", "additionalProperties": {"type": "string"},
         "description": "the texts of files that the command reads, by the names it was given"},
       "width": {"type": ["integer", "null"], "minimum": 1, "maximum": 10000, "description": "cells of the terminal; null for a pipe"}}}
    """#

  private static let document = #"""
    {"type": "object", "required": ["openapi", "info", "paths", "components"], "properties": {"openapi": {"const": "3.1.0"}}}
    """#
}
