public import GhostlightCore

/// A contract file: what a consumer may rely on at a provider, interaction by interaction.
///
/// - Source: Pact Specification, version 4.
public struct Pact: Sendable, Hashable {
  /// Who relies on it: `StackMob iOS SDK`.
  public var consumer: String
  /// Who promises it; for ours the emulator's name: `stackmob`.
  public var provider: String
  /// The HTTP interactions, in the order of the file.
  public var interactions: [Interaction]
  /// What the file holds besides and is not checked: messages, plugins; a line each.
  public var remarks: [String]
  /// The interactions that are no HTTP, as they stood.
  public var others: [JSON]
  /// What the file says of itself; the version of the specification is always written as 4.0.
  public var metadata: JSONObject
  /// Members that the specification does not know.
  public var extras: JSONObject

  /// Makes a contract.
  public init(consumer: String, provider: String, interactions: [Interaction] = []) {
    self.consumer = consumer
    self.provider = provider
    self.interactions = interactions
    remarks = []
    others = []
    metadata = [:]
    extras = [:]
  }
}
