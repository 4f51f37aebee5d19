/// One decoded pair of a query.
public struct QueryItem: Sendable, Hashable {
  /// The text before the first `=`.
  public var name: String
  /// The text after the first `=`; `nil` where there is none.
  public var value: String?

  /// Makes a pair.
  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}
