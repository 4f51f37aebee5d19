import Foundation
import Ghostlight
import GhostlightCore
import GhostlightServer
import TestExecutors

/// Serves all emulators and a backend that only tests have, until standard input ends.
///
/// The console check uses it to test the console's pages for a vendor that Ghostlight does not
/// contain.
@main struct LibraryServer {
  static func main() async throws {
    var configuration = StageConfiguration()
    configuration.services.append(
      Service(name: "library", title: "Library", port: 0, seed: LibraryBackend()))
    var options = ServerOptions()
    options.portBase = 0
    let server = try await EmulatorServer.start(Stage(configuration), options)
    let urls = server.addresses.reduce(into: JSONObject()) { $0[$1.name] = .string($1.url) }
    try FileHandle.standardOutput.write(contentsOf: Data("\(JSON.object(urls))\n".utf8))
    while readLine() != nil {}
    await server.drain(timeoutSeconds: 0)
  }
}
