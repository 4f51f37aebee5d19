import GhostlightCore

/// What a push is sent to: a platform with its token.
struct PushDevice: Sendable, Hashable {
  let platform: PushPlatform
  private let exactToken: ExactText

  var token: String { exactToken.text }

  /// A device, where the token can be one: for iOS 64 hexadecimal digits, kept in lower case.
  init?(_ platform: PushPlatform, token: String) {
    guard !token.isEmpty else { return nil }
    self.platform = platform
    guard platform == .ios else {
      exactToken = ExactText(token)
      return
    }
    guard token.utf8.count == 64, token.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
    exactToken = ExactText(token.lowercased())
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
