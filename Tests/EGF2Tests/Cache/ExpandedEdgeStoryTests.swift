import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Cache of expanded edges` {
  /// Creates an app with a post that has three comments.
  ///
  /// Also returns the ids of the user, the post and the comments.
  private func app() async throws -> (TestApp, String, String, [String]) {
    let app = try TestApp()
    let me = try await app.register()
    let post = try app.makePost("hello", by: me)
    var ids: [String] = []
    for number in 1...3 {
      ids.insert(try app.makeComment("comment \(number)", by: me, on: post), at: 0)
    }
    return (app, me, post, ids)
  }

  private func ids(_ page: EGF2Page) -> [String] {
    page.objects.compactMap { ($0 as? GraphObject)?.id }
  }

  @Test func `an expanded edge is read from the cache afterwards`() async throws {
    let (app, _, post, comments) = try await app()
    _ = try await app.graph.object(withId: post, expand: ["comments"])
    let page = try await app.graph.objects(forSource: post, edge: "comments")
    #expect(ids(page) == comments && page.count == 3)
    _ = try await app.graph.object(withId: post, expand: ["comments"])
    _ = try await app.graph.object(withId: post, expand: ["comments(2)"])
    #expect(app.takeLines() == ["GET graph/\(post)?expand=comments"])
  }

  @Test func `an edge expanded with a count has that number of cached objects`() async throws {
    let (app, _, post, comments) = try await app()
    _ = try await app.graph.object(withId: post, expand: ["comments(2)"])
    let page = try await app.graph.objects(
      forSource: post, edge: "comments", after: nil, expand: [], count: 2)
    #expect(ids(page) == Array(comments[0...1]) && page.count == 3)
    #expect(app.takeLines() == ["GET graph/\(post)?expand=comments(2)"])
    _ = try await app.graph.object(withId: post, expand: ["comments(3)"])
    _ = try await app.graph.objects(forSource: post, edge: "comments")
    #expect(app.takeLines() == ["GET graph/\(post)?expand=comments(3)"])
  }

  @Test func `an edge page and its expanded objects need one request`() async throws {
    let (app, me, post, comments) = try await app()
    let page = try await app.graph.objects(
      forSource: me, edge: "posts", expand: ["image", "creator", "comments(1){creator}"])
    let found = try #require(page.objects.first as? Post)
    #expect(found.id == post && found.creatorObject?.id == me && found.imageObject == nil)
    let again = try await app.graph.objects(
      forSource: me, edge: "posts", expand: ["image", "creator", "comments(1){creator}"])
    #expect((again.objects.first as? Post)?.creatorObject?.id == me)
    let comment = try await app.graph.objects(
      forSource: post, edge: "comments", expand: ["creator"], count: 1)
    #expect(ids(comment) == [comments[0]])
    let creator = (comment.objects.first as? EGF2FixtureModels.Comment)?.creatorObject
    #expect(creator?.name?.family == "Field")
    #expect(
      app.takeLines() == ["GET graph/\(me)/posts?expand=image,creator,comments(1){creator}"])
  }

  @Test func `doesObject sends no request if the cache lists the object`() async throws {
    let (app, me, post, comments) = try await app()
    _ = try await app.graph.object(withId: post, expand: ["comments(1)"])
    _ = app.takeLines()
    let graph = app.graph
    #expect(
      try await graph.doesObject(withId: comments[0], existForSource: post, onEdge: "comments"))
    #expect(app.takeLines() == [])
    #expect(
      try await graph.doesObject(withId: comments[2], existForSource: post, onEdge: "comments"))
    #expect(try await !graph.doesObject(withId: me, existForSource: me, onEdge: "follows"))
    #expect(
      app.takeLines() == [
        "GET graph/\(post)/comments/\(comments[2])", "GET graph/\(me)/follows/\(me)",
      ])
  }

  @Test func `doesObject reports an error for a refusal other than 404`() async throws {
    let (app, _, post, _) = try await app()
    let code = try await awaitCallback { resume in
      app.graph.doesObject(withId: post, existForSource: post, onEdge: "nonsense") {
        resume($0 ? nil : $1?.userInfo["status_code"] as? Int)
      }
    }
    #expect(code == 403)
  }
}
