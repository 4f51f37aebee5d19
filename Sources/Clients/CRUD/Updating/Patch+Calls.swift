/// The three ways to update.
extension Patch {
  /// Updates an object, blocking the calling thread, and answers its id.
  ///
  /// - Throws: ``CRUDError/emptyPatch`` where nothing is to be changed;
  ///   ``CRUDError/http(statusCode:error:message:)`` with 404 where no object of that id is in the
  ///   states, with 400 where it may not be changed so.
  @discardableResult
  public func sync(id: String) throws(CRUDError) -> String {
    try updating(id).wait()
  }

  /// Updates an object and tells a closure on the callback queue; the result is its id.
  public func async(id: String, _ completion: @escaping (String?, (any Error)?) -> Void) {
    updating(id).start(completion)
  }

  /// Updates an object and answers its id.
  ///
  /// - Throws: as the call that blocks.
  @discardableResult
  nonisolated(nonsending) public func async(id: String) async throws(CRUDError) -> String {
    try await updating(id).value()
  }
}
