nonisolated extension MKCollection {
  /// Saves the object and blocks the calling thread until the server has responded.
  ///
  /// For a new object, all fields are sent. For an object that the server knows, only the changed
  /// fields are sent; without changes, no request is made.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if a field cannot be sent, otherwise the error of
  ///   the request.
  /// - Source: protocol reference C2.
  public func save() throws {
    try instance.wait { () throws(MKError) in try await self.sendSave() }
  }

  /// Saves the object in the background, then calls the block with the object and `nil`, or with
  /// the error.
  public func saveInBackground(
    _ block: ((MKCollection?, (any Error)?) -> Void)? = nil
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendSave()
    } to: {
      block?(self, $0.error)
    }
  }

  /// Reads all fields from the server and blocks the calling thread until the server has responded.
  ///
  /// Changes that were not saved are lost.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object was never saved, otherwise the error
  ///   of the request.
  /// - Source: protocol reference C2.
  public func refresh() throws {
    try instance.wait { () throws(MKError) in try await self.sendRefresh() }
  }

  /// Reads all fields from the server in the background, and ignores errors.
  public func refreshInBackground() { refreshInBackground { _, _ in } }

  /// Reads all fields from the server in the background, then calls the block with the object or
  /// the error.
  public func refreshInBackground(
    _ block: @escaping (MKCollection?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendRefresh()
    } to: {
      block(self, $0.error)
    }
  }

  /// Deletes the object on the server and blocks the calling thread until the server has responded.
  ///
  /// This instance keeps its fields: saving it again creates a new object.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object was never saved, otherwise the error
  ///   of the request.
  /// - Source: protocol reference C2.
  public func delete() throws {
    try instance.wait { () throws(MKError) in try await self.sendDelete() }
  }

  /// Deletes the object in the background, then calls the block with the object and `nil`, or with
  /// the error.
  public func deleteInBackground(
    _ block: ((MKCollection?, (any Error)?) -> Void)? = nil
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendDelete()
    } to: {
      block?(self, $0.error)
    }
  }
}

nonisolated extension MKCollection {
  /// Saves the object without blocking a thread.
  ///
  /// For a new object, all fields are sent. For an object that the server knows, only the changed
  /// fields are sent; without changes, no request is made.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if a field cannot be sent, otherwise the error of
  ///   the request.
  /// - Source: protocol reference C2.
  public func save() async throws { try await sendSave() }

  /// Reads all fields from the server.
  ///
  /// Changes that were not saved are lost.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object was never saved, otherwise the error
  ///   of the request.
  /// - Source: protocol reference C2.
  public func refresh() async throws { try await sendRefresh() }

  /// Deletes the object on the server.
  ///
  /// This instance keeps its fields: saving it again creates a new object.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object was never saved, otherwise the error
  ///   of the request.
  /// - Source: protocol reference C2.
  public func delete() async throws { try await sendDelete() }
}

/// The methods of ``MKCollection`` for an optional object.
///
/// `MKCollection(name:)` returns `nil` for an invalid name. On `nil`, methods that call the server
/// fail with `invalidParams`.
///
/// - Source: protocol reference C2, "Optional trap".
extension Optional where Wrapped: MKCollection {
  private static var missing: MKError {
    MKError(.invalidParams, message: "The object is nil; use a valid collection name.")
  }

  private func required() throws(MKError) -> Wrapped {
    guard let self else { throw Self.missing }
    return self
  }

  /// Sets a field, or does nothing if the object is `nil`.
  public func setObject(_ object: Any?, forKey key: String) {
    self?.setObject(object, forKey: key)
  }

  /// Returns the value of a field, or `nil` if the object is `nil` or does not have the field.
  public func object(forKey key: String) -> Any? { self?.object(forKey: key) }

  /// Saves the object and blocks the calling thread until the server has responded.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object is `nil`, otherwise the error of
  ///   ``MKCollection``'s own method.
  /// - Source: protocol reference C2.
  public func save() throws { try required().save() }

  /// Reads all fields from the server and blocks the calling thread until the server has responded.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object is `nil`, otherwise the error of
  ///   ``MKCollection``'s own method.
  /// - Source: protocol reference C2.
  public func refresh() throws { try required().refresh() }

  /// Deletes the object and blocks the calling thread until the server has responded.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object is `nil`, otherwise the error of
  ///   ``MKCollection``'s own method.
  /// - Source: protocol reference C2.
  public func delete() throws { try required().delete() }

  /// Saves the object without blocking a thread.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object is `nil`, otherwise the error of
  ///   ``MKCollection``'s own method.
  /// - Source: protocol reference C2.
  public func save() async throws { try await required().sendSave() }

  /// Reads all fields from the server without blocking a thread.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object is `nil`, otherwise the error of
  ///   ``MKCollection``'s own method.
  /// - Source: protocol reference C2.
  public func refresh() async throws { try await required().sendRefresh() }

  /// Deletes the object without blocking a thread.
  ///
  /// - Throws: An ``MKError``: `invalidParams` if the object is `nil`, otherwise the error of
  ///   ``MKCollection``'s own method.
  /// - Source: protocol reference C2.
  public func delete() async throws { try await required().sendDelete() }

  /// Saves the object in the background, then calls the block with the object or the error.
  public func saveInBackground(
    _ block: ((MKCollection?, (any Error)?) -> Void)? = nil
  ) {
    guard let self else { return Self.refuse(block) }
    self.saveInBackground(block)
  }

  /// Reads all fields from the server in the background, and ignores errors.
  public func refreshInBackground() { self?.refreshInBackground() }

  /// Reads all fields from the server in the background, then calls the block with the object or
  /// the error.
  public func refreshInBackground(
    _ block: @escaping (MKCollection?, (any Error)?) -> Void
  ) {
    guard let self else { return Self.refuse(block) }
    self.refreshInBackground(block)
  }

  /// Deletes the object in the background, then calls the block with the object or the error.
  public func deleteInBackground(
    _ block: ((MKCollection?, (any Error)?) -> Void)? = nil
  ) {
    guard let self else { return Self.refuse(block) }
    self.deleteInBackground(block)
  }

  private static func refuse(_ block: ((MKCollection?, (any Error)?) -> Void)?) {
    MKAppInstance.current.deliver { () throws(MKError) in
      throw missing
    } to: { (result: Result<Void, MKError>) in
      block?(nil, result.error)
    }
  }
}
