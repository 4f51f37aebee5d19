import GhostlightCore
import Testing

/// What an app does with the SDK, and all that it is told; the same wherever the service is.
struct Scene: Sendable, CustomTestStringConvertible {
  /// A heading of the guide, or what is done.
  let testDescription: String
  /// What there is beforehand.
  let states: [State]
  /// All that the SDK tells.
  let told: JSON
  let play: @Sendable (Device) async throws -> JSON

  init(
    _ testDescription: String, given states: [State] = [], tells told: JSON,
    play: @escaping @Sendable (Device) async throws -> JSON
  ) {
    self.testDescription = testDescription
    self.states = states
    self.told = told
    self.play = play
  }

  static let all = [
    objects, manyObjects, relationships, options, comparisons, queries, places, users, sessions,
    facebook, twitter, gigya, customCode, pushes, files, callbacks,
  ].flatMap { $0 }

  /// Members of an object beside the dates of a clock that stands still.
  ///
  /// Each change of an object is dated a millisecond later nevertheless.
  static func stored(_ members: JSONObject, changes: Int64 = 0) -> JSON {
    var members = members
    members["createddate"] = .integer(Theatre.opening)
    members["lastmoddate"] = .integer(Theatre.opening + changes)
    return .object(members)
  }

  /// What the SDK tells of a refusal.
  static func refused(_ status: Int64, _ members: JSON, domain: String = "HTTP") -> JSON {
    ["domain": .string(domain), "code": .integer(status), "info": members]
  }
}

extension Scene {
  /// A named precondition of the emulator.
  struct State: Sendable {
    let name: String
    let parameters: JSONObject

    init(_ name: String, _ parameters: JSONObject) {
      self.name = name
      self.parameters = parameters
    }

    static func schema(_ name: String, _ fields: JSONObject) -> State {
      State("schema exists", ["name": .string(name), "fields": .object(fields)])
    }

    static func object(_ schema: String, _ object: JSONObject) -> State {
      State("object exists", ["schema": .string(schema), "object": .object(object)])
    }

    /// Jack, whose password is `first-password`.
    static let jack = State("user exists", ["username": "jack", "password": "first-password"])
  }
}
