public import GhostlightContracts

/// A contract file of a vendor, and the recording of it.
public struct Chapter: Sendable, CustomStringConvertible {
  /// The emulator's name, which the folders have too.
  public let vendor: String
  /// The file's name without its extension.
  public let name: String
  /// What is promised.
  public let pact: Pact
  /// When the recording is made, in milliseconds since 1970: 2013-06-12T12:26:40Z, unless something in
  /// the contract is to be older.
  public let recordedMilliseconds: Int64

  /// Makes a chapter.
  public init(
    vendor: String, name: String, pact: Pact, recordedMilliseconds: Int64 = 1_371_040_000_000
  ) {
    self.recordedMilliseconds = recordedMilliseconds
    self.vendor = vendor
    self.name = name
    self.pact = pact
  }

  /// Whether it holds what an SDK asks; there are many of those, so that they are written in few lines.
  var isConsumer: Bool { name.hasPrefix("consumers/") }

  /// `stackmob/objects`.
  public var description: String { "\(vendor)/\(name)" }
}
