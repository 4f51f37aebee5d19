public import Foundation

/// Conversions between bytes and the text of a binary field.
///
/// StackMob stores a file when an object is saved with such a text in one of its fields. After
/// that, the field of the object holds the URL of the file. An object that was saved without a
/// network still holds the text.
///
/// ```swift
/// import Foundation
/// import StackMob
///
/// func fields(photo: Data) -> [String: Any] {
///   let text = SMBinaryDataConversion.string(
///     forBinaryData: photo, name: "face.jpg", contentType: "image/jpeg")
///   return ["name": "Jack", "photo": text]
/// }
/// ```
///
/// - Source: protocol reference B9 and A17.
public enum SMBinaryDataConversion {
  /// Returns the text that makes StackMob store bytes as a file.
  ///
  /// `name` is the file name that StackMob stores, `contentType` a MIME type such as `image/jpeg`.
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

  /// Returns the bytes in the text of a binary field.
  ///
  /// A field holds such a text if it was saved without a network.
  ///
  /// - Throws: ``SMException`` `SMExceptionIncompatibleObject` if the text does not contain
  ///   `base64` exactly once, or if the text after it is not valid base64.
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

  /// Returns whether the text of a binary field is the URL of the bytes, not the bytes themselves.
  public static func stringContainsURL(_ string: String) -> Bool {
    !string.contains("Content-Type")
  }
}
