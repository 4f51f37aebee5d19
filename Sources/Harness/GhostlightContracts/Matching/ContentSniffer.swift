import GhostlightCore

/// Tells from bytes what media type they may have.
enum ContentSniffer {
  private static let marks: [(type: String, bytes: [UInt8])] = [
    ("image/png", [0x89, 0x50, 0x4E, 0x47]), ("image/jpeg", [0xFF, 0xD8, 0xFF]),
    ("image/gif", Array("GIF8".utf8)), ("image/webp", Array("RIFF".utf8)),
    ("application/pdf", Array("%PDF".utf8)), ("application/zip", [0x50, 0x4B, 0x03, 0x04]),
    ("application/gzip", [0x1F, 0x8B]),
  ]

  /// Whether bytes can be of a type; a type without known marks is taken on trust.
  static func fits(_ bytes: [UInt8], _ type: MediaType) -> Bool {
    if type.isJSON {
      do throws(JSONError) {
        _ = try JSON.parse(bytes)
        return true
      } catch {
        return false
      }
    }
    if let mark = marks.first(where: { $0.type == type.name }) {
      return bytes.starts(with: mark.bytes)
    }
    return !type.name.hasPrefix("text/") || String(validating: bytes, as: UTF8.self) != nil
  }
}
