public import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Reading, creating, updating and deleting objects.
///
/// - Source: protocol reference B6.
extension EGF2Graph {
  /// Reads an object, from the cache if it is cached.
  public func object(withId id: String, completion: ObjectBlock?) {
    object(withId: id, expand: [], completion: completion)
  }

  /// Reads an object with expanded parts, from the cache if the object and all parts are cached.
  public func object(withId id: String, expand: [String], completion: ObjectBlock?) {
    objectCall(id, expand).deliver(to: completion)
  }

  /// Reads an object from the server and caches it.
  public func refreshObject(withId id: String, completion: ObjectBlock?) {
    refreshObject(withId: id, expand: [], completion: completion)
  }

  /// Reads an object with expanded parts from the server, and caches the object and its parts.
  public func refreshObject(withId id: String, expand: [String], completion: ObjectBlock?) {
    refreshCall(id, expand).deliver(to: completion)
  }

  /// Reads the object of the logged-in user.
  ///
  /// After the first call, it can come from the cache.
  public func userObject(withCompletion completion: ObjectBlock?) {
    userCall.deliver(to: completion)
  }

  /// Creates an object on the server and caches it.
  ///
  /// The parameters must contain `object_type`.
  ///
  /// Keys of `parameters` are the names of fields, or the names of the model's properties.
  public func createObject(
    withParameters parameters: [String: Any], completion: ObjectBlock?
  ) {
    createCall(parameters).deliver(to: completion)
  }

  /// Updates some fields of an object.
  ///
  /// To remove fields, pass their names in a list with the key `delete_fields`.
  ///
  /// Keys of `parameters` are the names of fields, or the names of the model's properties.
  public func updateObject(
    withId id: String, parameters: [String: Any], completion: ObjectBlock?
  ) {
    updateCall(id, parameters).deliver(to: completion)
  }

  /// Updates the editable fields of an object with the values of a model.
  ///
  /// Properties that are `nil` are not sent.
  public func updateObject(withId id: String, object: NSObject, completion: ObjectBlock?) {
    updateCall(id, object).deliver(to: completion)
  }

  /// Deletes an object on the server and in the cache.
  ///
  /// The cached lists of edges still contain the object's id.
  public func deleteObject(withId id: String, completion: Completion?) {
    deleteCall(id).deliver(to: completion)
  }
}

/// Reading, creating, updating and deleting objects, as `async` functions.
extension EGF2Graph {
  /// Reads an object with expanded parts, from the cache if the object and all parts are cached.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func object(
    withId id: String, expand: [String] = []
  ) async throws -> sending NSObject {
    try await objectCall(id, expand).value()
  }

  /// Reads an object with expanded parts from the server, and caches the object and its parts.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func refreshObject(
    withId id: String, expand: [String] = []
  ) async throws -> sending NSObject {
    try await refreshCall(id, expand).value()
  }

  /// Reads the object of the logged-in user.
  ///
  /// After the first call, it can come from the cache.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func userObject() async throws -> sending NSObject {
    try await userCall.value()
  }

  /// Creates an object on the server and caches it.
  ///
  /// The parameters must contain `object_type`.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/wrongMethodParameter`` if a parameter cannot be
  ///   sent, ``EGF2ErrorCode/serverError`` if the server refuses the request. The error of the URL
  ///   loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func createObject(
    withParameters parameters: [String: Any]
  ) async throws -> sending NSObject {
    try await createCall(parameters).value()
  }

  /// Updates some fields of an object.
  ///
  /// To remove fields, pass their names in a list with the key `delete_fields`.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/wrongMethodParameter`` if a parameter cannot be
  ///   sent, ``EGF2ErrorCode/serverError`` if the server refuses the request. The error of the URL
  ///   loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func updateObject(
    withId id: String, parameters: [String: Any]
  ) async throws -> sending NSObject {
    try await updateCall(id, parameters).value()
  }

  /// Updates the editable fields of an object with the values of a model.
  ///
  /// Properties that are `nil` are not sent.
  ///
  /// - Throws: An ``EGF2Error``: ``EGF2ErrorCode/invalidGraphObject`` if the object is not a model,
  ///   ``EGF2ErrorCode/serverError`` if the server refuses the request. The error of the URL
  ///   loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func updateObject(
    withId id: String, object: NSObject
  ) async throws -> sending NSObject {
    try await updateCall(id, object).value()
  }

  /// Deletes an object on the server and in the cache.
  ///
  /// The cached lists of edges still contain the object's id.
  ///
  /// - Throws: An ``EGF2Error`` if the server refuses the request or its response is invalid; the
  ///   error of the URL loading system, in `NSURLErrorDomain`, if the network fails.
  /// - Source: protocol reference B6.
  public nonisolated(nonsending) func deleteObject(withId id: String) async throws {
    try await deleteCall(id).value()
  }
}

extension EGF2Graph {
  /// Creates a call that reads an object, from the cache if all its expanded parts are cached.
  func objectCall(_ id: String, _ expand: [String]) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> CallResult<ObjectRecord> in
      CallResult(try await self.object(id, expand))
    }
  }

  func refreshCall(_ id: String, _ expand: [String]) -> PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> CallResult<ObjectRecord> in
      CallResult(try await self.refreshed(self.resolved(id), expand))
    }
  }

  var userCall: PendingCall<ObjectRecord> {
    call { () async throws(NSError) -> CallResult<ObjectRecord> in
      let account = self.state.withLock { $0.account }
      if let id = account.userID { return CallResult(try await self.object(id, [])) }
      let epoch = self.epoch
      let record = try await self.fetched(CallDraft(.get, "graph", "me"), [])
      self.changeAccount(since: epoch) { $0.recognize(record.id, by: account.token) }
      return CallResult(record)
    }
  }

  /// Reads an object, from the cache if the object and all its expanded parts are cached.
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

  /// Reads an object from the server, and caches it with all objects that are expanded in it.
  private nonisolated(nonsending) func refreshed(
    _ id: String, _ expand: [String]
  ) async throws(NSError) -> ObjectRecord {
    let draft = CallDraft(.get, "graph", id).asking("expand", expand.joined(separator: ","))
    return try await fetched(draft, ExpandItem.read(expand) ?? [])
  }

  /// Sends a request whose response contains an object, and caches that object.
  nonisolated(nonsending) func fetched(
    _ draft: CallDraft, _ items: [ExpandItem]
  ) async throws(NSError) -> ObjectRecord {
    let epoch = epoch
    let record = try record(try await send(draft))
    log("object \(record.id)", from: "server")
    updateCache(since: epoch) { cache, types in cache.absorb(record.json, items, types) }
    return record
  }

  /// Returns a cached object with parts expanded, or `nil` if the object or a part is not cached.
  private func cached(_ id: String, _ items: [ExpandItem]) -> JSONObject? {
    let (cache, options) = state.withLock { ($0.cache, $0.options) }
    return cache.object(id, items, options)
  }

  /// Returns the record of a cached object, or `nil` if it is not cached or its class is unknown.
  func cachedRecord(_ id: String) -> ObjectRecord? {
    cached(id, []).flatMap { try? record(id, $0) }
  }
}

extension EGF2Graph {
  func createCall(_ parameters: [String: Any]) -> PendingCall<ObjectRecord> {
    let body = newObject(parameters)
    return call { () async throws(NSError) -> CallResult<ObjectRecord> in
      let draft = CallDraft(.post, "graph").sending(try body.get())
      let record = try await self.fetched(draft, [])
      return CallResult(record, self.objectCreated(record, comesFirst: true))
    }
  }

  func updateCall(_ id: String, _ parameters: [String: Any]) -> PendingCall<ObjectRecord> {
    updateCall(
      id,
      Result { () throws(NSError) in
        try WireValue.object(parameters, as: self.model(for: id))
      })
  }

  /// Creates a call that updates an object with the editable fields of a model.
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
    call { () async throws(NSError) -> CallResult<ObjectRecord> in
      let draft = CallDraft(.put, "graph", self.resolved(id)).sending(try body.get())
      let record = try await self.fetched(draft, [])
      let isFirst = self.isFirst(.updated(record.id, record.json))
      return CallResult(record, isFirst ? self.objectUpdated(record) : nil)
    }
  }

  func deleteCall(_ id: String) -> PendingCall<Done> {
    call { () async throws(NSError) -> CallResult<Done> in
      let id = self.resolved(id)
      let epoch = self.epoch
      _ = try await self.send(CallDraft(.delete, "graph", id))
      let record = self.cachedRecord(id)
      self.updateCache(since: epoch) { cache, _ in cache.objects[id] = nil }
      return CallResult(Done(), self.isFirst(.deleted(id)) ? self.objectDeleted(id, record) : nil)
    }
  }

  /// Returns the request body for a new object, with names of properties replaced by names of
  /// fields.
  func newObject(_ parameters: [String: Any]) -> Result<JSONObject, NSError> {
    Result { () throws(NSError) in
      let name = parameters["object_type"] as? String
      let types = self.state.withLock { $0.types }
      return try WireValue.object(parameters, as: name.flatMap { types.model(named: $0) })
    }
  }

  /// Returns the class that is registered for an object's id.
  ///
  /// For `me`, it is the class of users.
  private func model(for id: String) -> (any EGF2Model.Type)? {
    let (id, types) = state.withLock { ($0.resolved(id), $0.types) }
    return types.model(for: id) ?? (id == "me" ? types.model(named: "user") : nil)
  }
}
