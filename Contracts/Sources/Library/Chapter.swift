public import GhostlightContracts

/// A contract file of a vendor, with the settings for its recording.
///
/// The modules of the vendors have lists of chapters. Consumer contracts of SDKs are chapters too,
/// in the folder `consumers`; they are written compactly, because they have many interactions.
///
/// ```swift
/// import ContractLibrary
/// import GhostlightContracts
///
/// let pact = Pact(consumer: "Notes app", provider: "stackmob")
/// let chapter = Chapter(vendor: "stackmob", name: "notes", pact: pact)
/// ```
public struct Chapter: Sendable, CustomStringConvertible {
  /// The name of the emulator, which is also that of the folders.
  public let vendor: String
  /// The name of the file without its extension.
  public let name: String
  /// The contract.
  public let pact: Pact
  /// The time of the recording, in milliseconds since 1970.
  ///
  /// The default is 2013-06-12T12:26:40Z. A later time is needed if the contract has objects with
  /// later dates.
  public let recordedMilliseconds: Int64

  /// Creates a chapter.
  public init(
    vendor: String, name: String, pact: Pact, recordedMilliseconds: Int64 = 1_371_040_000_000
  ) {
    self.recordedMilliseconds = recordedMilliseconds
    self.vendor = vendor
    self.name = name
    self.pact = pact
  }

  /// Whether it has the requests of an SDK, which are written compactly because there are many.
  var isConsumer: Bool { name.hasPrefix("consumers/") }

  /// A text such as `stackmob/objects`.
  public var description: String { "\(vendor)/\(name)" }
}
