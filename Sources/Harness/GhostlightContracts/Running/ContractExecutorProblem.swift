/// Why an interaction could not be played.
public struct ContractExecutorProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of problem it is.
  public enum Kind: Sendable, Hashable {
    /// Something is wrong with the contract, the state or the provider.
    case failed
    /// This executor cannot play it, whatever the provider does.
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
