import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension HTTPField.Name {
  static let sid = known("sid")
  static let secret = known("secret")
  static let clientKey = known("client-key")
}

extension Request {
  /// The session id that a client sent in the header field or, if there is none, in the cookie (A1,
  /// B1).
  var sessionID: String? {
    if let sid = headers.value(of: .sid), !sid.isEmpty { return sid }
    guard let cookies = headers.value(of: .cookie) else { return nil }
    for pair in cookies.split(separator: ";") {
      let trimmed = pair.drop { $0 == " " }
      guard trimmed.hasPrefix("sid=") else { continue }
      return String(trimmed.dropFirst(4))
    }
    return nil
  }
}
