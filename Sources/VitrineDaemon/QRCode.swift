// An address as a picture that a telephone's camera reads. The one door to libqrencode.

import CQREncode

/// QR codes in text. Source: ISO/IEC 18004.
enum QRCode {
  /// The modules around a code that stay light. ISO/IEC 18004 wants four; on a dark terminal two are read as well, and take less room.
  private static let margin = 2

  /// A text as a QR code of half blocks, dark on light, two rows of modules in a line; "" where it is too long.
  static func text(_ text: String) -> String {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return "" }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard let modules = code.pointee.data else { return "" }
    func isDark(_ row: Int, _ column: Int) -> Bool {
      (0..<width).contains(row) && (0..<width).contains(column) && modules[row * width + column] & 1 != 0
    }
    var lines = ""
    for row in stride(from: -margin, to: width + margin, by: 2) {
      for column in -margin..<width + margin {
        // What is drawn is the light: letters of a dark terminal are light.
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): lines += "█"
        case (false, true): lines += "▀"
        case (true, false): lines += "▄"
        case (true, true): lines += " "
        }
      }
      lines += "\n"
    }
    return lines
  }
}
