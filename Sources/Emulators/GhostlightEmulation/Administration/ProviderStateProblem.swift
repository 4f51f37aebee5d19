/// Why a provider state could not be brought about.
public struct ProviderStateProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the remedy.
  public let description: String

  /// Whether the state was brought about, but the stage keeps changes and could not.
  public let isNotKept: Bool

  /// Says what is wrong and what to do.
  public init(_ description: String, isNotKept: Bool = false) {
    self.description = description
    self.isNotKept = isNotKept
  }
}
