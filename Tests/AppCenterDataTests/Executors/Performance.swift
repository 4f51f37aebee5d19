import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One scene, played where the services are in process, behind sockets, or in a recording.
struct Performance: Sendable {
  let scene: Scene

  /// Where the exchange is that is not behind a socket.
  private static let exchange = "http://127.0.0.1:4404/v0.1"

  /// Plays on a stage in this process.
  func inProcess() async throws -> [Told] {
    try await recorded(into: Recorder { Theatre.opening })
  }

  /// Plays on a stage in this process, and answers what passed, as a file without secrets.
  func recording() async throws -> Recording {
    let recorder = Recorder { Theatre.opening }
    _ = try await recorded(into: recorder)
    let document = HARDocument(Redactor().redact(recorder.recording))
    return try Recording(HARDocument(reading: document.bytes, named: scene.testDescription))
  }

  /// Plays against servers on ports of their own.
  func overHTTP() async throws -> [Told] {
    let theatre = try theatre()
    var options = ServerOptions()
    options.portBase = 0
    options.eventLoops = 1
    let server = try await EmulatorServer.start(theatre.stage, options)
    do {
      let told = try await play(theatre, at: server)
      await server.drain(timeoutSeconds: 0)
      return told
    } catch {
      await server.drain(timeoutSeconds: 0)
      throw error
    }
  }

  private func play(_ theatre: Theatre, at server: EmulatorServer) async throws -> [Told] {
    let urls = Dictionary(server.addresses.map { ($0.name, $0.url) }) { first, _ in first }
    guard let cosmos = urls["cosmos"], let exchange = urls["appcenter"] else {
      throw ExecutorProblem("there is no address of \(server.addresses.map(\.name))")
    }
    try theatre.bringAbout("app exists", in: "appcenter", ["account": .string(cosmos)])
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    let session = URLSession(configuration: configuration)
    defer { session.invalidateAndCancel() }
    return try await play(theatre, .urlSession(session), exchange + "/v0.1")
  }

  /// Plays from a recording, where time is the test's own.
  func replaying(_ recording: Recording) async throws -> (told: [Told], report: ReplayReport) {
    let replayer = Replayer(recording, normalise: Redactor().normaliser(for: recording))
    let clock = Clock()
    let device = try Device(
      .inProcess(replayer.responder), exchange: Self.exchange, now: { clock.milliseconds },
      pass: { clock.pass(seconds: $0) })
    return (try await scene.play(device).withNumberedTags, replayer.report)
  }

  private final class Clock: Sendable {
    private let time = Mutex(Theatre.opening)
    var milliseconds: Int64 { time.withLock { $0 } }
    func pass(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
  }

  private func recorded(into recorder: Recorder) async throws -> [Told] {
    let theatre = try theatre()
    let responder = try theatre.responder().recorded(into: recorder)
    return try await play(theatre, .inProcess(responder), Self.exchange)
  }

  private func theatre() throws -> Theatre {
    let theatre = try Theatre()
    for document in scene.documents {
      try theatre.bringAbout("document exists", in: "cosmos", document.parameters)
    }
    return theatre
  }

  private func play(
    _ theatre: Theatre, _ transport: Transport, _ exchange: String
  ) async throws -> [Told] {
    let space = theatre.space
    let device = try Device(
      transport, exchange: exchange, now: { space.clock.milliseconds },
      pass: { try space.changeClock(.advance(milliseconds: $0 * 1000)) })
    return try await scene.play(device).withNumberedTags
  }
}
