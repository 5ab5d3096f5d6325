// `vitrine camera`: a camera on a cable, set and released from here, its photos taken into the catalogue.

import VitrineCamera
import VitrineCommandLine
import VitrineFormats
import VitrineText

/// Holds the commands that speak with cameras.
enum CameraCommand: CommandFile {
  static let command = Command<Session>(
    name: "camera", summary: "set a connected camera, release it, and take its photos", group: "Photos",
    commands: [list, get, set, auto, CameraPhotos.capture, CameraPhotos.tether, CameraPhotos.fetch],
    manual: Manual(
      examples: [
        ("vitrine camera list", "shows the cameras that are connected"),
        ("vitrine camera get", "shows what the camera is set to"),
        ("vitrine camera set iso=400 shutter=1/250 aperture=5.6", "sets it"),
        ("vitrine camera auto", "gives everything back to the camera"),
        ("vitrine camera capture", "takes a photo, which becomes a record"),
        ("vitrine camera tether", "takes what the camera's own button makes, as it comes"),
      ],
      description: description,
      exitStatuses: statuses, environment: [("PATH", "where 'gphoto2' and 'v4l2-ctl' are looked for")],
      seeAlso: ["ingest", "serve", "gphoto2(1)", "v4l2-ctl(1)"]))

  private static let description = [
    "Cameras are spoken with by gphoto2, webcams by v4l2-ctl: 'sudo apt install gphoto2 v4l-utils'. What can be set, and to what, is what the camera says; 'vitrine camera get' shows it.",
    "iso, shutter, aperture, white-balance, kelvin, focus-mode, focus, compensation, mode, format and target mean the same on every camera; any other setting goes by the name that the camera gives it ('--every' lists them).",
    "For a camera without a cable the page has a viewfinder ('vitrine serve', then Camera), and a card goes to 'vitrine ingest'.",
  ]

  /// What these commands end with.
  static let statuses: [(ExitStatus, String)] = [
    (.well, "the camera did it"),
    (.findings, "there is no camera to list, or the camera took another value than the one that was asked for"),
    (.usage, "the camera has no such setting or value, or several cameras could be meant"),
    (.inputOutput, "there is no camera, it does not answer, or another program has it"),
  ]

  /// How answers are written.
  enum Form: String, OptionChoice {
    case text, json

    var summary: String { self == .text ? "lines for people" : "JSON for programs" }
  }

  private static let form = SharedOptions.format(default: Form.text)
  /// Which camera.
  static let camera = Option.text(
    "camera", "NAME", "the camera: a part of its name, or its port as 'vitrine camera list' shows it")
  /// Where it is, for ports that are not found by themselves.
  static let port = Option.text(
    "at", "PORT", "its port as gphoto2 has it, for cameras that are not found: 'ptpip:192.168.1.10', 'disk:/media/card'")
  private static let all = Option.flag("every", "all settings of the camera, by its own names")
  private static let names = Positional.any(
    "SETTING", completes: .asked("camera-setting"), "the settings; the usual ones by default")
  private static let assignments = Positional.some(
    "SETTING=VALUE", completes: .asked("camera-setting"), "what to set, such as iso=400")

  private static let list = Command<Session>(
    name: "list", summary: "list connected cameras", options: [form],
    manual: Manual(examples: [("vitrine camera list", "shows names and ports")], exitStatuses: statuses)
  ) { session, arguments in
    let cameras = try asking { () throws(CameraFailure) in try ConnectedCamera.all() }
    switch arguments[form] {
    case .text:
      let width = cameras.map { DisplayWidth.width(of: $0.model) }.max() ?? 0
      for camera in cameras {
        let note = camera.connection == .video ? "  webcam" : ""
        session.print(
          DisplayWidth.padded(TerminalText.visible(camera.model), to: width + 2) + TerminalText.visible(camera.port) + note + "\n"
        )
      }
      if cameras.isEmpty {
        session.note("no camera is connected; connect one by USB, switch it on, and set it to PTP where its menu has a choice")
      }
    case .json:
      var json = JSONWriter(indent: 2)
      json.array { json in
        for camera in cameras {
          json.object { json in
            json.field("model", camera.model)
            json.field("port", camera.port)
            json.field("kind", camera.connection == .video ? "webcam" : "camera")
          }
        }
      }
      json.lineBreak()
      session.print(json.bytes)
    }
    return cameras.isEmpty ? .findings : .well
  }

  private static let get = Command<Session>(
    name: "get", summary: "show what a camera is set to", options: [all, camera, port, form], positionals: [names],
    manual: Manual(
      examples: [
        ("vitrine camera get", "shows what photographers set"),
        ("vitrine camera get iso shutter", "shows two settings, and what they may be"),
        ("vitrine camera get --every", "shows all settings of the camera, by its own names"),
      ], exitStatuses: statuses)
  ) { session, arguments in
    let state = try state(arguments)
    var shown: [(name: String, setting: CameraSetting)] = []
    for name in arguments[names] { shown.append(try asking { () throws(CameraFailure) in try state.setting(calling: name) }) }
    if shown.isEmpty {
      shown = arguments[all] ? state.settings.map { ($0.path, $0) } : state.known.map { ($0.control.rawValue, $0.setting) }
    }
    CameraWords(session).show(shown, of: state.camera, isJSON: arguments[form] == .json, offers: !arguments[names].isEmpty)
    return .well
  }

  private static let set = Command<Session>(
    name: "set", summary: "set a camera", options: [camera, port], positionals: [assignments],
    manual: Manual(
      examples: [
        ("vitrine camera set iso=400 shutter=1/250 aperture=f/5.6", "sets the exposure"),
        ("vitrine camera set white-balance=daylight", "sets the white balance by name"),
        ("vitrine camera set kelvin=5600", "sets it by temperature"),
        ("vitrine camera set focus-mode=manual", "lets nobody focus but the hand on the lens"),
        ("vitrine camera set --camera D750 capturemode=Burst", "sets what only this camera has, by its own name"),
      ],
      description: [
        "Numbers are meant as numbers: 'f/5.6' and '5.6', '1/250' and '0.004' are the same. Of words a beginning will do. What a value needs is set with it: a temperature the white balance that takes one, the time of a webcam its exposure by hand.",
        "What the camera does not have is refused before anything is set, with what it has. The values that are shown are those that the camera says it has then.",
      ], exitStatuses: statuses)
  ) { session, arguments in
    let wanted = try arguments[assignments].map { text throws(CommandError) -> (name: String, value: String) in
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw CommandError("'\(text)' sets nothing; write SETTING=VALUE, such as iso=400")
      }
      return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
    let state = try state(arguments)
    let changes = try asking { () throws(CameraFailure) in try state.changes(wanted) }
    return try CameraWords(session).apply(changes, to: state)
  }

  private static let auto = Command<Session>(
    name: "auto", summary: "give everything back to the camera", options: [camera, port],
    manual: Manual(
      examples: [("vitrine camera auto", "has it choose exposure, white balance and focus again")],
      description: ["What is set by a dial or a switch of the camera stays, and is named."], exitStatuses: statuses)
  ) { session, arguments in
    let state = try state(arguments)
    let (changes, remarks) = state.automatic()
    let status = try CameraWords(session).apply(changes, to: state)
    for remark in remarks { session.note(remark) }
    if changes.isEmpty, remarks.isEmpty { session.note("it is all automatic already") }
    return status
  }

  /// The camera that a line means, asked for its settings.
  private static func state(_ arguments: Arguments) throws(CommandError) -> CameraState {
    try asking { () throws(CameraFailure) in
      try CameraState(of: ConnectedCamera.find(arguments[camera], port: arguments[port]))
    }
  }

  /// Asks a camera something.
  ///
  /// Errors: what the camera says, as a command's.
  static func asking<Answer>(_ body: () throws(CameraFailure) -> Answer) throws(CommandError) -> Answer {
    do throws(CameraFailure) { return try body() } catch {
      throw CommandError(error.message, error.reason == .request ? .usage : .inputOutput)
    }
  }

  /// What may follow while a person types a setting, or its value. Who has no camera has no candidates.
  static func candidates(_ start: String) -> [(word: String, words: String)] {
    guard let state = try? CameraState(of: ConnectedCamera.find(nil, port: nil)) else { return [] }
    guard let equals = start.firstIndex(of: "=") else {
      return state.known.filter { !$0.setting.isReadOnly }.map { ($0.control.rawValue + "=", $0.control.summary) }.filter {
        $0.0.hasPrefix(start)
      }
    }
    guard let (_, setting) = try? state.setting(calling: String(start[..<equals])) else { return [] }
    return setting.choices.map { (String(start[...equals]) + $0, $0 == setting.shown ? "as it is" : "") }.filter {
      $0.0.hasPrefix(start)
    }
  }
}
