/// The text that a MAC is made of: seven lines, the last one (`ext`) always empty.
///
/// - Source: protocol reference A4.
package struct MACNormalizedString: Sendable, Hashable {
  /// The text in UTF-8, ending in two line feeds.
  package let utf8: [UInt8]

  /// Joins the parts; the method is put in upper case, all else is taken as given.
  package init(
    timestamp: String, nonce: String, method: String, target: String, host: String, port: Int
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(64 + nonce.utf8.count + target.utf8.count + host.utf8.count)
    Self.append(timestamp, to: &bytes)
    Self.append(nonce, to: &bytes)
    Self.append(method.uppercased(), to: &bytes)
    Self.append(target, to: &bytes)
    Self.append(host, to: &bytes)
    Self.append(String(port), to: &bytes)
    Self.append("", to: &bytes)
    utf8 = bytes
  }

  private static func append(_ line: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// The text itself.
  package var text: String { String(decoding: utf8, as: UTF8.self) }

  /// The MAC of the text in base64, in ASCII.
  package func mac(key: [UInt8]) -> [UInt8] {
    Base64.encodedBytes(MessageAuthentication.sha1(key: key, message: utf8))
  }
}
