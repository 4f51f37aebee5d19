nonisolated extension MIAQuery {
  /// Finds the object of an id in the background, then calls the block with it, or the error.
  public func getObjectWithID(
    _ id: String, withCompletionBlock block: @escaping (Any?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendGet(id)
    } to: { (found: Result<MKCollection, MKError>) in
      block(found.value, found.error)
    }
  }

  /// Finds the object of an id in the background, by the selector's original name.
  public func getObjectWithId(
    _ id: String, withCompletionBlock block: @escaping (Any?, (any Error)?) -> Void
  ) {
    getObjectWithID(id, withCompletionBlock: block)
  }

  /// Finds the objects in the background, then calls the block with them, or the error.
  public func findObjects(
    completionBlock block: @escaping ([Any]?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendFind()
    } to: { (found: Result<[MKCollection], MKError>) in
      block(found.value, found.error)
    }
  }

  /// Finds the objects, each an ``MKCollection``, and blocks the calling thread until that is done.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C3.
  public func findObjects() throws -> [Any] {
    let found: [MKCollection] = try instance.wait { () throws(MKError) in
      try await self.sendFind()
    }
    return found
  }

  /// Counts the objects, whatever limit and skip are, and blocks the calling thread until then.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C3.
  public func countObjects() throws -> Int {
    try instance.wait { () throws(MKError) in try await self.sendCount() }
  }
}

nonisolated extension MIAQuery {
  /// The object of an id.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C3.
  public func getObject(withID id: String) async throws -> MKCollection { try await sendGet(id) }

  /// The objects.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C3.
  public func findObjects() async throws -> [MKCollection] { try await sendFind() }

  /// The objects as a type of the app's, as ``MKCollection/decode(_:)`` makes them.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C3.
  public func findObjects<Value: Decodable>(as type: Value.Type) async throws -> [Value] {
    try await sendFind().map { try $0.decode(type) }
  }

  /// How many objects there are, whatever limit and skip are.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C3.
  public func countObjects() async throws -> Int { try await sendCount() }
}
