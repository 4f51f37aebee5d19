public import Foundation

/// Between bytes and the text by which a binary field is saved.
///
/// - Source: protocol reference B9 and A17.
public enum SMBinaryDataConversion {
  /// The text that makes StackMob store bytes under a file name and a content type.
  public static func string(
    forBinaryData data: Data, name: String, contentType: String
  ) -> String {
    """
    Content-Type: \(contentType)
    Content-Disposition: attachment; filename=\(name)
    Content-Transfer-Encoding: base64

    \(data.base64EncodedString())
    """
  }

  /// The bytes in such a text, as a field holds it that was saved without a network.
  ///
  /// - Throws: ``SMException`` `SMExceptionIncompatibleObject` for a text without exactly one
  ///   `base64`, and for what follows it and is none.
  public static func data(for string: String) throws -> Data {
    let parts = string.components(separatedBy: "base64")
    guard parts.count == 2,
      let data = Data(base64Encoded: parts[1].filter { !$0.isWhitespace })
    else {
      throw SMException(
        name: SMExceptionIncompatibleObject,
        reason:
          "The text holds no binary data; make it with string(forBinaryData:name:contentType:)."
      )
    }
    return data
  }

  /// Whether a field's text is the URL of its bytes, not the bytes themselves.
  public static func stringContainsURL(_ string: String) -> Bool {
    !string.contains("Content-Type")
  }
}
