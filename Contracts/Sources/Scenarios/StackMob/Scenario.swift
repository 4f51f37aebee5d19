package import GhostlightCore
package import TestExecutors

/// What an app does with the SDK, and all that it is told; the same wherever the service is.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, JSON>

  package init(script: Script<Given, Device, JSON>) { self.script = script }

  /// With the session of a user, in any style.
  package static let all = [
    objects, manyObjects, relationships, options, comparisons, queries, places, users, sessions,
    facebook, twitter, gigya, customCode, files,
  ].flatMap { $0 }

  /// Members of an object beside the dates of a clock that stands still.
  ///
  /// Each change of an object is dated a millisecond later nevertheless.
  static func stored(_ members: JSONObject, changes: Int64 = 0) -> JSON {
    var members = members
    members["createddate"] = .integer(TestStage.opening)
    members["lastmoddate"] = .integer(TestStage.opening + changes)
    return .object(members)
  }

  /// What the SDK tells of a refusal.
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

  /// Jack, whose password is `first-password`.
  static let jack = Given("user exists", ["username": "jack", "password": "first-password"])
}
