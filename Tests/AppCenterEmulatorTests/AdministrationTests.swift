import AppCenterEmulator
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import Testing

@Suite struct `Administration of the token exchange` {
  @Test func `the token exchange lists its routes and provider states`() {
    #expect(
      AppCenterBackend.catalogue.routes.map(\.pattern) == ["/v0.1/data/tokens", "/data/tokens"])
    #expect(AppCenterBackend.catalogue.routes.allSatisfy { !$0.changes })
    #expect(
      AppCenterBackend.catalogue.providerStates.map(\.name)
        == ["app exists", "signed in", "tokens live"])
    #expect(
      AppCenterBackend().route(of: Request(.post, "/data/tokens"))
        == "Exchange tokens without a version")
  }

  @Test func `an app of a provider state is served`() throws {
    var exchange = Exchange()
    let made = try exchange.setUp(
      "app exists",
      ["secret": "s", "account": "acc", "database": "d", "collection": "c"])
    #expect(made == ["secret": "s"])
    let token = exchange.ask(#"{"partitions":["readonly"]}"#, secret: "s").json?["tokens"]?[0]
    #expect(token?["dbAccount"] == "acc")
    #expect(token?["dbName"] == "d")
    #expect(token?["dbCollectionName"] == "c")
  }

  @Test(
    arguments: [
      ("app exists", ["secret": 1]),
      ("app exists", ["name": "x"]),
      ("signed in", ["seconds": "x"]),
      ("signed in", ["claims": []]),
      ("tokens live", [:]),
      ("tokens live", ["seconds": 0]),
      ("nobody", [:]),
    ] as [(String, JSONObject)])
  func `an invalid provider state is refused`(_ state: String, _ parameters: JSONObject) {
    var exchange = Exchange()
    #expect(throws: ProviderStateError.self) { try exchange.setUp(state, parameters) }
  }

  @Test func `the state signed in returns all parts of a request`() throws {
    var exchange = Exchange()
    let user = try exchange.setUp("signed in", ["accountId": "ab", "claims": ["name": "Al"]])
    let token = try #require(user["idToken"]?.string)
    #expect(user["accountId"] == "ab")
    #expect(user["partition"] == "user-ab")
    #expect(user["authorization"] == .string("Bearer " + token))
    let drawn = try exchange.setUp("signed in")
    #expect(drawn["accountId"]?.string?.utf8.count == 36)
  }

  @Test func `a snapshot contains the apps and the lifetime of tokens`() throws {
    var exchange = Exchange()
    try exchange.setUp("app exists", ["secret": "s"])
    try exchange.setUp("tokens live", ["seconds": 5])
    let snapshot = exchange.backend.snapshot
    var other = Exchange()
    try other.backend.restore(snapshot)
    #expect(other.backend.snapshot == snapshot)
    #expect(other.ask(#"{"partitions":["readonly"]}"#, secret: "s").status == .ok)
  }

  @Test(
    arguments: [
      ([:] as JSON, "$ does not have \"apps\""),
      (["apps": [["secret": 1]], "tokenLifetimeSeconds": 1], "$.apps[0].secret is not a string"),
      (["apps": [], "tokenLifetimeSeconds": 0], "$.tokenLifetimeSeconds is not a valid lifetime"),
    ] as [(JSON, String)])
  func `an invalid snapshot is refused without any change`(_ snapshot: JSON, _ place: String) {
    var backend = AppCenterBackend()
    let before = backend.snapshot
    let error = #expect(throws: SnapshotError.self) { try backend.restore(snapshot) }
    #expect(
      error?.description == place + "; the snapshot was not written by this emulator")
    #expect(backend.snapshot == before)
  }

  @Test func `a configuration creates the service`() throws {
    let moment = Moment(milliseconds: Exchange.now, seed: 1)
    let backend = try AppCenterBackend(
      configuration: [
        "apps": [["secret": "s", "account": "acc"], ["secret": "t"]],
        "masterKey": "a2V5", "tokenLifetimeSeconds": 7, "idTokenSecret": "x",
      ], at: moment)
    var exchange = Exchange()
    exchange.backend = backend
    let token = exchange.ask(#"{"partitions":["readonly"]}"#, secret: "s").json?["tokens"]?[0]
    #expect(token?["dbAccount"] == "acc")
    #expect(token?["expiresOn"] == "2019-09-20T10:11:19.000Z")
    let key = try #require(CosmosMasterKey("a2V5"))
    let text = try #require(token?["token"]?.string)
    #expect(
      CosmosResourceToken(text, signedWith: key)
        == CosmosResourceToken(
          expiry: 1_568_974_279, mode: .read, partitionKey: "readonly",
          resource: "dbs/mbaas/colls/appcenter"))
  }

  @Test(
    arguments: [
      (["app": []] as JSON, "$.appcenter.app"),
      (["apps": [[:]]], "$.appcenter.apps[0]"),
      (["apps": [["secret": "s"], ["secret": "s"]]], "$.appcenter.apps[1]"),
      (["apps": [["secret": "s", "host": "h"]]], "$.appcenter.apps[0].host"),
      (["masterKey": "?"], "$.appcenter.masterKey"),
      (["tokenLifetimeSeconds": 0], "$.appcenter.tokenLifetimeSeconds"),
      (["idTokenSecret": ""], "$.appcenter.idTokenSecret"),
    ] as [(JSON, String)])
  func `an invalid configuration is refused with a place`(_ section: JSON, _ place: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try AppCenterBackend(
        configuration: section, at: Moment(milliseconds: Exchange.now, seed: 1))
    }
    #expect(error?.path == place)
  }
}
