/// The three ways to delete.
extension Delete {
  /// Deletes an object, blocking the calling thread.
  ///
  /// - Throws: ``CRUDError/http(statusCode:error:message:)`` with 404 where no object of that id is
  ///   in the states.
  public func sync(id: String) throws(CRUDError) {
    try deleting(id).wait()
  }

  /// Deletes what a query matches, everything without one, and answers how many objects that were.
  ///
  /// Blocks the calling thread.
  @discardableResult
  public func sync(queryBuilder: QueryBuilder?) throws(CRUDError) -> Int {
    try deleting(queryBuilder).wait()
  }

  /// Deletes an object and tells a closure on the callback queue.
  public func async(id: String, _ completion: @escaping ((any Error)?) -> Void) {
    deleting(id).start { _, error in completion(error) }
  }

  /// Deletes what a query matches and tells a closure on the callback queue how many that were.
  public func async(
    queryBuilder: QueryBuilder?, _ completion: @escaping (Int?, (any Error)?) -> Void
  ) {
    deleting(queryBuilder).start(completion)
  }

  /// Deletes an object.
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) {
    try await deleting(id).value()
  }

  /// Deletes what a query matches, everything without one, and answers how many objects that were.
  @discardableResult
  nonisolated(nonsending) public func async(
    queryBuilder: QueryBuilder?
  ) async throws(CRUDError) -> Int {
    try await deleting(queryBuilder).value()
  }
}
