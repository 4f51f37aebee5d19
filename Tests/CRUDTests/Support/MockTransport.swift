import CRUD
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors

/// A service that records its requests and sends the same response to each.
struct MockTransport: Sendable {
  private let service: ScriptedServer

  init(_ response: Response = .json(.ok, [])) { service = ScriptedServer([response]) }

  /// A `CRUD` instance that sends its requests to this service.
  var crud: CRUD { CRUD(basePath: "https://host/v2", secret: "s3cr3t", transport: transport) }

  /// A transport to this service that responds without suspending.
  var transport: Transport { .inProcess(responder) }

  /// A transport to this service that suspends before it responds.
  var slowTransport: Transport {
    Transport { [service] request throws(TransportError) in
      await Task.yield()
      return service.answer(request)
    }
  }

  var responder: Responder { service.responder }

  /// The recorded requests, in order.
  var requests: [Request] { service.requests }

  /// The method, target and body of each request, in order.
  var calls: [String] {
    requests.map { request in
      let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
      return "\(request.method.rawValue) \(request.target.raw)\(body)"
    }
  }
}

extension Response {
  /// A response that contains the id of a created object.
  static let created = Response.json(.ok, ["_id": "1"])
}
