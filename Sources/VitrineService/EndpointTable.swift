// The endpoints, all of them.

import VitrineAnswers
import VitrineApplication
import VitrineFormats

extension Endpoint {
  /// Everything that can be asked of the service, in the order of the document.
  static let all: [Endpoint] = [
    status, folders, rows, record, report, statistics, rules, rule, events, command, plan, page, reload, accept, stop, document,
  ]

  private static let status = Endpoint(
    method: "GET", path: ["v1", "status"], name: "status", summary: "how the catalogue and the service are", description: "",
    action: .status, parameters: [barrier], contents: [Content(format: "", type: "application/json", schema: "Status")])

  private static let folders = Endpoint(
    method: "GET", path: ["v1", "folders"], name: "folders", summary: "what the service believes of every folder",
    description: "The folders of the catalogue in the order of their paths, as the service knows them; nothing is read for it.",
    action: .folders, parameters: [barrier], contents: [Content(format: "", type: "application/json", schema: "Folders")])

  private static let rows = Endpoint(
    method: "GET", path: ["v1", "rows"], name: "rows", summary: "the records that a query finds, as rows",
    description: "The bytes are those of `vitrine list`. Each `q` is one word of its command line: the first may name a kind.",
    action: .reads { .rows(rowsRequest($0), format: $0.format) },
    parameters: [
      kind, query,
      Parameter(
        name: "sort", form: .text, summary: "sort by these fields; '-' turns one round", example: "-title"),
      Parameter(name: "limit", form: .number, summary: "give at most so many records", example: "10"),
      Parameter(
        name: "columns", form: .text,
        summary: "show these fields; with '+' before the first, besides the usual ones",
        example: "title"),
      Parameter(name: "group", form: .text, summary: "group the rows by these fields", example: "kind"),
      format(rowFormats), barrier,
    ], contents: rowFormats)

  private static let record = Endpoint(
    method: "GET", path: ["v1", "records", "{id}"], name: "record", summary: "one record",
    description:
      "The bytes are those of `vitrine show`, which finds a record by its path, its id or its last part, `KIND:NAME`, a title, or a query that one record meets. The id goes on to the end of the path; the slashes in it may be encoded.",
    action: .reads { .record(RecordRequest($0.value("id") ?? "", as: RecordForm(rawValue: $0.format) ?? .json)) },
    parameters: [
      Parameter(name: "id", form: .text, summary: "the record", example: "games/chrono-trigger"),
      format(recordFormats), barrier,
    ], contents: recordFormats)

  private static let report = Endpoint(
    method: "GET", path: ["v1", "report"], name: "report", summary: "what is wrong in the catalogue",
    description:
      "The bytes are those of `vitrine check`, but for the seconds it took. Findings are no failure: the status is 200.",
    action: .reads { .report(paths: $0.values("path"), format: $0.format) },
    parameters: [
      Parameter(
        name: "path", form: .text, summary: "report on this file or folder only; relative to the root",
        example: "drafts",
        repeats: true),
      format(reportFormats), barrier,
    ], contents: reportFormats)

  private static let statistics = Endpoint(
    method: "GET", path: ["v1", "stats"], name: "stats", summary: "records counted, by field and by time",
    description: "The bytes are those of `vitrine stats`.",
    action: .reads { .statistics(statisticsRequest($0), format: $0.format) },
    parameters: [
      kind, query,
      Parameter(
        name: "by", form: .text, summary: "count by a field, or by two; a day by FIELD:PERIOD", example: "kind"),
      Parameter(
        name: "period", form: .choice(StatisticsRequest.Period.allCases.map(\.rawValue)),
        summary: "take the days and moments of 'by' together so", example: "year"),
    ]
      + Statistics.Measure.Form.allCases.map { form in
        Parameter(name: form.rawValue, form: .text, summary: form.summary, example: "photos.count")
      } + [
        Parameter(name: "limit", form: .number, summary: "give only the first so many rows", example: "10"),
        Parameter(
          name: "sort", form: .text, summary: "sort by these fields; '-' turns one round", example: "-records"),
        format(rowFormats), barrier,
      ], contents: rowFormats)

  private static let rules = Endpoint(
    method: "GET", path: ["v1", "explain"], name: "rules", summary: "all rules, one a line",
    description: "The bytes are those of `vitrine explain`.",
    action: .reads { _ in .rules }, parameters: [barrier], contents: [plain])

  private static let rule = Endpoint(
    method: "GET", path: ["v1", "explain", "{rule}"], name: "explain", summary: "what a rule is about, with examples",
    description: "The bytes are those of `vitrine explain`.", action: .reads { .rule($0.value("rule") ?? "") },
    parameters: [
      Parameter(name: "rule", form: .text, summary: "the rule's name or code", example: "duplicate-key"), barrier,
    ], contents: [plain])

  private static let events = Endpoint(
    method: "GET", path: ["v1", "events"], name: "events", summary: "what changes, as it changes: server-sent events",
    description:
      "The first event is a `state` (schema Status), unless the header Last-Event-ID names one that is still remembered. Then each generation is one event `generation` (schema Generation). A client that reads too slowly gets a `state` for what it missed. Comments keep the connection alive. The body ends with the connection.",
    action: .events, parameters: [], contents: [Content(format: "", type: "text/event-stream", schema: nil)])

  private static let command = Endpoint(
    method: "POST", path: ["v1", "command"], name: "command", summary: "runs a reading command of `vitrine`",
    description:
      "The body of the reply is what the command wrote to standard error, as many bytes as Vitrine-Error-Length says, and then what it wrote to standard output. Vitrine-Exit-Status is its exit status. While the catalogue is frozen it answers 503: the files themselves say more then.",
    action: .runsBody, parameters: [barrier], contents: [Content(format: "", type: "application/octet-stream", schema: nil)],
    body: "Command")

  private static let plan = Endpoint(
    method: "POST", path: ["v1", "plan"], name: "plan", summary: "plans the change that a command of `vitrine` asks for",
    description:
      "Nothing is changed: who asks carries the plan out. The body of the reply is as that of /v1/command, and behind it stands the change, as many bytes as Vitrine-Change-Length says, in a form for the same version of `vitrine`; without that header there is nothing to change. While the catalogue is frozen, has folders that are polled or records that are shown as they last were, it answers 503.",
    action: .plansBody, parameters: [], contents: [Content(format: "", type: "application/octet-stream", schema: nil)],
    body: "Command")

  private static let page = Endpoint(
    method: "POST", path: ["v1", "page"], name: "page", summary: "opens the page for browsers, unless it is open",
    description:
      "The page is served on a port of 127.0.0.1 until the service ends. `entry` is an address that lets one browser in, once; it is a secret of this user. With `network` it is opened to other devices as well, through TLS, and `network` of the reply says how they come in: its `entry` and `code` are secrets too.",
    action: .page,
    parameters: [
      Parameter(
        name: "port", form: .number, summary: "the port; the first that is free from 4747 on by default", example: "4747"),
      Parameter(
        name: "network", form: .text,
        summary:
          "open it to other devices: 'on' on all private networks, an address of this machine there alone; 'off' closes it",
        example: "on"),
      Parameter(
        name: "copies", form: .text,
        summary: "copy shots of the page's camera into this folder as well, an absolute path; 'off' ends that", example: "off"),
    ], contents: [Content(format: "", type: "application/json", schema: "Page")])

  private static let reload = Endpoint(
    method: "POST", path: ["v1", "reload"], name: "reload", summary: "reads everything again",
    description: "A generation follows when it is done.", action: .reload, parameters: [], contents: [accepted], success: 202)

  private static let accept = Endpoint(
    method: "POST", path: ["v1", "accept"], name: "accept", summary: "takes what is on the disk for true after a freeze",
    description: "", action: .accept, parameters: [], contents: [accepted], success: 202)

  private static let stop = Endpoint(
    method: "POST", path: ["v1", "stop"], name: "stop", summary: "ends the service", description: "", action: .stop,
    parameters: [],
    contents: [accepted], success: 202)

  private static let document = Endpoint(
    method: "GET", path: ["v1", "openapi.json"], name: "document", summary: "this document", description: "", action: .document,
    parameters: [], contents: [Content(format: "", type: "application/json", schema: "Document")])
}

// What the parameters ask for.
extension Endpoint {
  private static func rowsRequest(_ asked: Asked) -> RowsRequest {
    var request = RowsRequest(asked.values("kind") + asked.values("q"))
    request.sort = asked.value("sort")
    request.group = asked.value("group")
    request.columns = asked.value("columns")
    request.limit = asked.number("limit")
    return request
  }

  private static func statisticsRequest(_ asked: Asked) -> StatisticsRequest {
    var request = StatisticsRequest(asked.values("kind") + asked.values("q"))
    request.by = asked.value("by")
    request.period = asked.value("period").flatMap { StatisticsRequest.Period(rawValue: $0) }
    request.measures = Statistics.Measure.Form.allCases.compactMap { form in
      asked.value(form.rawValue).map { StatisticsRequest.Measure(form, of: $0) }
    }
    request.sort = asked.value("sort")
    request.limit = asked.number("limit")
    return request
  }
}

// What several have.
extension Endpoint {
  /// The parameter that turns the barrier off.
  static let barrier = Parameter(
    name: "barrier", form: .choice(["none"]),
    summary: "answer at once, perhaps without what was written just now; else the answer waits until that is seen",
    example: "none")

  private static let kind = Parameter(
    name: "kind", form: .kind, summary: "a kind of the catalogue, or its plural; all kinds by default",
    example: "")

  private static let query = Parameter(
    name: "q", form: .text, summary: "what the records have to be, in the language of queries", example: "title:a",
    repeats: true)

  private static func format(_ contents: [Content]) -> Parameter {
    Parameter(
      name: "format", form: .choice(contents.map(\.format)),
      summary: "the form of the answer; \(contents.first?.format ?? "") by default", example: contents.first?.format ?? "")
  }

  private static let plain = Content(format: "", type: "text/plain; charset=utf-8", schema: nil)
  private static let accepted = Content(format: "", type: "application/json", schema: "Accepted")

  private static let recordFormats = contents(RecordForm.allCases.map(\.rawValue), schema: "Record")
  private static let rowFormats = contents(Table.formats.map { $0.name }, schema: "Rows")
  private static let reportFormats = contents(Report.formats.map { $0.name }, schema: "Report")

  /// What formats of these names give; JSON, which has a schema, first.
  private static func contents(_ formats: [String], schema: String) -> [Content] {
    let json = formats.filter { $0 == "json" } + formats.filter { $0 != "json" }
    return json.map { Content(format: $0, type: type(of: $0), schema: $0 == "json" ? schema : nil) }
  }

  /// The `Content-Type` of a format.
  private static func type(of format: String) -> String {
    switch format {
    case "json", "gitlab": "application/json"
    case "ndjson": "application/x-ndjson"
    case "sarif": "application/sarif+json"
    case "yaml": "application/yaml"
    case "csv": "text/csv; charset=utf-8"
    case "markdown": "text/markdown; charset=utf-8"
    case "checkstyle", "junit": "application/xml"
    case "paths0": "application/octet-stream"
    default: "text/plain; charset=utf-8"
    }
  }
}
