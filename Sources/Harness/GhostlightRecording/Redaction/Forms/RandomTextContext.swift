/// Recognizes random-looking strings that are not secrets, by their context or their prefix.
///
/// - Source: W3C, "Subresource Integrity" and "Content Security Policy" (nonces); RFC 2397 (data
///   URIs); RFC 4253, section 6.6 (public keys); RFC 7468 (certificates and public keys as text).
enum RandomTextContext {
  /// Returns the end of the PEM block that begins at `index`; `nil` if there is none, or if it
  /// contains a private key.
  static func publicBlock(in bytes: [UInt8], at index: Int) -> Int? {
    guard bytes[index] == UInt8(ascii: "-"), bytes[index...].starts(with: "-----BEGIN ".utf8) else {
      return nil
    }
    let label = bytes[(index + 11)...].prefix { $0 != UInt8(ascii: "-") && $0 != 0x0A }
    let words = label.split(separator: 0x20)
    guard !words.isEmpty, !words.contains(where: { $0.elementsEqual("PRIVATE".utf8) }) else {
      return nil
    }
    let mark = Array("-----END ".utf8)
    var end = label.endIndex + 5
    while end < bytes.count, !bytes[end...].starts(with: mark) {
      end = bytes[(end + 1)...].firstIndex(of: UInt8(ascii: "-")) ?? bytes.count
    }
    return min(bytes.count, end + mark.count)
  }

  /// Returns whether a run of base64 characters is harmless.
  ///
  /// Digests, nonces of a page, parts of a data URI, public keys and file names of a web page are
  /// harmless.
  static func isHarmless(_ run: Range<Int>, in bytes: [UInt8]) -> Bool {
    let text = bytes[run]
    if beginnings.contains(where: { text.starts(with: $0) }) { return true }
    let before = bytes[..<run.lowerBound].suffix(10)
    if places.contains(where: { before.suffix($0.count).elementsEqual($0) }) { return true }
    let after = bytes[run.upperBound...].prefix(7)
    return files.contains { after.starts(with: $0) }
  }

  /// Returns whether a value has the prefix of a public key, a certificate or a digest.
  static func isPublic(_ value: ArraySlice<UInt8>) -> Bool {
    publicBeginnings.contains { value.starts(with: $0) }
  }

  private static let publicBeginnings = [
    "ssh-", "ecdsa-sha2-", "-----BEGIN PUBLIC", "-----BEGIN CERT", "sha1-", "sha256-", "sha384-",
    "sha512-", "sha256:", "data:",
  ].map { Array($0.utf8) }
  private static let beginnings = [
    "sha1-", "sha256-", "sha384-", "sha512-", "nonce-", "AAAAB3NzaC1", "AAAAC3NzaC1",
    "AAAAE2VjZHNh",
  ].map { Array($0.utf8) }
  private static let places = [
    "base64,", "nonce=\"", "nonce='", "sha256:", "SHA-256=", "SHA-256=:", "SHA-512=", "SHA-512=:",
    "MD5=",
  ].map { Array($0.utf8) }
  private static let files = [
    ".js", ".mjs", ".css", ".map", ".png", ".jpg", ".jpeg", ".webp", ".svg", ".gif", ".avif",
    ".woff", ".ttf", ".ico", ".wasm", ".mp4", ".chunk",
  ].map { Array($0.utf8) }
}
