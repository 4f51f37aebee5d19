import Foundation
import GhostlightCore
import StackMob
import StackMobScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Guide - Queries and Relationships` {
  private let testStage: TestStage
  private let store: SMDataStore

  init() async throws {
    testStage = try TestStage()
    store = try testStage.device().dataStore()
  }

  @Test func `Lower Level Query API`() async throws {
    for (title, priority) in [("a", 1), ("b", 2), ("c", 3), ("d", 4)] {
      try await store.createObject(["title": title, "priority": priority], inSchema: "todo")
    }
    let query = SMQuery(schema: "Todo")
    query.where("priority", isGreaterThan: 1)
    query.order(byField: "title", ascending: false)
    query.fromIndex(0, to: 1)
    let blocks = Blocks()
    let received = await blocks.next {
      store.perform(
        query,
        onSuccess: { results in
          let titles = results.map { ($0 as? [String: Any])?["title"] as? String ?? "-" }
          blocks.receive(titles.joined(separator: ","))
        }, onFailure: blocks.failure)
    }
    #expect(received == "d,c")
    let counted = await blocks.next {
      store.performCount(
        query, onSuccess: { blocks.receive($0.stringValue) }, onFailure: blocks.failure)
    }
    #expect(counted == "3")
    let all = try await store.performQuery(SMQuery(schema: "todo"))
    #expect(all.map { $0["title"] as? String } == ["a", "b", "c", "d"])
    let one = SMQuery(schema: "todo")
    one.where("title", isEqualTo: "a")
    let count = try await store.performCount(one)
    #expect(count == 1)
  }

  @Test func `Queries - a field that does not exist`() async throws {
    try await store.createObject(["title": "x"], inSchema: "todo")
    let query = SMQuery(schema: "todo")
    query.where("colour", isEqualTo: "red")
    let error = await #expect(throws: NSError.self) { try await store.perform(query) }
    #expect(error.map(Blocks.text) == "HTTP 400")
  }

  @Test func `One to One`() async throws {
    let options = SMRequestOptions()
    options.associateKey("category", withSchema: "category")
    try await store.createObject(
      ["todo_id": "1", "category": ["category_id": "c", "name": "Home"]], inSchema: "todo",
      options: options)
    let plain = try await store.readObject(withId: "1", inSchema: "todo")
    #expect(plain["category"] as? String == "c")
    let expanded = try await store.readObject(
      withId: "1", inSchema: "todo", options: SMRequestOptions(expandDepth: 1))
    #expect((expanded["category"] as? [String: Any])?["name"] as? String == "Home")
  }

  @Test func `One to Many`() async throws {
    try await store.createObject(["todo_id": "1"], inSchema: "todo")
    let outcome = try await store.createAndAppendRelatedObjects(
      [["tags_id": "i1", "name": "a"], ["tags_id": "i2", "name": "b"]], toObjectWithId: "1",
      inSchema: "todo", relatedField: "tags")
    #expect(outcome.succeeded == ["i1", "i2"])
    let blocks = Blocks()
    let related = await blocks.next {
      store.createAndAppendRelatedObjects(
        [["tags_id": "i3"], ["tags_id": "i1"]], toObjectWithId: "1", inSchema: "todo",
        relatedField: "tags", onSuccess: { blocks.receive("\($0) \($1)") },
        onFailure: blocks.failure)
    }
    #expect(related == #"["i3"] ["i1"]"#)
    let removed = await blocks.next {
      store.deleteObjects(
        ["i1", "i3"], fromObjectWithId: "1", schema: "todo", field: "tags", cascadeDelete: true,
        onSuccess: { blocks.receive("removed") },
        onFailure: { error, _, _, _ in blocks.receive(Blocks.text(of: error)) })
    }
    #expect(removed == "removed")
    let todo = try await store.readObject(withId: "1", inSchema: "todo")
    #expect(todo["tags"] as? [String] == ["i2"])
    let left = try await store.perform(SMQuery(schema: "tags"))
    #expect(left.map { $0["tags_id"] as? String } == ["i2"])
  }

  @Test func `Many to Many`() async throws {
    try testStage.setUp(
      "schema exists", ["name": "todo", "fields": ["tags": "relationships[tag]"]])
    try testStage.setUp(
      "schema exists", ["name": "tag", "fields": ["todos": "relationships[todo]"]])
    for id in ["1", "2"] {
      try await store.createObject(["todo_id": id], inSchema: "todo")
      try await store.createObject(["tag_id": id], inSchema: "tag")
    }
    let blocks = Blocks()
    let received = await blocks.next {
      store.appendObjects(
        ["1", "2", "1"], toObjectWithId: "1", inSchema: "Todo", field: "tags",
        onSuccess: { object, schema in
          blocks.receive("\(schema) \(object["tags"] as? [String] ?? [])")
        }, onFailure: { error, _, _, _ in blocks.receive(Blocks.text(of: error)) })
    }
    #expect(received == #"Todo ["1", "2"]"#)
    let tag = try await store.appendObjects(
      ["1"], toObjectWithId: "2", inSchema: "tag", field: "todos")
    #expect(tag["todos"] as? [String] == ["1"])
    let missing = await blocks.next {
      store.appendObjects(
        ["1"], toObjectWithId: "3", inSchema: "todo", field: "tags", onSuccess: blocks.object(),
        onFailure: { error, id, values, schema in
          blocks.receive("\(Blocks.text(of: error)) \(id ?? "-") \(values ?? []) \(schema ?? "-")")
        })
    }
    #expect(missing == #"HTTP 404 3 ["1"] todo"#)
  }
}
