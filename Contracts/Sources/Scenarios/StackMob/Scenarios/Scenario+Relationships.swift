import GhostlightCore
import TestExecutors

import StackMob

/// Scenarios for calls with several objects, and for relationships between objects.
extension Scenario {
  private static func ids(_ outcome: (succeeded: [String], failed: [String])) -> JSON {
    [
      "succeeded": .array(outcome.succeeded.map(JSON.string)),
      "failed": .array(outcome.failed.map(JSON.string)),
    ]
  }

  private static let todoWithTags: [Given] = [
    .schema("tag", ["name": "string"]),
    .schema("todo", ["tags": "relationships[tag]", "words": "array[string]"]),
    .object("todo", ["todo_id": "1"]),
  ]

  static let manyObjects = [
    Scenario(
      "Creating Objects in One Call",
      expects: [
        ["succeeded": ["1", "2"], "failed": []], ["succeeded": ["3"], "failed": ["2"]],
      ]
    ) { device in
      [
        ids(
          try await device.store.createObjects(
            [["todo_id": "1"], ["todo_id": "2"]], inSchema: "todo")
        ),
        ids(
          try await device.store.createObjects(
            [["todo_id": "2"], ["todo_id": "3"]], inSchema: "todo")
        ),
      ]
    },
    Scenario(
      "One to Many", given: todoWithTags,
      expects: [
        ["succeeded": ["a", "b"], "failed": []],
        stored(["todo_id": "1", "tags": ["a", "b", "c"]], changes: 2),
        stored(["todo_id": "1", "tags": ["c"]], changes: 4),
        stored(["tag_id": "a", "name": "red"]),
        refused(404, ["error": "object instance does not exist"]),
      ]
    ) { device in
      let store = device.store
      let created = try await store.createAndAppendRelatedObjects(
        [["tag_id": "a", "name": "red"], ["tag_id": "b"]], toObjectWithId: "1", inSchema: "Todo",
        relatedField: "tags")
      let appended = try SDKValue.value(
        await store.appendObjects(["c"], toObjectWithId: "1", inSchema: "todo", field: "tags"))
      try await store.deleteObjects(["a"], fromObjectWithId: "1", schema: "todo", field: "tags")
      try await store.deleteObjects(
        ["b"], fromObjectWithId: "1", schema: "todo", field: "tags", cascadeDelete: true)
      return [
        ids(created), appended,
        try SDKValue.value(await store.readObject(withId: "1", inSchema: "todo")),
        try SDKValue.value(await store.readObject(withId: "a", inSchema: "tag")),
        await SDKValue.failure { _ = try await store.readObject(withId: "b", inSchema: "tag") },
      ]
    },
  ]

  static let relationships = [
    Scenario(
      "Values of Arrays", given: todoWithTags,
      expects: [
        stored(["todo_id": "1", "words": ["a", "b c"]], changes: 1),
        stored(["todo_id": "1", "words": ["a"]], changes: 2),
      ]
    ) { device in
      let store = device.store
      let appended = try SDKValue.value(
        await store.appendObjects(
          ["a", "b c"], toObjectWithId: "1", inSchema: "todo", field: "words"))
      try await store.deleteObjects(
        ["b c"], fromObjectWithId: "1", schema: "todo", field: "words")
      return [
        appended, try SDKValue.value(await store.readObject(withId: "1", inSchema: "todo")),
      ]
    },
    Scenario(
      "One to One",
      expects: [
        stored([
          "book_id": "1", "author": stored(["writer_id": "w", "name": "Ann"]),
        ]),
        stored(["book_id": "1", "author": "w"]),
        stored(["book_id": "1", "author": stored(["writer_id": "w", "name": "Ann"])]),
      ]
    ) { device in
      let options = SMRequestOptions()
      options.associateKey("author", withSchema: "writer")
      return [
        try SDKValue.value(
          await device.store.createObject(
            ["book_id": "1", "author": ["writer_id": "w", "name": "Ann"]], inSchema: "book",
            options: options)),
        try SDKValue.value(await device.store.readObject(withId: "1", inSchema: "book")),
        try SDKValue.value(
          await device.store.readObject(
            withId: "1", inSchema: "book", options: SMRequestOptions(expandDepth: 1))),
      ]
    },
  ]

  static let options = [
    Scenario(
      "Per Request Options", given: [.object("todo", ["todo_id": "1", "title": "x", "n": 2])],
      expects: [
        ["todo_id": "1", "title": "x"], ["todo_id": "1", "n": 2],
        stored(["todo_id": "1", "title": "x", "n": 2]),
      ]
    ) { device in
      let inHeader = SMRequestOptions(headers: ["X-StackMob-Select": "n"])
      return [
        try SDKValue.value(
          await device.store.readObject(
            withId: "1", inSchema: "todo",
            options: SMRequestOptions(returnedFieldsRestrictedTo: ["title"]))),
        try SDKValue.value(
          await device.store.readObject(withId: "1", inSchema: "todo", options: inHeader)),
        try SDKValue.value(
          await device.store.readObject(
            withId: "1", inSchema: "todo", options: SMRequestOptions.withHTTPS())),
      ]
    }
  ]
}
