import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestExecutors
import Testing

#if !os(iOS)
  @Suite struct `EGF2 after a killed process` {
    @Test func `a process after a killed one finds exactly what was saved`() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "egf2-\(UUID().uuidString)", directoryHint: .isDirectory)
      defer { try? FileManager.default.removeItem(at: folder) }
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
        let page = Response.page([.sample("saved-12")], count: 1)
        let graph = try Self.app(in: path, .session, page, .object("lost-12")).graph
        try await graph.login(withEmail: "mark@example.com", password: "secret")
        _ = try await graph.objects(forSource: "u-03", edge: "posts")
        graph.environment.notificationCenter.post(
          name: .UIApplicationDidEnterBackground, object: nil)
        _ = try await graph.object(withId: "lost-12")
        raise(SIGKILL)
      }

      let next = try Self.app(in: folder.path, .object("lost-12"))
      #expect(next.graph.isAuthorized)
      let posts = try await next.graph.objects(forSource: "u-03", edge: "posts")
      _ = try await next.graph.object(withId: "saved-12")
      #expect(posts.objects.compactMap { ($0 as? Post)?.id } == ["saved-12"] && posts.count == 1)
      #expect(next.service.lines == [])
      _ = try await next.graph.object(withId: "lost-12")
      #expect(next.service.requests.map(\.target.rawPath) == ["/v1/graph/lost-12"])
    }

    /// Creates an app that stores its files in a folder.
    private static func app(in path: String, _ answers: Response...) throws -> ScriptedApp {
      try ScriptedApp(answers: answers) { environment in
        environment.store = EGF2FolderStore(URL(filePath: path, directoryHint: .isDirectory))
      }
    }
  }
#endif
