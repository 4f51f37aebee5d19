import GhostlightCore
import GhostlightServer
import TestExecutors

extension Responder {
  /// A responder that returns the request's scheme and body.
  static let scheme = Responder(
    name: "scheme",
    immediate: { request in
      .text("\(request.scheme) " + String(decoding: request.body, as: UTF8.self))
    })
}

/// Starts a server for HTTP and HTTPS, calls `body` with it, and then stops it.
///
/// `file` is the path of the certificate that clients must trust.
func servingSecurely(
  _ responder: Responder = .scheme, limits: ServerLimits = .patient,
  _ body: (_ server: HTTPServer, _ file: String) async throws -> Void
) async throws {
  try await Scratch.use { scratch in
    let tls = try ServerTLS.authority(folder: scratch.path, host: "127.0.0.1")
      .open(nowMilliseconds: Scratch.now)
    try await serving(responder, tls, limits: limits) { server in
      try await body(server, CertificateAuthority.certificateFile(in: scratch.path))
    }
  }
}
