// What the metadata of photos costs: MeasurePhotos FOLDER [ROUNDS] reads every image below a folder, on one core.
//
// Each round reads the ends of all images alone, as `vitrine check` does, and then again with their metadata, as queries do. Printed are the
// medians, in microseconds of processor time an image.

import Glibc
import VitrineCatalog
import VitrineFiles
import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem

let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: MeasurePhotos FOLDER [ROUNDS]")
  exit(2)
}
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 21 : 21

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let listing = try FileTree.list(root: arguments[1])
let images = listing.files.indices.filter { ImageSuffix.isImage(listing.path(of: listing.files[$0]).string) }
var reader = try FolderReader(root: arguments[1])
var plain: [Double] = []
var whole: [Double] = []
var dated = 0
for _ in 0..<rounds {
  for withMetadata in [false, true] {
    dated = 0
    let start = now()
    for index in images {
      let photo = try reader.withFile(at: index, of: listing) { file throws(FileError) in
        try ReadPhoto(file, name: "photo.jpg", withMetadata: withMetadata)
      }
      if photo.metadata?.taken != nil { dated += 1 }
    }
    let cost = (now() - start) / Double(max(images.count, 1))
    if withMetadata { whole.append(cost) } else { plain.append(cost) }
  }
}
print("\(images.count) images, \(dated) with a time, \(rounds) rounds")
print("ends alone           \((median(plain) * 10).rounded() / 10) µs an image")
print("ends and metadata    \((median(whole) * 10).rounded() / 10) µs an image")
print("metadata             \((median(zip(whole, plain).map { $0 - $1 }) * 10).rounded() / 10) µs an image")
