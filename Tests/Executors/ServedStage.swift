package import Ghostlight
import GhostlightServer

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// A stage that a server serves on free ports, and a URL session to reach it.
package struct ServedStage: Sendable {
  /// The base URL of each emulator, by its name; `control` is the base URL of the control API.
  package let urls: [String: String]
  package let session: URLSession

  /// Serves a stage over HTTP while `body` runs, then stops the server.
  package static func run<Value>(
    _ stage: Stage, _ configuration: URLSessionConfiguration = .patient,
    _ body: (ServedStage) async throws -> Value
  ) async throws -> Value {
    var options = ServerOptions.patient
    options.eventLoops = 1
    let server = try await EmulatorServer.start(stage, options)
    let session = URLSession(configuration: configuration)
    let urls = Dictionary(server.addresses.map { ($0.name, $0.url) }) { first, _ in first }
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(ServedStage(urls: urls, session: session)))
    } catch {
      result = .failure(error)
    }
    await server.drain(timeoutSeconds: 0)
    session.invalidateAndCancel()
    return try result.get()
  }

  /// Returns the base URL of an emulator, without a trailing slash.
  ///
  /// - Throws: ``ExecutorError`` if the server does not have the emulator.
  package func url(_ name: String) throws -> String {
    guard let url = urls[name] else {
      throw ExecutorError("\(name) has no address beside \(urls.keys.sorted())")
    }
    return url
  }
}
