import GhostlightSigning

/// Creates a trust store for Java without Java's own tools.
///
/// The trust store uses the JKS format, which all versions of Java can read. Commands store it in a
/// file for the Java programs that they start.
///
/// - Source: OpenJDK, `sun.security.provider.JavaKeyStore`: magic number, version 2, entries with a
///   tag, an alias and a time, and SHA-1 over the password, a phrase and all preceding bytes.
public enum JavaTrustStore {
  /// The standard password of Java's own trust stores.
  public static let password = "changeit"

  /// Returns a trust store with the certificates in a PEM string; invalid ones are skipped.
  public static func bytes(ofPEM text: String, nowMilliseconds: Int64) -> [UInt8] {
    let certificates = PEMBlocks.certificates(in: text)
    var bytes: [UInt8] = []
    append(UInt32(0xFEED_FEED), to: &bytes)
    append(UInt32(2), to: &bytes)
    append(UInt32(certificates.count), to: &bytes)
    for (number, certificate) in certificates.enumerated() {
      append(UInt32(2), to: &bytes)
      append("ghostlight-\(number)", to: &bytes)
      append(UInt64(bitPattern: nowMilliseconds), to: &bytes)
      append("X.509", to: &bytes)
      append(UInt32(certificate.count), to: &bytes)
      bytes += certificate
    }
    let password = password.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return bytes + Digest.sha1(password + "Mighty Aphrodite".utf8 + bytes)
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// Appends a string in Java's format: its length in two bytes, then its ASCII bytes.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt16(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }
}

/// Finds the certificates in a PEM string.
enum PEMBlocks {
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// Returns the certificates in a PEM string, in DER form; blocks with invalid Base64 are skipped.
  static func certificates(in text: String) -> [[UInt8]] {
    var certificates: [[UInt8]] = []
    var block: String?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix(begin) {
        block = ""
      } else if line.hasPrefix(end) {
        if let block, let bytes = Base64.decode(block), ClientTLS.isCertificate(bytes) {
          certificates.append(bytes)
        }
        block = nil
      } else {
        block?.append(contentsOf: line.filter { !$0.isWhitespace })
      }
    }
    return certificates
  }
}
