public import Foundation
import GhostlightCore

/// A push token: the address of an app on one device, assigned by a push service.
///
/// The app gets the token from the operating system and registers it with an ``SMPushClient``. A
/// token that the server returns also has its registration time.
///
/// - Source: protocol reference B12.
public struct SMPushToken: Sendable, Hashable {
  /// The token as a string; on iOS, 64 hexadecimal digits.
  public let tokenString: String
  /// The type of the device: `ios`, `android` or `androidgcm`.
  public let type: String
  /// The time of the registration; `nil` if the token does not come from the server.
  public let registrationTime: Date?

  /// Creates the token of an iOS device.
  public init(string: String) {
    self.init(string: string, type: TOKEN_TYPE_IOS)
  }

  /// Creates a token of the given type, such as ``TOKEN_TYPE_ANDROID_GCM``.
  public init(string: String, type: String) {
    tokenString = string
    self.type = type
    registrationTime = nil
  }

  /// Creates a token from the server's list, or `nil` if the token's string or type is missing.
  init?(listed json: JSON) {
    guard let token = json["token"]?.string, let type = json["type"]?.string else { return nil }
    tokenString = token
    self.type = type
    registrationTime = json["registered_milliseconds"]?.number.map {
      Date(timeIntervalSince1970: $0 / 1000)
    }
  }

  /// The JSON object that is sent for the token.
  var json: JSON { ["token": .string(tokenString), "type": .string(type)] }
}
