/// What a run of contracts found.
public struct ContractReport: Sendable {
  /// Where they were played.
  public var executor: String
  /// One result an interaction, in the order of the files.
  public var results: [ContractResult] = []
  /// What files hold that is not checked.
  public var remarks: [String] = []
  /// How long the run took, in milliseconds.
  public var milliseconds: Double = 0

  /// A report without results.
  public init(executor: String) { self.executor = executor }

  /// How many interactions ended in what way.
  public struct Counts: Sendable, Hashable {
    /// Every promise kept.
    public var kept = 0
    /// At least one broken.
    public var broken = 0
    /// Broken, and forgiven.
    public var pending = 0
    /// Not played.
    public var skipped = 0

    /// Nothing counted.
    public init() {}

    /// All interactions that were played.
    public var played: Int { kept + broken + pending }
  }

  /// How many interactions ended in what way.
  public var counts: Counts {
    results.reduce(into: Counts()) { counts, result in
      switch result.outcome {
      case .kept: counts.kept += 1
      case .broken: counts.broken += 1
      case .pending: counts.pending += 1
      case .skipped: counts.skipped += 1
      }
    }
  }
}
