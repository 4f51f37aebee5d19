/// The first bytes of image files.
enum ImageSamples {
  /// A PNG header of 3 x 258 pixels.
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 3, 0, 0, 1, 2, 8, 2, 0, 0, 0]

  /// A GIF header of 260 x 5 pixels.
  static let gif: [UInt8] = Array("GIF87a".utf8) + [4, 1, 5, 0, 0]

  /// A JPEG header of 640 x 480 pixels, after two other segments.
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 9]
    + [0xFF, 0xC2, 0, 11, 8, 1, 0xE0, 2, 0x80, 1, 0]
}
