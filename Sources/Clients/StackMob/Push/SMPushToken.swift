public import Foundation
import GhostlightCore

/// The address of an app on a device, as a push service gave it.
///
/// - Source: protocol reference B12.
public struct SMPushToken: Sendable, Hashable {
  /// The token's text; on iOS 64 hexadecimal digits.
  public let tokenString: String
  /// `ios`, `android` or `androidgcm`.
  public let type: String
  /// When it was registered; `nil` where it does not come from the server.
  public let registrationTime: Date?

  /// A token of an iOS device.
  public init(string: String) {
    self.init(string: string, type: TOKEN_TYPE_IOS)
  }

  /// A token of a device of some type.
  public init(string: String, type: String) {
    tokenString = string
    self.type = type
    registrationTime = nil
  }

  /// A token as the server lists it; nil where text or type is missing.
  init?(listed json: JSON) {
    guard let token = json["token"]?.string, let type = json["type"]?.string else { return nil }
    tokenString = token
    self.type = type
    registrationTime = json["registered_milliseconds"]?.number.map {
      Date(timeIntervalSince1970: $0 / 1000)
    }
  }

  /// The token as it is sent.
  var json: JSON { ["token": .string(tokenString), "type": .string(type)] }
}
