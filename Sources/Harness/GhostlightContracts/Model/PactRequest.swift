public import GhostlightCore

/// What an interaction asks.
public struct PactRequest: Sendable, Hashable {
  /// The method: `POST`.
  public var method: String
  /// The path, not escaped.
  public var path: String
  /// The query parameters, by name.
  public var query: [PactField]
  /// The header fields, by name; `Host` names the authority that the client meant.
  public var headers: [PactField]
  /// The body; `nil` where none is sent.
  public var body: PactBody?
  /// How a consumer's test would match it; a provider is sent the examples.
  public var rules: PactRules
  /// What replaces examples before sending.
  public var generators: PactGenerators
  /// Members that the specification does not know.
  public var extras: JSONObject

  /// Makes a request without query, fields and body.
  public init(method: String, path: String) {
    self.method = method
    self.path = path
    query = []
    headers = []
    body = nil
    rules = PactRules()
    generators = PactGenerators()
    extras = [:]
  }
}
