package import GhostlightCore
package import TestExecutors

/// Calls of an app to the SDK with the expected results, which are the same wherever the service
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

  /// The state with Mario, whose password is `first-password`.
  static let mario = Given(
    "user exists",
    [
      "id": "5b0b", "email": "mario@example.com", "username": "mario",
      "password": "first-password",
    ])
}
