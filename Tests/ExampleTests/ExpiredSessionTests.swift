import AppCenter
import AppCenterData
import CRUD
import EGF2
import Foundation
import Ghostlight
import GhostlightTesting
import StackMob
import Synchronization
import TestSupport
import Testing
import mkApp

/// Runs 200 concurrent calls with an expired session, with immediate and with delayed responses.
@Suite(.limitedConcurrency, .ghostlight()) struct `Expired sessions in concurrent calls` {
  /// Advances the clock, makes the calls, and returns the number of failed calls.
  private func failures(
    after duration: Duration, isLate: Bool, of call: @escaping @Sendable () async throws -> Void
  ) async throws -> Int {
    let context = try TestContext.current
    try context.advance(by: duration)
    if isLate {
      try context.namespace.addFault(FaultPlan(.latency(milliseconds: 2, isReal: true)))
    }
    return await withTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask {
          do { try await call() } catch { return 1 }
          return 0
        }
      }
      return await group.reduce(0, +)
    }
  }

  @Test(arguments: [false, true])
  func `StackMob refreshes an expired session only once`(_ isLate: Bool) async throws {
    let context = try TestContext.current
    let client = try SMClient(environment: context.environment())
    _ = try context.namespace.setUp(
      "user exists", in: "stackmob", parameters: ["username": "jack", "password": "pw"])
    _ = try await client.login(withUsername: "jack", password: "pw")
    let failed = try await failures(after: .seconds(3601), isLate: isLate) {
      _ = try await client.getLoggedInUser()
    }
    #expect(failed == 0)
    context.expect(.post("/user/refreshToken"))
    context.expect(.get("/user/loggedInUser"), times: 200)
  }

  @Test(arguments: [false, true])
  func `mkApp logs in only once after the session has expired`(_ isLate: Bool) async throws {
    let context = try TestContext.current
    let app = MKAppInstance(environment: try context.environment())
    app.analyticsEnabled = false
    _ = try context.namespace.setUp(
      "user exists", in: "mia", parameters: ["email": "m@example.com", "password": "pw"])
    _ = try context.namespace.setUp(
      "access rules exist", in: "mia",
      parameters: ["collection": "c", "access": ["read": ["groups": ["users"]]]])
    let failed = try await MKAppInstance.$current.withValue(app) {
      _ = try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
      return try await failures(after: .seconds(31 * 86_400), isLate: isLate) {
        _ = try await MIAQuery(collectionName: "c").findObjects()
      }
    }
    #expect(failed == 0)
    context.expect(.post("/users/login"), times: 2)
  }

  @Test(arguments: [false, true])
  func `App Center Data exchanges an expired token only once`(_ isLate: Bool) async throws {
    let context = try TestContext.current
    let run = MSAppCenterContext(environment: try context.environment())
    @Sendable func list() async throws {
      _ = try await MSData.listDocuments(
        withType: MSDictionaryDocument.self, partition: kMSDataAppDocumentsPartition)
    }
    let failed = try await MSAppCenterContext.$current.withValue(run) {
      MSAppCenter.start(AppCenterApp.defaultSecret, withServices: [MSData.self])
      try await list()
      return try await failures(after: .seconds(3601), isLate: isLate) { try await list() }
    }
    #expect(failed == 0)
    context.expect(.post("/v0.1/data/tokens"), times: 2)
    context.expect(.get("/dbs/mbaas/colls/appcenter/docs"), times: 201)
  }

  @Test(arguments: [false, true])
  func `all calls of CRUD and EGF2 fail because these SDKs do not log in`(
    _ isLate: Bool
  ) async throws {
    let context = try TestContext.current
    let graph = try #require(
      EGF2Graph(name: "many", environment: context.environment()))
    _ = try context.namespace.setUp(
      "user exists", in: "egf2", parameters: ["email": "mark@example.com", "password": "secret"])
    try await graph.login(withEmail: "mark@example.com", password: "secret")
    let crud = try CRUD(environment: context.environment())
    crud.setSessionID(sessionID: "ended")
    let failed = try await failures(after: .seconds(86_401), isLate: isLate) {
      do {
        try await graph.change(oldPassword: "secret", withNewPassword: "another")
      } catch {
        _ = try await crud.get(collection: "author", queryBuilder: nil).async()
      }
    }
    #expect(failed == 200)
    context.expect(.post("/v1/login"))
    context.expect(.get("/v2/author/"), times: 200)
    context.expect(.post("/users/login"), times: 0)
    #expect(context.requests.count == 401)
  }
}
