import CRUD
import Dispatch
import EGF2
import Foundation
import Ghostlight
import GhostlightTesting
import StackMob
import TestSupport
import Testing
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests delayed responses on the test's clock, so that no test takes the time of the delay.
@Suite(
  .limitedConcurrency,
  .ghostlight(
    .stackMob(), .mia(), .egf2(), clock: .frozen(at: 1_568_974_272_000), allowingUnmatched: true))
struct `Slow networks of SDKs` {
  private func slow(_ action: FaultAction) throws {
    try TestContext.current.namespace.addFault(FaultPlan(action))
  }

  @Test func `an SDK waits until the test moves the clock`() async throws {
    let context = try TestContext.current
    let client = try SMClient(environment: context.environment())
    _ = try context.namespace.setUp(
      "user exists", in: "stackmob", parameters: ["username": "jack", "password": "pw"])
    try slow(.latency(milliseconds: 5000, isReal: true))

    async let name = client.login(withUsername: "jack", password: "pw")["username"] as? String
    try await context.sleepers()
    try context.advance(by: .seconds(5))

    #expect(try await name == "jack")
    context.expect(.post("/user/accessToken"))
  }

  @Test func `a blocking thread waits for each piece of a slow body`() async throws {
    let context = try TestContext.current
    let crud = try CRUD(environment: context.environment())
    try slow(.deliver(.dribble(bytes: 1, pauseMilliseconds: 1000)))

    async let outcome = withCheckedContinuation { continuation in
      DispatchQueue(label: "app").async {
        do {
          _ = try crud.get(collection: "none", queryBuilder: nil).sync()
          continuation.resume(returning: "answered")
        } catch {
          continuation.resume(returning: error.localizedDescription)
        }
      }
    }
    try await context.sleepers()
    let before = try context.namespace.clock.milliseconds
    try context.advance(by: .seconds(3600))

    #expect(await outcome.hasPrefix("The service returned status 404"))
    #expect(try context.namespace.clock.milliseconds == before + 3_600_000)
  }

  @Test func `a URL session waits until the test moves the clock`() async throws {
    let context = try TestContext.current
    let session = URLSession(configuration: context.urlSessionConfiguration)
    let url = try #require(URL(string: "http://127.0.0.1:4401/todo"))
    try slow(.latency(milliseconds: 5000, isReal: true))

    async let status = (session.data(from: url).1 as? HTTPURLResponse)?.statusCode
    try await context.sleepers()
    try context.advance(by: .seconds(5))

    #expect(try await status == 401)
  }

  @Test func `StackMob times out after the 60 seconds of a URL session`() async throws {
    let context = try TestContext.current
    let client = try SMClient(environment: context.environment())
    let error = try await timedOut {
      _ = try await client.dataStore().readObject(withId: "1", inSchema: "todo")
    }
    let known = error as NSError?
    #expect([known?.domain, known.map { "\($0.code)" }] == [NSURLErrorDomain, "-1001"])
  }

  @Test func `EGF2 times out after 60 seconds`() async throws {
    let graph = try #require(
      EGF2Graph(name: "slow", environment: TestContext.current.environment()))
    let error = try await timedOut {
      try await graph.login(withEmail: "mark@example.com", password: "secret")
    }
    let known = error as NSError?
    #expect([known?.domain, known.map { "\($0.code)" }] == [NSURLErrorDomain, "-1001"])
  }

  @Test func `CRUD times out after 60 seconds`() async throws {
    let crud = try CRUD(environment: TestContext.current.environment())
    let error = try await timedOut {
      _ = try await crud.get(collection: "author", queryBuilder: nil).async()
    }
    guard case .transport("The response took too long.") = error as? CRUDError else {
      Issue.record("unexpected: \(String(describing: error))")
      return
    }
  }

  @Test func `mkApp times out after 60 seconds`() async throws {
    let app = MKAppInstance(environment: try TestContext.current.environment())
    app.analyticsEnabled = false
    let error = try await timedOut {
      try await MKAppInstance.$current.withValue(app) {
        _ = try await MIAQuery(collectionName: "c").findObjects()
      }
    }
    #expect((error as? MKError)?.code == .connectionFailed)
    #expect(error?.localizedDescription == "The request timed out.")
  }

  /// Returns the error of a call whose response takes 90 seconds.
  private func timedOut(
    _ call: @escaping @Sendable () async throws -> Void
  ) async throws -> (any Error)? {
    let context = try TestContext.current
    try slow(.latency(milliseconds: 90_000, isReal: true))
    let task = Task { try await call() }
    try await context.sleepers()
    try context.advance(by: .seconds(60))
    do {
      try await task.value
      return nil
    } catch {
      return error
    }
  }

  @Test(.ghostlight(.stackMob()))
  func `a response is really delayed if the clock runs`() async throws {
    let context = try TestContext.current
    let client = try SMClient(environment: context.environment())
    try slow(.latency(milliseconds: 30, isReal: true))
    let before = ContinuousClock.now
    _ = try await client.dataStore().createObject(["title": "x"], inSchema: "todo")
    // The emulators count time in whole milliseconds, and the first one may already have started.
    #expect(ContinuousClock.now - before > .milliseconds(29))
  }
}
