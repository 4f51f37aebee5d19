public import GhostlightCore

/// A way to play interactions: in process, over HTTP, or from a recording.
///
/// Use ``emulators(_:)``, ``backend(_:states:headers:exchange:)``,
/// ``http(_:control:run:exchange:)``, ``responder(_:setUp:tearDown:)`` or ``recording(_:)``, and
/// pass the executor to a ``ContractRunner``. Each interaction gets a session of its own, so that
/// no interaction depends on another one. Several sessions may be open at once, up to ``width``.
///
/// ```swift
/// import GhostlightContracts
///
/// func verify(_ files: [ContractFile]) async -> ContractReport {
///   await ContractRunner(.emulators()).run(files)
/// }
/// ```
public struct ContractExecutor: Sendable {
  /// The name in reports: `in process`.
  public var name: String
  /// The maximum number of interactions that are played at the same time.
  public var width: Int
  /// Opens a new session for an interaction; the number is different for each interaction.
  public var open:
    @Sendable (Pact, Interaction, Int) async throws(ContractExecutorError) -> InteractionSession

  /// Creates an executor.
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

/// The environment in which one interaction is played.
///
/// An executor opens a session, and the runner calls ``setUp`` for each state, then ``send`` once,
/// and ``close`` at the end. The calls of one session do not overlap.
public struct InteractionSession: Sendable {
  /// Sets up a provider state and returns its values.
  public var setUp: @Sendable (GivenState) async throws(ContractExecutorError) -> JSONObject
  /// Sends the request and returns the response.
  public var send: @Sendable (Request) async throws(ContractExecutorError) -> Response
  /// Returns the title of the route that served the request; `nil` if the session does not know it.
  public var servedRoute: (@Sendable () async -> String?)?
  /// Returns the number of the fault plan that changed the response, or `nil` if none did.
  public var faultPlan: (@Sendable () async -> Int?)?
  /// The address to which people can send the request themselves, such as `http://127.0.0.1:4401`.
  public var address: String?
  /// The names of header fields that the session adds to each request and that reports must not
  /// show.
  public var secretFields: [String] = []
  /// Closes the session and removes its state.
  public var close: @Sendable () async -> Void
  /// Whether provider states return values; a recording has no such values.
  public var knowsValues = true

  /// Creates a session.
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

/// The reason why an interaction could not be played.
///
/// A failed interaction counts as broken, an unsupported one as skipped. The description is shown
/// in reports unchanged, so it should have a remedy.
public struct ContractExecutorError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  ///
  /// It decides whether the interaction counts as broken or as skipped. A provider cannot cause
  /// ``unsupported``.
  public enum Kind: Sendable, Hashable {
    /// The contract, the state or the provider has an error.
    case failed
    /// This executor cannot run the interaction, whatever the provider does.
    case unsupported
  }

  /// The kind of problem.
  public let kind: Kind
  /// One line with the remedy.
  public let description: String

  /// Creates an error with the problem and a remedy.
  public init(_ description: String, kind: Kind = .failed) {
    self.kind = kind
    self.description = description
  }
}
