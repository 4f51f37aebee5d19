import ContractLibrary
import Ghostlight
import GhostlightClient
import GhostlightContracts
import GhostlightCore
import HTTPTypes
import TestExecutors

/// Emulators that listen on local ports for the duration of a test.
struct Serving: Sendable {
  private let served: ServedStage

  static func run(
    _ emulators: [Service] = Service.all, _ body: (Serving) async throws -> Void
  ) async throws {
    try await ServedStage.run(Stage(StageConfiguration(services: emulators))) { served in
      try await body(Serving(served: served))
    }
  }

  /// Returns an executor that sends a chapter's requests to the emulator of its vendor.
  func executor(for chapter: Chapter) -> ContractExecutor {
    let transport = Transport.urlSession(served.session)
    return .http(url(chapter.pact.provider), control: url("control"), run: chapter.name) {
      request, base throws(ContractExecutorError) in
      var request = request
      let authority = String(base.dropFirst("http://".count))
      if request.authority != authority, let host = HTTPField.Name("Host") {
        request.headers[host] = request.authority
      }
      request.authority = authority
      do throws(TransportError) {
        return try await transport.send(request)
      } catch {
        throw ContractExecutorError("\(request.target): \(error)")
      }
    }
  }

  private func url(_ name: String) -> String {
    served.urls[name] ?? "http://127.0.0.1:1"
  }
}
