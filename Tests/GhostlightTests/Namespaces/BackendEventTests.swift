import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Backend events of a namespace` {
  /// A subscriber that records the events that it receives, and whether the subscription has ended.
  private final class Ear: Sendable {
    private let received = Mutex<[BackendEvent]>([])
    private let ended = Mutex(false)

    var topics: [String] { received.withLock { $0.map(\.topic) } }
    var hasEnded: Bool { ended.withLock { $0 } }

    var listener: EventSubscriber {
      EventSubscriber(
        receive: { [self] events in received.withLock { $0 += events } },
        end: { [self] in ended.withLock { $0 = true } })
    }
  }

  private let log = ChangeMemory()
  private let stage: Stage
  private let token: String
  private let user: String

  init() throws {
    stage = Stage(StageConfiguration(services: [.egf2()]), log: log)
    let space = try stage.namespace()
    let email: JSONObject = ["email": "mark@example.com"]
    user = try #require(
      try space.setUp("user exists", in: "egf2", parameters: email)["userId"]?.string)
    token = try #require(
      try space.setUp("logged in", in: "egf2", parameters: email)["token"]?.string)
  }

  private func send(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON = [:],
    in namespace: String = "default"
  ) -> Response {
    stage.respond(to: request(method, target, body, in: namespace), by: "egf2")
  }

  private func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON = [:],
    in namespace: String = "default"
  ) -> Request {
    var request = Request.json(method, target, body)
    request.headers[.authorization] = "Bearer \(token)"
    request.headers[.ghostlightNamespace] = namespace
    return request
  }

  /// Subscribes `ear` to the events of an emulator, and returns a closure that ends the
  /// subscription.
  private func listen(
    _ ear: Ear, in namespace: String = "default"
  ) throws -> @Sendable () -> Void {
    let response = send(.get, "/v1/listen", in: namespace)
    return try #require(response.sessionUpgrade?.events).subscribe(ear.listener)
  }

  private func rename(_ name: String, in namespace: String = "default") -> Response {
    send(.put, "/v1/graph/me", ["name": ["given": .string(name), "family": "F"]], in: namespace)
  }

  @Test func `a session of an upstream receives the events of the upstream`() throws {
    let front = Stage(
      StageConfiguration(services: [
        Service(
          name: "front", title: "Front", port: 1, seed: RecordingBackend(Recording()),
          upstream: stage.responder(for: "egf2"))
      ]))
    let ear = Ear()
    let response = front.respond(to: request(.get, "/v1/listen"), by: "front")
    _ = try #require(response.sessionUpgrade?.events).subscribe(ear.listener)
    #expect(rename("a").status == .ok)
    #expect(ear.topics == ["object:\(user)"])
  }

  @Test func `events reach every subscriber until it leaves`() throws {
    let (one, two) = (Ear(), Ear())
    let leave = try listen(one)
    _ = try listen(two)
    #expect(rename("a").status == .ok)
    leave()
    #expect(rename("b").status == .ok)
    // Requests that do not change state cause no events.
    #expect(rename("b").status == .ok)
    #expect(send(.delete, "/v1/graph/me").status == .forbidden)
    #expect(one.topics == ["object:\(user)"])
    #expect(two.topics == ["object:\(user)", "object:\(user)"])
  }

  @Test func `events of a change that cannot be written are not delivered`() throws {
    let ear = Ear()
    _ = try listen(ear)
    #expect(rename("a").status == .ok)
    log.fail("the disk is full")
    #expect(rename("b").status == .serviceUnavailable)
    #expect(rename("c").status == .serviceUnavailable)
    #expect(ear.topics == ["object:\(user)"])
  }

  @Test func `a session that is forwarded receives the events of the upstream's stage`()
    async throws
  {
    let front = Stage(
      StageConfiguration(services: [
        Service(
          name: "front", title: "Front", port: 1, seed: RecordingBackend(Recording()),
          upstream: stage.responder(for: "egf2"))
      ]))
    var request = Request(.get, "/v1/listen")
    request.headers[.authorization] = "Bearer \(token)"
    let response = await front.responder(for: "front")?.respond(request)
    let ear = Ear()
    _ = try #require(response?.sessionUpgrade?.events).subscribe(ear.listener)
    #expect(rename("a").status == .ok)
    #expect(ear.topics == ["object:\(user)"])
  }

  @Test func `events stay in their namespace`() throws {
    try stage.fork(as: "other")
    let (here, there) = (Ear(), Ear())
    _ = try listen(here)
    _ = try listen(there, in: "other")
    #expect(rename("a", in: "other").status == .ok)
    #expect(here.topics == [])
    #expect(there.topics == ["object:\(user)"])
  }

  @Test func `a provider state causes events too`() throws {
    let ear = Ear()
    _ = try listen(ear)
    _ = try stage.namespace().setUp(
      "user exists", in: "egf2", parameters: ["email": "mark@example.com", "verified": true])
    #expect(ear.topics == ["object:\(user)"])
  }

  @Test func `subscribers survive a reset and a restored snapshot`() throws {
    let ear = Ear()
    _ = try listen(ear)
    let space = try stage.namespace()
    let snapshot = space.snapshot()
    try space.reset()
    #expect(rename("a").status == .notFound)
    try space.restore(snapshot)
    #expect(rename("a").status == .ok)
    #expect(ear.topics == ["object:\(user)"])
    #expect(!ear.hasEnded)
  }

  @Test func `subscriptions end with the namespace`() throws {
    try stage.fork(as: "other")
    let (dropped, replaced) = (Ear(), Ear())
    _ = try listen(dropped, in: "other")
    let late = try #require(send(.get, "/v1/listen", in: "other").sessionUpgrade?.events)
    try stage.drop("other")
    #expect(dropped.hasEnded)
    let tardy = Ear()
    late.subscribe(tardy.listener)()
    #expect(tardy.hasEnded)
    try stage.fork(as: "third")
    _ = try listen(replaced, in: "third")
    try stage.fork(as: "third")
    #expect(replaced.hasEnded)
    #expect(dropped.topics + tardy.topics + replaced.topics == [])
  }

  @Test func `the journal does not keep event sources`() throws {
    #expect(send(.get, "/v1/listen").sessionUpgrade?.events != nil)
    let entry = try #require(stage.namespace().journal.last)
    #expect(entry.answer.response.status == .switchingProtocols)
    #expect(entry.answer.response.sessionUpgrade?.events == nil)
  }
}
