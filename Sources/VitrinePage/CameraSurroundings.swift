// What the camera's page has besides the catalogue: cameras on a cable, the load of the machine, and a folder of second copies.

import Synchronization
package import VitrineApplication
import VitrineSource
package import VitrineSystem

/// What the camera's page asks this machine, and where it leaves second copies.
package struct CameraSurroundings: Sendable {
  /// The cameras on a cable.
  package var tethered = TetheredCameras()
  /// How hot and how busy this machine is.
  package var load: @Sendable () -> MachineLoad = { MachineLoad.read() }
  /// Where shots are copied to as well.
  package let copies = SecondCopies()

  /// Those of this machine, without second copies.
  package init() {}
}

/// A folder outside the catalogue that gets a copy of each shot; none until somebody names one.
package final class SecondCopies: Sendable {
  private let folder = Mutex<String?>(nil)

  /// Names the folder, an absolute path; nil for none.
  package func keep(in path: String?) { folder.withLock { $0 = path } }

  /// Copies the photos of a change, compared byte for byte. Gives a sentence for each that has no copy.
  ///
  /// - Parameters:
  ///   - photos: their paths below the root.
  ///   - root: the root of the catalogue.
  func copy(_ photos: [Path], below root: String) -> [String] {
    guard let folder = folder.withLock({ $0 }), !photos.isEmpty else { return [] }
    let named = photos.map { photo -> (path: Path, name: String) in
      // Shots are called by the time, in folders of the day: one folder of all days needs both.
      let (day, name) = (Path(photo.folder).name.string, photo.name.string)
      return (Path(root).appending(photo), day.isEmpty || name.hasPrefix(day) ? name : day + "-" + name)
    }
    return IngestFiles.copy(named, into: Path(folder)).map { "\($0.name) has no copy in \(folder): \($0.reason)" }
  }
}
