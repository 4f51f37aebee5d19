import Crypto
import NIOSSL

/// Creates a trust store for Java, without Java's own tools.
///
/// Its format is JKS, which all versions of Java read, whatever they write by default. Commands
/// store it in a file for the Java programs that they start.
///
/// - Source: OpenJDK, `sun.security.provider.JavaKeyStore`: magic number, version 2, entries with a
///   mark, an alias and a time, and SHA-1 over password, a phrase and all that came before.
public enum JavaTrustStore {
  /// The password that Java's own trust stores have.
  public static let password = "changeit"

  /// Returns a trust store with the certificates of a PEM text; unreadable ones are left out.
  public static func bytes(ofPEM text: String, nowMilliseconds: Int64) -> [UInt8] {
    let certificates = PEMBlocks.certificates(in: text).compactMap { block in
      try? NIOSSLCertificate(bytes: Array(block.utf8), format: .pem).toDERBytes()
    }
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
    var digest = Insecure.SHA1()
    digest.update(data: password.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    digest.update(data: Array("Mighty Aphrodite".utf8))
    digest.update(data: bytes)
    return bytes + Array(digest.finalize())
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  /// Appends a text in Java's form: its length in two bytes, then ASCII.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(UInt16(text.utf8.count), to: &bytes)
    bytes += text.utf8
  }
}

/// Splits PEM texts.
enum PEMBlocks {
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// Returns the certificates in a text, each with its first and last line.
  static func certificates(in text: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix(begin) { block = [] }
      block?.append(line)
      if line.hasPrefix(end), let lines = block {
        blocks.append(lines.joined(separator: "\n") + "\n")
        block = nil
      }
    }
    return blocks
  }
}
