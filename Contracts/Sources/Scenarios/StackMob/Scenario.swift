package import GhostlightCore
package import TestExecutors

/// An app's calls to the SDK and the expected results, which do not depend on where the service
/// runs.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, JSON>

  package init(script: Script<Given, Device, JSON>) { self.script = script }

  /// The scenarios that use a user's session and can be played in any call style.
  package static let all = [
    objects, manyObjects, relationships, options, comparisons, queries, places, users, sessions,
    facebook, twitter, gigya, customCode, files,
  ].flatMap { $0 }

  /// Returns an object with these members and the dates that a frozen clock gives it.
  ///
  /// Each change of an object still increases its date by one millisecond.
  static func stored(_ members: JSONObject, changes: Int64 = 0) -> JSON {
    var members = members
    members["createddate"] = .integer(TestStage.opening)
    members["lastmoddate"] = .integer(TestStage.opening + changes)
    return .object(members)
  }

  /// Returns the error that the SDK reports for a refusal with the HTTP status `status`.
  static func refused(_ status: Int64, _ members: JSON, domain: String = "HTTP") -> JSON {
    ["domain": .string(domain), "code": .integer(status), "info": members]
  }
}

extension Given {
  static func schema(_ name: String, _ fields: JSONObject) -> Given {
    Given("schema exists", ["name": .string(name), "fields": .object(fields)])
  }

  static func object(_ schema: String, _ object: JSONObject) -> Given {
    Given("object exists", ["schema": .string(schema), "object": .object(object)])
  }

  /// The provider state with the user jack, whose password is `first-password`.
  static let jack = Given("user exists", ["username": "jack", "password": "first-password"])
}
