import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors

/// A service that keeps what it is sent, and answers in turn what it was told, the last for good.
struct MockTransport: Sendable {
  private let service: Service

  init(_ answers: Response...) {
    service = Service(answers.isEmpty ? [Response(.ok)] : answers)
  }

  /// What was sent, in order.
  var requests: [Request] { service.requests }

  /// What was sent, as text: request line with scheme and host, header fields, body.
  var texts: [String] { requests.map(\.text) }

  /// The way to this service.
  var transport: Transport { .inProcess(service.responder) }
}

extension Request {
  /// The request as text: request line with scheme and host, header fields, body.
  fileprivate var text: String {
    let fields = headers.map { "\($0.name.rawName): \($0.value)\n" }.joined()
    let content = body.isEmpty ? "" : "\n" + String(decoding: body, as: UTF8.self)
    return "\(method.rawValue) \(scheme)://\(authority)\(target.raw)\n\(fields)\(content)"
  }
}
