import GhostlightCore
import GhostlightRecording
import Testing

@Suite struct `The SDK in three executors` {
  @Test(arguments: Scene.all) func `tells all in process`(_ scene: Scene) async throws {
    #expect(try await Performance(scene: scene).inProcess() == scene.told)
  }

  @Test(arguments: Scene.all) func `tells the same over HTTP`(_ scene: Scene) async throws {
    #expect(try await Performance(scene: scene).overHTTP() == scene.told)
  }

  @Test(arguments: Scene.all)
  func `tells the same from a recording, which is used up`(_ scene: Scene) async throws {
    let performance = Performance(scene: scene)
    let recording = try await performance.recording()
    let (told, report) = try await performance.replaying(recording)
    #expect(told == scene.told)
    #expect(report.isClean, "\(report)")
  }

  @Test func `keeps no secret in a recording`() async throws {
    for scene in Scene.all {
      let recording = try await Performance(scene: scene).recording()
      let document = try JSON.parse(HARDocument(recording).bytes)
      #expect(RedactionLint().findings(in: document) == [])
    }
  }
}
