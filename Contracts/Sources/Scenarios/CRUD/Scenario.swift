package import GhostlightCore
package import TestExecutors

/// Calls of an app to the SDK with the expected results, which are the same wherever the service
/// runs.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, JSON>

  package init(script: Script<Given, Device, JSON>) { self.script = script }

  package static let usual = [Given.authors]

  package static let all = [creating, changing, reading, queries, updating, deleting, refusals]
    .flatMap(\.self)
}

extension Scenario {
  /// Returns an id that ends with this digit.
  static func id(_ last: Int) -> String { "5e8ae13bb74dbf0011444ed\(last)" }
}

extension Given {
  /// The state with a collection of authors for clients with the secret.
  static let authors = collection(access: "secreted")
  /// The state with a collection of authors that also admits users who are logged in.
  static let authorsByLogin = collection(access: "login")

  private static func collection(access: String) -> Given {
    Given(
      "collection exists",
      [
        "access": .string(access),
        "definition": [
          "name": "author", "endpointBasePath": "/author", "defaultState": "DRAFT",
          "fields": [
            ["name": "name", "type": "string", "required": true],
            ["name": "surname", "type": "string"], ["name": "age", "type": "number"],
            ["name": "born", "type": "Date", "nullable": true],
            ["name": "tags", "type": "Array", "items": ["type": "string"]],
            ["name": "books", "type": "Array", "items": ["type": "RawObject"]],
            ["name": "home", "type": "GeoPoint"], ["name": "info", "type": "RawObject"],
          ],
        ],
      ])
  }

  /// Returns the state with an author whose id ends with this digit.
  static func author(_ last: Int, _ fields: JSONObject, state: String = "PUBLIC") -> Given {
    var document = fields
    document["_id"] = .string(Scenario.id(last))
    document["__STATE__"] = .string(state)
    return Given("document exists", ["collection": "author", "document": .object(document)])
  }
}
