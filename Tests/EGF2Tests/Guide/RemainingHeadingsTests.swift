import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import Testing

extension `EGF2 guide headings` {
  @Test func `EGF2Graph Notification Methods`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let id = try app.makePost("hello", by: me)
    let ofPost = LogLines()
    let ofEdge = LogLines()
    let center = app.center
    _ = center.addObserver(
      forName: .EGF2ObjectUpdated, object: app.graph.notificationObject(forSource: id), queue: nil
    ) { _ in ofPost.note("updated") }
    _ = center.addObserver(
      forName: .EGF2EdgePageLoaded,
      object: app.graph.notificationObject(forSource: id, andEdge: "comments"), queue: nil
    ) { _ in ofEdge.note("loaded") }

    _ = try await app.graph.updateObject(withId: id, parameters: ["text": "changed"])
    let other = try app.makePost("other", by: me)
    _ = try await app.graph.updateObject(withId: other, parameters: ["text": "changed"])
    _ = try await app.graph.objects(forSource: id, edge: "comments")
    _ = try await app.graph.objects(forSource: me, edge: "posts")
    _ = app.takeNotices()
    #expect(ofPost.all == ["updated"] && ofEdge.all == ["loaded"])
  }

  @Test func `Auxiliary NSObject methods`() async throws {
    let app = try TestApp()
    try await app.register()
    let user = try #require(await app.graph.userObject() as? User)
    let copy: User = user.copyGraphObject()
    #expect(copy !== user && copy.isEqual(graphObject: user))
    #expect(copy.changesFrom(graphObject: user) == nil)
    copy.name?.given = "Tom"
    #expect(!copy.isEqual(graphObject: user) && user.name?.given == "Mark")
    #expect(app.graph.idsWithModelTypes["03"] == User.self)
  }

  @Test func `Example (copy, compare, changes)`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let currentUser = try #require(await app.graph.userObject() as? User)
    let changedUser: User = currentUser.copyGraphObject()
    changedUser.name?.given = "Tom"
    let changes = try #require(changedUser.changesFrom(graphObject: currentUser))
    let name = try #require(changes["name"] as? [String: Any])
    #expect(Array(changes.keys) == ["name"] && name["given"] as? String == "Tom")
    #expect(name["family"] as? String == "Field")
    let back = try #require(currentUser.changesFrom(graphObject: changedUser))
    #expect((back["name"] as? [String: Any])?["given"] as? String == "Mark")

    let given = try await awaitCallback { resume in
      app.graph.updateObject(withId: me, parameters: changes) { object, _ in
        resume((object as? User)?.name?.given)
      }
    }
    #expect(given == "Tom")
    let again = try #require(
      await app.graph.updateObject(withId: me, object: currentUser) as? User)
    #expect(again.name?.given == "Mark")
  }

  @Test func `Saving Data`() async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    _ = try await app.graph.object(withId: id)
    let crashed = try app.restarted()
    _ = try await crashed.graph.object(withId: id)
    #expect(crashed.takeLines() == ["GET graph/\(id)?expand="])
    app.center.post(name: .UIApplicationDidEnterBackground, object: nil)
    let restarted = try app.restarted()
    _ = try await restarted.graph.object(withId: id)
    #expect(restarted.takeLines() == [])
  }

  @Test func `Notification`() async throws {
    #expect(
      NoticeBoard.names.map(\.rawValue) == [
        "EGF2EdgeCreated", "EGF2EdgeRemoved", "EGF2EdgeRefreshed", "EGF2EdgePageLoaded",
        "EGF2ObjectCreated", "EGF2ObjectUpdated", "EGF2ObjectDeleted",
      ])
    #expect(
      NoticeBoard.names == [
        EGF2NotificationEdgeCreated, EGF2NotificationEdgeRemoved, EGF2NotificationEdgeRefreshed,
        EGF2NotificationEdgePageLoaded, EGF2NotificationObjectCreated,
        EGF2NotificationObjectUpdated, EGF2NotificationObjectDeleted,
      ])
    #expect(
      [
        EGF2EdgeInfoKey, EGF2SourceInfoKey, EGF2ObjectInfoKey, EGF2EdgeObjectInfoKey,
        EGF2EdgeObjectsInfoKey, EGF2EdgeObjectsCountInfoKey,
      ] == [
        "EGF2EdgeInfoKey", "EGF2SourceInfoKey", "EGF2ObjectInfoKey", "EGF2EdgeObjectInfoKey",
        "EGF2EdgeObjectsInfoKey", "EGF2EdgeObjectsCountInfoKey",
      ])
    let app = try TestApp()
    let graph = app.graph
    let me = try await app.register()
    let created = try await graph.createObject(
      withParameters: ["object_type": "post", "text": "hello"], forSource: me, onEdge: "posts")
    let id = try #require((created as? Post)?.id)
    _ = try await graph.objects(forSource: me, edge: "posts")
    _ = try await graph.refreshObjects(forSource: me, edge: "posts")
    _ = try await graph.updateObject(withId: id, parameters: ["text": "new"])
    try await graph.deleteObject(withId: id, forSource: me, fromEdge: "posts")
    try await graph.deleteObject(withId: id)
    #expect(
      app.takeNotices().map(\.name) == [
        "EGF2ObjectCreated", "EGF2EdgeCreated", "EGF2EdgePageLoaded", "EGF2EdgeRefreshed",
        "EGF2ObjectUpdated", "EGF2EdgeRemoved", "EGF2ObjectDeleted",
      ])
  }

  @Test func `Example (observer)`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let object = app.graph.notificationObject(forSource: me)
    let seen = LogLines()
    _ = app.center.addObserver(forName: .EGF2ObjectUpdated, object: object, queue: nil) {
      notification in
      guard let user = notification.userInfo?[EGF2ObjectInfoKey] as? User else { return }
      seen.note("\(user.name?.given ?? "") \(user.name?.family ?? "")")
    }
    _ = try await app.graph.updateObject(
      withId: me, parameters: ["name": ["given": "Tom", "family": "Field"]])
    _ = app.takeNotices()
    #expect(seen.all == ["Tom Field"])
  }
}
