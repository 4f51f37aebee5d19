public import GhostlightCore

/// Where interactions are played: in process, over HTTP, from a recording.
///
/// Each interaction gets a session of its own, so that none sees what another did.
public struct ContractExecutor: Sendable {
  /// What reports call it: `in process`.
  public var name: String
  /// How many interactions may be played at a time.
  public var width: Int
  /// Opens an untouched session for an interaction; the number is different for each.
  public var open:
    @Sendable (Pact, Interaction, Int) async throws(ContractExecutorError) -> InteractionSession

  /// Makes an executor.
  public init(
    name: String, width: Int = 8,
    open:
      @escaping @Sendable (Pact, Interaction, Int) async throws(ContractExecutorError) ->
      InteractionSession
  ) {
    self.name = name
    self.width = width
    self.open = open
  }
}

/// A world of its own in which one interaction is played.
public struct InteractionSession: Sendable {
  /// Brings a provider state about and answers its values.
  public var setUp: @Sendable (GivenState) async throws(ContractExecutorError) -> JSONObject
  /// Sends the request.
  public var send: @Sendable (Request) async throws(ContractExecutorError) -> Response
  /// The title of the route that served the request, where the session knows.
  public var servedRoute: (@Sendable () async -> String?)?
  /// The number of the fault plan that changed the answer; `nil` where none did or nobody knows.
  public var faultPlan: (@Sendable () async -> Int?)?
  /// Where people can send the request themselves, such as `http://127.0.0.1:4401`.
  public var address: String?
  /// The names of header fields that the session adds to each request and that reports keep back.
  public var secretFields: [String] = []
  /// Takes the session down.
  public var close: @Sendable () async -> Void
  /// Whether states answer values; a recording does not know them any more.
  public var knowsValues = true

  /// Makes a session.
  public init(
    setUp:
      @escaping @Sendable (GivenState) async throws(ContractExecutorError) -> JSONObject,
    send: @escaping @Sendable (Request) async throws(ContractExecutorError) -> Response,
    servedRoute: (@Sendable () async -> String?)? = nil,
    close: @escaping @Sendable () async -> Void = {}
  ) {
    self.setUp = setUp
    self.send = send
    self.servedRoute = servedRoute
    self.close = close
  }
}

/// Why an interaction could not be played.
public struct ContractExecutorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable {
    /// Something is wrong with the contract, the state or the provider.
    case failed
    /// This executor cannot run it, whatever the provider does.
    case unsupported
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// One line with the remedy.
  public let description: String

  /// Says what is wrong and what to do.
  public init(_ description: String, kind: Kind = .failed) {
    self.kind = kind
    self.description = description
  }
}
