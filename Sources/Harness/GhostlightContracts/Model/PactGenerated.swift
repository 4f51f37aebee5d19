/// A generator at a place.
public struct PactGenerated: Sendable, Hashable {
  /// Which example it replaces.
  public var place: PactPath
  /// What makes the value.
  public var generator: PactGenerator

  /// Makes a pair.
  public init(_ place: PactPath, _ generator: PactGenerator) {
    self.place = place
    self.generator = generator
  }
}
