import CRUD
import Foundation
import TestExecutors

/// The SDK, called through the API variant that the current call style selects.
struct CalledCRUD: Sendable {
  let crud: CRUD

  func get(collection: String, queryBuilder: QueryBuilder? = nil) -> CalledGet {
    CalledGet(get: crud.get(collection: collection, queryBuilder: queryBuilder))
  }

  func get(collection: String, query: String?) -> CalledGet {
    CalledGet(get: crud.get(collection: collection, query: query))
  }

  func post(collection: String) -> CalledPost {
    CalledPost(post: crud.post(collection: collection))
  }

  func patch(collection: String) -> CalledPatch {
    CalledPatch(patch: crud.patch(collection: collection))
  }

  func delete(collection: String) -> CalledDelete {
    CalledDelete(delete: crud.delete(collection: collection))
  }

  func setSessionID(sessionID: String) { crud.setSessionID(sessionID: sessionID) }

  func resetSessionID() { crud.resetSessionID() }
}

/// Queries through the SDK's API variant that the current call style selects.
struct CalledGet {
  let get: Get

  func limit(_ count: Int) -> CalledGet { CalledGet(get: get.limit(count)) }

  func skip(_ count: Int) -> CalledGet { CalledGet(get: get.skip(count)) }

  func limitProperties(_ properties: [String]) -> CalledGet {
    CalledGet(get: get.limitProperties(properties))
  }

  func sortBy(property: String, descending: Bool = false) -> CalledGet {
    CalledGet(get: get.sortBy(property: property, descending: descending))
  }

  func states(_ states: [State]) -> CalledGet { CalledGet(get: get.states(states)) }

  nonisolated(nonsending) func async() async throws -> Data {
    try await CallStyle.call {
      try await get.async()
    } blocks: { success, failure in
      get.async { tell($0, $1, success, failure) }
    } blocking: {
      try get.sync()
    }
  }

  nonisolated(nonsending) func async<Value: Decodable>(
    object: Value.Type
  ) async throws -> [Value] {
    try await CallStyle.call {
      try await get.async(object: object)
    } blocks: { success, failure in
      get.async(object: object) { tell($0, $1, success, failure) }
    } blocking: {
      try get.sync(object: object)
    }
  }

  nonisolated(nonsending) func async(id: String) async throws -> Data {
    try await CallStyle.call {
      try await get.async(id: id)
    } blocks: { success, failure in
      get.async(id: id) { tell($0, $1, success, failure) }
    } blocking: {
      try get.sync(id: id)
    }
  }

  nonisolated(nonsending) func async<Value: Decodable>(
    id: String, object: Value.Type
  ) async throws -> Value {
    try await CallStyle.call {
      try await get.async(id: id, object: object)
    } blocks: { success, failure in
      get.async(id: id, object: object) { tell($0, $1, success, failure) }
    } blocking: {
      try get.sync(id: id, object: object)
    }
  }

  nonisolated(nonsending) func asyncCount() async throws -> Int {
    try await CallStyle.call {
      try await get.asyncCount()
    } blocks: { success, failure in
      get.asyncCount { tell($0, $1, success, failure) }
    } blocking: {
      try get.count()
    }
  }
}

/// Calls `success` with the value, or `failure` with the error.
func tell<Value>(
  _ value: Value?, _ error: (any Error)?, _ success: (Value) -> Void,
  _ failure: (any Error) -> Void
) {
  if let value {
    success(value)
  } else {
    failure(error ?? ExecutorError("the closure was given nothing"))
  }
}
