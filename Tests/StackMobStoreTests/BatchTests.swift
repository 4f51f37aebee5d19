import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import HTTPTypes
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import TestSupport
import Testing

@MainActor @Suite struct `A batch of requests` {
  private static let members = Given.schema("todo", permissions: ["create": "loggedIn"])

  /// Returns the domain and code of an error, followed by key, domain and code of each failure that
  /// the error contains.
  private func text(_ error: NSError?) -> [String] {
    guard let error else { return [] }
    let lists = [SMInsertedObjectFailures, SMUpdatedObjectFailures, SMDeletedObjectFailures]
    return ["\(error.domain) \(error.code)"]
      + lists.flatMap { key in
        ((error.userInfo[key] as? [[String: Any]]) ?? []).map { failure in
          let id = (failure[SMFailedManagedObjectID] as? NSManagedObjectID)?
            .uriRepresentation().lastPathComponent
          let inner = failure[SMFailedManagedObjectError] as? NSError
          return "\(key) \(id ?? "-") \(inner?.domain ?? "-") \(inner?.code ?? 0)"
        }
      }
  }

  private func name(_ number: Int) -> String { "t" + String(String(number + 1000).dropFirst()) }

  private func insertMany(_ app: StoreApp, _ count: Int = 100) {
    for number in 0..<count { app.insert("Todo", ["todoId": name(number)]) }
  }

  private func refreshes(_ app: StoreApp) -> Int {
    app.lines.count { $0.hasPrefix("POST /user/refreshToken") }
  }

  private func posts(_ app: StoreApp) -> [String] {
    app.testStage.space.journal
      .filter { $0.request.target.raw == "/todo" && $0.answer.response.status == .created }
      .compactMap { try? JSON.parse($0.request.body)["todo_id"]?.string }
  }

  @Test(arguments: [true, false])
  func `the token is refreshed once before or during it, each object saved once`(_ knows: Bool)
    async throws
  {
    let app = try await StoreApp.loggedIn([Self.members])
    insertMany(app)
    if knows {
      try app.testStage.pass(seconds: 3601)
    } else {
      app.client.session.expiration = .distantFuture
      var plan = FaultPlan(.latency(milliseconds: 3_601_000))
      plan.path = "/todo"
      plan.occurrence = .call(50)
      try app.testStage.space.addFault(plan)
    }
    #expect(text(await app.save()) == [])
    #expect(refreshes(app) == 1)
    #expect(posts(app).sorted() == (0..<100).map(name))
    let refused = app.testStage.space.journal.count { $0.answer.response.status == .unauthorized }
    #expect(knows ? refused == 0 : (1...60).contains(refused))
    if knows { #expect(app.lines[1].hasPrefix("POST /user/refreshToken")) }
  }

  @Test func `a batch is not sent if the refresh before it is refused`() async throws {
    let app = try await StoreApp.loggedIn([Self.members])
    insertMany(app, 3)
    try app.testStage.pass(seconds: 3601)
    app.client.session.refreshToken = "stale"
    let error = try #require(await app.save())
    #expect(text(error) == ["SMError -109"])
    #expect((error.userInfo[SMRefreshErrorObjectKey] as? NSError)?.code == 401)
    #expect(error.userInfo[SMOriginalErrorCausingRefreshKey] == nil)
    #expect(error.localizedDescription == "Attempt to refresh access token failed.")
    #expect(posts(app) == [])
    _ = try await app.client.login(withUsername: "jack", password: "pw")
    #expect(text(await app.save()) == [])
    #expect(posts(app).sorted() == (0..<3).map(name))
  }

  @Test func `the error lists the refused objects if the refresh is refused`() async throws {
    let app = try await StoreApp.loggedIn([Self.members])
    insertMany(app, 3)
    try app.testStage.pass(seconds: 3601)
    app.client.session.expiration = .distantFuture
    app.client.session.refreshToken = "stale"
    let error = try #require(await app.save())
    #expect(
      text(error)
        == ["SMError -109"] + (0..<3).map { "SMInsertedObjectFailures p\(name($0)) HTTP 401" })
    #expect((error.userInfo[SMRefreshErrorObjectKey] as? NSError)?.code == 401)
    #expect(refreshes(app) == 1)
  }

  @Test func `the block for a refused refresh is called instead of its own`() async throws {
    let app = try await StoreApp.loggedIn([Self.members])
    insertMany(app, 1)
    try app.testStage.pass(seconds: 3601)
    app.client.session.refreshToken = "stale"
    let mailbox = Mailbox<[String]>()
    app.client.setTokenRefreshFailureBlock { error, original in
      mailbox.put(["block", "\((error as NSError).code)"])
      original(error)
    }
    app.context.save(
      onSuccess: { mailbox.put(["saved"]) },
      onFailure: { mailbox.put(["original", "\(($0 as NSError).code)"]) })
    #expect(await mailbox.next() == ["block", "-109"])
    #expect(await mailbox.next() == ["original", "-109"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    let codes = [
      #expect(throws: NSError.self) { try app.context.saveAndWait() }?.code,
      #expect(throws: NSError.self) { try app.context.executeFetchRequestAndWait(request) }?.code,
      #expect(throws: NSError.self) { try app.context.countAndWait(for: request) }?.code,
      await #expect(throws: NSError.self) { try await app.context.save(options: nil) }?.code,
      await #expect(throws: NSError.self) {
        _ = try await app.context.executeFetchRequest(request)
      }?.code,
    ]
    #expect(codes == Array(repeating: -109, count: 5))
    for _ in codes { #expect(await mailbox.next() == ["block", "-109"]) }
  }

  @Test func `a batch waits if StackMob demands it, and saves each object once`() async throws {
    let app = try StoreApp()
    insertMany(app, 5)
    var busy = Response.json(.serviceUnavailable, ["error": "starting"])
    busy.headers[.retryAfter] = "2"
    var plan = FaultPlan(.answer(busy))
    plan.times = 3
    try app.testStage.space.addFault(plan)
    #expect(text(await app.save()) == [])
    #expect(posts(app).sorted() == (0..<5).map(name))
    #expect(app.lines.count == 8)
    #expect(app.testStage.space.clock.milliseconds >= StoreApp.opening + 2000)
  }

  @Test func `the error lists the refused objects, and no later group is sent`() async throws {
    let app = try StoreApp(
      [.object("todo", ["todo_id": "t001"]), .object("todo", ["todo_id": "t003"])]
        + [.object("tag", ["tag_id": "x", "name": "X"])])
    let tag = try #require(try app.fetch("Tag").first)
    insertMany(app, 5)
    tag.setValue("changed", forKey: "name")
    let error = try #require(await app.save())
    #expect(
      text(error) == [
        "SMError -108", "SMInsertedObjectFailures pt001 HTTP 409",
        "SMInsertedObjectFailures pt003 HTTP 409",
      ])
    #expect(posts(app).sorted() == ["t000", "t002", "t004"])
    #expect(!app.lines.contains { $0.hasPrefix("PUT") })
    // The app discards the objects that the server rejected, and the rest is sent.
    for failure in error.userInfo[SMInsertedObjectFailures] as? [[String: Any]] ?? [] {
      let id = try #require(failure[SMFailedManagedObjectID] as? NSManagedObjectID)
      app.context.delete(app.context.object(with: id))
    }
    #expect(text(await app.save()) == [])
    #expect(posts(app).sorted() == ["t000", "t002", "t004"])
    #expect(app.lines.last == #"PUT /tag/x {"name":"changed","tag_id":"x"}"#)
  }

  @Test func `the error lists failed changes and deletions`() async throws {
    let given: [Given] = ["a", "b"].map { .object("tag", ["tag_id": .string($0), "name": "n"]) }
    for (permission, isDeletion, expected) in [
      ("update", false, "SMUpdatedObjectFailures"), ("delete", true, "SMDeletedObjectFailures"),
    ] {
      let app = try StoreApp(
        given + [.schema("tag", permissions: [permission: "notAllowed"])])
      for tag in try app.fetch("Tag") {
        if isDeletion { app.context.delete(tag) } else { tag.setValue("x", forKey: "name") }
      }
      #expect(
        text(await app.save()) == ["SMError -108"]
          + ["a", "b"].map { "\(expected) p\($0) HTTP 405" })
    }
  }

  @Test func `without a network, each object and a fetch fail with -105`() async throws {
    let network = Switch()
    let app = try StoreApp { network.cut(&$0) }
    network.isOn = true
    insertMany(app, 2)
    #expect(
      text(await app.save())
        == ["SMError -108"] + (0..<2).map { "SMInsertedObjectFailures p\(name($0)) SMError -105" })
    let error = #expect(throws: NSError.self) { try app.fetch("Tag") }
    #expect(error?.domain == "SMError")
    #expect(error?.code == -105)
    network.isOn = false
    #expect(text(await app.save()) == [])
    #expect(posts(app).sorted() == (0..<2).map(name))
  }

  @Test func `a fetch refreshes the token once on a 401, whatever the clock says`() async throws {
    let app = try await StoreApp.loggedIn([.object("todo", ["todo_id": "t"])])
    try app.testStage.pass(seconds: 3601)
    app.client.session.expiration = .distantFuture
    #expect(try app.fetch("Todo").count == 1)
    #expect(refreshes(app) == 1)
  }

  /// If the client knows that its token has expired, nothing is sent, and the error names no
  /// objects.
  ///
  /// Otherwise the requests get a 401, and the error names all objects.
  @Test(arguments: [true, false])
  func `a batch fails with -103 if another refresh lasts more than five seconds`(_ knows: Bool)
    async throws
  {
    let gate = Gate()
    let app = try await StoreApp.loggedIn([Self.members]) { environment in
      let transport = environment.transport
      environment.transport = Transport { request throws(TransportError) in
        if request.target.raw == "/user/refreshToken" { await gate.wait() }
        return try await transport.send(request)
      }
    }
    insertMany(app, 2)
    try app.testStage.pass(seconds: 3601)
    if !knows { app.client.session.expiration = .distantFuture }
    let client = app.client
    let refresh = Task { _ = try await client.refreshLogin() }
    await gate.someoneWaits()
    let refused = knows ? [] : (0..<2).map { "SMInsertedObjectFailures p\(name($0)) HTTP 401" }
    #expect(text(await app.save()) == ["SMError -103"] + refused)
    gate.open()
    try await refresh.value
    #expect(text(await app.save()) == [])
    #expect(posts(app).sorted() == (0..<2).map(name))
  }
}
