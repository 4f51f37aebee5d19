public import GhostlightContracts

/// A contract file of a vendor, and the recording of it.
public struct Chapter: Sendable, CustomStringConvertible {
  /// The emulator's name, which the folders have too.
  public let vendor: String
  /// The file's name without its extension.
  public let name: String
  /// What is promised.
  public let pact: Pact

  /// Makes a chapter.
  public init(vendor: String, name: String, pact: Pact) {
    self.vendor = vendor
    self.name = name
    self.pact = pact
  }

  /// `stackmob/objects`.
  public var description: String { "\(vendor)/\(name)" }
}
