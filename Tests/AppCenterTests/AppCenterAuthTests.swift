import AppCenterAuth
import TestSupport
import Testing

/// Code of view controllers that import only `AppCenterAuth`.
///
/// - Source: the guide "App Center Auth" for iOS (June 2019), "Sign users into the app", "Decoding
///   tokens".
@Suite struct `The module AppCenterAuth` {
  @Test func `AppCenterAuth alone can sign in and decode a token`() async throws {
    let nowhere = MSAppCenterContext.ofAuthTests()
    let name = await MSAppCenterContext.$current.withValue(nowhere) {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      let claims = Data(#"{"name":"Ada"}"#.utf8).base64EncodedString()
      MSAuth.setSignInProvider { MSUserInformation(accountId: "a", idToken: "e30.\(claims).") }
      let letters = Mailbox(of: String?.self)
      MSAuth.signIn { userInformation, error in
        letters.put(error == nil ? userInformation?.idToken.flatMap { Self.name(in: $0) } : nil)
      }
      let name = await letters.next()
      MSAuth.signOut()
      return name
    }
    #expect(name == "Ada")
  }

  @Test func `AppCenterAuth exports the domain of its errors`() {
    #expect(kMSACAuthErrorDomain == "com.Microsoft.AppCenter.Auth.ErrorDomain")
  }

  /// Returns the user's display name from the claims of a JSON Web Token.
  private static func name(in token: String) -> String? {
    let parts = token.components(separatedBy: ".")
    guard parts.count > 1, let data = Data(base64Encoded: parts[1]) else { return nil }
    let claims = try? JSONSerialization.jsonObject(with: data) as? [AnyHashable: Any]
    return claims?["name"] as? String
  }
}
