import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightRecording
import GhostlightTesting
import TestExecutors
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One scene, played where the service is in process, behind a socket, or in a recording.
struct Performance: ThreeExecutors {
  let scene: Scene

  static let opening = Theatre.opening

  /// Where the service is that is not behind a socket.
  private static let endpoint = "http://127.0.0.1:4402"

  func inProcess(_ recorder: Recorder) async throws -> JSON {
    try await fromRecording(Theatre(scene).responder("mia").recorded(into: recorder))
  }

  func overHTTP() async throws -> JSON {
    try await ServedStage.run(Theatre(scene).stage) { served in
      let url = try served.url("mia")
      let told = try await scene.play(Device(MKEnvironment(), at: url))
      return try JSON.parse(told.text().replacing(url, with: Self.endpoint))
    }
  }

  /// Requests, and the tasks that apps make, go to the responder.
  func fromRecording(_ responder: Responder) async throws -> JSON {
    let door = URLSessionDoor(responder)
    let session = URLSession(configuration: door.configuration)
    defer { session.invalidateAndCancel() }
    let environment = MKEnvironment(transport: .inProcess(responder), urlSession: session)
    let told = try await scene.play(Device(environment, at: Self.endpoint))
    return withExtendedLifetime(door) { told }
  }
}
