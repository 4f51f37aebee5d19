import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// A service that keeps what it is sent, and answers in turn what it was told, the last for good.
final class Backstage: Sendable {
  private let state: Mutex<(requests: [Request], answers: [Response])>

  init(_ answers: Response...) {
    state = Mutex(([], answers))
  }

  /// What was sent, in order.
  var requests: [Request] { state.withLock { $0.requests } }

  /// What was sent, as text: request line with scheme and host, header fields, body.
  var texts: [String] { requests.map(\.text) }

  /// The way to this service.
  var transport: Transport {
    .inProcess(Responder(name: "backstage", immediate: { self.answer($0) }))
  }

  private func answer(_ request: Request) -> Response {
    state.withLock { state in
      state.requests.append(request)
      guard state.answers.count > 1 else { return state.answers.first ?? Response(.ok) }
      return state.answers.removeFirst()
    }
  }
}

extension Request {
  /// The request as text: request line with scheme and host, header fields, body.
  fileprivate var text: String {
    let fields = headers.map { "\($0.name.rawName): \($0.value)\n" }.joined()
    let content = body.isEmpty ? "" : "\n" + String(decoding: body, as: UTF8.self)
    return "\(method.rawValue) \(scheme)://\(authority)\(target.raw)\n\(fields)\(content)"
  }
}
