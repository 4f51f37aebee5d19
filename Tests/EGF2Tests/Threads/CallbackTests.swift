import Dispatch
import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Callbacks` {
  static let key = DispatchSpecificKey<String>()

  private func app(
    _ change: (inout EGF2Environment) -> Void = { _ in }
  ) throws -> ScriptedApp {
    try ScriptedApp(.object("p-12")) { environment in
      environment.callbackQueue.setSpecific(key: Self.key, value: "mine")
      change(&environment)
    }
  }

  @Test func `blocks run on the callback queue, even for cached objects`() async throws {
    let app = try app()
    for _ in 1...2 {
      let place = try await awaitCallback { resume in
        app.graph.object(withId: "p-12") { _, _ in
          resume(DispatchQueue.getSpecific(key: Self.key))
        }
      }
      #expect(place == "mine")
    }
    #expect(app.service.requests.count == 1)
  }

  @Test func `a block runs once, and not before its method has returned`() async throws {
    let app = try app()
    let calls = Mutex(0)
    let queue = app.graph.environment.callbackQueue
    queue.suspend()
    for _ in 1...3 {
      app.graph.object(withId: "p-12") { _, _ in calls.withLock { $0 += 1 } }
    }
    #expect(calls.withLock { $0 } == 0)
    queue.resume()
    let _: Bool = try await awaitCallback { resume in
      app.graph.object(withId: "p-12") { _, _ in resume(true) }
    }
    #expect(calls.withLock { $0 } == 4 - 1)
  }

  /// A screen whose blocks change its own properties, as apps did in 2016.
  @MainActor private final class Screen {
    var post: Post?
    var lines: [String] = []
  }

  @Test @MainActor func `blocks on the main queue may change main-actor properties`()
    async throws
  {
    let app = try ScriptedApp(.object("p-12", ["text": "hello"])) { $0.callbackQueue = .main }
    let screen = Screen()
    await withCheckedContinuation { continuation in
      app.graph.object(withId: "p-12") { object, error in
        screen.post = object as? Post
        screen.lines.append(error == nil ? "fine" : "failed")
        continuation.resume()
      }
    }
    #expect(screen.post?.text == "hello" && screen.lines == ["fine"])
  }

  @Test func `a call waits for a late response`() async throws {
    let gate = Gate()
    let app = try app { environment in
      let transport = environment.transport
      environment.transport = Transport { request throws(TransportError) in
        await gate.wait()
        return try await transport.send(request)
      }
    }
    async let text = awaitCallback { resume in
      app.graph.object(withId: "p-12") { object, _ in resume((object as? Post)?.id) }
    }
    await gate.someoneWaits()
    gate.open()
    #expect(try await text == "p-12")
  }

  @Test func `concurrent calls leave a complete cache`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    var ids: [String] = []
    for number in 0..<8 { ids.append(try app.makePost("post \(number)", by: me)) }
    let posts = ids
    await withTaskGroup(of: Void.self) { group in
      for id in posts {
        group.addTask {
          _ = try? await app.graph.refreshObject(withId: id, expand: ["creator", "comments"])
          _ = try? await app.graph.objects(forSource: me, edge: "posts", count: 3)
          _ = try? await app.graph.updateObject(withId: id, parameters: ["text": "changed"])
          app.graph.save()
        }
      }
    }
    _ = app.takeLines()
    for id in posts {
      let post = try #require(await app.graph.object(withId: id, expand: ["creator"]) as? Post)
      #expect(post.text == "changed" && post.creatorObject?.id == me)
    }
    #expect(app.takeLines() == [])
  }
}
