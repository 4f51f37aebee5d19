/// A header field or query parameter with its values.
public struct PactField: Sendable, Hashable {
  /// The name, as written.
  public var name: String
  /// The values in order; none stands for the bare name.
  public var values: [String]

  /// Makes a field.
  public init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}
