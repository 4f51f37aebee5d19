import ContractLibrary
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightContracts
import GhostlightCore
import GhostlightServer
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Emulators behind sockets for the length of a test.
struct Serving: Sendable {
  private let server: EmulatorServer
  private let transport: Transport

  static func run(
    _ emulators: [Emulator] = Emulator.all, _ body: (Serving) async throws -> Void
  ) async throws {
    var options = ServerOptions()
    options.portBase = 0
    options.eventLoops = 1
    let server = try await EmulatorServer.start(
      Stage(StageConfiguration(emulators: emulators)), options)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    let session = URLSession(configuration: configuration)
    try await body(Serving(server: server, transport: .urlSession(session)))
    await server.drain(timeoutSeconds: 0)
  }

  /// Plays a chapter against its vendor's listener.
  func executor(for chapter: Chapter) -> ContractExecutor {
    let transport = transport
    return .http(url(chapter.pact.provider), control: url("control"), run: chapter.name) {
      request, base throws(ContractExecutorProblem) in
      var request = request
      let authority = String(base.dropFirst("http://".count))
      if request.authority != authority, let host = HTTPField.Name("Host") {
        request.headers[host] = request.authority
      }
      request.authority = authority
      do throws(TransportError) {
        return try await transport.send(request)
      } catch {
        throw ContractExecutorProblem("\(request.target): \(error)")
      }
    }
  }

  private func url(_ name: String) -> String {
    server.addresses.first { $0.name == name }?.url ?? "http://127.0.0.1:1"
  }
}
