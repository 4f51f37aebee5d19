public import GhostlightCore
import HTTPTypes

extension ContractExecutor {
  /// Sends a request to the listener at a base URL such as `http://127.0.0.1:4401`.
  ///
  /// The request's authority goes to the `Host` field as it is.
  public typealias HTTPExchange =
    @Sendable (Request, String) async throws(ContractExecutorError) -> Response

  /// Plays against a running service at `base`.
  ///
  /// `control` is where `ghostlight serve` takes control calls; without it, interactions that need
  /// states are skipped. `run` names this run, for the namespaces of two must not be the same.
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

/// The way to a namespace of its own on a running server.
struct RemoteNamespace: Sendable {
  let base: String
  let control: String?
  let provider: String
  let namespace: String
  let exchange: ContractExecutor.HTTPExchange

  func setUp(_ state: GivenState) async throws(ContractExecutorError) -> JSONObject {
    guard let control else {
      throw ContractExecutorError(
        "it needs \"\(state.name)\"; say with --control where states are set up",
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

  /// The number of the fault plan that changed the last answer, as the journal has it.
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

  /// Drops the namespace; that it fails matters to nobody.
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

  /// Host and port of a base URL.
  static func authority(of url: String) -> String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return String(rest.prefix { $0 != "/" })
  }
}
