public import GhostlightCore
import HTTPTypes

extension ContractExecutor {
  /// Sends a request to the listener at a base URL such as `http://127.0.0.1:4401`.
  ///
  /// The request's authority goes to the `Host` field as it is.
  public typealias HTTPExchange =
    @Sendable (Request, String) async throws(ContractExecutorProblem) -> Response

  /// Plays against a running service at `base`.
  ///
  /// `control` is where `ghostlight serve` takes control calls; without it, interactions that need
  /// states are skipped. `run` names this run, for the namespaces of two must not be the same.
  public static func http(
    _ base: String, control: String?, run: String, exchange: @escaping HTTPExchange
  ) -> ContractExecutor {
    ContractExecutor(name: "over HTTP at \(base)") {
      pact, _, number throws(ContractExecutorProblem) in
      let door = HTTPDoor(
        base: base, control: control, provider: pact.provider,
        namespace: "contract-\(run)-\(number)", exchange: exchange)
      return ContractScene(
        bringAbout: { state throws(ContractExecutorProblem) in try await door.bringAbout(state) },
        send: { request throws(ContractExecutorProblem) in try await door.send(request) },
        close: { await door.close() })
    }
  }
}
