import GhostlightCore

@testable import GhostlightContracts

extension JSON {
  /// Returns a contract file with one interaction.
  static func file(_ interaction: JSON, version: String = "4.0") -> JSON {
    [
      "consumer": ["name": "app"], "provider": ["name": "notes"], "interactions": [interaction],
      "metadata": ["pactSpecification": ["version": .string(version)]],
    ]
  }

  /// The matching rules of a response body, parsed from this JSON value.
  var bodyRules: [PactRule] {
    get throws { try PactRule.list(PactNode(json: self, place: "rules"), .body) }
  }
}
