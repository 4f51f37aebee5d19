public import GhostlightCore
import HTTPTypes

extension ContractExecutor {
  /// Sends a request to the server at a base URL such as `http://127.0.0.1:4401`.
  ///
  /// The authority of the request must be sent unchanged in the `Host` field. The caller provides
  /// this function, because this module does not have an HTTP client.
  public typealias HTTPExchange =
    @Sendable (Request, String) async throws(ContractExecutorError) -> Response

  /// Returns an executor that sends requests to a running Ghostlight server at the URL `base`.
  ///
  /// `control` is the URL of the server's control API; without it, interactions that need states
  /// are skipped. `run` is a name for this run, because two runs must not use the same namespaces.
  public static func http(
    _ base: String, control: String?, run: String, exchange: @escaping HTTPExchange
  ) -> ContractExecutor {
    ContractExecutor(name: "over HTTP at \(base)") {
      pact, _, number throws(ContractExecutorError) in
      let remote = RemoteNamespace(
        base: base, control: control, provider: pact.provider,
        namespace: "contract-\(run)-\(number)", exchange: exchange)
      var session = InteractionSession(
        setUp: { state throws(ContractExecutorError) in try await remote.setUp(state) },
        send: { request throws(ContractExecutorError) in try await remote.send(request) },
        close: { await remote.close() })
      session.address = base
      session.faultPlan = { await remote.faultPlan() }
      return session
    }
  }
}

/// A client for one namespace of a running Ghostlight server, which one interaction uses.
struct RemoteNamespace: Sendable {
  let base: String
  let control: String?
  let provider: String
  let namespace: String
  let exchange: ContractExecutor.HTTPExchange

  func setUp(_ state: GivenState) async throws(ContractExecutorError) -> JSONObject {
    guard let control else {
      throw ContractExecutorError(
        "it needs the provider state \"\(state.name)\": name the URL that sets up states with --control",
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
      throw ContractExecutorError("the state \"\(state.name)\" is refused: \(reason)")
    }
    return response.json?.object ?? [:]
  }

  func send(_ request: Request) async throws(ContractExecutorError) -> Response {
    var request = request
    let hasHost = request.authority != "localhost"
    if !hasHost { request.authority = Self.authority(of: base) }
    if control != nil, let field = HTTPField.Name("X-Ghostlight-Namespace") {
      request.headers[field] = namespace
    }
    return try await exchange(request, base)
  }

  /// Returns the number of the fault plan that changed the last response, from the journal.
  func faultPlan() async -> Int? {
    guard let control else { return nil }
    do throws(ContractExecutorError) {
      let path = "requests?limit=1&namespace=\(PercentEncoding.encode(namespace))"
      let answer = try await exchange(call(.get, path, control, nil), control)
      return (answer.json?["requests"]?.array?.last?["fault"]?.integer).map(Int.init)
    } catch {
      return nil
    }
  }

  /// Removes the namespace from the server; errors are ignored.
  func close() async {
    guard let control else { return }
    do throws(ContractExecutorError) {
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

  /// Returns host and port of a base URL.
  static func authority(of url: String) -> String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return String(rest.prefix { $0 != "/" })
  }
}
