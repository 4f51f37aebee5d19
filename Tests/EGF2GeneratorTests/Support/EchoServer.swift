import EGF2
import EGF2Generator
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// A server with one object, which records the body of the last update.
final class EchoServer: Sendable {
  private let object: JSON
  private let body = Mutex<JSON?>(nil)

  init(_ object: JSON) { self.object = object }

  /// The body of the last update; `nil` if there was no update.
  var sent: JSON? { body.withLock { $0 } }

  /// Creates a graph with some model classes, which sends its requests to this server.
  func graph(_ models: [String: NSObject.Type]) -> EGF2Graph? {
    var environment = EGF2Environment(transport: Transport { request in self.respond(request) })
    environment.callbackQueue = DispatchQueue(label: "egf2gen.tests")
    environment.notificationCenter = NotificationCenter()
    environment.store = EGF2MemoryStore()
    environment.log = { _ in }
    let graph = EGF2Graph(name: "echo", environment: environment)
    graph?.serverURL = URL(string: "http://127.0.0.1/v1/")
    graph?.idsWithModelTypes = models
    return graph
  }

  private func respond(_ request: Request) -> Response {
    if request.method == .put {
      body.withLock { $0 = try? JSON.parse(request.body) }
    }
    return .json(.ok, object)
  }
}
