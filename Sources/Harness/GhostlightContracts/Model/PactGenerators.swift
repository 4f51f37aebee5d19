public import GhostlightCore

/// What replaces examples before a request is sent.
public struct PactGenerators: Sendable, Hashable {
  /// The generators by part.
  public var parts: [PactPart: [PactGenerated]]
  /// Categories that are no part of an HTTP message.
  public var extras: JSONObject

  /// No generators: the examples are sent.
  public init() {
    parts = [:]
    extras = [:]
  }

  /// The generators of a part, none where it has none.
  public subscript(part: PactPart) -> [PactGenerated] {
    get { parts[part] ?? [] }
    set { parts[part] = newValue.isEmpty ? nil : newValue }
  }
}
