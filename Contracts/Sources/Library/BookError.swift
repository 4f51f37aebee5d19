/// Why the book cannot be written or is not what it should be.
public struct BookError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and where.
  public let description: String

  /// Says what is wrong.
  public init(_ description: String) { self.description = description }
}
