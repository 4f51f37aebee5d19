import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// A token of Azure Active Directory in the form that Microsoft's emulator accepts (B4.3).
///
/// It is a JWT whose third part is not a signature: it is the text of the account's key, encoded.
/// No tenant can issue such a token, so every other token is refused.
struct EmulatorToken {
  private let claims: JSONObject
  private let account: String

  /// The field's value up to the token, which the SDKs send with and without percent-encoding.
  private static let prefix = "type=aad&ver=1.0&sig="
  /// The audience that all clients of Microsoft's emulator write into the token.
  private static let audience = "https://localhost.localhost"
  private static let issuer = "https://sts.fake-issuer.net/"
  /// The allowed difference between the clocks of client and server, in seconds.
  private static let tolerance: Int64 = 300

  /// Parses an `Authorization` field, and checks that the token was made with one of the keys.
  ///
  /// Returns `nil` if the field does not contain a token of Azure Active Directory.
  ///
  /// - Throws: A refusal if the token is damaged, or was made without one of the keys.
  init?(_ field: String, _ configuration: CosmosConfiguration) throws(Fault) {
    guard let text = PercentEncoding.decode(field), text.lowercased().hasPrefix(Self.prefix) else {
      return nil
    }
    account = configuration.account
    let parts = text.utf8.dropFirst(Self.prefix.utf8.count)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, Self.object(parts[0])?["alg"]?.string != nil,
      let claims = Self.object(parts[1])
    else { throw Self.refusal("Provided AAD token is not a valid JWT.", account) }
    self.claims = claims
    guard let key = Self.bytes(parts[2]),
      configuration.masterKeys.contains(where: { ConstantTime.equal(Array($0.text.utf8), key) })
    else {
      throw Self.refusal("Provided AAD token is not signed by a trusted key.", account)
        .withReason(
          "the third part of the token must be the account's key in base64url, as the "
            + "CosmosEmulatorCredential of Microsoft's test suites writes it")
    }
  }

  /// Rejects a token for another audience, of another issuer, or outside its lifetime.
  ///
  /// - Parameter moment: The current time; `nil` if times are not checked.
  /// - Throws: A refusal with the service's words, as far as they are known.
  func check(at moment: Moment?) throws(Fault) {
    let issuer = claims["iss"]?.string ?? ""
    guard issuer.hasPrefix(Self.issuer) else {
      throw refusal(
        "Provided AAD token was issued by the authority [\(issuer)] which is not trusted.")
    }
    let audience = claims["aud"]?.string ?? ""
    guard audience.isExactly(Self.audience) else {
      throw refusal(
        "Provided AAD token is intended for [\(audience)]. This database account accepts tokens "
          + "intended for [\(Self.audience)].", substatus: 5008)
    }
    guard let expiry = claims["exp"]?.integer, let start = claims["nbf"]?.integer else {
      throw refusal("Provided AAD token has no lifetime.")
    }
    guard let moment else { return }
    guard expiry > moment.seconds - Self.tolerance else {
      throw refusal(
        "Provided AAD token has been expired since [\(Self.date(expiry))]. Current server time is "
          + "[\(Self.date(moment.seconds))]. Please refresh the AAD token.")
    }
    guard start <= moment.seconds + Self.tolerance else {
      throw refusal("Provided AAD token is not valid before [\(Self.date(start))].")
    }
  }

  private func refusal(_ problem: String, substatus: Int64? = nil) -> Fault {
    Self.refusal(problem, account, substatus: substatus)
  }

  private static func refusal(
    _ problem: String, _ account: String, substatus: Int64? = nil
  ) -> Fault {
    let fault = Fault.badToken.filled(["account": account, "problem": problem])
    return substatus.map { fault.adding("substatus", .integer($0)) } ?? fault
  }

  private static func object(_ part: some Collection<UInt8>) -> JSONObject? {
    guard let bytes = bytes(part) else { return nil }
    do throws(JSONError) { return try JSON.parse(bytes).object } catch { return nil }
  }

  /// Decodes base64 of either alphabet, because the SDK for .NET uses the standard one.
  private static func bytes(_ part: some Collection<UInt8>) -> [UInt8]? {
    var text = String(decoding: part, as: UTF8.self)
    while text.hasSuffix("=") { text.removeLast() }
    return Base64URL.decode(text.replacing("+", with: "-").replacing("/", with: "_"))
  }

  /// Returns a time as the service prints it: `1/30/2025 10:38:31 AM (UTC)`.
  private static func date(_ seconds: Int64) -> String {
    // A client may send any number, so it is limited to dates that can be printed.
    let date = CivilDate(milliseconds: min(max(seconds, 0), CosmosAccess.latest) * 1000)
    let hour = date.hour % 12 == 0 ? 12 : date.hour % 12
    let clock = [date.minute, date.second].map { ($0 < 10 ? ":0" : ":") + String($0) }.joined()
    return "\(date.month)/\(date.day)/\(date.year) \(hour)\(clock) "
      + (date.hour < 12 ? "AM (UTC)" : "PM (UTC)")
  }
}
