public import GhostlightCore

/// A world of its own in which one interaction is played.
public struct ContractScene: Sendable {
  /// Brings a provider state about and answers its values.
  public var bringAbout: @Sendable (GivenState) async throws(ContractExecutorProblem) -> JSONObject
  /// Sends the request.
  public var send: @Sendable (Request) async throws(ContractExecutorProblem) -> Response
  /// The title of the route that served the request, where the scene knows.
  public var servedRoute: (@Sendable () async -> String?)?
  /// Takes the scene down.
  public var close: @Sendable () async -> Void
  /// Whether states answer values; a recording does not know them any more.
  public var knowsValues = true

  /// Makes a scene.
  public init(
    bringAbout:
      @escaping @Sendable (GivenState) async throws(ContractExecutorProblem) -> JSONObject,
    send: @escaping @Sendable (Request) async throws(ContractExecutorProblem) -> Response,
    servedRoute: (@Sendable () async -> String?)? = nil,
    close: @escaping @Sendable () async -> Void = {}
  ) {
    self.bringAbout = bringAbout
    self.send = send
    self.servedRoute = servedRoute
    self.close = close
  }
}
