import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import GhostlightServer
import Synchronization

@testable import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One scene, played where the service is in process, behind a socket, or in a recording.
struct Performance: Sendable {
  let scene: Scene

  /// What the SDK calls the service that is not behind a socket.
  private static let host = "api.stackmob.com"

  /// Plays on a stage in this process.
  func inProcess() async throws -> JSON {
    try await recorded(into: Recorder { Theatre.opening })
  }

  /// Plays on a stage in this process, and answers what passed, as a file without secrets.
  func recording() async throws -> Recording {
    let recorder = Recorder { Theatre.opening }
    _ = try await recorded(into: recorder)
    let document = HARDocument(Self.redactor.redact(recorder.recording))
    return try Recording(HARDocument(reading: document.bytes, named: scene.testDescription))
  }

  /// Plays against a server on a port of its own.
  func overHTTP() async throws -> JSON {
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

  private func play(_ theatre: Theatre, at server: EmulatorServer) async throws -> JSON {
    guard let url = server.addresses.first(where: { $0.name == "stackmob" })?.url else {
      throw TestProblem()
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    var environment = SMEnvironment(urlSession: URLSession(configuration: configuration))
    environment.sendsSecureCallsOverHTTP = true
    return try await play(theatre, environment, String(url.dropFirst("http://".count)))
  }

  /// Plays from a recording, where time and mails are the test's own.
  func replaying(_ recording: Recording) async throws -> (told: JSON, report: ReplayReport) {
    let replayer = Replayer(recording, normalise: Self.redactor.normaliser(for: recording))
    let clock = Mutex(Theatre.opening)
    let device = try Device(
      SMEnvironment(transport: .inProcess(replayer.responder)), host: Self.host,
      now: { clock.withLock { $0 } }, pass: { seconds in clock.withLock { $0 += seconds * 1000 } },
      temporaryPassword: { "no mail comes from a recording" })
    return (try await scene.play(device), replayer.report)
  }

  /// A device token is what results are about, and no secret.
  private static let redactor: Redactor = {
    var rules = RedactionRules.standard
    rules.remove(name: "token")
    return Redactor(rules)
  }()

  private func recorded(into recorder: Recorder) async throws -> JSON {
    let theatre = try theatre()
    var environment = try theatre.environment()
    guard let responder = theatre.stage.responder(for: "stackmob") else { throw TestProblem() }
    environment.transport = .inProcess(responder.recorded(into: recorder))
    return try await play(theatre, environment, Self.host)
  }

  private func theatre() throws -> Theatre {
    let theatre = try Theatre()
    for state in scene.states { try theatre.bringAbout(state.name, state.parameters) }
    return theatre
  }

  /// Plays, and answers what was told as if the service had its real name.
  private func play(_ theatre: Theatre, _ environment: SMEnvironment, _ host: String) async throws
    -> JSON
  {
    let space = theatre.space
    let device = try Device(
      environment, host: host, now: { space.clock.milliseconds },
      pass: { try theatre.pass(seconds: $0) },
      temporaryPassword: {
        let mail = space.outbox["stackmob"]?.messages.last
        guard let password = mail?.content["temporary_password"]?.string else {
          throw TestProblem()
        }
        return password
      })
    let told = try await scene.play(device)
    return try JSON.parse(told.text().replacing(host, with: Self.host))
  }
}
