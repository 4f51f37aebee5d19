import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightClient
import GhostlightCore
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Saving` {
  @Test func `a restarted app has the saved cache and no later changes`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let saved = try app.makePost("saved", by: me)
    _ = try await app.graph.userObject()
    _ = try await app.graph.objects(forSource: me, edge: "posts", expand: ["comments"])
    app.graph.save()
    let lost = try app.makePost("lost", by: me)
    _ = try await app.graph.object(withId: lost)
    _ = app.takeLines()

    let next = try app.restarted()
    #expect(next.graph.isAuthorized)
    _ = try await next.graph.userObject()
    let page = try await next.graph.objects(forSource: me, edge: "posts", expand: ["comments"])
    #expect(page.objects.compactMap { ($0 as? Post)?.id } == [saved] && page.count == 1)
    #expect(next.takeLines() == [])
    _ = try await next.graph.object(withId: lost)
    #expect(next.takeLines() == ["GET graph/\(lost)?expand="])
  }

  @Test(arguments: [
    Notification.Name.UIApplicationDidEnterBackground, .UIApplicationWillTerminate,
  ])
  func `the cache is saved when the app enters the background or ends`(
    _ moment: Notification.Name
  ) async throws {
    let app = try TestApp()
    let id = try app.makePost("hello", by: try await app.register())
    _ = try await app.graph.object(withId: id)
    app.center.post(name: moment, object: nil)
    let next = try app.restarted()
    _ = try await next.graph.object(withId: id)
    #expect(next.takeLines() == [])
  }

  @Test func `a crash leaves the account and no cache`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    _ = try await app.graph.userObject()
    let next = try app.restarted()
    #expect(next.graph.isAuthorized)
    _ = try await next.graph.userObject()
    #expect(next.takeLines() == ["GET graph/\(me)?expand="])
  }

  @Test(arguments: [true, false])
  func `a logout removes everything, even if its request fails`(
    _ isOnline: Bool
  ) async throws {
    let app = try TestApp()
    let me = try await app.register()
    _ = try await app.graph.userObject()
    _ = try await app.graph.objects(forSource: me, edge: "posts")
    app.graph.save()
    if !isOnline { app.graph.serverURL = nil }
    let error = try await awaitCallback { resume in
      app.graph.logout { resume($0 == nil ? $1 : nil) }
    }
    #expect((error == nil) == isOnline)
    #expect(!app.graph.isAuthorized)
    let next = try app.restarted()
    #expect(!next.graph.isAuthorized)
    _ = app.takeLines()
    _ = try await next.graph.objects(forSource: me, edge: "posts")
    #expect(next.takeLines() == ["GET graph/\(me)/posts"])
    await #expect(throws: NSError.self) { try await next.graph.userObject() }
    #expect(next.takeLines() == ["GET graph/me"])
  }

  @Test func `a response after a logout is not cached`() async throws {
    let gate = Gate()
    let app = try ScriptedApp(.object("p-12")) { environment in
      let transport = environment.transport
      environment.transport = .init { request throws(TransportError) in
        if request.target.rawPath.hasSuffix("p-12") { await gate.wait() }
        return try await transport.send(request)
      }
    }
    let graph = app.graph
    async let late = awaitCallback { resume in
      graph.object(withId: "p-12") { object, _ in resume((object as? Post)?.id) }
    }
    await gate.someoneWaits()
    try await graph.logout()
    gate.open()
    #expect(try await late == "p-12")
    _ = try await graph.object(withId: "p-12")
    #expect(app.service.lines.count == 3)
  }

  @Test func `stored files that cannot be read count as missing`() async throws {
    let store = EGF2MemoryStore()
    store.setBytes(Array("{\"token\":".utf8), named: "scripted.egf2account")
    store.setBytes(Array("{\"version\":2}".utf8), named: "scripted.egf2cache")
    let app = try ScriptedApp(.object("p-12"), store: store)
    #expect(!app.graph.isAuthorized)
    _ = try await app.graph.object(withId: "p-12")
    #expect(app.service.lines.count == 1)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\0b"])
  func `a graph is nil if its name is not a file name`(_ name: String) {
    #expect(EGF2Graph(name: name, directory: FileManager.default.temporaryDirectory) == nil)
  }
}
