/// A Cosmos DB account's master key.
///
/// - Source: protocol reference B4.1.
public struct CosmosMasterKey: Sendable, Hashable {
  /// The key as the portal shows it, in base64.
  public let text: String

  let bytes: [UInt8]

  /// The key of the vendor's own emulator, which is public.
  public static let wellKnown = CosmosMasterKey(
    text:
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
    bytes: Base64.decode(
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==")
      ?? [])

  /// Makes a key of base64 text, or `nil` where it is none.
  public init?(_ text: String) {
    guard let bytes = Base64.decode(text), !bytes.isEmpty else { return nil }
    self.init(text: text, bytes: bytes)
  }

  private init(text: String, bytes: [UInt8]) {
    self.text = text
    self.bytes = bytes
  }

  /// The signature of a text, in base64.
  package func signature(of text: String) -> String {
    Base64.encode(MessageAuthentication.sha256(key: bytes, message: Array(text.utf8)))
  }

  /// Whether a signature in base64 is this key's of a text; takes the same time wherever they differ.
  package func verify(_ signature: String, of text: String) -> SignatureVerdict {
    let ours = self.signature(of: text)
    guard ConstantTime.equal(Array(ours.utf8), Array(signature.utf8)) else {
      return .invalid(SignatureMismatch(stringToSign: text, ours: ours, theirs: signature))
    }
    return .valid
  }
}
