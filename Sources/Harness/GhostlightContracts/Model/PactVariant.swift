public import GhostlightCore

/// An element that an array must have somewhere.
public struct PactVariant: Sendable, Hashable {
  /// The position of its example in the array of examples.
  public var index: Int
  /// The rules of its value, whose paths start at the element.
  public var rules: [PactRule]
  /// Generators, used by mock servers alone.
  public var generators: JSONObject

  /// Makes a variant.
  public init(index: Int, rules: [PactRule]) {
    self.index = index
    self.rules = rules
    generators = [:]
  }
}
