import GhostlightCore

@testable import GhostlightContracts

extension JSON {
  /// A contract file around one interaction.
  static func file(_ interaction: JSON, version: String = "4.0") -> JSON {
    [
      "consumer": ["name": "app"], "provider": ["name": "notes"], "interactions": [interaction],
      "metadata": ["pactSpecification": ["version": .string(version)]],
    ]
  }

  /// Reads rules as the body of a response has them.
  var bodyRules: [PactRule] {
    get throws { try PactRule.list(PactNode(json: self, place: "rules"), .body) }
  }
}
