import GhostlightCore
import GhostlightEmulation

/// The width and height of an image in pixels.
struct ImageSize: Sendable, Hashable {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Parses the size from the header of a PNG, GIF or JPEG file, or returns `nil` for another
  /// format.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 24 {
      self.init(width: Self.number(bytes[16..<20]), height: Self.number(bytes[20..<24]))
    } else if bytes.starts(with: Array("GIF8".utf8)), bytes.count >= 10 {
      self.init(
        width: Self.number(bytes[6..<8].reversed()), height: Self.number(bytes[8..<10].reversed()))
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self.init(jpeg: bytes)
    } else {
      return nil
    }
  }

  /// Parses the size from a JPEG file, by visiting its segments up to the frame header.
  private init?(jpeg bytes: [UInt8]) {
    var position = 2
    while position + 9 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      if Self.isFrame(marker) {
        self.init(
          width: Self.number(bytes[(position + 7)..<(position + 9)]),
          height: Self.number(bytes[(position + 5)..<(position + 7)]))
        return
      }
      position += 2 + Self.number(bytes[(position + 2)..<(position + 4)])
    }
    return nil
  }

  /// Returns whether a segment is a frame header; three markers of the range have other meanings.
  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

extension ImageSize {
  /// The size as a JSON object in the form that file objects contain.
  var json: JSONObject {
    ["height": .integer(Int64(height)), "width": .integer(Int64(width))]
  }

  /// Creates the size from an object `{"height": n, "width": n}`.
  ///
  /// - Throws: `ConfigurationError` if a member is missing or out of range.
  init(_ reader: ConfigurationReader) throws(ConfigurationError) {
    try reader.refuseMisspelled(["width", "height"])
    width = Int(try reader.required("width").integer(1...100_000))
    height = Int(try reader.required("height").integer(1...100_000))
  }

  /// Returns the sizes in the configuration's member `kinds`, keyed by kind of image.
  ///
  /// - Throws: `ConfigurationError` with the path of the first invalid member.
  static func kinds(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [String: [ImageSize]] {
    var kinds: [String: [ImageSize]] = [:]
    for member in try reader.members() {
      var sizes: [ImageSize] = []
      for place in try member.reader.elements() { sizes.append(try ImageSize(place)) }
      kinds[member.key] = sizes
    }
    return kinds
  }
}
