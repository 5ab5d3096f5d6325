// The photos of folders as texts of a plan.

import VitrineChanges
import VitrineFiles
import VitrineSource

/// Files that a plan copies, read when their bytes are wanted.
final class PhotoFiles: FileTextMaker {
  private let paths: [Path]
  private let originals: OriginalPhotos
  private let fittings: [Int: PhotoFitting]
  private let program: DecodingProgram?
  private let failed: Failed = Failed()

  /// Files at paths, and what becomes of them there; those of these numbers are made smaller, and stay.
  init(_ paths: [(Path, PhotoOrigin)], _ fittings: [Int: PhotoFitting], _ program: DecodingProgram?) {
    originals = OriginalPhotos(paths.map { ($0.0, $0.1) })
    (self.paths, self.fittings, self.program) = (paths.map(\.0), fittings, program)
  }

  /// The first file that could not be made smaller when its bytes were wanted.
  var failure: Path? { failed.path }

  func original(_ number: Int) -> OriginalFile? { fittings[number] == nil ? originals.original(number) : nil }

  func text(_ number: Int) -> [UInt8] {
    guard let fitting = fittings[number], let program else { return originals.text(number) }
    do {
      return try fitting.again(try FileReader.read(path: paths[number], limit: PhotoAddition.largest), program)
    } catch {
      failed.note(paths[number])
      return []
    }
  }
}
