import AppCenterEmulator
import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `ID tokens` {
  /// Returns an unsigned token: the header `{"alg":"none"}`, the claims, and an empty signature.
  static func unsigned(_ claims: JSON) -> String {
    "eyJhbGciOiJub25lIn0." + base64URL(claims.text()) + "."
  }

  static func base64URL(_ text: String) -> String {
    var digits = ""
    var (bits, count) = (0, 0)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for byte in text.utf8 {
      (bits, count) = ((bits << 8 | Int(byte)) & 0xFFFF, count + 8)
      while count >= 6 {
        count -= 6
        digits.append(alphabet[bits >> count & 63])
      }
    }
    if count > 0 { digits.append(alphabet[bits << (6 - count) & 63]) }
    return digits
  }

  /// The reason of a token without a policy (appcenter-sdk-apple, issue 1700).
  private static let noPolicy =
    "the token does not have the claim tfp, the name of the policy: let the policy of the tenant "
    + "issue it"

  private func status(
    _ bearer: String, secret: String? = nil
  ) -> (JSON?, partition: JSON?, reason: String?) {
    var configuration = AppCenterConfiguration()
    configuration.idTokenSecret = secret
    var exchange = Exchange(configuration)
    let response = exchange.ask(#"{"partitions":["user"]}"#, bearer: bearer)
    let token = response.json?["tokens"]?[0]
    return (token?["status"], token?["partition"], response.headers[.reason])
  }

  @Test(
    arguments: [
      (["oid": "a", "sub": "b", "exp": 1_568_974_273, "tfp": "p"] as JSON, "user-a"),
      (["sub": "b", "exp": 1_568_974_272.5, "tfp": "p"], "user-b"),
      (
        ["oid": "0123456789-0123456789-0123456789-0123456789", "exp": 1_568_977_872, "tfp": "p"],
        "user-0123456789-0123456789-0123456789-012"
      ),
    ] as [(JSON, String)])
  func `the account id is oid or sub, cut to 36 characters`(_ claims: JSON, _ partition: String) {
    let found = status(Self.unsigned(claims))
    #expect(found.0 == "Succeed")
    #expect(found.partition == .string(partition))
  }

  @Test(
    arguments: [
      ("x", "the bearer is not a JWT with three parts"),
      ("e30.e30", "the bearer is not a JWT with three parts"),
      ("e30=.e30=.", "the bearer is not a JWT with three parts"),
      ("e30.W10.", "the bearer is not a JWT with three parts"),
      (unsigned(["oid": "a"]), "the token does not have the claim exp"),
      (unsigned(["oid": "a", "exp": "1568977872"]), "the token does not have the claim exp"),
      (
        unsigned(["oid": "a", "exp": 1_568_974_272]),
        "the token ended at 1568974272.0; it is 1568974272.0 now"
      ),
      (
        unsigned(["oid": "a", "exp": 1_568_977_872, "nbf": 1_568_974_273]),
        "the token begins at 1568974273.0; it is 1568974272.0 now"
      ),
      (unsigned(["exp": 1_568_977_872]), "the token has neither the claim oid nor sub"),
      (unsigned(["exp": 1_568_977_872, "oid": ""]), "the token has neither the claim oid nor sub"),
      (unsigned(["exp": 1_568_977_872, "oid": "a"]), noPolicy),
      (unsigned(["exp": 1_568_977_872, "oid": "a", "tfp": ""]), noPolicy),
      (unsigned(["exp": 1_568_977_872, "oid": "a", "tfp": ["p"]]), noPolicy),
    ] as [(String, String)])
  func `an invalid ID token signs no user in`(_ bearer: String, _ reason: String) {
    let found = status(bearer)
    #expect(found.0 == "Unauthenticated")
    #expect(found.reason == reason + " (Cosmos A4)")
  }

  @Test func `an ID token must be signed with the configured secret`() throws {
    var configuration = AppCenterConfiguration()
    configuration.idTokenSecret = "tenant"
    var tenant = Exchange(configuration)
    var other = Exchange()
    #expect(status(try tenant.idToken("a"), secret: "tenant").0 == "Succeed")
    #expect(
      status(try other.idToken("a"), secret: "tenant").reason
        == "the token is not signed with the configured secret (Cosmos A4)")
    #expect(
      status(Self.unsigned(["oid": "a", "exp": 1_568_977_872]), secret: "tenant").reason
        == "the token's algorithm is \"none\"; a configured secret takes HS256 alone "
        + "(Cosmos A4)")
  }

  @Test func `an ID token needs the scheme Bearer`() {
    var exchange = Exchange()
    var request = RefusalRow.request(#"{"partitions":["user"]}"#)
    request.headers[.authorization] = "Basic YTpi"
    #expect(
      exchange.respond(to: request).headers[.reason]
        == "Authorization is not a Bearer token (Cosmos A4)")
  }
}
