import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightRecording
import SyncFixtures
import TestExecutors
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One scene, played where the service is in process, behind a socket, or in a recording.
struct Performance: ThreeExecutors {
  let scene: Scene

  static let opening = MiaProject.opening

  func inProcess(_ recorder: Recorder) async throws -> JSON {
    try await play(theatre().responder("mia").recorded(into: recorder))
  }

  func overHTTP() async throws -> JSON {
    let configuration = URLSessionConfiguration.patient
    configuration.httpShouldSetCookies = false
    return try await ServedStage.run(try theatre().stage, configuration) { served in
      try await scene.play(
        Phones(transport: .urlSession(served.session), endpoint: served.url("mia")))
    }
  }

  func fromRecording(_ responder: Responder) async throws -> JSON { try await play(responder) }

  private func play(_ responder: Responder) async throws -> JSON {
    try await scene.play(
      Phones(transport: .inProcess(responder), endpoint: "http://127.0.0.1:4402"))
  }

  private func theatre() throws -> Theatre {
    let theatre = try Theatre([.mia()], at: Self.opening)
    try theatre.bringAbout(scene.states, in: "mia")
    return theatre
  }
}

@Suite struct `Synchronisations in three executors` {
  @Test(arguments: Scene.all, Executor.allCases)
  func `tells all`(_ scene: Scene, _ executor: Executor) async throws {
    #expect(try await Performance(scene: scene).told(executor) == scene.told)
  }

  @Test func `keeps no secret in a recording`() async throws {
    #expect(try await Performance.secrets(in: Scene.all) == [])
  }
}
