import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Cache of edge pages` {
  /// Creates an app whose user has five posts.
  ///
  /// Also returns the id of the user, and those of the posts, newest first.
  private func app(pagesByObject: Bool = false) async throws -> (TestApp, String, [String]) {
    let app = try TestApp(pagesByObject: pagesByObject)
    let me = try await app.register()
    var ids: [String] = []
    for number in 1...5 { ids.insert(try app.makePost("post \(number)", by: me), at: 0) }
    return (app, me, ids)
  }

  private func ids(_ page: EGF2Page) -> [String] {
    page.objects.compactMap { ($0 as? GraphObject)?.id }
  }

  @Test(arguments: [false, true])
  func `paging needs one request for each page`(_ pagesByObject: Bool) async throws {
    let (app, me, posts) = try await app(pagesByObject: pagesByObject)
    let graph = app.graph
    for round in 1...2 {
      var page = try await graph.objects(forSource: me, edge: "posts", count: 2)
      #expect(ids(page) == Array(posts[0...1]) && page.count == 5)
      page = try await graph.objects(forSource: me, edge: "posts", after: posts[1], count: 2)
      #expect(ids(page) == Array(posts[2...3]) && page.count == 5)
      page = try await graph.objects(forSource: me, edge: "posts", after: posts[3], count: 2)
      #expect(ids(page) == [posts[4]] && page.count == 5)
      page = try await graph.objects(forSource: me, edge: "posts", after: posts[4], count: 2)
      #expect(ids(page) == [] && page.count == 5)
      let cursors = pagesByObject ? [posts[1], posts[3]] : ["1", "3"]
      #expect(
        app.takeLines()
          == (round == 2
            ? []
            : [
              "GET graph/\(me)/posts?count=2", "GET graph/\(me)/posts?after=\(cursors[0])&count=2",
              "GET graph/\(me)/posts?after=\(cursors[1])&count=2",
            ]))
    }
  }

  @Test func `a page is read from the cache only if all of it is listed`() async throws {
    let (app, me, posts) = try await app()
    _ = try await app.graph.objects(forSource: me, edge: "posts", count: 2)
    _ = try await app.graph.objects(forSource: me, edge: "posts", count: 1)
    #expect(app.takeLines().count == 1)
    let page = try await app.graph.objects(forSource: me, edge: "posts", count: 3)
    #expect(ids(page) == Array(posts[0...2]))
    #expect(app.takeLines() == ["GET graph/\(me)/posts?count=3"])
    let whole = try await app.graph.objects(forSource: me, edge: "posts")
    #expect(ids(whole) == posts && app.takeLines() == ["GET graph/\(me)/posts"])
    _ = try await app.graph.objects(forSource: me, edge: "posts", count: 50)
    #expect(app.takeLines() == [])
  }

  @Test func `an empty edge is requested only once`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    for _ in 1...2 {
      let page = try await app.graph.objects(forSource: me, edge: "posts")
      #expect(page.objects.isEmpty && page.count == 0)
    }
    #expect(app.takeLines() == ["GET graph/\(me)/posts"])
  }

  @Test func `refreshObjects replaces the cached pages by a new first page`() async throws {
    let (app, me, posts) = try await app()
    _ = try await app.graph.objects(forSource: me, edge: "posts")
    let new = try app.makePost("newest", by: me)
    #expect(ids(try await app.graph.objects(forSource: me, edge: "posts")) == posts)
    let page = try await app.graph.refreshObjects(forSource: me, edge: "posts", count: 2)
    #expect(ids(page) == [new, posts[0]] && page.count == 6)
    _ = app.takeLines()
    _ = try await app.graph.objects(forSource: me, edge: "posts", after: posts[0], count: 2)
    #expect(app.takeLines() == ["GET graph/\(me)/posts?after=1&count=2"])
  }

  @Test func `refreshObjects after an object reads that page again`() async throws {
    let (app, me, posts) = try await app()
    _ = try await app.graph.objects(forSource: me, edge: "posts")
    _ = app.takeLines()
    let page = try await app.graph.refreshObjects(
      forSource: me, edge: "posts", after: posts[1], count: 2)
    #expect(ids(page) == Array(posts[2...3]))
    #expect(app.takeLines() == ["GET graph/\(me)/posts?after=1&count=2"])
  }

  @Test func `paging by position needs the object in the cached list`() async throws {
    let (app, me, posts) = try await app()
    let reasons = [
      "Pagination mode is indexed and there is no any data for edge 'posts' with source '\(me)'. "
        + "But 'after' parameter is set.",
      "Can't find object with id '\(posts[4])' for source '\(me)' on edge 'posts'",
    ]
    for reason in reasons {
      let (code, text) = try await awaitCallback { resume in
        app.graph.objects(forSource: me, edge: "posts", after: posts[4]) { _, _, error in
          resume((error?.code, error?.localizedFailureReason))
        }
      }
      #expect(code == 8 && text == reason)
      _ = try await app.graph.objects(forSource: me, edge: "posts", count: 2)
    }
    #expect(app.takeLines() == ["GET graph/\(me)/posts?count=2"])
  }

  @Test func `a page after an unknown object is not cached`() async throws {
    let (app, me, posts) = try await app(pagesByObject: true)
    let page = try await app.graph.objects(
      forSource: me, edge: "posts", after: posts[2], count: 2)
    #expect(ids(page) == Array(posts[3...4]))
    _ = app.takeLines()
    _ = try await app.graph.object(withId: posts[3])
    #expect(app.takeLines() == [])
    _ = try await app.graph.objects(forSource: me, edge: "posts", count: 1)
    #expect(app.takeLines() == ["GET graph/\(me)/posts?count=1"])
  }

  @Test func `own links change the cached list, and paging continues after them`() async throws {
    let (app, me, posts) = try await app()
    _ = try await app.graph.objects(forSource: me, edge: "posts", count: 2)
    let created = try #require(
      await app.graph.createObject(
        withParameters: ["object_type": "post", "text": "mine"], forSource: me, onEdge: "posts")
        as? Post)
    _ = app.takeLines()
    var page = try await app.graph.objects(forSource: me, edge: "posts", count: 3)
    #expect(ids(page) == [created.id, posts[0], posts[1]] && page.count == 6)
    page = try await app.graph.objects(forSource: me, edge: "posts", after: posts[1], count: 2)
    #expect(ids(page) == Array(posts[2...3]))
    #expect(app.takeLines() == ["GET graph/\(me)/posts?after=2&count=2"])

    try await app.graph.deleteObject(withId: posts[0], forSource: me, fromEdge: "posts")
    page = try await app.graph.objects(forSource: me, edge: "posts", count: 2)
    #expect(ids(page) == [created.id, posts[1]] && page.count == 5)
    #expect(app.takeLines() == ["DELETE graph/\(me)/posts/\(posts[0])"])
  }

  @Test func `a page with a deleted object is requested again`() async throws {
    let (app, me, posts) = try await app()
    _ = try await app.graph.objects(forSource: me, edge: "posts")
    try await app.graph.deleteObject(withId: posts[1])
    _ = app.takeLines()
    var page = try await app.graph.objects(forSource: me, edge: "posts", count: 1)
    #expect(ids(page) == [posts[0]] && app.takeLines() == [])
    page = try await app.graph.objects(forSource: me, edge: "posts", count: 2)
    #expect(page.count == 5 && app.takeLines() == ["GET graph/\(me)/posts?count=2"])
    #expect((page.objects.last as? Post)?.deletedAt != nil)
  }

  @Test func `own links alone do not start a cached list`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    _ = try app.makePost("older", by: me)
    _ = try await app.graph.createObject(
      withParameters: ["object_type": "post", "text": "mine"], forSource: me, onEdge: "posts")
    _ = app.takeLines()
    let page = try await app.graph.objects(forSource: me, edge: "posts", count: 1)
    #expect(page.count == 2 && app.takeLines() == ["GET graph/\(me)/posts?count=1"])
  }

  @Test(arguments: [false, true])
  func `a page of count 0 requests the total only once`(_ pagesByObject: Bool) async throws {
    let (app, me, posts) = try await app(pagesByObject: pagesByObject)
    for _ in 1...2 {
      let page = try await app.graph.objects(forSource: me, edge: "posts", count: 0)
      #expect(page.objects.isEmpty && page.count == 5)
    }
    #expect(app.takeLines() == ["GET graph/\(me)/posts?count=0"])
    // The response has no objects, so no object is cached.
    let page = try await app.graph.objects(forSource: me, edge: "posts", count: 2)
    #expect(ids(page) == Array(posts[0...1]) && page.count == 5)
    #expect(app.takeLines() == ["GET graph/\(me)/posts?count=2"])
  }

  @Test func `a page of count 0 passes only the total to its block`() async throws {
    let (app, me, _) = try await app()
    let counted = try await awaitCallback { resume in
      app.graph.objects(forSource: me, edge: "posts", after: nil, expand: [], count: 0) {
        objects, count, error in resume([objects?.count, count, error?.code])
      }
    }
    #expect(counted == [0, 5, nil])
  }

  @Test(arguments: [false, true])
  func `two pages of an edge are cached as one list`(_ pagesByObject: Bool) async throws {
    let app = try TestApp(pagesByObject: pagesByObject)
    let me = try await app.register()
    var posts: [String] = []
    for number in 1...10 { posts.insert(try app.makePost("post \(number)", by: me), at: 0) }
    let first = try await app.graph.objects(forSource: me, edge: "posts", count: 5)
    #expect(ids(first) == Array(posts[0...4]) && first.count == 10)
    let second = try await app.graph.objects(
      forSource: me, edge: "posts", after: posts[4], count: 3)
    #expect(ids(second) == Array(posts[5...7]) && second.count == 10)
    let cursor = pagesByObject ? posts[4] : "4"
    #expect(
      app.takeLines() == [
        "GET graph/\(me)/posts?count=5", "GET graph/\(me)/posts?after=\(cursor)&count=3",
      ])
    let again = try await app.graph.objects(forSource: me, edge: "posts", count: 8)
    #expect(ids(again) == Array(posts[0...7]) && again.count == 10)
    #expect(app.takeLines() == [])
  }
}
