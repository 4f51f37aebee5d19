public import GhostlightCore

/// What an interaction promises.
public struct PactResponse: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The header fields that must be there.
  public var headers: [PactField]
  /// The body; `nil` where nothing is promised about it.
  public var body: PactBody?
  /// Where and how the answer may differ from the example.
  public var rules: PactRules
  /// Used by mock servers alone.
  public var generators: PactGenerators
  /// Members that the specification does not know.
  public var extras: JSONObject

  /// Makes a response without fields and body.
  public init(status: Int) {
    self.status = status
    headers = []
    body = nil
    rules = PactRules()
    generators = PactGenerators()
    extras = [:]
  }
}
