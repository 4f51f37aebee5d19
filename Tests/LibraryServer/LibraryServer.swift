import Foundation
import Ghostlight
import GhostlightCore
import GhostlightServer
import TestExecutors

/// Serves all emulators and a backend that exists in tests alone, until its input ends: what the
/// console shows of a vendor that nobody knows.
@main struct LibraryServer {
  static func main() async throws {
    var configuration = StageConfiguration()
    configuration.emulators.append(
      Emulator(name: "library", title: "Library", port: 0, seed: LibraryBackend()))
    var options = ServerOptions()
    options.portBase = 0
    let server = try await EmulatorServer.start(Stage(configuration), options)
    let urls = server.addresses.reduce(into: JSONObject()) { $0[$1.name] = .string($1.url) }
    try FileHandle.standardOutput.write(contentsOf: Data("\(JSON.object(urls))\n".utf8))
    while readLine() != nil {}
    await server.drain(timeoutSeconds: 0)
  }
}
