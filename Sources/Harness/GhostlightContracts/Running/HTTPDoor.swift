import GhostlightCore
import HTTPTypes

/// The way to a namespace of its own on a running server.
struct HTTPDoor: Sendable {
  let base: String
  let control: String?
  let provider: String
  let namespace: String
  let exchange: ContractExecutor.HTTPExchange

  func bringAbout(_ state: GivenState) async throws(ContractExecutorProblem) -> JSONObject {
    guard let control else {
      throw ContractExecutorProblem(
        "it needs \"\(state.name)\"; say with --control where states are brought about",
        kind: .unsupported)
    }
    let response = try await exchange(
      call(
        .post, "states", control,
        [
          "state": .string(state.name), "params": .object(state.parameters), "action": "setup",
          "emulator": .string(provider), "namespace": .string(namespace),
        ]), control)
    guard response.status.code == 200 else {
      let reason = response.json?["error"]?.string ?? "\(response.status.code)"
      throw ContractExecutorProblem("the state \"\(state.name)\" is refused: \(reason)")
    }
    return response.json?.object ?? [:]
  }

  func send(_ request: Request) async throws(ContractExecutorProblem) -> Response {
    var request = request
    let hasHost = request.authority != "localhost"
    if !hasHost { request.authority = Self.authority(of: base) }
    if control != nil, let field = HTTPField.Name("X-Ghostlight-Namespace") {
      request.headers[field] = namespace
    }
    return try await exchange(request, base)
  }

  /// Drops the namespace; that it fails matters to nobody.
  func close() async {
    guard let control else { return }
    do throws(ContractExecutorProblem) {
      _ = try await exchange(call(.delete, "namespaces/\(namespace)", control, nil), control)
    } catch {
      return
    }
  }

  private func call(
    _ method: HTTPRequest.Method, _ path: String, _ control: String, _ body: JSON?
  ) -> Request {
    let target = RequestTarget("/__ghostlight/v1/\(path)")
    var request = body.map { Request.json(method, target, $0) } ?? Request(method, target)
    request.authority = Self.authority(of: control)
    return request
  }

  /// Host and port of a base URL.
  private static func authority(of url: String) -> String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return String(rest.prefix { $0 != "/" })
  }
}
