import AppCenterEmulator
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `The token exchange` {
  static let account = "bd45f90e-6eb1-4c47-817e-e59b82b5c03d"

  @Test(arguments: ["/v0.1/data/tokens", "/data/tokens"])
  func `the exchange returns a token for public data`(_ path: String) throws {
    var exchange = Exchange()
    let response = exchange.ask(#"{"partitions":["readonly"]}"#, path: RequestTarget(path))
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "application/json")
    #expect(
      response.text
        == #"{"tokens":[{"partition":"readonly","dbAccount":"http://127.0.0.1:8081","#
        + #""dbName":"mbaas","dbCollectionName":"appcenter","token":"type=resource&ver=1&sig="#
        + "Edost12x8XIic6lmg/jrZA==;eyJleHAiOjE1Njg5Nzc4NzIsIm0iOiJSZWFkIiwicGsiOiJyZWFkb25seSIs"
        + #"InIiOiJkYnMvbWJhYXMvY29sbHMvYXBwY2VudGVyIn0=;","status":"Succeed","#
        + #""expiresOn":"2019-09-20T11:11:12.000Z","accountId":null}]}"#)
  }

  @Test func `the exchange returns a token for the partition of the user`() throws {
    var exchange = Exchange()
    let idToken = try exchange.idToken(Self.account)
    let response = exchange.ask(#"{"partitions":["user","readonly"]}"#, bearer: idToken)
    let tokens = try #require(response.json?["tokens"]?.array)
    #expect(tokens.map { $0["partition"] } == [.string("user-" + Self.account), "readonly"])
    #expect(tokens.map { $0["accountId"] } == [.string(Self.account), .null])
    #expect(tokens.map { $0["status"] } == ["Succeed", "Succeed"])
  }

  @Test func `a token has the configured lifetime, and a later one expires later`() throws {
    var exchange = Exchange()
    try exchange.setUp("tokens live", ["seconds": 60])
    let first = exchange.ask(#"{"partitions":["readonly"]}"#).json?["tokens"]?[0]
    exchange.milliseconds += 60_000
    let second = exchange.ask(#"{"partitions":["readonly"]}"#).json?["tokens"]?[0]
    #expect(first?["expiresOn"] == "2019-09-20T10:12:12.000Z")
    #expect(second?["expiresOn"] == "2019-09-20T10:13:12.000Z")
    #expect(first?["token"] != second?["token"])
  }

  @Test func `without a signed-in user the response has an empty token`() {
    var exchange = Exchange()
    let response = exchange.ask(#"{"partitions":["user"]}"#)
    #expect(response.status == .ok)
    #expect(
      response.text
        == #"{"tokens":[{"partition":"user","dbAccount":"","dbName":"","dbCollectionName":"","#
        + #""token":"","status":"Unauthenticated","expiresOn":"2019-09-20T10:11:12.000Z","#
        + #""accountId":""}]}"#)
    #expect(response.headers[.reason] == "there is no Authorization; sign in first (Cosmos A4)")
  }

  @Test func `an unknown partition gets the status Failed`() {
    var exchange = Exchange()
    let response = exchange.ask(#"{"partitions":["mine"]}"#)
    #expect(response.json?["tokens"]?[0]?["status"] == "Failed")
    #expect(
      response.headers[.reason]
        == "there is no partition \"mine\"; ask for user or readonly (Cosmos A4)")
  }

  @Test(arguments: RefusalRow.all)
  func `a refusal has its status and error`(_ row: RefusalRow) {
    var exchange = Exchange()
    let response = exchange.respond(to: row.request)
    #expect(response.status == row.fault.status)
    #expect(response.json == ["error": row.error])
    #expect(response.headers[.contentType] == "application/json")
  }

  @Test func `each refusal of the exchange can be caused, and names its source`() {
    #expect(Set(RefusalRow.all.map(\.fault.name)) == Set(Fault.appCenter.map(\.name)))
    #expect(Fault.appCenter.allSatisfy { !$0.source.isEmpty })
  }

  @Test(arguments: [
    ("{scheme}://{host}:8081", "https", "t1.localhost:4404", "https://t1.localhost:8081"),
    ("http://127.0.0.1:9000", "https", "t1.localhost", "http://127.0.0.1:9000"),
    ("lemmings-01", "http", "127.0.0.1:4404", "lemmings-01"),
  ])
  func `clients get an account address that they can reach`(
    _ account: String, scheme: String, authority: String, answered: String
  ) throws {
    var configuration = AppCenterConfiguration()
    configuration.apps = [AppCenterApp(account: account)]
    var exchange = Exchange(configuration)
    var request = RefusalRow.request(#"{"partitions":["readonly"]}"#)
    request.scheme = scheme
    request.authority = authority
    let token = exchange.respond(to: request).json?["tokens"]?[0]
    #expect(token?["dbAccount"] == .string(answered))
  }
}

extension HTTPField.Name {
  static var reason: HTTPField.Name { HTTPField.Name("X-Ghostlight-Reason") ?? .from }
}
