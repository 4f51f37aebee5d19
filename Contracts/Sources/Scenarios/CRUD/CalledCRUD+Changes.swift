import CRUD
import Foundation
import TestExecutors

/// Object creation through the SDK's API variant that the current call style selects.
struct CalledPost {
  let post: Post

  @discardableResult
  nonisolated(nonsending) func async<Value: Encodable>(
    object: Value, state: State? = nil
  ) async throws -> String {
    try await CallStyle.call {
      try await post.async(object: object, state: state)
    } blocks: { success, failure in
      post.async(object: object, state: state) { tell($0, $1, success, failure) }
    } blocking: {
      try post.sync(object: object, state: state)
    }
  }

  @discardableResult
  nonisolated(nonsending) func async(
    object: [String: Any], state: State? = nil
  ) async throws -> String {
    try await CallStyle.call {
      try await post.async(object: object, state: state)
    } blocks: { success, failure in
      post.async(object: object, state: state) { tell($0, $1, success, failure) }
    } blocking: {
      try post.sync(object: object, state: state)
    }
  }

  @discardableResult
  nonisolated(nonsending) func async(object: Data, state: State? = nil) async throws -> String {
    try await CallStyle.call {
      try await post.async(object: object, state: state)
    } blocks: { success, failure in
      post.async(object: object, state: state) { tell($0, $1, success, failure) }
    } blocking: {
      try post.sync(object: object, state: state)
    }
  }

  nonisolated(nonsending) func asyncChangeState(id: String, newState: State) async throws {
    try await CallStyle.call {
      try await post.asyncChangeState(id: id, newState: newState)
    } blocks: { success, failure in
      post.asyncChangeState(id: id, newState: newState) { error in
        tell(error == nil ? () : nil, error, success, failure)
      }
    } blocking: {
      try post.syncChangeState(id: id, newState: newState)
    }
  }
}

/// Object updates through the SDK's API variant that the current call style selects.
struct CalledPatch {
  let patch: Patch

  @discardableResult
  func update(object: Any?, for property: String) -> CalledPatch {
    CalledPatch(patch: patch.update(object: object, for: property))
  }

  @discardableResult
  func remove(property: String) -> CalledPatch {
    CalledPatch(patch: patch.remove(property: property))
  }

  @discardableResult
  func increment(by amount: Double, for property: String) -> CalledPatch {
    CalledPatch(patch: patch.increment(by: amount, for: property))
  }

  @discardableResult
  func push(object: Any, to property: String) -> CalledPatch {
    CalledPatch(patch: patch.push(object: object, to: property))
  }

  func states(_ states: [State]) -> CalledPatch { CalledPatch(patch: patch.states(states)) }

  nonisolated(nonsending) func async(id: String) async throws -> String {
    try await CallStyle.call {
      try await patch.async(id: id)
    } blocks: { success, failure in
      patch.async(id: id) { tell($0, $1, success, failure) }
    } blocking: {
      try patch.sync(id: id)
    }
  }
}

/// Object deletion through the SDK's API variant that the current call style selects.
struct CalledDelete {
  let delete: Delete

  func states(_ states: [State]) -> CalledDelete { CalledDelete(delete: delete.states(states)) }

  nonisolated(nonsending) func async(id: String) async throws {
    try await CallStyle.call {
      try await delete.async(id: id)
    } blocks: { success, failure in
      delete.async(id: id) { error in tell(error == nil ? () : nil, error, success, failure) }
    } blocking: {
      try delete.sync(id: id)
    }
  }

  nonisolated(nonsending) func async(queryBuilder: QueryBuilder?) async throws -> Int {
    try await CallStyle.call {
      try await delete.async(queryBuilder: queryBuilder)
    } blocks: { success, failure in
      delete.async(queryBuilder: queryBuilder) { tell($0, $1, success, failure) }
    } blocking: {
      try delete.sync(queryBuilder: queryBuilder)
    }
  }
}
