// What a camera is set to, and what a person may ask of it.

import VitrineText

/// The settings of a camera as it tells them.
package struct CameraState: Sendable {
  /// The camera.
  package let camera: ConnectedCamera
  /// All its settings, in its order.
  package let settings: [CameraSetting]
  /// Those of a webcam as its program has them.
  private let controls: [WebcamControl]

  /// Asks a camera.
  ///
  /// Errors: it does not answer.
  package init(of camera: ConnectedCamera) throws(CameraFailure) {
    self.camera = camera
    switch camera.connection {
    case .photo:
      let answer = try CameraProgram.gphoto.run(camera.words + ["--list-all-config"])
      settings = PhotoCameraListing.settings(answer.text)
      controls = []
      if settings.isEmpty { throw CameraFailure(complaint: answer.text, of: camera.name) }
    case .video:
      let answer = try CameraProgram.video.run(camera.words + ["--list-ctrls-menus"])
      controls = WebcamListing.settings(answer.text)
      settings = controls.compactMap(\.setting)
      if settings.isEmpty { throw Self.failure(of: camera, answer.text) }
    }
  }

  /// Why a webcam gives no answer.
  private static func failure(of camera: ConnectedCamera, _ complaint: String) -> CameraFailure {
    let text = complaint.lowercased()
    if text.holds("permission denied") {
      return CameraFailure("you may not use '\(camera.port)'; 'sudo adduser $USER video' lets you in after the next login")
    }
    if text.holds("busy") { return CameraFailure("another program has \(camera.name); close it, and try again") }
    if text.holds("cannot open") || text.holds("no such device") || text.holds("no such file") {
      return CameraFailure("\(camera.name) is gone: there is no '\(camera.port)'; 'vitrine camera list' shows what is there")
    }
    let line = complaint.split(separator: "\n").first ?? "it has nothing to set"
    return CameraFailure("\(camera.name) did not do it: \(line.prefix(200))")
  }

  /// The controls that photographers know, each with what it is on this camera.
  package var known: [(control: CameraControl, setting: CameraSetting)] {
    CameraControl.allCases.compactMap { control in control.setting(among: settings).map { (control, $0) } }
  }

  /// The setting of a name: a control's, or the camera's own.
  ///
  /// Errors: the camera has none.
  package func setting(calling word: String) throws(CameraFailure) -> (name: String, setting: CameraSetting) {
    if let control = CameraControl(calling: word), let setting = control.setting(among: settings) {
      return (control.rawValue, setting)
    }
    if let setting = settings.first(where: { $0.path == word || $0.name == word }) { return (setting.name, setting) }
    let names = known.map(\.control.rawValue)
    let near = CameraControl(calling: word) == nil ? NearestWord.nearest(to: word, in: names + settings.map(\.name)) : nil
    throw .unknown(word, near: near, known: names)
  }
}

// MARK: changes

/// A setting about to be given a value.
package struct CameraChange: Sendable, Hashable {
  /// How the person called it.
  package let name: String
  /// What it is on the camera.
  package let setting: CameraSetting
  /// The value, as the camera writes it.
  package let value: String
}

extension CameraState {
  /// What assignments come to, in the order in which a camera takes them. What they need is among them: a colour temperature counts where the white balance
  /// is set to one, an exposure time of a webcam where its exposure is by hand.
  ///
  /// Errors: a setting that the camera has not, or cannot change now; a value that it has not.
  package func changes(_ assignments: [(name: String, value: String)]) throws(CameraFailure) -> [CameraChange] {
    var changes: [CameraChange] = []
    let setsMode = assignments.contains { CameraControl(calling: $0.name) == .mode }
    for (word, text) in assignments {
      let (name, setting) = try setting(calling: word)
      guard !setting.isReadOnly || setsMode else {
        throw CameraFailure(
          "\(name) cannot be set by cable now: it is '\(setting.shown)', as the camera's dial, lens or mode has it", .request)
      }
      guard let value = setting.value(for: text) else { throw Self.refusal(name, text, setting) }
      changes.append(CameraChange(name: name, setting: setting, value: value))
    }
    for change in changes { changes += needed(for: change, besides: changes) }
    return changes.enumerated().sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }.map(\.element)
  }

  private static func refusal(_ name: String, _ text: String, _ setting: CameraSetting) -> CameraFailure {
    let near = setting.suggestion(for: text).map { "; did you mean '\($0)'?" } ?? ""
    switch setting.form {
    case .range: return CameraFailure("this camera has no \(name) '\(text)'; it goes from \(setting.offer)", .request)
    case .choices, .toggle, .text:
      return CameraFailure("this camera has no \(name) '\(text)'\(near.isEmpty ? ";" : near) it has \(setting.offer)", .request)
    }
  }

  /// What decides whether others count comes first.
  private static func rank(_ change: CameraChange) -> Int {
    switch CameraControl(rawValue: change.name) {
    case .mode: 0
    case .whiteBalance, .focusMode: 1
    default: change.setting.name == "viewfinder" ? 1 : 2
    }
  }

  private func needed(for change: CameraChange, besides changes: [CameraChange]) -> [CameraChange] {
    func made(_ control: CameraControl, _ words: String...) -> [CameraChange] {
      guard !changes.contains(where: { $0.name == control.rawValue }), let setting = control.setting(among: settings),
        !setting.isReadOnly, let value = words.lazy.compactMap({ setting.value(for: $0) }).first, value != setting.current
      else { return [] }
      return [CameraChange(name: control.rawValue, setting: setting, value: value)]
    }
    switch (CameraControl(rawValue: change.name), camera.connection) {
    case (.kelvin, .photo): return made(.whiteBalance, "kelvin")
    case (.kelvin, .video): return made(.whiteBalance, "off")
    case (.shutter, .video), (.aperture, .video): return made(.mode, "Manual Mode", "Shutter Priority Mode")
    case (.focus, .video): return made(.focusMode, "off")
    case (.focus, .photo):
      // The lens moves while the viewfinder is live.
      guard let live = settings.first(where: { $0.name == "viewfinder" }), live.current == "0" else { return [] }
      return [CameraChange(name: live.name, setting: live, value: "1")]
    default: return []
    }
  }

  /// What gives everything back to the camera; and what is set on the camera itself, in words.
  package func automatic() -> (changes: [CameraChange], remarks: [String]) {
    var changes: [CameraChange] = []
    var remarks: [String] = []
    func add(_ control: CameraControl, _ words: [String]) {
      guard let setting = control.setting(among: settings) else { return }
      guard let value = words.lazy.compactMap({ setting.value(for: $0) }).first, value != setting.current else { return }
      guard !setting.isReadOnly else {
        remarks.append("\(control.rawValue) stays '\(setting.shown)', as the camera's dial, lens or mode has it")
        return
      }
      changes.append(CameraChange(name: control.rawValue, setting: setting, value: value))
    }
    switch camera.connection {
    case .photo:
      add(.mode, ["Auto", "P", "Program"])
      add(.iso, ["auto"])
      if let automatic = settings.first(where: { $0.name == "isoauto" || $0.name == "autoiso" }), !automatic.isReadOnly,
        let on = automatic.value(for: "on"), on != automatic.current
      {
        changes.append(CameraChange(name: automatic.name, setting: automatic, value: on))
      }
      add(.shutter, ["auto"])
      add(.aperture, ["auto", "implicit auto"])
      add(.whiteBalance, ["auto"])
      add(.focusMode, ["AF-A", "AI Focus", "auto", "One Shot", "AF-S", "AF-C"])
      add(.compensation, ["0"])
    case .video:
      add(.mode, ["Aperture Priority Mode", "Auto Mode"])
      add(.whiteBalance, ["on"])
      add(.focusMode, ["on"])
    }
    return (changes, remarks)
  }

  /// Changes the camera, in one call of its program. Gives the settings as it says they are now, in the order of the changes.
  ///
  /// Errors: what the camera says.
  package func apply(_ changes: [CameraChange]) throws(CameraFailure) -> [CameraSetting] {
    guard !changes.isEmpty else { return [] }
    let paths = changes.map(\.setting.path)
    switch camera.connection {
    case .photo:
      let answer = try CameraProgram.gphoto.run(
        camera.words + changes.flatMap { ["--set-config-value", "\($0.setting.path)=\($0.value)"] }
          + paths.flatMap { ["--get-config", $0] })
      let settings = PhotoCameraListing.settings(answer.text, asked: paths)
      guard answer.status == 0, settings.count == paths.count else {
        throw CameraFailure(complaint: answer.text, of: camera.name)
      }
      return settings
    case .video:
      let values = changes.map { change in
        let control = controls.first { $0.name == change.setting.path }
        return "\(change.setting.path)=\(control?.written(change.value) ?? change.value)"
      }
      let answer = try CameraProgram.video.run(
        camera.words + ["--set-ctrl", values.joined(separator: ","), "--list-ctrls-menus"])
      let after = WebcamListing.settings(answer.text).compactMap(\.setting)
      let settings = paths.compactMap { path in after.first { $0.path == path } }
      guard answer.status == 0, settings.count == paths.count else { throw Self.failure(of: camera, answer.text) }
      return settings
    }
  }
}
