public import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Objects.
///
/// - Source: protocol reference B6.
extension EGF2Graph {
  /// Gets an object, from the cache if it is there.
  public func object(withId id: String, completion: ObjectBlock?) {
    object(withId: id, expand: [], completion: completion)
  }

  /// Gets an object with what is to be expanded, from the cache if all of it is there.
  public func object(withId id: String, expand: [String], completion: ObjectBlock?) {
    objectCall(id, expand).deliver(to: completion)
  }

  /// Gets an object from the server, and caches it.
  public func refreshObject(withId id: String, completion: ObjectBlock?) {
    refreshObject(withId: id, expand: [], completion: completion)
  }

  /// Gets an object with what is to be expanded from the server, and caches all of it.
  public func refreshObject(withId id: String, expand: [String], completion: ObjectBlock?) {
    refreshCall(id, expand).deliver(to: completion)
  }

  /// Gets the object of the logged-in user; from the cache, once its id is known.
  public func userObject(withCompletion completion: ObjectBlock?) {
    userCall.deliver(to: completion)
  }

  /// Creates an object; the parameters must contain `object_type`.
  ///
  /// Keys are names of fields, or of the model's properties.
  public func createObject(
    withParameters parameters: [String: Any], completion: ObjectBlock?
  ) {
    createCall(parameters).deliver(to: completion)
  }

  /// Updates some fields of an object; `delete_fields` with names of fields removes these.
  ///
  /// Keys are names of fields, or of the model's properties.
  public func updateObject(
    withId id: String, parameters: [String: Any], completion: ObjectBlock?
  ) {
    updateCall(id, parameters).deliver(to: completion)
  }

  /// Updates the editable fields of an object with those values of a model that are not nil.
  public func updateObject(withId id: String, object: NSObject, completion: ObjectBlock?) {
    updateCall(id, object).deliver(to: completion)
  }

  /// Deletes an object, on the server and in the cache; lists of edges keep its id.
  public func deleteObject(withId id: String, completion: Completion?) {
    deleteCall(id).deliver(to: completion)
  }
}

/// Objects, for asynchronous functions.
extension EGF2Graph {
  /// Gets an object with what is to be expanded, from the cache if all of it is there.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func object(
    withId id: String, expand: [String] = []
  ) async throws -> sending NSObject {
    try await objectCall(id, expand).value()
  }

  /// Gets an object with what is to be expanded from the server, and caches all of it.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func refreshObject(
    withId id: String, expand: [String] = []
  ) async throws -> sending NSObject {
    try await refreshCall(id, expand).value()
  }

  /// Gets the object of the logged-in user; from the cache, once its id is known.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func userObject() async throws -> sending NSObject {
    try await userCall.value()
  }

  /// Creates an object; the parameters must contain `object_type`.
  ///
  /// - Throws: ``EGF2Error`` with ``EGF2ErrorCode/wrongMethodParameter`` where a parameter cannot
  ///   be used, with ``EGF2ErrorCode/serverError`` where the server refuses; errors of the network
  ///   in `NSURLErrorDomain`.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func createObject(
    withParameters parameters: [String: Any]
  ) async throws -> sending NSObject {
    try await createCall(parameters).value()
  }

  /// Updates some fields of an object; `delete_fields` with names of fields removes these.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func updateObject(
    withId id: String, parameters: [String: Any]
  ) async throws -> sending NSObject {
    try await updateCall(id, parameters).value()
  }

  /// Updates the editable fields of an object with those values of a model that are not nil.
  ///
  /// - Throws: ``EGF2Error`` with ``EGF2ErrorCode/invalidGraphObject`` where the object is none of
  ///   the models, with ``EGF2ErrorCode/serverError`` where the server refuses; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func updateObject(
    withId id: String, object: NSObject
  ) async throws -> sending NSObject {
    try await updateCall(id, object).value()
  }

  /// Deletes an object, on the server and in the cache; lists of edges keep its id.
  ///
  /// - Throws: ``EGF2Error`` where the server refuses, or its response cannot be read; errors of the
  ///   network in `NSURLErrorDomain`.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func deleteObject(withId id: String) async throws {
    try await deleteCall(id).value()
  }
}

extension EGF2Graph {
  /// Reading an object, from the cache where it and its expanded parts are there.
  func objectCall(_ id: String, _ expand: [String]) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      Answer(try await self.object(id, expand))
    }
  }

  /// Reading an object from the server.
  func refreshCall(_ id: String, _ expand: [String]) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      Answer(try await self.refreshed(self.resolved(id), expand))
    }
  }

  /// Reading the object of the logged-in user.
  var userCall: PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      let account = self.state.withLock { $0.account }
      if let id = account.userID { return Answer(try await self.object(id, [])) }
      let epoch = self.epoch
      let record = try await self.fetched(CallDraft(.get, "graph", "me"), [])
      self.changeAccount(since: epoch) { $0.recognize(record.id, by: account.token) }
      return Answer(record)
    }
  }

  /// An object, from the cache where it and its expanded parts are there.
  nonisolated(nonsending) func object(
    _ id: String, _ expand: [String]
  ) async throws(NSError) -> ObjectRecord {
    let id = resolved(id)
    if let items = ExpandItem.read(expand), let object = cached(id, items) {
      log("object \(id)", from: "cache")
      return try record(id, object)
    }
    return try await refreshed(id, expand)
  }

  /// An object from the server, which is kept with everything expanded in it.
  private nonisolated(nonsending) func refreshed(
    _ id: String, _ expand: [String]
  ) async throws(NSError) -> ObjectRecord {
    let draft = CallDraft(.get, "graph", id).asking("expand", expand.joined(separator: ","))
    return try await fetched(draft, ExpandItem.read(expand) ?? [])
  }

  /// The object that answers a request, which is kept.
  nonisolated(nonsending) func fetched(
    _ draft: CallDraft, _ items: [ExpandItem]
  ) async throws(NSError) -> ObjectRecord {
    let epoch = epoch
    let record = try record(try await send(draft))
    log("object \(record.id)", from: "server")
    keep(since: epoch) { cache, types in cache.absorb(record.json, items, types) }
    return record
  }

  /// An object of the cache with these parts expanded; `nil` where something is missing.
  private func cached(_ id: String, _ items: [ExpandItem]) -> JSONObject? {
    let (cache, options) = state.withLock { ($0.cache, $0.options) }
    return cache.object(id, items, options)
  }

  /// An object of the cache, where its class is known as well.
  func cachedRecord(_ id: String) -> ObjectRecord? {
    cached(id, []).flatMap { try? record(id, $0) }
  }
}

extension EGF2Graph {
  /// Creating an object.
  func createCall(_ parameters: [String: Any]) -> PendingCall<ObjectRecord> {
    let body = newObject(parameters)
    return call { () async throws(NSError) -> Answer<ObjectRecord> in
      let draft = CallDraft(.post, "graph").sending(try body.get())
      let record = try await self.fetched(draft, [])
      return Answer(record, self.objectCreated(record, comesFirst: true))
    }
  }

  /// Updating an object with some fields.
  func updateCall(_ id: String, _ parameters: [String: Any]) -> PendingCall<ObjectRecord> {
    updateCall(
      id,
      Result { () throws(NSError) in
        try WireValue.object(parameters, as: self.model(for: id))
      })
  }

  /// Updating an object with the editable fields of a model.
  func updateCall(_ id: String, _ object: NSObject) -> PendingCall<ObjectRecord> {
    updateCall(
      id,
      Result { () throws(NSError) in
        guard let model = object as? any EGF2GraphModel else {
          throw EGF2Error(
            .invalidGraphObject, reason: "\(type(of: object)) has no editableFields()")
        }
        let map = model.fieldMap
        let fields = model.editableFields().compactMap { map.field(named: $0) }
        return try WireValue.object(model, fields: fields)
      })
  }

  private func updateCall(
    _ id: String, _ body: Result<JSONObject, NSError>
  ) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> Answer<ObjectRecord> in
      let draft = CallDraft(.put, "graph", self.resolved(id)).sending(try body.get())
      let record = try await self.fetched(draft, [])
      let isFirst = self.isFirst(.updated(record.id, record.json))
      return Answer(record, isFirst ? self.objectUpdated(record) : nil)
    }
  }

  /// Deleting an object.
  func deleteCall(_ id: String) -> PendingCall<Done> {
    call { () async throws(NSError) -> Answer<Done> in
      let id = self.resolved(id)
      let epoch = self.epoch
      _ = try await self.send(CallDraft(.delete, "graph", id))
      let record = self.cachedRecord(id)
      self.keep(since: epoch) { cache, _ in cache.objects[id] = nil }
      return Answer(Done(), self.isFirst(.deleted(id)) ? self.objectDeleted(id, record) : nil)
    }
  }

  /// The body for a new object, names of properties replaced by those of fields.
  func newObject(_ parameters: [String: Any]) -> Result<JSONObject, NSError> {
    Result { () throws(NSError) in
      let name = parameters["object_type"] as? String
      let types = self.state.withLock { $0.types }
      return try WireValue.object(parameters, as: name.flatMap { types.model(named: $0) })
    }
  }

  /// The class of an object, which is the user's for `me`.
  private func model(for id: String) -> (any EGF2Model.Type)? {
    let (id, types) = state.withLock { ($0.resolved(id), $0.types) }
    return types.model(for: id) ?? (id == "me" ? types.model(named: "user") : nil)
  }
}
