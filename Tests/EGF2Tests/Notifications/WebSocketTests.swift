import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

/// - Source: EGF2/ios-client `EGF2Graph+WebSocket.swift` and `EGF2Graph+Notifications.swift` at d382bc1.
@Suite(.limitedConcurrency) struct `EGF2 WebSocket` {
  private static func updated(_ id: String) -> Notice {
    Notice(
      "EGF2ObjectUpdated", about: id,
      ["EGF2ObjectInfoKey": "Post \(id)", "EGF2ObjectIdInfoKey": id])
  }

  @Test func `an update by a different device reaches observers and the cache`() async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    _ = try await app.graph.object(withId: id)
    await app.listen()
    let observer = GraphObserver()
    app.graph.addObserver(
      observer, name: .EGF2ObjectUpdated, forSources: [id], using: observer.note)
    _ = app.takeLines()
    try await app.otherPut(id, ["text": "changed"])
    #expect(app.takeNotices() == [Self.updated(id)])
    #expect(observer.take() == [Self.updated(id)])
    #expect((try await app.graph.object(withId: id) as? Post)?.text == "changed")
    #expect(app.takeLines() == [])
  }

  @Test func `deletions and links by a different device reach observers and cache`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let id = try app.makePost("hello", by: me)
    _ = try await app.graph.objects(forSource: me, edge: "posts")
    await app.listen()
    let observer = GraphObserver()
    for name in [Notification.Name.EGF2EdgeCreated, .EGF2EdgeRemoved] {
      app.graph.addObserver(
        observer, name: name, forSource: me, andEdge: "posts", using: observer.note)
    }
    app.graph.addObserver(observer, name: .EGF2ObjectDeleted, forSource: id, using: observer.note)
    let other = try app.otherDevice().graph
    try await other.login(withEmail: "mark@example.com", password: "secret")
    let created = try await other.createObject(
      withParameters: ["object_type": "post", "text": "new"], forSource: me, onEdge: "posts")
    let new = try #require((created as? Post)?.id)
    #expect(
      app.takeNotices(of: observer).map(\.details) == [
        [
          "EGF2SourceInfoKey": me, "EGF2EdgeInfoKey": "posts", "EGF2EdgeObjectInfoKey": new,
          "EGF2ObjectIdInfoKey": me, "EGF2EdgeObjectIdInfoKey": new,
        ]
      ])
    try await other.deleteObject(withId: new, forSource: me, fromEdge: "posts")
    try await other.deleteObject(withId: id)
    #expect(
      app.takeNotices(of: observer).map(\.name) == ["EGF2EdgeRemoved", "EGF2ObjectDeleted"])
    let page = try await app.graph.objects(forSource: me, edge: "posts", count: 0)
    #expect(page.count == 1)
    await #expect(throws: EGF2Error.self) { try await app.graph.object(withId: id) }
  }

  /// A call by this device, and the names of the notifications that it causes.
  struct OwnCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let names: [String]
    let make: @Sendable (EGF2Graph, _ me: String, _ post: String) async throws -> Void

    init(
      _ name: String, _ names: [String],
      _ make: @escaping @Sendable (EGF2Graph, String, String) async throws -> Void
    ) {
      testDescription = name
      self.names = names
      self.make = make
    }
  }

  static let ownCalls = [
    OwnCall("an update", ["EGF2ObjectUpdated"]) { graph, _, post in
      _ = try await graph.updateObject(withId: post, parameters: ["text": "mine"])
    },
    OwnCall("two updates", ["EGF2ObjectUpdated", "EGF2ObjectUpdated"]) { graph, _, post in
      _ = try await graph.updateObject(withId: post, parameters: ["text": "one"])
      _ = try await graph.updateObject(withId: post, parameters: ["text": "two"])
    },
    OwnCall("a deletion", ["EGF2ObjectDeleted"]) { graph, _, post in
      try await graph.deleteObject(withId: post)
    },
    OwnCall("a creation on an edge", ["EGF2EdgeCreated"]) { graph, me, _ in
      _ = try await graph.createObject(
        withParameters: ["object_type": "post", "text": "new"], forSource: me, onEdge: "posts")
    },
    OwnCall("a link taken off", ["EGF2EdgeRemoved"]) { graph, me, post in
      try await graph.deleteObject(withId: post, forSource: me, fromEdge: "posts")
    },
  ]

  @Test(arguments: ownCalls, [false, true])
  func `a change by this device is posted once`(_ call: OwnCall, _ isObserved: Bool) async throws {
    let app = try TestApp()
    let me = try await app.register()
    let post = try app.makePost("hello", by: me)
    _ = try await app.graph.objects(forSource: me, edge: "posts")
    await app.listen()
    let observer = GraphObserver()
    if isObserved {
      for name in [Notification.Name.EGF2ObjectUpdated, .EGF2ObjectDeleted] {
        app.graph.addObserver(observer, name: name, forSource: post, using: observer.note)
      }
      for name in [Notification.Name.EGF2EdgeCreated, .EGF2EdgeRemoved] {
        app.graph.addObserver(
          observer, name: name, forSource: me, andEdge: "posts", using: observer.note)
      }
    }
    _ = app.takeNotices()
    try await call.make(app.graph, me, post)
    #expect(app.takeNotices().map(\.name).filter { $0 != "EGF2ObjectCreated" } == call.names)
    #expect(observer.take().map(\.name) == (isObserved ? call.names : []))
    let links = ["EGF2EdgeCreated": 2, "EGF2EdgeRemoved": 0][call.names[0]] ?? 1
    #expect(
      try await app.graph.objects(forSource: me, edge: "posts", count: 0).count == links)
  }

  @Test func `the WebSocket sends subscriptions when observed objects change`() async throws {
    let app = try TestApp()
    try await app.register()
    let (one, two) = (GraphObserver(), GraphObserver())
    app.graph.addObserver(one, name: .EGF2ObjectUpdated, forSource: "a-12", using: one.note)
    app.graph.addObserver(
      two, name: .EGF2EdgeCreated, forSource: "a-12", andEdge: "comments", using: two.note)
    await app.listen()
    #expect(
      await app.sentMessage()
        == #"{"subscribe":[{"object_id":"a-12"},{"edge":{"source":"a-12","name":"comments"}}]}"#)
    app.graph.addObserver(two, name: .EGF2ObjectUpdated, forSource: "a-12", using: two.note)
    app.graph.addObserver(two, name: .EGF2ObjectUpdated, forSource: "b-12", using: two.note)
    #expect(await app.sentMessage() == #"{"subscribe":[{"object_id":"b-12"}]}"#)
    app.graph.removeObserver(one, name: .EGF2ObjectUpdated, fromSource: "a-12")
    app.graph.removeObserver(
      two, name: .EGF2EdgeCreated, fromSource: "a-12", andEdge: "comments")
    #expect(
      await app.sentMessage()
        == #"{"unsubscribe":[{"edge":{"source":"a-12","name":"comments"}}]}"#)
    app.graph.removeObserver(two)
    #expect(
      await app.sentMessage() == #"{"unsubscribe":[{"object_id":"a-12"},{"object_id":"b-12"}]}"#)
  }

  @Test func `the WebSocket follows app life and session, and subscribes again`() async throws {
    let app = try TestApp()
    let observer = GraphObserver()
    app.graph.addObserver(
      observer, name: .EGF2ObjectUpdated, forSource: "a-12", using: observer.note)
    let message = #"{"subscribe":[{"object_id":"a-12"}]}"#
    app.graph.showLogs = true
    app.graph.webSocketURL = URL(string: TestApp.socket)
    try await app.register()
    #expect(await app.sentMessage() == message)
    app.center.post(name: .UIApplicationDidEnterBackground, object: nil)
    app.center.post(name: .UIApplicationDidBecomeActive, object: nil)
    #expect(await app.sentMessage() == message)
    try await app.graph.logout()
    app.center.post(name: .UIApplicationDidBecomeActive, object: nil)
    try await app.graph.login(withEmail: "mark@example.com", password: "secret")
    #expect(await app.sentMessage() == message)
  }

  @Test func `an update of an object without a class is logged and has no effect`() async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    await app.listen()
    let observer = GraphObserver()
    app.graph.addObserver(observer, name: .EGF2ObjectUpdated, forSource: id, using: observer.note)
    app.graph.idsWithModelTypes["12"] = nil
    try await app.otherPut(id, ["text": "changed"])
    await app.line("EGF2: Unknown type for object with id: \(id)")
    #expect(app.takeNotices(of: observer) == [])
  }

  @Test(arguments: [
    ("http://h/v1/listen", "write it as ws://host/v1/listen"),
    ("ws://h/v1/listen", "the server returned status 401 instead of opening a WebSocket"),
  ])
  func `a WebSocket that cannot be opened is logged with the reason`(
    _ url: String, _ problem: String
  ) async throws {
    let lines = LogLines()
    let app = try ScriptedApp(
      .json(.ok, ["type": "Bearer", "token": "t"]), .json(.unauthorized, [:])
    ) {
      $0.log = lines.note
    }
    try await app.graph.login(withEmail: "a@example.com", password: "secret")
    app.graph.webSocketURL = URL(string: url)
    await lines.next()
    #expect(lines.all == ["EGF2: cannot open the WebSocket \(url): \(problem)"])
  }

  @Test func `a transport without WebSockets is logged as the reason`() async throws {
    let lines = LogLines()
    let app = try ScriptedApp(.json(.ok, ["type": "Bearer", "token": "t"])) {
      let inner = $0.transport
      $0.transport = Transport { request throws(TransportError) in try await inner.send(request) }
      $0.log = lines.note
    }
    try await app.graph.login(withEmail: "a@example.com", password: "secret")
    app.graph.webSocketURL = URL(string: TestApp.socket)
    await lines.next()
    #expect(
      lines.all == [
        "EGF2: cannot open the WebSocket \(TestApp.socket): the transport of the environment has no "
          + "WebSockets"
      ])
  }
}
