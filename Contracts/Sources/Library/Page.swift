/// A generated file: a contract or a recording.
///
/// A ``Book`` has one contract and one recording for each chapter. Equal chapters give equal bytes,
/// so that a file changes only with its source.
public struct Page: Sendable, Hashable {
  /// The path, relative to the root of the repository: `Contracts/stackmob/objects.json`.
  public let path: String
  /// The contents of the file.
  public let bytes: [UInt8]
}
