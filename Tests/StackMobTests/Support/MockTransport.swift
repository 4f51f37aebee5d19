import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors

/// A service that records requests and sends the given responses in order; the last response is
/// repeated.
struct MockTransport: Sendable {
  private let service: ScriptedServer

  init(_ answers: Response...) {
    service = ScriptedServer(answers.isEmpty ? [Response(.ok)] : answers)
  }

  /// The recorded requests, in the order in which they were sent.
  var requests: [Request] { service.requests }

  /// The recorded requests as text: request line with scheme and host, header fields, body.
  var texts: [String] { requests.map(\.text) }

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
