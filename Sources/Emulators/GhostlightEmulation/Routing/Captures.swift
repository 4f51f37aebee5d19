/// The decoded path segments of a request, by the names in the route's pattern.
public struct Captures: Sendable, Hashable {
  private var names: [String]
  private var values: [String]

  package init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// Whether the pattern names no segment.
  package var isEmpty: Bool { names.isEmpty }

  /// The segment that the pattern names `name`.
  public subscript(name: String) -> String? {
    for position in names.indices where names[position] == name { return values[position] }
    return nil
  }
}

extension Captures: ExpressibleByDictionaryLiteral {
  /// Makes captures of the literal's pairs.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(names: elements.map(\.0), values: elements.map(\.1))
  }
}
