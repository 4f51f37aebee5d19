/// A host with an optional port, as in the `Host` field.
public struct Authority: Sendable, Hashable {
  /// The name or address; an IPv6 address keeps its brackets.
  public let host: String
  /// The port, where one is named and is a number up to 65535.
  public let port: Int?

  /// The port named, else the scheme's own.
  package func port(of scheme: String) -> Int { port ?? (scheme == "https" ? 443 : 80) }

  /// Splits `text` at its last colon outside brackets.
  public init(_ text: String) {
    let bytes = Array(text.utf8)
    guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")),
      !bytes[colon...].contains(UInt8(ascii: "]"))
    else {
      host = text
      port = nil
      return
    }
    host = String(decoding: bytes[..<colon], as: UTF8.self)
    port = UInt16(String(decoding: bytes[(colon + 1)...], as: UTF8.self)).map(Int.init)
  }
}
