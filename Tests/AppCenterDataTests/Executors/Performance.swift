import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import Synchronization
import TestExecutors

/// One scene, played where the services are in process, behind sockets, or in a recording.
struct Performance: ThreeExecutors {
  let scene: Scene

  static let opening = Theatre.opening

  /// Where the exchange is that is not behind a socket.
  private static let exchange = "http://127.0.0.1:4404/v0.1"

  func inProcess(_ recorder: Recorder) async throws -> [Told] {
    let theatre = try Theatre(scene.states)
    let responder = try theatre.responder().recorded(into: recorder)
    return try await play(theatre, .inProcess(responder), Self.exchange)
  }

  func overHTTP() async throws -> [Told] {
    let theatre = try Theatre(scene.states)
    return try await ServedStage.run(theatre.stage) { served in
      let app = Given("app exists", ["account": .string(try served.url("cosmos"))])
      try theatre.bringAbout([app], in: "appcenter")
      return try await play(
        theatre, .urlSession(served.session), served.url("appcenter") + "/v0.1")
    }
  }

  /// Time is the test's own.
  func fromRecording(_ responder: Responder) async throws -> [Told] {
    let clock = Clock()
    let device = try Device(
      .inProcess(responder), exchange: Self.exchange, now: { clock.milliseconds },
      pass: { clock.pass(seconds: $0) })
    return try await scene.play(device).withNumberedTags
  }

  private final class Clock: Sendable {
    private let time = Mutex(Theatre.opening)
    var milliseconds: Int64 { time.withLock { $0 } }
    func pass(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
  }

  private func play(
    _ theatre: Theatre, _ transport: Transport, _ exchange: String
  ) async throws -> [Told] {
    let space = theatre.space
    let device = try Device(
      transport, exchange: exchange, now: { space.clock.milliseconds },
      pass: { try theatre.pass(seconds: $0) })
    return try await scene.play(device).withNumberedTags
  }
}
