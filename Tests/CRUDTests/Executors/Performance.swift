import CRUD
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightRecording
import TestExecutors

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One scene, played where the service is in process, behind a socket, or in a recording.
struct Performance: ThreeExecutors {
  let scene: Scene

  static let opening: Int64 = 1_586_106_974_175

  func inProcess(_ recorder: Recorder) async throws -> JSON {
    let (theatre, sid) = try theatre()
    return try await play(theatre.responder("mia").recorded(into: recorder), sid)
  }

  func overHTTP() async throws -> JSON {
    let (theatre, sid) = try theatre()
    let configuration = URLSessionConfiguration.patient
    configuration.httpShouldSetCookies = false
    return try await ServedStage.run(theatre.stage, configuration) { served in
      try await scene.play(Device(.urlSession(served.session), at: served.url("mia"), sid: sid))
    }
  }

  /// The session's id is what stands there for it.
  func fromRecording(_ responder: Responder) async throws -> JSON {
    try await play(responder, theatre().sid)
  }

  private func play(_ responder: Responder, _ sid: String?) async throws -> JSON {
    try await scene.play(Device(.inProcess(responder), at: "http://127.0.0.1:4402", sid: sid))
  }

  /// A project with authors, and the session of whoever is logged in.
  private func theatre() throws -> (theatre: Theatre, sid: String?) {
    let theatre = try Theatre([.mia()], at: Self.opening)
    return (theatre, try theatre.bringAbout(scene.states, in: "mia")["sid"]?.string)
  }
}
