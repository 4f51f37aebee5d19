public import GhostlightContracts

/// A contract file of a vendor, with the settings for its recording.
///
/// The module of each vendor has a list of chapters. The contracts of SDKs are chapters too, in the
/// folder `consumers`; their files are compact, because they have many interactions.
///
/// ```swift
/// import ContractLibrary
/// import GhostlightContracts
///
/// let pact = Pact(consumer: "Notes app", provider: "stackmob")
/// let chapter = Chapter("notes", pact)
/// ```
public struct Chapter: Sendable, CustomStringConvertible {
  /// The name of the contract file without its extension.
  public let name: String
  /// The contract that the chapter's file contains.
  public let pact: Pact
  /// The time of the recording, in milliseconds since 1970.
  ///
  /// The default is 2013-06-12T12:26:40Z. A later time is needed if the contract has objects with
  /// later dates.
  public let recordedMilliseconds: Int64

  /// Creates a chapter from a contract and the name of its file.
  public init(
    _ name: String, _ pact: Pact, recordedMilliseconds: Int64 = 1_371_040_000_000
  ) {
    self.recordedMilliseconds = recordedMilliseconds
    self.name = name
    self.pact = pact
  }

  /// The name of the emulator, which is also the name of the chapter's folder.
  public var vendor: String { pact.provider }

  /// Whether the contract has the requests of an SDK; its file is then compact.
  var isConsumer: Bool { name.hasPrefix("consumers/") }

  /// The vendor and the name: `stackmob/objects`.
  public var description: String { "\(vendor)/\(name)" }
}
