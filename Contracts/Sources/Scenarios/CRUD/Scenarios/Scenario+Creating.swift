import CRUD
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios for creating objects and changing their states.
extension Scenario {
  private struct Writer: Codable {
    var name: String
    var surname: String?
    var age: Double?
    var born: Date?
  }

  private static let born = Date(timeIntervalSince1970: 0.5)

  static let creating = [
    Scenario("Create: three forms", expects: .array(Array(repeating: true, count: 6))) { device in
      let post = device.crud.post(collection: "author")
      let data = Data(#"{"name":"Alfa"}"#.utf8)
      return [
        SDKValue.isID(try await post.async(object: Writer(name: "Alfa"), state: .pub)),
        SDKValue.isID(try await post.async(object: ["name": "Alfa", "age": 8], state: .draft)),
        SDKValue.isID(try await post.async(object: data, state: .trash)),
        SDKValue.isID(try await post.async(object: Writer(name: "Alfa"))),
        SDKValue.isID(try await post.async(object: ["name": "Alfa"])),
        SDKValue.isID(try await post.async(object: data)),
      ]
    },
    Scenario(
      "Create: what is stored",
      expects: [
        "__STATE__": "PUBLIC", "creatorId": "public", "createdAt": "2020-04-05T17:16:14.175Z",
        "updaterId": "public", "updatedAt": "2020-04-05T17:16:14.175Z", "name": "Gr\u{fc}\u{df}e",
        "age": 8.5, "born": "1970-01-01T00:00:00.500Z",
      ]
    ) { device in
      let writer = Writer(name: "Gr\u{fc}\u{df}e", age: 8.5, born: born)
      let id = try await device.crud.post(collection: "author").async(object: writer, state: .pub)
      var object =
        SDKValue.json(
          try await device.crud.get(collection: "author").async(id: id)
        ).object ?? [:]
      object["_id"] = nil
      return .object(object)
    },
    Scenario(
      "Create: in a session",
      given: [
        .authorsByLogin,
        Given("user exists", ["id": "u1", "email": "mario@example.com", "username": "mario"]),
        Given("logged in", ["username": "mario"]),
      ],
      expects: [
        "u1", ["status": 401, "error": "Unauthorized", "message": "Unauthorized"],
      ]
    ) { device in
      device.crud.setSessionID(sessionID: device.sid ?? "-")
      let id = try await device.crud.post(collection: "author")
        .async(object: ["name": "Alfa"], state: .pub)
      let object = SDKValue.json(try await device.crud.get(collection: "author").async(id: id))
      device.crud.resetSessionID()
      let failure = await SDKValue.failure {
        _ = try await device.crud.get(collection: "author").async(id: id)
      }
      return [object["creatorId"] ?? nil, failure]
    },
  ]

  private static let notFound: JSON = ["status": 404, "error": "not found", "message": nil]

  static let changing = [
    Scenario(
      "States: the way to deletion and back", given: [.authors, .author(1, ["name": "Alfa"])],
      expects: [nil, nil, nil, nil, nil, notFound, 1]
    ) { device in
      var outcomes: [JSON] = []
      let post = device.crud.post(collection: "author")
      for state in [State.trash, .deleted, .trash, .draft, .pub, .deleted] {
        outcomes.append(
          await SDKValue.failure { try await post.asyncChangeState(id: id(1), newState: state) })
      }
      outcomes.append(
        .integer(Int64(try await device.crud.get(collection: "author").asyncCount())))
      return .array(outcomes)
    }
  ]
}
