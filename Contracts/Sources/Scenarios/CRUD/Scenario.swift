package import GhostlightCore
package import TestExecutors

/// An app's calls to the SDK and the expected results, which do not depend on where the service
/// runs.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, JSON>

  package init(script: Script<Given, Device, JSON>) { self.script = script }

  package static let usual = [Given.authors]

  package static let all = [creating, changing, reading, queries, updating, deleting, refusals]
    .flatMap(\.self)
}

extension Scenario {
  /// Returns a document id that ends with the digit `last`.
  static func id(_ last: Int) -> String { "5e8ae13bb74dbf0011444ed\(last)" }
}

extension Given {
  /// The provider state with a collection of authors that admits clients with the project's secret.
  static let authors = collection(access: "secreted")
  /// The provider state with a collection of authors that also admits logged-in users.
  static let authorsByLogin = collection(access: "login")
  /// The provider state in which the service behaves like version 7.
  static let lineSeven = Given("project has settings", ["crudCompat": 7])

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

  /// Returns the provider state with an author whose id ends with the digit `last`.
  static func author(_ last: Int, _ fields: JSONObject, state: String = "PUBLIC") -> Given {
    var document = fields
    document["_id"] = .string(Scenario.id(last))
    document["__STATE__"] = .string(state)
    return Given("document exists", ["collection": "author", "document": .object(document)])
  }
}
