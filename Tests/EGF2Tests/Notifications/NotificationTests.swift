import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Notifications` {
  @Test func `creating, updating and deleting an object post one notification each`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let created = try await app.graph.createObject(
      withParameters: ["object_type": "post", "text": "hello"], forSource: me, onEdge: "posts")
    let id = try #require((created as? Post)?.id)
    #expect(
      app.takeNotices() == [
        Notice(
          "EGF2ObjectCreated", ["EGF2ObjectInfoKey": "Post \(id)", "EGF2ObjectIdInfoKey": id]),
        Notice(
          "EGF2EdgeCreated", about: "\(me)/posts",
          [
            "EGF2SourceInfoKey": me, "EGF2EdgeInfoKey": "posts",
            "EGF2EdgeObjectInfoKey": "Post \(id)",
            "EGF2ObjectIdInfoKey": me, "EGF2EdgeObjectIdInfoKey": id,
          ]),
      ])
    _ = try await app.graph.updateObject(withId: id, parameters: ["text": "changed"])
    let details = ["EGF2ObjectInfoKey": "Post \(id)", "EGF2ObjectIdInfoKey": id]
    #expect(app.takeNotices() == [Notice("EGF2ObjectUpdated", about: id, details)])
    try await app.graph.deleteObject(withId: id)
    #expect(app.takeNotices() == [Notice("EGF2ObjectDeleted", about: id, details)])
  }

  @Test func `the deletion of an object that was not cached is posted with its id`() async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    try await app.graph.deleteObject(withId: id)
    #expect(
      app.takeNotices() == [
        Notice(
          "EGF2ObjectDeleted", about: id, ["EGF2ObjectInfoKey": id, "EGF2ObjectIdInfoKey": id])
      ])
  }

  @Test func `link notifications have the object, or its id if it is not cached`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let friend = try app.setUp("user exists", ["email": "eva@example.com"])["userId"]?.string
    let id = try #require(friend)
    func notice(_ name: String, _ object: String) -> Notice {
      Notice(
        name, about: "\(me)/follows",
        [
          "EGF2SourceInfoKey": me, "EGF2EdgeInfoKey": "follows", "EGF2EdgeObjectInfoKey": object,
          "EGF2ObjectIdInfoKey": me, "EGF2EdgeObjectIdInfoKey": id,
        ])
    }
    try await app.graph.addObject(withId: id, forSource: me, toEdge: "follows")
    #expect(app.takeNotices() == [notice("EGF2EdgeCreated", id)])
    _ = try await app.graph.object(withId: id)
    try await app.graph.deleteObject(withId: id, forSource: me, fromEdge: "follows")
    #expect(app.takeNotices() == [notice("EGF2EdgeRemoved", "User \(id)")])
  }

  @Test func `pages from the server are posted, pages from the cache are not`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let posts = [try app.makePost("one", by: me), try app.makePost("two", by: me)]
    func notice(_ name: String, _ ids: [String]) -> Notice {
      Notice(
        name, about: "\(me)/posts",
        [
          "EGF2SourceInfoKey": me, "EGF2EdgeInfoKey": "posts", "EGF2ObjectIdInfoKey": me,
          "EGF2EdgeObjectsInfoKey": ids.map { "Post \($0)" }.joined(separator: ", "),
          "EGF2EdgeObjectsCountInfoKey": "2",
        ])
    }
    let graph = app.graph
    _ = try await graph.objects(forSource: me, edge: "posts", count: 1)
    #expect(app.takeNotices() == [notice("EGF2EdgePageLoaded", [posts[1]])])
    _ = try await graph.objects(forSource: me, edge: "posts", after: posts[1])
    #expect(app.takeNotices() == [notice("EGF2EdgePageLoaded", [posts[0]])])
    _ = try await graph.objects(forSource: me, edge: "posts")
    #expect(app.takeNotices() == [])
    _ = try await graph.refreshObjects(forSource: me, edge: "posts")
    #expect(app.takeNotices() == [notice("EGF2EdgeRefreshed", [posts[1], posts[0]])])
    _ = try await graph.refreshObjects(forSource: me, edge: "posts", after: posts[1])
    #expect(app.takeNotices() == [notice("EGF2EdgePageLoaded", [posts[0]])])
  }

  @Test func `reads, searches, uploads, failures and logouts post no notification`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let id = try app.makePost("hello", by: me)
    _ = try await app.graph.object(withId: id)
    _ = try await app.graph.refreshObject(withId: id, expand: ["comments", "creator"])
    _ = try await app.graph.userObject()
    _ = try await app.graph.search(withParameters: EGF2SearchParameters(withObject: "post"))
    _ = try await app.graph.uploadFile(
      withData: Data("x".utf8), title: "x", mimeType: "text/plain")
    await #expect(throws: NSError.self) {
      try await app.graph.addObject(withId: me, forSource: id, toEdge: "nonsense")
    }
    try await app.graph.logout()
    #expect(app.takeNotices() == [])
  }

  @Test func `a plain creation is posted before its block, other events after it`() async throws {
    let app = try ScriptedApp(.object("p-12"))
    let graph = app.graph
    let lines = LogLines()
    for name in NoticeBoard.names {
      _ = graph.environment.notificationCenter.addObserver(
        forName: name, object: nil, queue: nil
      ) { notification in lines.note(notification.name.rawValue) }
    }
    let object: [String: Any] = ["object_type": "post"]
    let calls: [(@escaping @Sendable () -> Void) -> Void] = [
      { done in graph.createObject(withParameters: object) { _, _ in done() } },
      { done in
        graph.createObject(withParameters: object, forSource: "u-03", onEdge: "posts") { _, _ in
          done()
        }
      },
      { done in graph.updateObject(withId: "p-12", parameters: ["text": "x"]) { _, _ in done() } },
      { done in graph.deleteObject(withId: "p-12") { _, _ in done() } },
    ]
    for call in calls {
      let _: Bool = try await awaitCallback { resume in
        call {
          lines.note("block")
          resume(true)
        }
      }
      graph.environment.callbackQueue.sync {}
    }
    #expect(
      lines.all == [
        "EGF2ObjectCreated", "block", "block", "EGF2ObjectCreated", "EGF2EdgeCreated", "block",
        "EGF2ObjectUpdated", "block", "EGF2ObjectDeleted",
      ])
  }

  @Test func `notificationObject is the same for the same id and edge`() async throws {
    let graph = try ScriptedApp().graph
    let source = graph.notificationObject(forSource: "a-03")
    let edge = graph.notificationObject(forSource: "a-03", andEdge: "posts")
    #expect(same(source, graph.notificationObject(forSource: "a-03")))
    #expect(same(edge, graph.notificationObject(forSource: "a-03", andEdge: "posts")))
    #expect(!same(source, edge))
    #expect(!same(source, graph.notificationObject(forSource: "b-03")))
  }

  private func same(_ left: Any, _ right: Any) -> Bool {
    (left as AnyObject) === (right as AnyObject)
  }
}
