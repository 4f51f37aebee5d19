import Foundation

/// Base64, by Foundation.
enum Base64 {
  static func text(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
}
