import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Data store calls with invalid arguments` {
  /// One test case: a call that must fail without a request, with blocks and with `await`, and the
  /// string that its block must record.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: @Sendable (SMDataStore, Blocks) -> Void
    let wait: @Sendable (SMDataStore) async throws -> Void
    var expected = "SMError -100 - -"
  }

  private static let objects = [
    Row(
      testDescription: "create nothing",
      call: { $0.createObject(nil, inSchema: "a", onSuccess: nil, onFailure: $1.objectFailure) },
      wait: { try await $0.createObject(nil, inSchema: "a") }, expected: "SMError -100 - a"),
    Row(
      testDescription: "create nowhere",
      call: {
        $0.createObject(["b": 1], inSchema: nil, onSuccess: nil, onFailure: $1.objectFailure)
      }, wait: { try await $0.createObject([:], inSchema: nil) }, expected: "SMError -100 b=1 -"),
    Row(
      testDescription: "read without an id",
      call: {
        $0.readObject(withId: nil, inSchema: "a", onSuccess: nil, onFailure: $1.idFailure)
      },
      wait: { _ = try await $0.readObject(withId: nil, inSchema: "a") },
      expected: "SMError -100 - a"),
    Row(
      testDescription: "read without a schema",
      call: {
        $0.readObject(withId: "1", inSchema: nil, onSuccess: nil, onFailure: $1.idFailure)
      },
      wait: { _ = try await $0.readObject(withId: "1", inSchema: "") },
      expected: "SMError -100 1 -"),
    Row(
      testDescription: "update without an id",
      call: {
        $0.updateObject(
          withId: nil, inSchema: "a", update: ["b": 1], onSuccess: nil,
          onFailure: $1.objectFailure)
      },
      wait: { try await $0.updateObject(withId: nil, inSchema: "a", update: [:]) },
      expected: "SMError -100 b=1 a"),
    Row(
      testDescription: "update with nothing",
      call: {
        $0.updateObject(
          withId: "1", inSchema: "a", update: nil, onSuccess: nil, onFailure: $1.objectFailure)
      },
      wait: { try await $0.updateObject(withId: "1", inSchema: "a", update: nil) },
      expected: "SMError -100 - a"),
    Row(
      testDescription: "count up no field",
      call: {
        $0.updateAtomicCounter(
          withId: "1", field: nil, inSchema: "a", by: 1, onSuccess: nil,
          onFailure: $1.objectFailure)
      },
      wait: { try await $0.updateAtomicCounter(withId: "1", field: "", inSchema: "a", by: 1) },
      expected: "SMError -100 - a"),
    Row(
      testDescription: "delete without an id",
      call: { $0.deleteObjectId("", inSchema: "a", onSuccess: nil, onFailure: $1.idFailure) },
      wait: { try await $0.deleteObjectId(nil, inSchema: "a") }, expected: "SMError -100  a"),
  ]

  private static let lists = [
    Row(
      testDescription: "create no objects",
      call: { store, blocks in
        store.createObjects(
          nil, inSchema: "a", onSuccess: nil,
          onFailure: {
            blocks.receive("\(Blocks.text(of: $0)) \($1 == nil ? "-" : "x") \($2 ?? "-")")
          }
        )
      }, wait: { _ = try await $0.createObjects([], inSchema: nil) }, expected: "SMError -100 - a"),
    Row(
      testDescription: "relate no objects",
      call: {
        $0.createAndAppendRelatedObjects(
          nil, toObjectWithId: "1", inSchema: "a", relatedField: "b", onSuccess: nil,
          onFailure: $1.failure)
      },
      wait: {
        _ = try await $0.createAndAppendRelatedObjects(
          [], toObjectWithId: "1", inSchema: "a", relatedField: nil)
      }, expected: "SMError -100"),
    Row(
      testDescription: "append nothing",
      call: { store, blocks in
        store.appendObjects(
          [], toObjectWithId: "1", inSchema: "a", field: "b", onSuccess: nil,
          onFailure: { error, id, _, _ in blocks.receive("\(Blocks.text(of: error)) \(id ?? "-")") }
        )
      },
      wait: { try await $0.appendObjects(nil, toObjectWithId: "1", inSchema: "a", field: "b") },
      expected: "SMError -100 1"),
    Row(
      testDescription: "remove an object",
      call: { store, blocks in
        store.deleteObjects(
          [["a": 1]], fromObjectWithId: "1", schema: "a", field: "b", onSuccess: nil,
          onFailure: { error, id, _, _ in blocks.receive("\(Blocks.text(of: error)) \(id ?? "-")") }
        )
      },
      wait: {
        try await $0.deleteObjects([NSNull()], fromObjectWithId: "1", schema: "a", field: "b")
      }, expected: "SMError -100 1"),
    Row(
      testDescription: "a page without objects",
      call: { store, blocks in
        let query = SMQuery(schema: "a")
        query.limit(0)
        store.performQuery(query, onSuccess: nil, onFailure: blocks.failure)
      },
      wait: {
        let query = SMQuery(schema: "a")
        query.limit(0)
        _ = try await $0.performCount(query)
      }, expected: "SMError -100"),
  ]

  @Test(arguments: objects + lists)
  func `a data store call with invalid arguments fails with -100`(_ row: Row) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let store = try SMClient.of(stage).dataStore()
    let blocks = Blocks()
    row.call(store, blocks)
    #expect(blocks.received == [row.expected])
    let error = await #expect(throws: (any Error).self) { try await row.wait(store) }
    #expect(error.map { SMErrorInvalidArguments ~= $0 } == true)
    #expect(stage.requests == [])
  }
}
