public import GhostlightCore

/// A way to run interactions: in process, over HTTP, or from a recording.
///
/// Use ``emulators(_:)``, ``backend(_:states:headers:exchange:)``,
/// ``http(_:control:run:exchange:)``, ``responder(_:setUp:tearDown:)`` or ``recording(_:)``, and
/// pass the executor to a ``ContractRunner``. Each interaction gets its own session, so that no
/// interaction depends on another one. Up to ``width`` sessions may be open at once.
///
/// ```swift
/// import GhostlightContracts
///
/// func verify(_ files: [ContractFile]) async -> ContractReport {
///   await ContractRunner(.emulators()).run(files)
/// }
/// ```
public struct ContractExecutor: Sendable {
  /// The name of the executor in reports: `in process`.
  public var name: String
  /// The maximum number of interactions that run at the same time.
  public var width: Int
  /// Opens a new session for an interaction; the `Int` is different for each interaction of a run.
  public var open:
    @Sendable (Pact, Interaction, Int) async throws(ContractExecutorError) -> InteractionSession

  /// Creates an executor from a function that opens sessions.
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

extension ContractExecutor {
  /// Returns this executor, except that it sets up no provider states.
  ///
  /// Use it for a backend that already has the states. Requests then have the examples in place of
  /// values of provider states.
  public var withoutStates: ContractExecutor {
    ContractExecutor(name: name, width: width) {
      pact, interaction, number throws(ContractExecutorError) in
      var session = try await open(pact, interaction, number)
      session.setUp = { _ in [:] }
      session.knowsValues = false
      return session
    }
  }
}

/// The environment in which one interaction runs.
///
/// An executor opens a session. The runner then calls ``setUp`` for each provider state, ``send``
/// once, and ``close`` at the end. The calls of one session do not overlap.
public struct InteractionSession: Sendable {
  /// Sets up a provider state and returns the values that generators can use.
  public var setUp: @Sendable (GivenState) async throws(ContractExecutorError) -> JSONObject
  /// Sends the interaction's request and returns the response.
  public var send: @Sendable (Request) async throws(ContractExecutorError) -> Response
  /// Returns the title of the route that served the request, or `nil` if it is unknown.
  public var servedRoute: (@Sendable () async -> String?)?
  /// Returns the number of the fault plan that changed the response, or `nil` if none did.
  public var faultPlan: (@Sendable () async -> Int?)?
  /// The base URL to which a reader can send the request again, such as `http://127.0.0.1:4401`.
  public var address: String?
  /// The names of header fields that the session adds to each request and that reports must hide.
  public var secretFields: [String] = []
  /// Closes the session and removes the state that it created.
  public var close: @Sendable () async -> Void
  /// Whether the values of provider states are known; in a recording, they are not.
  public var knowsValues = true

  /// Creates a session from the functions that the runner calls.
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

/// The reason why an interaction could not be run.
///
/// A failed interaction counts as broken, an unsupported one as skipped. Reports show the
/// description unchanged, so it should include a remedy.
public struct ContractExecutorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a problem in running an interaction.
  ///
  /// It decides whether the interaction counts as broken or as skipped. A provider cannot cause
  /// ``unsupported``.
  public enum Kind: Sendable, Hashable {
    /// The contract, the state or the provider has an error.
    case failed
    /// This executor cannot run the interaction, whatever the provider does.
    case unsupported
  }

  /// Whether the interaction failed, or the executor cannot run it.
  public let kind: Kind
  /// The problem and a remedy, on one line.
  public let description: String

  /// Creates an error whose description has the problem and a remedy.
  public init(_ description: String, kind: Kind = .failed) {
    self.kind = kind
    self.description = description
  }
}
