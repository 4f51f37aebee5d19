import GhostlightCore
public import HTTPTypes

extension ContractExecutor {
  /// Returns an executor that sends requests to your own backend at the URL `base`.
  ///
  /// Interactions are run one after another, because they share the state of the backend. `states`
  /// is the URL that sets up provider states; without it, interactions that need states are
  /// skipped. `headers` replace the header fields with the same names in each request.
  public static func backend(
    _ base: String, states: StateChangeURL? = nil, headers: HTTPFields = [:],
    exchange: @escaping HTTPExchange
  ) -> ContractExecutor {
    ContractExecutor(name: "over HTTP at \(base)", width: 1) {
      _, interaction, _ throws(ContractExecutorError) in
      var session = InteractionSession(
        setUp: { state throws(ContractExecutorError) in
          guard let states else {
            throw ContractExecutorError(
              "it needs the provider state \"\(state.name)\": name the URL that sets up states with "
                + "--state-url or --control, or leave states out with --without-states",
              kind: .unsupported)
          }
          return try await states.change(state, "setup", exchange)
        },
        send: { request throws(ContractExecutorError) in
          var request = request
          if request.authority == "localhost" {
            request.authority = RemoteNamespace.authority(of: base)
          }
          for field in headers { request.headers[field.name] = nil }
          request.headers.append(contentsOf: headers)
          return try await exchange(request, base)
        },
        close: {
          guard let states, states.tearsDown else { return }
          for state in interaction.states.reversed() {
            _ = try? await states.change(state, "teardown", exchange)
          }
        })
      session.address = base
      session.secretFields = headers.map(\.name.rawName)
      return session
    }
  }
}

/// The URL at which a backend sets up provider states, as Pact's verifiers request it.
///
/// To set up a state, the executor sends a `POST` of `{"state": name, "params": {…}, "action":
/// "setup"}`. If the response is a JSON object, generators can use its members as values.
///
/// - Source: Pact's verifier, "state change requests" with a body.
public struct StateChangeURL: Sendable, Hashable {
  /// The scheme, host and port: `http://127.0.0.1:8080`.
  public let origin: String
  /// The path and query: `/_pact/states`.
  public let target: String
  /// Whether the executor also sends the action `teardown` for each state after an interaction.
  public var tearsDown = false

  /// Parses a URL; returns `nil` if it is not an `http` or `https` URL.
  public init?(_ url: String) {
    guard let scheme = url.firstRange(of: "://"), url.hasPrefix("http"), !url.contains("#") else {
      return nil
    }
    let rest = url[scheme.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard end > rest.startIndex else { return nil }
    origin = String(url[..<end])
    target = (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...]
  }

  /// Sends a request that sets up or tears down a state, and returns the values of the state.
  ///
  /// - Throws: ``ContractExecutorError`` if the backend rejects the state or does not respond.
  func change(
    _ state: GivenState, _ action: String, _ exchange: ContractExecutor.HTTPExchange
  ) async throws(ContractExecutorError) -> JSONObject {
    var request = Request.json(
      .post, RequestTarget(target),
      [
        "state": .string(state.name), "params": .object(state.parameters),
        "action": .string(action),
      ])
    request.authority = RemoteNamespace.authority(of: origin)
    let response = try await exchange(request, origin)
    guard (200...299).contains(response.status.code) else {
      throw ContractExecutorError(
        "the state \"\(state.name)\" is refused at \(origin)\(target): \(response.status.code) "
          + ContractFailure.short(response.body))
    }
    guard !response.body.isEmpty else { return [:] }
    return response.json?.object ?? [:]
  }
}
