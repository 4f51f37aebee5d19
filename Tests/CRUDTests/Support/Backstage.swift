import CRUD
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// A service that keeps what it is sent, and gives one answer to all.
final class Backstage: Sendable {
  private let heard = Mutex<[Request]>([])
  private let response: Response

  init(_ response: Response = .json(.ok, [])) { self.response = response }

  /// An instance whose requests come here.
  var crud: CRUD { CRUD(basePath: "https://host/v2", secret: "s3cr3t", transport: transport) }

  /// The way to this service, without waiting.
  var transport: Transport { .inProcess(responder) }

  /// The way to this service, with a wait on the way.
  var slowTransport: Transport {
    Transport { request throws(TransportError) in
      await Task.yield()
      return self.answer(request)
    }
  }

  var responder: Responder { Responder(name: "backstage", immediate: { self.answer($0) }) }

  /// What was sent, in order.
  var requests: [Request] { heard.withLock { $0 } }

  /// Method, target and body of what was sent, in order.
  var calls: [String] {
    requests.map { request in
      let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
      return "\(request.method.rawValue) \(request.target.raw)\(body)"
    }
  }

  private func answer(_ request: Request) -> Response {
    heard.withLock { $0.append(request) }
    return response
  }
}

extension Response {
  /// An answer that shows an object's id.
  static let created = Response.json(.ok, ["_id": "1"])
}
