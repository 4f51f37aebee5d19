public import Foundation

/// Conversions between a file's bytes and the string that a binary field is saved with.
///
/// To upload a file, save an object with such a string in a binary field. StackMob stores the file
/// and replaces the string with the file's URL. If the object was saved offline and has not been
/// synchronised yet, the field still contains the string.
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
  /// Returns the string for a binary field that makes StackMob store the bytes as a file.
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

  /// Returns the bytes that a binary field's string contains.
  ///
  /// Use it for fields that were saved offline; after a sync, the field contains a URL instead.
  ///
  /// - Throws: ``SMException`` `SMExceptionIncompatibleObject` if the string does not contain
  ///   `base64` exactly once, or if the part after `base64` is not valid Base64.
  public static func data(for string: String) throws -> Data {
    let parts = string.components(separatedBy: "base64")
    guard parts.count == 2,
      let data = Data(base64Encoded: parts[1].filter { !$0.isWhitespace })
    else {
      throw SMException(
        name: SMExceptionIncompatibleObject,
        reason:
          "The string does not contain binary data; create it with string(forBinaryData:name:contentType:)."
      )
    }
    return data
  }

  /// Returns whether the value of a binary field is a file's URL, rather than the bytes themselves.
  public static func stringContainsURL(_ string: String) -> Bool {
    !string.contains("Content-Type")
  }
}
