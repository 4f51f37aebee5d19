package import GhostlightCore
package import TestExecutors

/// An app's calls to the SDK and the expected results, which do not depend on where the service
/// runs.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, JSON>

  package init(script: Script<Given, Device, JSON>) { self.script = script }

  package static let all = [
    saving, optional, reading, deleting, filters, changes, pages, queries, files, registering,
    sessions, tools, reports, otherNames,
  ].flatMap(\.self)
}

extension Given {
  static func item(_ item: JSONObject, in collection: String = "picturedata") -> Given {
    Given("item exists", ["collection": .string(collection), "item": .object(item)])
  }

  /// The provider state with the user Mario, whose password is `first-password`.
  static let mario = Given(
    "user exists",
    [
      "id": "5b0b", "email": "mario@example.com", "username": "mario",
      "password": "first-password",
    ])
}
