import Foundation

/// Base64 of strings, independent of the tested code.
enum Base64 {
  static func text(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}

extension Base64 {
  /// Decodes base64 that has no padding.
  static func bytes(_ text: String) -> [UInt8] {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return [UInt8](Data(base64Encoded: text + padding) ?? Data())
  }
}
