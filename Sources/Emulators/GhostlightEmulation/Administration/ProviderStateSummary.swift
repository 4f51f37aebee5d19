/// A provider state as the documentation prints it.
public struct ProviderStateSummary: Sendable, Hashable {
  /// A parameter or result with what it means.
  public struct Value: Sendable, Hashable {
    /// The member's name.
    public let name: String
    /// Its type, default and meaning, in a few words.
    public let meaning: String
  }

  /// The name that contracts use.
  public let name: String
  /// What the state may be given.
  public let parameters: [Value]
  /// What it answers for a contract's generators.
  public let results: [Value]
}
