import Ghostlight
import GhostlightCore
import HTTPTypes

/// The probes of Microsoft's emulator for Linux, for Testcontainers, Aspire and Kubernetes.
///
/// They have a listener of their own, which opens and closes together with the others. It serves
/// plain HTTP to any host and without a token, because the responses contain only names and
/// addresses of services.
///
/// - Source: Microsoft's page on the emulator for Linux names the port 8080 and the paths `/alive`,
///   `/ready` and `/status`; the issue azure-cosmos-db-emulator-docker 241 shows that `/ready` has
///   status 200 or 503. The bodies are an assumption.
enum HealthProbes {
  /// The name of the listener, which no service can have.
  static let listenerName = "health"

  /// Returns the responder for the probes of a server.
  ///
  /// `failure` returns the reason why the server refuses all requests until a restart, or `nil`;
  /// `services` are the addresses to list.
  static func responder(
    failure: @escaping @Sendable () -> String?,
    services: @escaping @Sendable () -> [(name: String, url: String)]
  ) -> Responder {
    Responder(
      name: listenerName,
      immediate: { request in
        guard ["/alive", "/ready", "/status"].contains(request.target.rawPath) else {
          return .json(.notFound, ["error": "the probes are /alive, /ready and /status"])
        }
        guard [.get, .head].contains(request.method) else {
          var refusal = Response.json(.methodNotAllowed, ["error": "the probes take GET and HEAD"])
          refusal.headers[.allow] = "GET, HEAD"
          return refusal
        }
        if request.target.rawPath == "/alive" { return .json(.ok, ["status": "alive"]) }
        let failure = failure()
        var body: JSONObject = ["status": failure == nil ? "ready" : "failed"]
        body["error"] = failure.map(JSON.string)
        if request.target.rawPath == "/status" {
          body["version"] = .string(Version.current)
          body["services"] = .object(
            services().reduce(into: JSONObject()) { $0[$1.name] = .string($1.url) })
        }
        return .json(failure == nil ? .ok : .serviceUnavailable, .object(body))
      })
  }
}
