public import GhostlightCore

/// A provider state that an interaction asks for.
public struct GivenState: Sendable, Hashable {
  /// The name, one of the provider's list: `user exists`.
  public var name: String
  /// What the state is given.
  public var parameters: JSONObject
  /// Members that the specification does not know.
  public var extras: JSONObject

  /// Makes a state with its parameters.
  public init(_ name: String, _ parameters: JSONObject = [:]) {
    self.name = name
    self.parameters = parameters
    extras = [:]
  }

  /// A state with its parameters: `.state("user exists", ["username": "jack"])`.
  public static func state(_ name: String, _ parameters: JSONObject = [:]) -> GivenState {
    GivenState(name, parameters)
  }
}
