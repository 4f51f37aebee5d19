import CRUD
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios for updates, deletions and refusals.
extension Scenario {
  private static let notFound: JSON = ["status": 404, "error": "not found", "message": nil]

  static let updating = [
    Scenario(
      "Update: every command", given: authors + [.lineSeven],
      expects: [
        [
          "name": "Alfa", "age": 22.5, "tags": ["x", "all", "y", "z"], "home": [9, 45],
          "info": ["m": 5], "born": nil, "surname": "Z",
          "books": [["title": "B1", "pages": 100]],
        ]
      ]
    ) { device in
      let patch = device.crud.patch(collection: "author")
      patch.update(object: "Z", for: "surname").update(object: 5, for: "info.m")
        .update(object: nil, for: "born").remove(property: "info.n")
        .increment(by: 1.5, for: "age").increment(by: 1, for: "age")
        .push(object: "y", to: "tags").push(object: "z", to: "tags")
      let changed = try await patch.async(id: id(1))
      var object =
        SDKValue.json(
          try await device.crud.get(collection: "author").async(id: changed)
        ).object ?? [:]
      for name in ["_id", "__STATE__", "creatorId", "createdAt", "updaterId", "updatedAt"] {
        object[name] = nil
      }
      return [.object(object)]
    },
    Scenario(
      "Update: one object, and of drafts", given: authors,
      expects: [.string(id(1)), notFound, .string(id(4)), "Nothing"]
    ) { device in
      let patch = device.crud.patch(collection: "author").update(object: 1, for: "age")
      let changed = try await patch.async(id: id(1))
      let hidden = await SDKValue.failure { _ = try await patch.async(id: id(4)) }
      let draft = try await patch.states([.draft]).async(id: id(4))
      let empty = await SDKValue.failure {
        _ = try await device.crud.patch(collection: "author").async(id: id(1))
      }
      return [
        .string(changed), hidden, .string(draft),
        .string(String((empty.string ?? "").prefix(7))),
      ]
    },
  ]

  static let deleting = [
    Scenario(
      "Delete: one object", given: authors, expects: [nil, nil, nil, notFound, nil, 0]
    ) { device in
      let delete = device.crud.delete(collection: "author")
      var outcomes: [JSON] = []
      for number in 1...3 {
        outcomes.append(await SDKValue.failure { try await delete.async(id: id(number)) })
      }
      let draft = await SDKValue.failure { try await delete.async(id: id(4)) }
      let withState = await SDKValue.failure { try await delete.states([.draft]).async(id: id(4)) }
      let left = try await device.crud.get(collection: "author").states(State.allCases)
        .asyncCount()
      return .array(outcomes + [draft, withState, .integer(Int64(left))])
    },
    Scenario("Delete: what a query matches", given: authors, expects: [1, 2, 1]) { device in
      let delete = device.crud.delete(collection: "author")
      let some = try await delete.async(
        queryBuilder: QueryBuilder().equals(key: "name", value: "Alfa"))
      let rest = try await delete.async(queryBuilder: nil)
      let drafts = try await delete.states([.draft]).async(queryBuilder: nil)
      return [.integer(Int64(some)), .integer(Int64(rest)), .integer(Int64(drafts))]
    },
  ]

  static let refusals = [
    Scenario(
      "Refusals", given: authors,
      expects: [
        ["status": 401, "error": "Unauthorized", "message": "Unauthorized"], notFound, notFound,
        ["status": 400, "error": "Bad Request", "message": "querystring/_l must be <= 200"],
        ["status": 400, "error": "Bad Request", "message": "body/age must be number"],
        [
          "status": 400, "error": "Bad Request",
          "message": "body must have required property 'name'",
        ],
        ["status": 500, "error": "Internal Server Error", "message": "Unknown field: nope"],
      ]
    ) { device in
      let crud = device.crud
      let query = QueryBuilder().equals(key: "nope", value: 1)
      return [
        await SDKValue.failure { _ = try await device.stranger.get(collection: "author").async() },
        await SDKValue.failure { _ = try await crud.get(collection: "nothing").async() },
        await SDKValue.failure { _ = try await crud.get(collection: "author").async(id: id(9)) },
        await SDKValue.failure { _ = try await crud.get(collection: "author").limit(201).async() },
        await SDKValue.failure {
          try await crud.post(collection: "author").async(object: ["name": "A", "age": "x"])
        },
        await SDKValue.failure {
          try await crud.post(collection: "author").async(object: ["age": 1])
        },
        await SDKValue.failure {
          _ = try await crud.get(collection: "author", queryBuilder: query).async()
        },
      ]
    }
  ]
}
