import CRUD
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors

/// A service that keeps what it is sent, and gives one answer to all.
struct MockTransport: Sendable {
  private let service: Service

  init(_ response: Response = .json(.ok, [])) { service = Service([response]) }

  /// An instance whose requests come here.
  var crud: CRUD { CRUD(basePath: "https://host/v2", secret: "s3cr3t", transport: transport) }

  /// The way to this service, without waiting.
  var transport: Transport { .inProcess(responder) }

  /// The way to this service, with a wait on the way.
  var slowTransport: Transport {
    Transport { [service] request throws(TransportError) in
      await Task.yield()
      return service.answer(request)
    }
  }

  var responder: Responder { service.responder }

  /// What was sent, in order.
  var requests: [Request] { service.requests }

  /// Method, target and body of what was sent, in order.
  var calls: [String] {
    requests.map { request in
      let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
      return "\(request.method.rawValue) \(request.target.raw)\(body)"
    }
  }
}

extension Response {
  /// An answer that shows an object's id.
  static let created = Response.json(.ok, ["_id": "1"])
}
