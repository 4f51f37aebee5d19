import AppCenter
import AppCenterScenarios
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `Tokens for partitions` {
  private static let json: JSONObject = [
    "partition": "user-1", "dbAccount": "acc", "dbName": "db", "dbCollectionName": "coll",
    "token": "tok", "status": "Succeed", "expiresOn": "1970-01-01T00:00:05.000Z",
    "accountId": "1",
  ]

  private static func token(_ change: (inout JSONObject) -> Void = { _ in }) -> TokenResult? {
    var json = json
    change(&json)
    return TokenResult(.object(json))
  }

  @Test func `each field is read, and is kept by the cache's text`() throws {
    let token = try #require(Self.token())
    #expect(
      [token.partition, token.account, token.database, token.collection, token.token]
        == ["user-1", "acc", "db", "coll", "tok"])
    #expect(
      [token.status, token.expiresOn, token.accountID]
        == ["Succeed", "1970-01-01T00:00:05.000Z", "1"])
    #expect(token.json == .object(Self.json))
    #expect(TokenResult(token.json) == token)
  }

  @Test(arguments: [
    "partition", "dbAccount", "dbName", "dbCollectionName", "token", "status",
  ])
  func `a token needs each of its fields`(_ name: String) {
    #expect(Self.token { $0[name] = nil } == nil)
    #expect(Self.token { $0[name] = 1 } == nil)
  }

  @Test func `a token needs neither an account nor an expiration`() throws {
    let token = try #require(
      Self.token { json in
        json["accountId"] = nil
        json["expiresOn"] = nil
      })
    #expect(token.accountID == nil)
    #expect(token.expiresOn == "")
    #expect(token.isExpired(at: 0))
    #expect(token.json["accountId"] == .null)
    #expect(TokenResult(token.json) == token)
  }

  @Test(arguments: [(4_999, false), (5_000, true), (5_001, true), (0, false)] as [(Int64, Bool)])
  func `a token expires at its time`(_ milliseconds: Int64, _ isExpired: Bool) throws {
    let token = try #require(Self.token())
    #expect(token.isExpired(at: milliseconds) == isExpired)
  }

  @Test func `a cache has one token of each kind of partition`() throws {
    let world = try World()
    let cache = DataService.of(world.context).cache
    let user = try #require(Self.token())
    let app = try #require(Self.token { $0["partition"] = "readonly" })
    func tokens(_ kind: TokenCache.Kind, _ milliseconds: Int64) -> [String?] {
      ["user", "readonly"].map { cache.token($0, kind, at: milliseconds)?.partition }
    }
    #expect(tokens(.includingExpired, 0) == [nil, nil])
    cache.store(user, for: "user")
    #expect(tokens(.valid, 4_999) == ["user-1", nil])
    cache.store(app, for: "readonly")
    #expect(tokens(.valid, 4_999) == ["user-1", "readonly"])
    #expect(tokens(.valid, 5_000) == [nil, nil])
    #expect(tokens(.includingExpired, 5_000) == ["user-1", "readonly"])
    #expect(cache.token("user", .valid, at: 0) == user)
    cache.drop("user")
    #expect(tokens(.valid, 0) == [nil, "readonly"])
    cache.store(user, for: "user")
    cache.drop("readonly")
    #expect(tokens(.valid, 0) == ["user-1", nil])
    cache.store(app, for: "readonly")
    cache.dropAll()
    #expect(tokens(.includingExpired, 0) == [nil, nil])
    let secrets = world.context.storage.secrets
    secrets.setString("no JSON", forKey: "MSStorageUserDbToken")
    #expect(tokens(.includingExpired, 0) == [nil, nil])
    secrets.setString(app.json.text(), forKey: "MSStorageReadOnlyDbToken")
    #expect(tokens(.includingExpired, 0) == [nil, "readonly"])
  }

  @Test(arguments: [401, 403])
  func `a refused token is dropped for its partition only`(_ status: Int) async throws {
    let world = try await World.signedIn()
    _ = await world.read("1")
    _ = await world.read("1", in: "readonly")
    world.emulators.intercept { $0.isForCosmos ? Response(.init(code: status)) : nil }
    _ = await world.read("1")
    world.emulators.intercept(nil)
    _ = world.emulators.takeRequests()
    _ = await world.read("1", in: "readonly")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [true])
    _ = await world.read("1")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true])
  }

  @Test(arguments: [400, 402, 404, 500])
  func `other refusals keep the token`(_ status: Int) async throws {
    let world = try await World.signedIn()
    world.emulators.intercept { $0.isForCosmos ? Response(.init(code: status)) : nil }
    _ = await world.read("1")
    _ = world.emulators.takeRequests()
    _ = await world.read("1")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [true])
  }

  @Test func `a new account drops the user's token and keeps that of public documents`()
    async throws
  {
    let world = try await World.signedIn()
    _ = await world.read("1")
    _ = await world.read("1", in: "readonly")
    try world.signIn("two")
    _ = world.emulators.takeRequests()
    _ = await world.read("1", in: "readonly")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [true])
    _ = await world.read("1")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true])
  }

  @Test func `disabling Data drops both tokens`() async throws {
    let world = try await World.signedIn()
    _ = await world.read("1")
    _ = await world.read("1", in: "readonly")
    world.use {
      MSData.setEnabled(false)
      MSData.setEnabled(true)
    }
    _ = world.emulators.takeRequests()
    _ = await world.read("1", in: "readonly")
    _ = await world.read("1")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true, false, true])
  }
}
