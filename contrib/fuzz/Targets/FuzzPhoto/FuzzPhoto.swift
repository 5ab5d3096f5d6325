// Photos of any bytes: no trap, few reads, and metadata that says only what can be so.

import FuzzShared
import VitrineModel
import VitrinePhotos

/// One input of the fuzzer: two bytes that say how much of the photo is known at first and which format it is taken for, then the photo.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzPhoto(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Sound.bytes(start, count)
  guard input.count >= 2 else { return 0 }
  let bytes = Array(input.dropFirst(2))
  let known = input[0] < 128 ? bytes.count : Int(input[0]) * 8
  let sample = ImageSample(
    head: Array(bytes.prefix(known)), tail: Array(bytes.dropFirst(known).suffix(known)), size: bytes.count)
  _ = ImageCheck(sample, name: "photo.jpg")
  let format = ImageFormat.allCases[Int(input[1]) % ImageFormat.allCases.count]
  for format in Set([format, ImageFormat.sniff(sample) ?? format]) {
    var image = ImageBytes(sample) { start, count in
      Sound.demand(start >= 0 && count > 0 && start + count <= bytes.count, "a read outside of the file")
      return Array(bytes[start..<start + count])
    }
    let metadata = PhotoMetadata.read(&image, format, name: "photo.jpg")
    Sound.demand(image.reads <= 64, "too many reads")
    check(metadata)
    // What is known at first changes nothing but the number of reads.
    var whole = ImageBytes(ImageSample(bytes))
    if image.reads == 0 { Sound.demand(metadata == PhotoMetadata.read(&whole, format, name: "photo.jpg"), "two answers") }
  }
  strip(bytes)
  return 0
}

/// A photo is refused, or says nothing any more, and once more takes nothing away.
private func strip(_ bytes: [UInt8]) {
  for kept in [PhotoStripping.Kept.nothing, .location] {
    do throws(StrippingRefusal) {
      let photo = try PhotoStripping.strip(bytes, keeping: kept)
      let after = photo.bytes(of: bytes)
      Sound.demand(after.count == photo.byteCount, "the size of a stripped photo")
      let left = PhotoMetadata.read(after)
      Sound.demand(left?.camera == nil && left?.lens == nil && left?.taken == nil && left?.iso == nil, "what is left of metadata")
      if kept == .nothing {
        Sound.demand(left?.latitude == nil, "a place that is left")
        Sound.demand(try PhotoStripping.strip(after).bytes(of: after) == after, "a second stripping takes something away")
      }
    } catch {
      Sound.demand(!error.reason.isEmpty, "a refusal without a reason")
    }
  }
}

private func check(_ metadata: PhotoMetadata) {
  Sound.demand((metadata.width ?? 1) > 0 && (metadata.height ?? 1) > 0, "a size of nothing")
  Sound.demand((1...8).contains(metadata.orientation ?? 1), "an orientation that does not exist")
  Sound.demand((metadata.latitude == nil) == (metadata.longitude == nil), "half a place")
  for (name, text) in metadata.texts {
    Sound.demand(!text.isEmpty && text.utf8.count <= 2048, "the length of \(name)")
    Sound.demand(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "a control character in \(name)")
    var text = text
    let meaning: FieldMeaning = name == "taken" ? .dateTime : ["camera", "lens"].contains(name) ? .text : .number
    let number = text.withUTF8 { ValueNumber.number(of: $0, meaning: meaning) }
    Sound.demand(meaning == .text || number != nil, "\(name) \(text) has no number")
  }
}
