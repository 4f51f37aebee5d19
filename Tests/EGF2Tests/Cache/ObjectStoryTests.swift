import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightClient
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Cache of objects` {
  @Test func `object sends one request, refreshObject one for each call`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let id = try app.makePost("hello", by: me)

    var post = try #require(await app.graph.object(withId: id) as? Post)
    #expect(post.text == "hello" && post.creator == me)
    #expect(app.takeLines() == ["GET graph/\(id)?expand="])

    try await app.otherPut(id, ["text": "changed"])
    post = try #require(await app.graph.object(withId: id) as? Post)
    #expect(post.text == "hello" && app.takeLines() == [])

    post = try #require(await app.graph.refreshObject(withId: id) as? Post)
    #expect(post.text == "changed" && app.takeLines() == ["GET graph/\(id)?expand="])

    post = try #require(await app.graph.object(withId: id) as? Post)
    #expect(post.text == "changed" && app.takeLines() == [])
    #expect(app.takeNotices() == [])
  }

  @Test func `each call returns a new instance of a cached object`() async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    let first = try #require(await app.graph.object(withId: id) as? Post)
    first.text = "scribbled"
    let second = try #require(await app.graph.object(withId: id) as? Post)
    #expect(second.text == "hello")
  }

  @Test func `expanded objects are cached, but returned only if expanded`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let image = try app.makeFile(by: me)
    let id = try app.makePost("hello", by: me, ["image": .string(image)])

    var post = try #require(
      await app.graph.object(withId: id, expand: ["image{user}", "creator"]) as? Post)
    #expect(post.image == image && post.imageObject?.id == image)
    #expect(post.imageObject?.userObject?.name?.given == "Mark")
    #expect(post.creator == me && post.creatorObject?.email == "mark@example.com")
    #expect(app.takeLines() == ["GET graph/\(id)?expand=image{user},creator"])

    post = try #require(await app.graph.object(withId: id) as? Post)
    #expect(post.imageObject == nil && post.creatorObject == nil)
    post = try #require(await app.graph.object(withId: id, expand: ["image"]) as? Post)
    #expect(post.imageObject?.title == "Photo" && post.imageObject?.userObject == nil)
    post = try #require(
      await app.graph.object(withId: id, expand: ["creator,image{user}"]) as? Post)
    #expect(post.imageObject?.userObject?.id == me)
    _ = try await app.graph.object(withId: image, expand: ["user"])
    _ = try await app.graph.object(withId: me)
    #expect(app.takeLines() == [])
  }

  @Test func `a call whose expanded part is not cached requests the whole object`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let id = try app.makePost("hello", by: me)
    _ = try await app.graph.object(withId: id)
    _ = try await app.graph.object(withId: id, expand: ["creator"])
    #expect(app.takeLines() == ["GET graph/\(id)?expand=", "GET graph/\(id)?expand=creator"])
  }

  @Test func `unset properties and unknown names cause no further request`() async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    _ = try await app.graph.object(withId: id)
    _ = try await app.graph.object(withId: id, expand: ["image"])
    _ = try await app.graph.object(withId: id, expand: ["image{user}"])
    #expect(app.takeLines() == ["GET graph/\(id)?expand="])
    _ = try await app.graph.object(withId: id, expand: ["nonsense"])
    _ = try await app.graph.object(withId: id, expand: ["nonsense"])
    #expect(app.takeLines() == ["GET graph/\(id)?expand=nonsense"])
  }

  @Test func `the user object is requested only once`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let first = try #require(await app.graph.userObject() as? User)
    let second = try #require(await app.graph.userObject() as? User)
    #expect(first.id == me && second.isEqual(graphObject: first))
    _ = try await app.graph.object(withId: "me")
    _ = try await app.graph.object(withId: me)
    #expect(app.takeLines() == ["GET graph/me"])
  }

  @Test func `a new user does not get the cached edges of the previous user`() async throws {
    let app = try TestApp()
    let graph = app.graph
    let anna = try await app.register("anna")
    let post = try app.makePost("anna's", by: anna)
    #expect(try await graph.objects(forSource: "me", edge: "posts").count == 1)
    #expect(try await graph.objects(forSource: "me", edge: "posts").count == 1)
    #expect(app.takeLines() == ["GET graph/me/posts"])
    try await app.register("mark")
    #expect(try await graph.objects(forSource: "me", edge: "posts").count == 0)
    #expect(app.takeLines() == ["GET graph/me/posts"])
    try await graph.login(withEmail: "anna@example.com", password: "secret")
    _ = app.takeLines()
    #expect(try await graph.objects(forSource: "me", edge: "posts").count == 1)
    _ = try await graph.object(withId: post)
    #expect(app.takeLines() == ["GET graph/me/posts"])
  }

  @Test func `edges of me belong to the user once the user is known`() async throws {
    let app = try TestApp()
    let graph = app.graph
    let me = try await app.register()
    let posts = try (1...3).map { try app.makePost("post \($0)", by: me) }
    _ = try await graph.objects(forSource: "me", edge: "posts", count: 2)
    _ = try await graph.userObject()
    let page = try await graph.objects(forSource: "me", edge: "posts", after: posts[1], count: 2)
    #expect(page.objects.compactMap { ($0 as? Post)?.id } == [posts[0]])
    #expect(try await graph.objects(forSource: me, edge: "posts").objects.count == 3)
    #expect(
      app.takeLines() == [
        "GET graph/me/posts?count=2", "GET graph/me", "GET graph/\(me)/posts?after=1&count=2",
      ])
  }

  @Test func `a response to a request with an old token does not identify the user`() async throws {
    let gate = Gate()
    let app = try ScriptedApp(.object("anna-03"), .session, .object("mark-03")) { environment in
      let transport = environment.transport
      environment.transport = .init { request throws(TransportError) in
        let response = try await transport.send(request)
        if request.target.rawPath.hasSuffix("me") { await gate.wait() }
        return response
      }
    }
    let graph = app.graph
    async let late = awaitCallback { resume in
      graph.userObject { object, _ in resume((object as? User)?.id) }
    }
    await gate.someoneWaits()
    try await graph.login(withEmail: "mark@example.com", password: "secret")
    gate.open()
    #expect(try await late == "anna-03")
    #expect(try await (graph.userObject() as? User)?.id == "mark-03")
  }

  @Test func `the origin of objects is logged only if cache logs are on`() async throws {
    let lines = LogLines()
    let app = try ScriptedApp(.object("p-12"), .page([.sample("c-13")], count: 1)) {
      $0.log = { lines.note($0) }
    }
    for isWanted in [true, false] {
      app.graph.showCacheLogs = isWanted
      for _ in 1...2 {
        _ = try await app.graph.object(withId: "p-12")
        _ = try await app.graph.objects(forSource: "p-12", edge: "comments")
      }
    }
    #expect(
      lines.all.filter { $0.contains("comes from") } == [
        "EGF2: object p-12 comes from the server", "EGF2: comments of p-12 comes from the server",
        "EGF2: object p-12 comes from the cache", "EGF2: comments of p-12 comes from the cache",
      ])
  }

  @Test func `created, updated and deleted objects change the cache`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let created = try #require(
      await app.graph.createObject(
        withParameters: ["object_type": "post", "text": "hello"], forSource: me, onEdge: "posts")
        as? Post)
    let id = try #require(created.id)
    var post = try #require(await app.graph.object(withId: id) as? Post)
    #expect(post.text == "hello")
    post.text = "edited"
    post = try #require(await app.graph.updateObject(withId: id, object: post) as? Post)
    #expect(post.text == "edited" && post.creator == me)
    post = try #require(await app.graph.object(withId: id) as? Post)
    #expect(post.text == "edited")
    try await app.graph.deleteObject(withId: id)
    #expect(
      app.takeLines() == [
        #"POST graph/\#(me)/posts {"object_type":"post","text":"hello"}"#,
        #"PUT graph/\#(id) {"text":"edited"}"#, "DELETE graph/\(id)",
      ])
    await #expect(throws: NSError.self) { try await app.graph.object(withId: id) }
    #expect(app.takeLines() == ["GET graph/\(id)?expand="])
  }

  @Test func `an update caches an object that was not cached`() async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    _ = try await app.graph.updateObject(withId: id, parameters: ["text": "new"])
    let post = try #require(await app.graph.object(withId: id) as? Post)
    #expect(post.text == "new" && post.createdAt != nil)
    #expect(app.takeLines() == [#"PUT graph/\#(id) {"text":"new"}"#])
  }

  @Test func `a deleted field is removed from the cached object`() async throws {
    let app = try TestApp()
    let id = try app.makeFile(by: try await app.register())
    let before = try #require(await app.graph.object(withId: id) as? File)
    #expect(before.title == "Photo")
    _ = try await app.graph.updateObject(withId: id, parameters: ["delete_fields": ["title"]])
    let after = try #require(await app.graph.object(withId: id) as? File)
    #expect(after.title == nil && after.mimeType == "image/jpeg")
  }
}
