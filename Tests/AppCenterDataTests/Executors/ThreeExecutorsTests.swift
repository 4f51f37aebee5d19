import TestExecutors
import Testing

@Suite struct `The SDK in three executors` {
  @Test(arguments: Scene.all, Executor.allCases)
  func `tells all`(_ scene: Scene, _ executor: Executor) async throws {
    #expect(try await Performance(scene: scene).told(executor) == scene.told)
  }

  @Test func `keeps no secret in a recording`() async throws {
    #expect(try await Performance.secrets(in: Scene.all) == [])
  }
}
