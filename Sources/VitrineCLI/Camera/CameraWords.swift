// What a camera is set to, for people and for programs.

import VitrineCamera
import VitrineCommandLine
import VitrineFormats
import VitrineText

/// Prints settings.
struct CameraWords {
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Shows settings, a line each; with what they may be where that was asked for.
  func show(_ settings: [(name: String, setting: CameraSetting)], of camera: ConnectedCamera, isJSON: Bool, offers: Bool) {
    guard !isJSON else { return showJSON(settings, camera) }
    let names = settings.map { DisplayWidth.width(of: $0.name) }.max() ?? 0
    let values = settings.map { DisplayWidth.width(of: Self.value($0.name, $0.setting)) }.filter { $0 <= 24 }.max() ?? 0
    for (name, setting) in settings {
      let note = setting.isReadOnly ? "set on the camera" : offers ? setting.offer : ""
      let value = TerminalText.visible(Self.value(name, setting))
      session.print(
        DisplayWidth.padded(TerminalText.visible(name), to: names + 2)
          + (note.isEmpty ? value : DisplayWidth.padded(value, to: values + 2) + TerminalText.visible(note)) + "\n")
    }
  }

  private static func value(_ name: String, _ setting: CameraSetting) -> String {
    CameraControl(rawValue: name)?.read(setting.shown) ?? setting.shown
  }

  private func showJSON(_ settings: [(name: String, setting: CameraSetting)], _ camera: ConnectedCamera) {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.field("camera", camera.model)
      json.field("port", camera.port)
      json.array("settings") { json in
        for (name, setting) in settings {
          json.object { json in
            json.field("name", name)
            json.field("path", setting.path)
            json.field("label", setting.label)
            json.field("value", setting.shown)
            json.field("readOnly", setting.isReadOnly)
            switch setting.form {
            case .choices, .toggle: json.array("choices") { json in for choice in setting.choices { json.string(choice) } }
            case .range(let minimum, let maximum, let step):
              json.field("minimum", CameraNumber.text(minimum))
              json.field("maximum", CameraNumber.text(maximum))
              json.field("step", CameraNumber.text(step))
            case .text: break
            }
          }
        }
      }
    }
    json.lineBreak()
    session.print(json.bytes)
  }

  /// Changes a camera, and says what it is set to then.
  ///
  /// Errors: what the camera says.
  func apply(_ changes: [CameraChange], to state: CameraState) throws(CommandError) -> ExitStatus {
    let now = try CameraCommand.asking { () throws(CameraFailure) in try state.apply(changes) }
    show(zip(changes, now).map { ($0.name, $1) }, of: state.camera, isJSON: false, offers: false)
    var status = ExitStatus.well
    for (change, setting) in zip(changes, now) where setting.value(for: change.value) != setting.value(for: setting.current) {
      session.tell(
        "vitrine: the camera has \(change.name) '\(Self.value(change.name, setting))', and did not take '\(change.value)'")
      status = .findings
    }
    return status
  }
}
