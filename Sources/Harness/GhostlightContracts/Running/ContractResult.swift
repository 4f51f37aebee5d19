public import GhostlightCore

/// What became of one interaction.
public struct ContractResult: Sendable {
  /// The file.
  public var path: String
  /// The consumer.
  public var consumer: String
  /// The provider.
  public var provider: String
  /// The interaction.
  public var interaction: Interaction
  /// How it went.
  public var outcome: ContractOutcome
  /// What was sent; `nil` where it did not come to that.
  public var request: Request?
  /// What was answered; `nil` where it did not come to that.
  public var response: Response?
  /// How long it took, states included, in milliseconds.
  public var milliseconds: Double
}
