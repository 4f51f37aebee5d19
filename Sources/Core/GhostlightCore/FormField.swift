/// One field of a form or of a query: a name and a value, both decoded.
public struct FormField: Sendable, Hashable {
  /// The name, decoded.
  public var name: String
  /// The value, decoded; empty when none was given.
  public var value: String

  /// A field with a name and a value, both plain text.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
