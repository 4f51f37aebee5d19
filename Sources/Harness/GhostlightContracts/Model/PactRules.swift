public import GhostlightCore

/// The matching rules of a request or response.
public struct PactRules: Sendable, Hashable {
  /// The rules by part, in the order of the file.
  public var parts: [PactPart: [PactRule]]
  /// Categories that are no part of an HTTP message.
  public var extras: JSONObject

  /// No rules: everything must equal its example.
  public init() {
    parts = [:]
    extras = [:]
  }

  /// The rules of a part, none where it has none.
  public subscript(part: PactPart) -> [PactRule] {
    get { parts[part] ?? [] }
    set { parts[part] = newValue.isEmpty ? nil : newValue }
  }
}
