import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of tokens of Azure Active Directory, as Microsoft's emulator accepts them (B4.3).
@Suite struct `Tokens of Azure Active Directory in Cosmos DB` {
  private static func lamp(_ token: String) -> Request {
    CosmosAccount.goods(.get, "lamp", body: nil, [.authorization: token])
  }

  private static func message(_ response: Response) -> String? {
    response.json?["message"]?.string.map { String($0.prefix { $0 != "\r\n" }) }
  }

  @Test(arguments: [
    CosmosRefusalRow.emulatorToken(),
    PercentEncoding.encode(CosmosRefusalRow.emulatorToken()),
    // The Python SDK writes times of its own clock, which may be five minutes apart.
    CosmosRefusalRow.emulatorToken(["nbf": 1_568_974_572]),
    CosmosRefusalRow.emulatorToken(["exp": 1_568_973_973]),
  ])
  func `a token with the account's key may read and change all`(_ token: String) {
    var account = CosmosAccount.shop()
    #expect(account.send(Self.lamp(token)).status == .ok)
    let create = Request.json(.post, "/dbs", ["id": "new"], headers: [.authorization: token])
    #expect(account.send(create).status == .created)
  }

  /// The SDK for .NET encodes the parts with the standard alphabet and padding.
  @Test func `a token in the other alphabet of base64 is the same token`() {
    var account = CosmosAccount.shop()
    let token = CosmosRefusalRow.emulatorToken()
    let parts = token.dropFirst("type=aad&ver=1.0&sig=".count).split(separator: ".")
    let standard = parts.map { Base64.encode(Base64URL.decode(String($0)) ?? []) }
    let field = "type=aad&ver=1.0&sig=" + standard.joined(separator: ".")
    #expect(account.send(Self.lamp(PercentEncoding.encode(field))).status == .ok)
    #expect(account.send(Self.lamp(field)).status == .ok)
  }

  @Test(
    arguments: [
      ("type=aad&ver=1.0&sig=abc", "is not a valid JWT.", nil),
      ("type=aad&ver=1.0&sig=", "is not a valid JWT.", nil),
      ("type=aad&ver=1.0&sig=W10.e30.e30", "is not a valid JWT.", nil),
      (CosmosRefusalRow.emulatorToken(key: "key"), "is not signed by a trusted key.", nil),
      (CosmosRefusalRow.emulatorToken(key: ""), "is not signed by a trusted key.", nil),
      (
        CosmosRefusalRow.emulatorToken(["iss": "https://sts.windows.net/1/"]),
        "was issued by the authority [https://sts.windows.net/1/] which is not trusted.", nil
      ),
      (
        CosmosRefusalRow.emulatorToken(["iss": .null]),
        "was issued by the authority [] which is not trusted.", nil
      ),
      (
        CosmosRefusalRow.emulatorToken(["aud": "https://cosmos.azure.com"]),
        "is intended for [https://cosmos.azure.com]. This database account accepts tokens "
          + "intended for [https://localhost.localhost].", "5008"
      ),
      (CosmosRefusalRow.emulatorToken(["exp": .null]), "has no lifetime.", nil),
      (CosmosRefusalRow.emulatorToken(["nbf": "now"]), "has no lifetime.", nil),
      (
        CosmosRefusalRow.emulatorToken(["exp": 1_568_973_972]),
        "has been expired since [9/20/2019 10:06:12 AM (UTC)]. Current server time is "
          + "[9/20/2019 10:11:12 AM (UTC)]. Please refresh the AAD token.", nil
      ),
      (
        CosmosRefusalRow.emulatorToken(["exp": .integer(.min)]),
        "has been expired since [1/1/1970 12:00:00 AM (UTC)]. Current server time is "
          + "[9/20/2019 10:11:12 AM (UTC)]. Please refresh the AAD token.", nil
      ),
      (
        CosmosRefusalRow.emulatorToken(["nbf": .integer(.max)]),
        "is not valid before [12/31/9999 11:59:59 PM (UTC)].", nil
      ),
    ] as [(String, String, String?)])
  func `every other token is refused, with the reason`(
    _ token: String, _ problem: String, _ substatus: String?
  ) {
    var account = CosmosAccount.shop()
    let response = account.send(Self.lamp(token))
    #expect(response.status == .unauthorized)
    #expect(
      Self.message(response) == "Request blocked by Auth emulator : Provided AAD token \(problem)")
    #expect(response.headers[.msSubstatus] == substatus)
  }

  @Test func `an account that does not check dates accepts a token of any time`() {
    var configuration = CosmosConfiguration()
    configuration.checksDates = false
    var account = CosmosAccount.shop(configuration)
    for claims in [["exp": 1], ["nbf": .integer(.max)]] as [JSONObject] {
      #expect(account.send(Self.lamp(CosmosRefusalRow.emulatorToken(claims))).status == .ok)
    }
  }

  @Test func `a strict account permits documents and metadata, but not the control plane`() {
    var configuration = CosmosConfiguration()
    configuration.isStrict = true
    var account = CosmosAccount.shop(configuration)
    let fields: HTTPFields = [.authorization: CosmosRefusalRow.emulatorToken()]
    let new: JSON = ["id": "torch", "kind": "light"]
    #expect(account.send(CosmosAccount.goods(.post, body: new, fields)).status == .created)
    for path in ["/", "/dbs/shop", "/dbs/shop/colls/goods", "/dbs/shop/colls/goods/pkranges"] {
      let read = Request(.get, RequestTarget(path), headers: fields)
      #expect(account.send(read).status == .ok)
    }
    let delete = account.send(Request(.delete, "/dbs/shop/colls/goods", headers: fields))
    #expect(delete.status == .forbidden)
    #expect(delete.headers[.msSubstatus] == "5300")
    #expect(
      Self.message(delete)
        == "Request blocked by Auth emulator : The given request [DELETE /dbs/shop/colls/goods] "
        + "cannot be authorized by AAD token in data plane. Learn more: "
        + "https://aka.ms/cosmos-native-rbac.")
  }
}
