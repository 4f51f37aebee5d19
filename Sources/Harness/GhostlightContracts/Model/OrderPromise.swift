/// The order in which the values at a path come.
public struct OrderPromise: Sendable, Hashable {
  /// Which way.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// None is less than the one before it.
    case ascending
    /// None is greater than the one before it.
    case descending
  }

  /// The path of the values: `$[*].priority`.
  public var path: String
  /// Which way.
  public var direction: Direction

  /// Makes a promise.
  public init(_ path: String, _ direction: Direction) {
    self.path = path
    self.direction = direction
  }

  /// None of the values at `path` is less than the one before it.
  public static func ascending(_ path: String) -> OrderPromise { OrderPromise(path, .ascending) }

  /// None of the values at `path` is greater than the one before it.
  public static func descending(_ path: String) -> OrderPromise { OrderPromise(path, .descending) }
}
