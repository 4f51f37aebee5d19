/// A contract with the name of its file.
public struct ContractFile: Sendable, Hashable {
  /// The path, as reports show it.
  public var path: String
  /// What it holds.
  public var pact: Pact

  /// Makes a pair.
  public init(_ path: String, _ pact: Pact) {
    self.path = path
    self.pact = pact
  }
}
