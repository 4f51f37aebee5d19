/// What was made of a configuration.
public struct GeneratedModels: Sendable, Hashable {
  /// One file of Swift, or two of Objective-C.
  public let files: [GeneratedFile]
  /// What is odd, though nothing stands in the way: a line each.
  public let warnings: [String]
}
