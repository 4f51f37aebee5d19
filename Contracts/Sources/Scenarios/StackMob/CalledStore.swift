import Foundation
import TestExecutors

import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The data store, called through the API variant that the current call style selects.
struct CalledStore: Sendable {
  let store: SMDataStore

  @discardableResult
  nonisolated(nonsending) func createObject(
    _ object: [AnyHashable: Any]?, inSchema schema: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await store.createObject(object, inSchema: schema, options: options)
    } blocks: { success, failure in
      store.createObject(
        object, inSchema: schema, options: options, onSuccess: { object, _ in success(object) },
        onFailure: { error, _, _ in failure(error) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func readObject(
    withId id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await store.readObject(withId: id, inSchema: schema, options: options)
    } blocks: { success, failure in
      store.readObject(
        withId: id, inSchema: schema, options: options, onSuccess: { object, _ in success(object) },
        onFailure: { error, _, _ in failure(error) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func updateObject(
    withId id: String?, inSchema schema: String?, update: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await store.updateObject(withId: id, inSchema: schema, update: update, options: options)
    } blocks: { success, failure in
      store.updateObject(
        withId: id, inSchema: schema, update: update, options: options,
        onSuccess: { object, _ in success(object) }, onFailure: { error, _, _ in failure(error) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func updateAtomicCounter(
    withId id: String?, field: String?, inSchema schema: String?, by value: Int
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await store.updateAtomicCounter(withId: id, field: field, inSchema: schema, by: value)
    } blocks: { success, failure in
      store.updateAtomicCounter(
        withId: id, field: field, inSchema: schema, by: value,
        onSuccess: { object, _ in success(object) }, onFailure: { error, _, _ in failure(error) })
    }
  }

  nonisolated(nonsending) func deleteObjectId(_ id: String?, inSchema schema: String?) async throws
  {
    try await CallStyle.call {
      try await store.deleteObjectId(id, inSchema: schema)
    } blocks: { success, failure in
      store.deleteObjectId(
        id, inSchema: schema, onSuccess: { _, _ in success(()) },
        onFailure: { error, _, _ in failure(error) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func createObjects(
    _ objects: [[AnyHashable: Any]]?, inSchema schema: String?
  ) async throws -> (succeeded: [String], failed: [String]) {
    try await CallStyle.call {
      let outcome = try await store.createObjects(objects, inSchema: schema)
      return (outcome.succeeded, outcome.failed)
    } blocks: { success, failure in
      store.createObjects(
        objects, inSchema: schema,
        onSuccess: { succeeded, failed, _ in
          success((succeeded.compactMap { $0 as? String }, failed.compactMap { $0 as? String }))
        }, onFailure: { error, _, _ in failure(error) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func createAndAppendRelatedObjects(
    _ objects: [[AnyHashable: Any]]?, toObjectWithId id: String?, inSchema schema: String?,
    relatedField field: String?
  ) async throws -> (succeeded: [String], failed: [String]) {
    try await CallStyle.call {
      let outcome = try await store.createAndAppendRelatedObjects(
        objects, toObjectWithId: id, inSchema: schema, relatedField: field)
      return (outcome.succeeded, outcome.failed)
    } blocks: { success, failure in
      store.createAndAppendRelatedObjects(
        objects, toObjectWithId: id, inSchema: schema, relatedField: field,
        onSuccess: { succeeded, failed in
          success((succeeded.compactMap { $0 as? String }, failed.compactMap { $0 as? String }))
        }, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func appendObjects(
    _ values: [Any]?, toObjectWithId id: String?, inSchema schema: String?, field: String?
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await store.appendObjects(values, toObjectWithId: id, inSchema: schema, field: field)
    } blocks: { success, failure in
      store.appendObjects(
        values, toObjectWithId: id, inSchema: schema, field: field,
        onSuccess: { object, _ in success(object) }, onFailure: { error, _, _, _ in failure(error) }
      )
    }
  }

  nonisolated(nonsending) func deleteObjects(
    _ values: [Any]?, fromObjectWithId id: String?, schema: String?, field: String?,
    cascadeDelete: Bool = false
  ) async throws {
    try await CallStyle.call {
      try await store.deleteObjects(
        values, fromObjectWithId: id, schema: schema, field: field, cascadeDelete: cascadeDelete)
    } blocks: { success, failure in
      store.deleteObjects(
        values, fromObjectWithId: id, schema: schema, field: field, cascadeDelete: cascadeDelete,
        onSuccess: { success(()) }, onFailure: { error, _, _, _ in failure(error) })
    }
  }

  @discardableResult
  nonisolated(nonsending) func perform(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [[AnyHashable: Any]] {
    try await CallStyle.call {
      try await store.perform(query, options: options)
    } blocks: { success, failure in
      store.perform(
        query, options: options, onSuccess: { success($0 as? [[AnyHashable: Any]] ?? []) },
        onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func performQuery(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [[AnyHashable: Any]] {
    try await CallStyle.call {
      try await store.performQuery(query, options: options)
    } blocks: { success, failure in
      store.performQuery(
        query, options: options, onSuccess: { success($0 as? [[AnyHashable: Any]] ?? []) },
        onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func performCount(_ query: SMQuery) async throws -> Int {
    try await CallStyle.call {
      try await store.performCount(query)
    } blocks: { success, failure in
      store.performCount(query, onSuccess: { success($0.intValue) }, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func perform(_ request: SMCustomCodeRequest) async throws -> (
    response: HTTPURLResponse?, body: Any?
  ) {
    try await CallStyle.call {
      let answer = try await store.perform(request)
      return (answer.response, answer.body)
    } blocks: { success, failure in
      store.perform(
        request, onSuccess: { _, response, body in success((response, body)) },
        onFailure: { _, _, error, _ in failure(error) })
    }
  }
}
