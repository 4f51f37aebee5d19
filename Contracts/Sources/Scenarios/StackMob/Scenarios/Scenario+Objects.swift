import GhostlightCore
import TestExecutors

import StackMob

/// Scenarios for creating, reading, changing and deleting single objects.
extension Scenario {
  private static let missing = refused(404, ["error": "object instance does not exist"])

  static let objects = [
    Scenario(
      "Creating an Object", given: [.schema("todo", ["n": "integer"])],
      expects: [
        stored(["todo_id": "1", "title": "Gr\u{fc}\u{df}e \u{1f4a1}", "done": false, "n": nil]),
        refused(409, ["error": #"Duplicate key for schema todo: "1""#]),
      ]
    ) { device in
      [
        try SDKValue.value(
          await device.store.createObject(
            [
              "todo_id": "1", "title": "Gr\u{fc}\u{df}e \u{1f4a1}", "done": false,
              "n": JSON.null,
            ], inSchema: "Todo")),
        await SDKValue.failure {
          try await device.store.createObject(["todo_id": "1"], inSchema: "todo")
        },
      ]
    },
    Scenario(
      "Reading Objects",
      given: [
        .schema("todo", ["n": "integer"]), .object("todo", ["todo_id": "a/b ?&=;+%[\u{e9}"]),
      ],
      expects: [stored(["todo_id": "a/b ?&=;+%[\u{e9}"]), missing]
    ) { device in
      [
        try SDKValue.value(
          await device.store.readObject(withId: "a/b ?&=;+%[\u{e9}", inSchema: "Todo")),
        await SDKValue.failure {
          _ = try await device.store.readObject(withId: "2", inSchema: "todo")
        },
      ]
    },
    Scenario(
      "Updating an Object",
      given: [.object("todo", ["todo_id": "1", "title": "x", "done": false])],
      expects: [
        stored(["todo_id": "1", "title": "y", "done": nil], changes: 1), missing,
        refused(400, ["error": "Field title has invalid type, please check your schema"]),
      ]
    ) { device in
      [
        try SDKValue.value(
          await device.store.updateObject(
            withId: "1", inSchema: "todo", update: ["title": "y", "done": JSON.null])),
        await SDKValue.failure {
          try await device.store.updateObject(
            withId: "2", inSchema: "todo", update: ["title": "y"])
        },
        await SDKValue.failure {
          try await device.store.updateObject(
            withId: "1", inSchema: "todo", update: ["title": 3])
        },
      ]
    },
    Scenario(
      "Atomic Counters", given: [.object("post", ["post_id": "1", "likes": 1])],
      expects: [
        stored(["post_id": "1", "likes": 3], changes: 1),
        stored(["post_id": "1", "likes": 2, "title": "x"], changes: 2),
      ]
    ) { device in
      var update: [AnyHashable: Any] = ["title": "x"]
      update.updateCounter(forField: "likes", by: -1)
      return [
        try SDKValue.value(
          await device.store.updateAtomicCounter(
            withId: "1", field: "likes", inSchema: "post", by: 2)),
        try SDKValue.value(
          await device.store.updateObject(withId: "1", inSchema: "post", update: update)),
      ]
    },
    Scenario(
      "Deleting an Object", given: [.object("todo", ["todo_id": "1"])],
      expects: [nil, refused(404, ["error": "This object does not exist"])]
    ) { device in
      try await device.store.deleteObjectId("1", inSchema: "Todo")
      return [
        nil,
        await SDKValue.failure { try await device.store.deleteObjectId("1", inSchema: "todo") },
      ]
    },
  ]
}
