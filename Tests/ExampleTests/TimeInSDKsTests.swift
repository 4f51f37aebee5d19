import AppCenter
import AppCenterData
import CRUD
import EGF2
import Foundation
import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import StackMob
import TestSupport
import Testing
import mkApp

/// Each test sets up its SDK in one line, and advances the emulator and the SDK in another line.
@Suite(.limitedConcurrency) struct `Expiry times in SDKs` {
  private static let opening: Int64 = 1_568_974_272_000

  private static func calls(_ context: TestContext) throws -> [String] {
    try context.namespace.journal.map {
      "\($0.request.method.rawValue) \($0.request.target.rawPath)"
    }
  }

  @Test(.ghostlight(.stackMob(), clock: .frozen(at: opening)))
  func `StackMob refreshes a token that has expired`() async throws {
    let context = try TestContext.current
    let client = try SMClient(environment: context.environment())
    _ = try context.namespace.setUp(
      "user exists", in: "stackmob", parameters: ["username": "jack", "password": "pw"])
    _ = try await client.login(withUsername: "jack", password: "pw")
    #expect(!client.session.accessTokenHasExpired())

    try context.advance(by: .seconds(3601))

    #expect(client.session.accessTokenHasExpired())
    _ = try await client.getLoggedInUser()
    #expect(
      try Self.calls(context)
        == ["POST /user/accessToken", "POST /user/refreshToken", "GET /user/loggedInUser"])
  }

  @Test(.ghostlight(.mia(), clock: .frozen(at: opening)))
  func `mkApp logs the stored user in again after the session has ended`() async throws {
    let context = try TestContext.current
    let app = MKAppInstance(environment: try context.environment())
    app.analyticsEnabled = false
    _ = try context.namespace.setUp(
      "user exists", in: "mia", parameters: ["email": "m@example.com", "password": "pw"])
    _ = try context.namespace.setUp(
      "access rules exist", in: "mia",
      parameters: ["collection": "c", "access": ["read": ["groups": ["users"]]]])
    try await MKAppInstance.$current.withValue(app) {
      _ = try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
      try context.advance(by: .seconds(31 * 86_400))
      _ = try await MIAQuery(collectionName: "c").findObjects()
    }
    #expect(
      try Self.calls(context)
        == ["POST /users/login", "GET /c/", "POST /users/login", "GET /c/"])
  }

  @Test(.ghostlight(.mia(), clock: .frozen(at: opening)))
  func `CRUD is refused with an ended session`() async throws {
    let context = try TestContext.current
    let crud = CRUD(environment: try context.environment())
    _ = try context.namespace.setUp(
      "user exists", in: "mia", parameters: ["email": "m@example.com"])
    let session = try context.namespace.setUp(
      "logged in", in: "mia", parameters: ["email": "m@example.com"])
    _ = try context.namespace.setUp(
      "collection exists", in: "mia",
      parameters: [
        "access": "login",
        "definition": [
          "name": "author", "endpointBasePath": "/author", "defaultState": "PUBLIC",
          "fields": [["name": "name", "type": "string", "required": true]],
        ],
      ])
    crud.setSessionID(sessionID: session["sid"]?.string ?? "")
    _ = try await crud.get(collection: "author", queryBuilder: nil).async()

    try context.advance(by: .seconds(31 * 86_400))

    let error = await #expect(throws: CRUDError.self) {
      _ = try await crud.get(collection: "author", queryBuilder: nil).async()
    }
    guard case .http(401, _, _) = error else {
      Issue.record("unexpected: \(String(describing: error))")
      return
    }
  }

  @Test(.ghostlight(.egf2(), clock: .frozen(at: opening)))
  func `EGF2 is refused with 419 after its session has expired`() async throws {
    let context = try TestContext.current
    let graph = try #require(
      EGF2Graph(name: "time", environment: context.environment()))
    _ = try context.namespace.setUp(
      "user exists", in: "egf2", parameters: ["email": "mark@example.com", "password": "secret"])
    try await graph.login(withEmail: "mark@example.com", password: "secret")
    try await graph.change(oldPassword: "secret", withNewPassword: "another")

    try context.advance(by: .seconds(86_401))

    let error = await #expect(throws: EGF2Error.self) {
      try await graph.change(oldPassword: "another", withNewPassword: "secret")
    }
    #expect(error?.userInfo["status_code"] as? Int == 419)
  }

  @Test(.ghostlight(.appCenter(), .cosmos(), clock: .frozen(at: opening)))
  func `App Center Data exchanges an expired token`() async throws {
    let context = try TestContext.current
    let run = MSAppCenterContext(environment: try context.environment())
    func read() async throws {
      _ = try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: kMSDataAppDocumentsPartition)
    }
    try await MSAppCenterContext.$current.withValue(run) {
      MSAppCenter.start(AppCenterApp.defaultSecret, withServices: [MSData.self])
      try await read()
      try await read()

      try context.advance(by: .seconds(3601))

      try await read()
    }
    let (exchange, list) = ("POST /v0.1/data/tokens", "GET /dbs/mbaas/colls/appcenter/docs")
    #expect(try Self.calls(context) == [exchange, list, list, exchange, list])
  }
}
