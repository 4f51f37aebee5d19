import GhostlightCore

/// Where interactions are played: in process, over HTTP, from a recording.
///
/// Each interaction gets a scene of its own, so that none sees what another did.
public struct ContractExecutor: Sendable {
  /// What reports call it: `in process`.
  public var name: String
  /// How many interactions may be played at a time.
  public var width: Int
  /// Opens an untouched scene for an interaction; the number is different for each.
  public var open:
    @Sendable (Pact, Interaction, Int) async throws(ContractExecutorProblem) -> ContractScene

  /// Makes an executor.
  public init(
    name: String, width: Int = 8,
    open:
      @escaping @Sendable (Pact, Interaction, Int) async throws(ContractExecutorProblem) ->
      ContractScene
  ) {
    self.name = name
    self.width = width
    self.open = open
  }
}
