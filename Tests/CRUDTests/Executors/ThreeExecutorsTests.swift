import GhostlightCore
import TestExecutors
import Testing

@Suite struct `CRUD in three executors` {
  @Test(arguments: Scene.all, Executor.allCases)
  func `tells all`(_ scene: Scene, _ executor: Executor) async throws {
    #expect(try await Performance(scene: scene).told(executor) == scene.told)
  }

  @Test func `keeps no secret in a recording`() async throws {
    #expect(try await Performance.secrets(in: Scene.all) == [])
  }

  @Test func `leaves no route of the SDK's unplayed`() async throws {
    let calls = try await Performance.calls(of: Scene.all) { target in
      let words = target.rawPath.split(separator: "/").dropFirst(2)
      let names = words.map { $0.utf8.count == 24 ? "id" : String($0) }
      return names.joined(separator: "/")
    }
    #expect(Self.routes.subtracting(calls) == [])
  }

  /// The calls that the module makes to a collection.
  private static let routes: Set<String> = [
    "GET ", "GET id", "GET count", "POST ", "POST id/state", "PATCH id", "DELETE id", "DELETE ",
  ]
}
