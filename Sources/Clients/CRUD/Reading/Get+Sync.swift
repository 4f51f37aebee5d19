public import Foundation

/// Reads that block the calling thread until the response is there.
extension Get {
  /// Reads the list and answers it as JSON.
  public func sync() throws(CRUDError) -> Data {
    try rawList.wait()
  }

  /// Reads the list and answers it as objects of the app's type.
  ///
  /// - Throws: ``CRUDError/decoding(_:)`` where one of them does not fit the type.
  public func sync<T: Decodable>(object: T.Type) throws(CRUDError) -> [T] {
    try typedList(object).wait()
  }

  /// Reads one object and answers it as JSON.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where there is none of that
  ///   id, or the query or the states hide it.
  public func sync(id: String) throws(CRUDError) -> Data {
    try rawObject(id).wait()
  }

  /// Reads one object and answers it as one of the app's type.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where there is none of that
  ///   id; ``CRUDError/decoding(_:)`` where it does not fit the type.
  public func sync<T: Decodable>(id: String, object: T.Type) throws(CRUDError) -> T {
    try typedObject(id, object).wait()
  }

  /// Counts what the query matches in the states; limits do not count.
  public func count() throws(CRUDError) -> Int {
    try counting.wait()
  }
}
