/// Content codings of recorded bodies.
///
/// Tools save decoded bodies beside the header fields of coded ones, but not always.
enum HARCoding {
  /// Whether a body is still coded as its `Content-Encoding` says.
  static func isIn(_ body: [UInt8], _ coding: String, type: String?, wasDecoded: Bool) -> Bool {
    let last = coding.split(separator: ",").last?.filter { $0 != " " }.lowercased()
    switch last {
    case "identity", nil: return true
    case _ where wasDecoded: return false
    case "gzip", "x-gzip": return body.starts(with: [0x1F, 0x8B])
    case "zstd": return body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
    case "deflate": return hasZlibHeader(body) && isNoText(body)
    // Brotli has no mark of its own.
    case "br": return isTextual(type) && isNoText(body)
    default: return false
    }
  }

  private static func hasZlibHeader(_ body: [UInt8]) -> Bool {
    guard body.count > 1, body[0] & 0x0F == 8 else { return false }
    return (Int(body[0]) << 8 | Int(body[1])).isMultiple(of: 31)
  }

  private static func isNoText(_ body: [UInt8]) -> Bool {
    String(validating: body, as: UTF8.self) == nil
  }

  private static func isTextual(_ type: String?) -> Bool {
    let said = type?.lowercased() ?? ""
    return said.hasPrefix("text/") || said.contains("json") || said.contains("xml")
      || said.contains("javascript")
  }
}
