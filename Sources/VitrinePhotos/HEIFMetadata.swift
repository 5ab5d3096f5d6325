// The metadata of HEIC and AVIF files: the item that holds EXIF, and the properties of the picture.

import VitrineModel

/// Reads HEIF.
///
/// Source: ISO/IEC 14496-12, 8.11 (meta, iloc, iinf, pitm, iref); ISO/IEC 23008-12, 6.5 (ispe, irot, imir), 9.3 (ipma), annex A (Exif).
enum HEIFMetadata {
  private static let most = 1024

  /// Takes what the file says. How the picture must be turned, properties of it say; the tag in EXIF is passed over, as decoders do.
  static func read(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    let outermost = Box.all(&image, from: 0, to: image.size)
    guard let meta = box(outermost, "meta") else {
      if let mini = box(outermost, "mini") { MinimizedImage.read(mini, &image, into: &builder) }
      return
    }
    let boxes = Box.all(&image, from: meta.start + 4, to: meta.end)
    let primary = number(in: boxes, "pitm", &image)
    if let place = place(ofType: "Exif", boxes, primary, &image), place.count > 4, let skipped = image.number(place.start, 4),
      skipped <= place.count - 4
    {
      // Some writers count their prefix "Exif" in, others do not and write it all the same.
      builder.takeExif(&image, at: place.start + 4 + skipped, count: place.count - 4 - skipped)
    }
    if let place = place(ofType: "mime", boxes, primary, &image) { builder.takeXMP(&image, at: place.start, count: place.count) }
    builder.metadata.orientation = nil
    takeProperties(boxes, primary, &image, into: &builder)
  }

  private static func box(_ boxes: [Box], _ name: StaticString) -> Box? { boxes.first { $0.type == Box.code(name) } }

  /// The number of `pitm`.
  private static func number(in boxes: [Box], _ name: StaticString, _ image: inout ImageBytes) -> Int? {
    guard let box = box(boxes, name) else { return nil }
    var cursor = BoxCursor(box)
    let version = cursor.number(4, &image) >> 24
    let number = cursor.number(version == 0 ? 2 : 4, &image)
    return cursor.isSound ? number : nil
  }

  // MARK: the items of EXIF and XMP

  /// Where the first item of a type stands, or of several the one that describes the primary item. Shape: `mime` is XMP alone.
  private static func place(
    ofType type: StaticString, _ boxes: [Box], _ primary: Int?, _ image: inout ImageBytes
  ) -> (start: Int, count: Int)? {
    let items = items(ofType: type, boxes, &image)
    guard let first = items.first else { return nil }
    var item = first
    if items.count > 1, let own = describing(boxes, primary, &image).first(where: { items.contains($0) }) { item = own }
    return place(of: item, boxes, &image)
  }

  private static func items(ofType type: StaticString, _ boxes: [Box], _ image: inout ImageBytes) -> [Int] {
    guard let box = box(boxes, "iinf") else { return [] }
    var cursor = BoxCursor(box)
    let version = cursor.number(4, &image) >> 24
    _ = cursor.number(version == 0 ? 2 : 4, &image)
    var items: [Int] = []
    for entry in Box.all(&image, from: cursor.rest.start, to: cursor.rest.end, most: most) where entry.type == Box.code("infe") {
      var cursor = BoxCursor(entry)
      let version = cursor.number(4, &image) >> 24
      guard version == 2 || version == 3 else { continue }
      let item = cursor.number(version == 2 ? 2 : 4, &image)
      _ = cursor.number(2, &image)
      guard cursor.number(4, &image) == Box.code(type), cursor.isSound else { continue }
      // Behind the item's name stands its media type.
      if type.utf8CodeUnitCount == 4, Box.code(type) == Box.code("mime") {
        let (start, end) = cursor.rest
        guard let text = image.bytes(start, min(end - start, 256)), let stop = text.firstIndex(of: 0),
          text[(stop + 1)...].starts(with: "application/rdf+xml".utf8)
        else { continue }
      }
      items.append(item)
    }
    return items
  }

  /// The items that describe the primary one.
  private static func describing(_ boxes: [Box], _ primary: Int?, _ image: inout ImageBytes) -> [Int] {
    guard let primary, let box = box(boxes, "iref") else { return [] }
    var cursor = BoxCursor(box)
    let width = cursor.number(4, &image) >> 24 == 0 ? 2 : 4
    var found: [Int] = []
    for reference in Box.all(&image, from: cursor.rest.start, to: cursor.rest.end, most: most)
    where reference.type == Box.code("cdsc") {
      var cursor = BoxCursor(reference)
      let item = cursor.number(width, &image)
      let count = min(cursor.number(2, &image), 64)
      for _ in 0..<count where cursor.number(width, &image) == primary && cursor.isSound { found.append(item) }
    }
    return found
  }

  /// Where an item's bytes stand in the file, as far as they are in one piece.
  private static func place(of wanted: Int, _ boxes: [Box], _ image: inout ImageBytes) -> (start: Int, count: Int)? {
    guard let box = box(boxes, "iloc") else { return nil }
    var cursor = BoxCursor(box)
    let version = cursor.number(4, &image) >> 24
    let widths = cursor.number(2, &image)
    let (offsetWidth, lengthWidth, baseWidth) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
    let indexWidth = version == 0 ? 0 : widths & 15
    guard version <= 2, [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy({ [0, 4, 8].contains($0) }) else {
      return nil
    }
    let count = cursor.number(version < 2 ? 2 : 4, &image)
    for _ in 0..<min(count, most) {
      let item = cursor.number(version < 2 ? 2 : 4, &image)
      let method = version == 0 ? 0 : cursor.number(2, &image) & 15
      _ = cursor.number(2, &image)
      let base = cursor.number(baseWidth, &image)
      let extents = cursor.number(2, &image)
      guard extents <= most else { return nil }
      for extent in 0..<extents {
        _ = cursor.number(indexWidth, &image)
        let offset = cursor.number(offsetWidth, &image)
        let length = cursor.number(lengthWidth, &image)
        guard cursor.isSound else { return nil }
        if item == wanted, extent == 0 { return place(method, base, offset, length, boxes, image.size) }
      }
    }
    return nil
  }

  private static func place(
    _ method: Int, _ base: Int, _ offset: Int, _ length: Int, _ boxes: [Box], _ size: Int
  ) -> (start: Int, count: Int)? {
    var (from, to) = (0, size)
    if method == 1 {
      guard let idat = box(boxes, "idat") else { return nil }
      (from, to) = (idat.start, idat.end)
    } else if method != 0 {
      return nil
    }
    guard base <= to, offset <= to, from + base + offset < to else { return nil }
    let start = from + base + offset
    // A length of zero means all there is.
    return (start, length == 0 ? to - start : min(length, to - start))
  }

  // MARK: the picture's properties

  private static func takeProperties(
    _ boxes: [Box], _ primary: Int?, _ image: inout ImageBytes, into builder: inout MetadataBuilder
  ) {
    guard let iprp = box(boxes, "iprp") else { return }
    let inner = Box.all(&image, from: iprp.start, to: iprp.end)
    guard let container = box(inner, "ipco") else { return }
    let properties = Box.all(&image, from: container.start, to: container.end, most: most)
    var turn = PictureTurn()
    for index in associations(inner, primary, &image) where index >= 1 && index <= properties.count {
      let property = properties[index - 1]
      switch property.type {
      case Box.code("ispe") where builder.metadata.width == nil:
        if let width = image.number(property.start + 4, 4), let height = image.number(property.start + 8, 4), width > 0,
          height > 0,
          property.end - property.start >= 12
        {
          (builder.metadata.width, builder.metadata.height) = (width, height)
        }
      case Box.code("irot"): turn.rotate(quartersLeft: (image.number(property.start, 1) ?? 0) & 3)
      case Box.code("imir"): turn.mirror(isUpsideDown: (image.number(property.start, 1) ?? 0) & 1 == 0)
      default: continue
      }
    }
    if builder.metadata.width != nil { builder.metadata.orientation = turn.orientation }
  }

  /// The numbers, from 1, of the primary item's properties, in their order.
  private static func associations(_ boxes: [Box], _ primary: Int?, _ image: inout ImageBytes) -> [Int] {
    guard let primary, let box = box(boxes, "ipma") else { return [] }
    var cursor = BoxCursor(box)
    let head = cursor.number(4, &image)
    let (itemWidth, isWide) = (head >> 24 == 0 ? 2 : 4, head & 1 == 1)
    let count = cursor.number(4, &image)
    for _ in 0..<min(count, most) {
      let item = cursor.number(itemWidth, &image)
      let own = cursor.number(1, &image)
      var indices: [Int] = []
      for _ in 0..<own { indices.append(isWide ? cursor.number(2, &image) & 0x7FFF : cursor.number(1, &image) & 0x7F) }
      guard cursor.isSound else { return [] }
      if item == primary { return indices }
    }
    return []
  }
}
