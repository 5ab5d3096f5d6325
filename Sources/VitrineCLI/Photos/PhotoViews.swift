// `vitrine photo sheet|histogram|peaking|colors`: what photos look like.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineFormats
import VitrineSource
import VitrineSystem
import VitrineText

/// The commands that look into the pictures themselves.
enum PhotoViews {
  private static let output = SharedOptions.output
  private static let overwriting = SharedOptions.overwriting
  private static let selection = Positional.any("QUERY|RECORD", completes: .query, "the records; all by default")
  private static let files = Positional.some("FILE", completes: .file, "the photos; '-' reads standard input")
  private static let file = Positional.one("FILE", completes: .file, "the photo; '-' reads standard input")

  // MARK: sheet

  private static let sizeSummary = "the longest side of a photo, in pixels"
  private static let size = Option.number("size", "PIXELS", in: 16...2_048, default: 256, sizeSummary)
  private static let columns = Option.number("per-row", "N", in: 1...1_000, "how many photos stand in a row")

  static let sheet = Command<Session>(
    name: "sheet", summary: "put the photos of records on one sheet",
    options: [output, size, columns, overwriting, Progress.option], positionals: [selection],
    manual: Manual(
      examples: [
        ("vitrine photo sheet memories -o ~/year.html", "a page with all photos of memories, to look through or to print"),
        ("vitrine photo sheet shots photo.iso:1600.. -o grain.png", "a picture of all shots at high sensitivity"),
        ("vitrine photo sheet garments --size 120 --per-row 10 -o wall.jpg", "small ones, ten in a row"),
      ],
      description: [
        "The end of the file's name says what is written: .html, a page that needs nothing else; .png or .jpg, a picture. Photos stand in the order of their records, each record's in the order they were taken, upright, whatever format they have.",
        "A photo that cannot be decoded is named, and its place stays empty.",
      ],
      exitStatuses: [
        (.well, "all photos are on the sheet"), (.findings, "a photo is missing, as messages say; the rest is written"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
      ], seeAlso: ["photo list", "share"])
  ) { session, arguments in
    let (target, form) = try target(
      arguments, in: session, ContactSheet.Form.init(name:), "a file that ends in .html, .png or .jpg")
    let open = try session.openCatalogue()
    let records = try session.selectedOrAllRecords(arguments[selection], in: open)
    let sheet = ContactSheet(
      of: records, in: open.catalogue, ContactSheet.Layout(side: arguments[size], columns: arguments[columns]), session.context)
    guard sheet.count > 0 else { throw CommandError("there are no photos; nothing was written", .findings) }
    let progress = Progress("sheet", in: session, as: arguments[Progress.option])
    defer { progress?.end() }
    let missing = try sheet.write(to: target, as: form, progress?.count(every: 1))
    progress?.end()
    for photo in missing { session.tell("vitrine: '\(photo.path.string)' is not on the sheet: \(photo.reason)") }
    session.note("\(counted(sheet.count - missing.count, "photo")) written to '\(arguments[output] ?? target)'")
    return missing.isEmpty ? .well : .findings
  }

  // MARK: histogram

  /// How a histogram is shown.
  private enum HistogramForm: String, OptionChoice {
    case chart, json

    var summary: String {
      switch self {
      case .chart: "blocks, the darkest shades at the left"
      case .json: "a list of objects with 256 numbers a colour"
      }
    }
  }

  private static let histogramForm = SharedOptions.format(default: HistogramForm.chart)

  static let histogram = Command<Session>(
    name: "histogram", summary: "show how bright photos are, colour by colour", options: [histogramForm], positionals: [files],
    manual: Manual(
      examples: [
        ("vitrine photo histogram dsc0042.jpg", "shows where the shades of red, green and blue are, and what is burnt out"),
        ("vitrine photo histogram --format json *.heic", "gives the counts of 256 shades of each colour"),
      ],
      description: [
        "All pixels are counted, in the colours of sRGB. Luma is the lightness of the three together, by ITU-R BT.709. A highest column is as high as the chart, in each colour for itself."
      ], exitStatuses: readingStatuses, seeAlso: ["photo show", "photo peaking"])
  ) { session, arguments in
    var json = JSONWriter(indent: 2)
    var status = ExitStatus.well
    var shown = 0
    let look = session.look
    let isJSON = arguments[histogramForm] == .json
    let columns = min(64, max(16, (session.terminalWidth ?? 80) - 4))
    json.array { json in
      status = forEach(arguments[files], within: 16_384, in: session) { name, pixels in
        let histogram = ColorHistogram(pixels)
        let parts = [
          ("red", histogram.red), ("green", histogram.green), ("blue", histogram.blue), ("luma", histogram.luma),
        ]
        guard !isJSON else {
          json.object { json in
            json.key("file")
            json.string(name)
            for (key, number) in [("width", pixels.width), ("height", pixels.height)] {
              json.key(key)
              json.raw(String(number).utf8)
            }
            for (key, shades) in parts {
              json.key(key)
              json.raw(("[" + shades.map(String.init).joined(separator: ",") + "]").utf8)
            }
          }
          return
        }
        session.print((shown > 0 ? "\n" : "") + TerminalText.visible(name) + "  \(pixels.width)×\(pixels.height)\n")
        shown += 1
        for (key, shades) in parts {
          let (dark, light) = histogram.clipped(shades)
          let lines = ColorHistogram.chart(shades, columns: columns, height: 4, isASCII: look.isASCII)
          session.print("\n" + lines.map { "  \($0)\n" }.joined())
          session.print("  \(key): \(percent(dark)) at 0, \(percent(light)) at 255\n")
        }
      }
    }
    if isJSON {
      json.lineBreak()
      session.print(json.bytes)
    }
    return status
  }

  /// A part of 100 with one decimal.
  private static func percent(_ part: Double) -> String {
    let tenths = Int((part * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  // MARK: peaking

  private static let largeSize = Option.number("size", "PIXELS", in: 16...16_384, default: 2_048, sizeSummary)

  static let peaking = Command<Session>(
    name: "peaking", summary: "mark what is in focus", options: [output, largeSize, overwriting], positionals: [file],
    manual: Manual(
      examples: [("vitrine photo peaking dsc0042.nef -o focus.png", "writes the photo in grey, its sharpest edges in red")],
      description: [
        "The sharpest edges of the photo are red, at most six of a hundred pixels; a photo without any has none. The end of the file's name says its format: .png or .jpg."
      ], exitStatuses: readingStatuses, seeAlso: ["photo histogram"])
  ) { session, arguments in
    let form: (String) -> ContactSheet.Form? = { name in
      ContactSheet.Form(name: name).flatMap { $0 == .html ? nil : $0 }
    }
    let (target, format) = try target(arguments, in: session, form, "a file that ends in .png or .jpg")
    let program = try decoder(session)
    let pixels = try pixels(of: arguments[file], within: arguments[largeSize], program, in: session)
    let marked = FocusPeaking.marked(pixels)
    let bytes: [UInt8]
    do throws(DecodingFailure) {
      bytes = try program.encoded(marked.picture, quality: format == .jpeg ? 92 : nil)
    } catch {
      throw CommandError("the picture cannot be made: \(error.reason)", .inputOutput)
    }
    let written = try OutputFile(path: target)
    bytes.withUnsafeBytes { written.write($0) }
    try written.finish()
    session.note("\(percent(marked.share)) of the picture is marked; written to '\(arguments[output] ?? target)'")
    return .well
  }

  // MARK: colors

  private static let rowFormat = SharedOptions.rowFormat
  private static let most = Option.number("colors", "N", in: 1...16, default: 5, "at most N colours a photo")

  static let colors = Command<Session>(
    name: "colors", aliases: ["colours"], summary: "show the colours of what photos show", options: [rowFormat, most],
    positionals: [files],
    manual: Manual(
      examples: [
        ("vitrine photo colors wardrobe/navy-blazer.jpg", "shows which colours of the palette a garment has"),
        ("vitrine photo colors --format json *.jpg", "gives them to a program"),
      ],
      description: [
        "A background of one colour is left out, with what hangs together with it; what is near the middle counts more. 'nearest' is the colour of the catalogue's palette that looks most alike. Nothing is written to any record: 'vitrine set' does that."
      ], exitStatuses: readingStatuses, seeAlso: ["colors", "set"])
  ) { session, arguments in
    // Outside of a catalogue there are colours, and no names for them.
    let palettes = RootSearch.root(above: Path.real(session.folder)) != nil ? Palette.all(of: try session.openCatalogue()) : []
    var rows: [Table.Row] = []
    let status = forEach(arguments[files], within: DominantColors.side, in: session) { name, pixels in
      rows += DominantColors(pixels, most: arguments[most]).rows(of: name, palettes)
    }
    session.withSink {
      (arguments[rowFormat] ?? Table.standardFormat).write(DominantColors.table(rows), look: session.look, to: &$0)
    }
    return status
  }

  // MARK: what they share

  private static let readingStatuses: [(ExitStatus, String)] = [
    (.well, "every photo was decoded"), (.findings, "a file cannot be decoded"), (.usage, ExitStatus.usage.summary),
    (.inputOutput, ExitStatus.inputOutput.summary),
  ]

  private static func decoder(_ session: Session) throws(CommandError) -> DecodingProgram {
    guard let program = DecodingProgram(session.context) else {
      throw CommandError("vitrine-decode, which decodes photos, is not installed beside vitrine", .inputOutput)
    }
    return program
  }

  /// Where `-o` leads, and the form that its end asks for.
  private static func target<Form>(
    _ arguments: Arguments, in session: Session, _ form: (String) -> Form?, _ wanted: String
  ) throws -> (path: String, form: Form) {
    guard let name = arguments[output] else { throw CommandError("where to? Name \(wanted), with -o") }
    guard let form = form(name) else { throw CommandError("'\(name)' says no format; name \(wanted)") }
    let path = Path.absolute(name, from: session.folder)
    guard arguments[overwriting] || !Path.exists(path) else {
      throw CommandError("'\(name)' is there already; --overwrite replaces it", .findings)
    }
    return (path, form)
  }

  private static func pixels(
    of name: String, within side: Int, _ program: DecodingProgram, in session: Session
  ) throws -> Pixels {
    let bytes = try session.read(name, limit: PhotoAddition.largest)
    guard let photo = DecodablePhoto(bytes) else {
      throw CommandError("'\(name)' cannot be decoded: \(DecodablePhoto.refusal(of: bytes))", .findings)
    }
    do throws(DecodingFailure) {
      return try program.pixels(of: photo, within: side)
    } catch {
      throw CommandError("'\(name)' cannot be decoded: \(error.reason)", .findings)
    }
  }

  /// Decodes files one after another; one that cannot be does not stop the others.
  private static func forEach(
    _ names: [String], within side: Int, in session: Session, _ body: (_ name: String, Pixels) -> Void
  ) -> ExitStatus {
    var status = ExitStatus.well
    do {
      let program = try decoder(session)
      for name in names {
        do {
          body(name, try pixels(of: name, within: side, program, in: session))
        } catch let error as CommandError {
          session.tell("vitrine: \(error.message)")
          if status == .well { status = error.status }
        }
      }
    } catch let error as CommandError {
      session.tell("vitrine: \(error.message)")
      status = error.status
    } catch {
      session.tell("vitrine: \(error)")
      status = .inputOutput
    }
    return status
  }
}
