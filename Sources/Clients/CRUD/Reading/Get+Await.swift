public import Foundation

/// Reads for `await`.
extension Get {
  /// Reads the list and answers it as JSON.
  nonisolated(nonsending) public func async() async throws(CRUDError) -> Data {
    try await rawList.value()
  }

  /// Reads the list and answers it as objects of the app's type.
  nonisolated(nonsending) public func async<T: Decodable>(
    object: T.Type
  ) async throws(CRUDError) -> [T] {
    try await typedList(object).value()
  }

  /// Reads one object and answers it as JSON.
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) -> Data {
    try await rawObject(id).value()
  }

  /// Reads one object and answers it as one of the app's type.
  nonisolated(nonsending) public func async<T: Decodable>(
    id: String, object: T.Type
  ) async throws(CRUDError) -> T {
    try await typedObject(id, object).value()
  }

  /// Counts what the query matches in the states.
  nonisolated(nonsending) public func asyncCount() async throws(CRUDError) -> Int {
    try await counting.value()
  }
}
