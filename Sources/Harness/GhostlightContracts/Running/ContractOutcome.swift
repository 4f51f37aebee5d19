/// How an interaction went.
public enum ContractOutcome: Sendable, Hashable {
  /// Every promise was kept.
  case kept
  /// At least one was broken.
  case broken([ContractFailure])
  /// Broken, but the contract says that it is not expected yet.
  case pending([ContractFailure])
  /// Not played, and why.
  case skipped(String)

  /// What was broken.
  public var failures: [ContractFailure] {
    switch self {
    case .kept, .skipped: []
    case .broken(let failures), .pending(let failures): failures
    }
  }
}
