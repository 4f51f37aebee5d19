public import Foundation

/// Creations and changes for `await`.
extension Post {
  /// Creates an object and answers its id.
  @discardableResult
  nonisolated(nonsending) public func async<T: Encodable>(
    object: T, state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Creates an object of a dictionary and answers its id.
  @discardableResult
  nonisolated(nonsending) public func async(
    object: [String: Any], state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Creates an object of JSON text and answers its id.
  @discardableResult
  nonisolated(nonsending) public func async(
    object: Data, state: State? = nil
  ) async throws(CRUDError) -> String {
    try await creating(object, state).value()
  }

  /// Changes the state of an object, by one step.
  nonisolated(nonsending) public func asyncChangeState(
    id: String, newState: State
  ) async throws(CRUDError) {
    try await changingState(id, newState).value()
  }
}
