nonisolated extension MKCollection {
  /// Saves the object and blocks the calling thread until that is done.
  ///
  /// A new object is created with all its fields; of a known one the changed fields are sent, and
  /// where none has changed nothing is.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C2.
  public func save() throws {
    try instance.wait { () throws(MKError) in try await self.sendSave() }
  }

  /// Saves the object in the background, then calls the block with it, and the error if any.
  public func saveInBackground(
    _ block: ((MKCollection?, (any Error)?) -> Void)? = nil
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendSave()
    } to: {
      block?(self, $0.error)
    }
  }

  /// Replaces all fields by the server's, and blocks the calling thread until that is done.
  ///
  /// Changes that were not saved are lost.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C2.
  public func refresh() throws {
    try instance.wait { () throws(MKError) in try await self.sendRefresh() }
  }

  /// Replaces all fields by the server's in the background.
  public func refreshInBackground() { refreshInBackground { _, _ in } }

  /// Replaces all fields by the server's in the background, then calls the block.
  public func refreshInBackground(
    _ block: @escaping (MKCollection?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendRefresh()
    } to: {
      block(self, $0.error)
    }
  }

  /// Deletes the object and blocks the calling thread until that is done; its fields stay here.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C2.
  public func delete() throws {
    try instance.wait { () throws(MKError) in try await self.sendDelete() }
  }

  /// Deletes the object in the background, then calls the block with it, and the error if any.
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
  /// Saves the object.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C2.
  public func save() async throws { try await sendSave() }

  /// Replaces all fields by the server's.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C2.
  public func refresh() async throws { try await sendRefresh() }

  /// Deletes the object; its fields stay here.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C2.
  public func delete() async throws { try await sendDelete() }
}

/// The calls of an object that may be missing, since `MKCollection(name:)` may refuse a name.
///
/// A missing object fails with `invalidParams`.
///
/// - Source: protocol reference C2, "Optional trap".
extension Optional where Wrapped: MKCollection {
  private static var missing: MKError {
    MKError(.invalidParams, message: "There is no object; check the collection's name.")
  }

  private func required() throws(MKError) -> Wrapped {
    guard let self else { throw Self.missing }
    return self
  }

  /// Sets a field of an object that is there.
  public func setObject(_ object: Any?, forKey key: String) {
    self?.setObject(object, forKey: key)
  }

  /// The value of a field of an object that is there.
  public func object(forKey key: String) -> Any? { self?.object(forKey: key) }

  /// Saves the object and blocks the calling thread until that is done.
  ///
  /// - Throws: ``MKError``, also where there is no object.
  /// - Source: protocol reference C2.
  public func save() throws { try required().save() }

  /// Replaces all fields by the server's, and blocks the calling thread until that is done.
  ///
  /// - Throws: ``MKError``, also where there is no object.
  /// - Source: protocol reference C2.
  public func refresh() throws { try required().refresh() }

  /// Deletes the object and blocks the calling thread until that is done.
  ///
  /// - Throws: ``MKError``, also where there is no object.
  /// - Source: protocol reference C2.
  public func delete() throws { try required().delete() }

  /// Saves the object.
  ///
  /// - Throws: ``MKError``, also where there is no object.
  /// - Source: protocol reference C2.
  public func save() async throws { try await required().sendSave() }

  /// Replaces all fields by the server's.
  ///
  /// - Throws: ``MKError``, also where there is no object.
  /// - Source: protocol reference C2.
  public func refresh() async throws { try await required().sendRefresh() }

  /// Deletes the object.
  ///
  /// - Throws: ``MKError``, also where there is no object.
  /// - Source: protocol reference C2.
  public func delete() async throws { try await required().sendDelete() }

  /// Saves the object in the background, then calls the block.
  public func saveInBackground(
    _ block: ((MKCollection?, (any Error)?) -> Void)? = nil
  ) {
    guard let self else { return Self.refuse(block) }
    self.saveInBackground(block)
  }

  /// Replaces all fields by the server's in the background.
  public func refreshInBackground() { self?.refreshInBackground() }

  /// Replaces all fields by the server's in the background, then calls the block.
  public func refreshInBackground(
    _ block: @escaping (MKCollection?, (any Error)?) -> Void
  ) {
    guard let self else { return Self.refuse(block) }
    self.refreshInBackground(block)
  }

  /// Deletes the object in the background, then calls the block.
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
