import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The cookie with which OAuth1 clients identify the user who logged in (A19.6, D60).
///
/// The Java SDK recognises it by the start of its name, and the JavaScript SDK by its full name.
/// The cookie has no date, because the emulator's clock may differ from the client's clock.
enum SessionCookie {
  private static let prefix = "session_"

  /// The value after a logout, which the SDKs recognise because it is JSON.
  static let loggedOut = #"{"logged_out":true}"#

  /// Returns the value of `Set-Cookie` for the response to `request`.
  static func value(_ value: String, for request: Request) -> String {
    "\(prefix)\(app(of: request) ?? "app")=\(value); Path=/"
  }

  /// Returns the access tokens in the values of session cookies.
  ///
  /// Some clients send the complete `Set-Cookie` value back, so other names are skipped.
  static func tokens(in field: String) -> [String] {
    field.parts(at: ";").compactMap { pair in
      let pair = pair[...].trimmed
      guard pair.hasPrefix(prefix), let equals = pair.firstIndex(of: "=") else { return nil }
      return String(pair[equals...].dropFirst())
    }
  }

  /// Returns the app's name in an old address or in the client's name, or `nil` if a cookie's name
  /// could not contain it.
  private static func app(of request: Request) -> String? {
    let client = request.value(of: .stackMobUserAgent) ?? request.value(of: .userAgent) ?? ""
    // Such as `StackMob (JS; 0.2.1)/<app>`.
    let parts = client.parts(at: "/")
    let named = parts.dropLast().last?.hasSuffix(")") == true ? parts.last : nil
    guard let app = RoutedPath(request).app ?? named else { return nil }
    let isToken = app.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
    }
    return isToken ? app : nil
  }
}
