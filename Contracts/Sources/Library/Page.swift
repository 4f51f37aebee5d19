/// A generated file.
public struct Page: Sendable, Hashable {
  /// Where it stands, from the root of the repository: `Contracts/stackmob/objects.json`.
  public let path: String
  /// What stands in it.
  public let bytes: [UInt8]
}
