package import GhostlightCore
package import TestExecutors

extension Given {
  package static func schema(
    _ name: String, _ fields: JSONObject = [:], permissions: JSONObject = [:]
  ) -> Given {
    Given(
      "schema exists",
      ["name": .string(name), "fields": .object(fields), "permissions": .object(permissions)])
  }

  package static func object(_ schema: String, _ object: JSONObject) -> Given {
    Given("object exists", ["schema": .string(schema), "object": .object(object)])
  }

  package static func user(_ name: String) -> Given {
    Given("user exists", ["username": .string(name), "password": "pw"])
  }

  /// The provider state with the user jack, whose password is `pw`.
  package static let jack = user("jack")
}
