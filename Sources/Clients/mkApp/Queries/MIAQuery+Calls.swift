nonisolated extension MIAQuery {
  /// Reads the object with an id in the background, then calls the block with the object or the
  /// error.
  public func getObjectWithID(
    _ id: String, withCompletionBlock block: @escaping (Any?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendGet(id)
    } to: { (found: Result<MKCollection, MKError>) in
      block(found.value, found.error)
    }
  }

  /// Reads the object with an id in the background; the original spelling of
  /// ``getObjectWithID(_:withCompletionBlock:)``.
  public func getObjectWithId(
    _ id: String, withCompletionBlock block: @escaping (Any?, (any Error)?) -> Void
  ) {
    getObjectWithID(id, withCompletionBlock: block)
  }

  /// Reads the matching objects in the background, then calls the block with the objects or the
  /// error.
  ///
  /// Each object is an ``MKCollection``.
  public func findObjects(
    completionBlock block: @escaping ([Any]?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendFind()
    } to: { (found: Result<[MKCollection], MKError>) in
      block(found.value, found.error)
    }
  }

  /// Returns the matching objects and blocks the calling thread until the server has responded.
  ///
  /// Each object is an ``MKCollection``.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if a filter's value or the collection's name is
  ///   invalid, otherwise the error of the request.
  /// - Source: protocol reference C3.
  public func findObjects() throws -> [Any] {
    let found: [MKCollection] = try instance.wait { () throws(MKError) in
      try await self.sendFind()
    }
    return found
  }

  /// Returns the number of matching objects and blocks the calling thread until the server has
  /// responded.
  ///
  /// ``limit`` and ``skip`` have no effect.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if a filter's value or the collection's name is
  ///   invalid, otherwise the error of the request.
  /// - Source: protocol reference C3.
  public func countObjects() throws -> Int {
    try instance.wait { () throws(MKError) in try await self.sendCount() }
  }
}

nonisolated extension MIAQuery {
  /// Returns the object with an id.
  ///
  /// The query's filters, order and page have no effect, only its selection of fields.
  ///
  /// - Throws: An ``MKError``: `operationFailed` if no object has the id (404), otherwise the error
  ///   of the request.
  /// - Source: protocol reference C3.
  public func getObject(withID id: String) async throws -> MKCollection { try await sendGet(id) }

  /// Returns the matching objects, in the order of the sort keys.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if a filter's value or the collection's name is
  ///   invalid, otherwise the error of the request.
  /// - Source: protocol reference C3.
  public func findObjects() async throws -> [MKCollection] { try await sendFind() }

  /// Returns the matching objects, decoded as a type of the app by ``MKCollection/decode(_:)``.
  ///
  /// - Throws: An ``MKError``: `invalidResponse` if an object does not match the type, otherwise
  ///   the errors of `findObjects()`.
  /// - Source: protocol reference C3.
  public func findObjects<Value: Decodable>(as type: Value.Type) async throws -> [Value] {
    try await sendFind().map { try $0.decode(type) }
  }

  /// Returns the number of matching objects.
  ///
  /// ``limit`` and ``skip`` have no effect.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if a filter's value or the collection's name is
  ///   invalid, otherwise the error of the request.
  /// - Source: protocol reference C3.
  public func countObjects() async throws -> Int { try await sendCount() }
}
