/// The reason why the book cannot be created or written, or differs from its files.
///
/// ``Book`` throws it, and `ContractBook` prints the description and exits with 1. The description
/// has one line for each problem.
public struct BookError: Error, Sendable, CustomStringConvertible {
  /// The problems, one per line, each with its file or interaction.
  public let description: String

  /// Creates an error; the description has one line for each problem.
  public init(_ description: String) { self.description = description }
}
