public import Dispatch
import GhostlightCore
import HTTPTypes

/// Objects in schemas: created, read, updated, deleted, queried and counted.
///
/// Schemas are lower-cased on the way; blocks get them as the caller wrote them. Members of an
/// object are sent in the order of their names. A missing or empty id or schema, and an object that
/// JSON cannot hold, fails with -100 before anything is sent: with blocks at once, on the calling
/// thread. Other blocks run on the queue given for them, on the main one where none is given. Every
/// method may be called from any thread.
///
/// The class belongs to the main actor only for the state that subclasses have; here is none.
///
/// - Source: protocol reference B6.
@MainActor
public class SMDataStore {
  /// The version of the app's API.
  public nonisolated let apiVersion: String
  /// The session that requests are sent by.
  public nonisolated let session: SMUserSession

  /// A data store of a session.
  public nonisolated init(apiVersion: String, session: SMUserSession) {
    self.apiVersion = apiVersion
    self.session = session
  }
}

/// - Source: protocol reference A7.
nonisolated extension SMDataStore {
  /// Creates an object; the result is the object as it is stored.
  ///
  /// Fails with HTTP 409 where the primary key is taken.
  public func createObject(
    _ object: [AnyHashable: Any]?, inSchema schema: String?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?, onFailure: SMDataStoreFailureBlock?
  ) {
    do {
      let body = try body(of: object)
      let call = try creation(body, in: schema, options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, schema ?? "") },
        onFailure: { onFailure?($0, body.dictionary, schema) })
    } catch {
      onFailure?(error, object, schema)
    }
  }

  /// Creates an object and answers it as it is stored.
  ///
  /// - Throws: -100 for arguments that cannot be sent, HTTP 409 where the primary key is taken.
  @discardableResult
  nonisolated(nonsending) public func createObject(
    _ object: [AnyHashable: Any]?, inSchema schema: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creation(body(of: object), in: schema, options: options).value().json.dictionary
  }

  /// An object as JSON.
  ///
  /// - Throws: -100 for none, and for what JSON cannot hold.
  func body(of object: [AnyHashable: Any]?) throws -> JSON {
    guard let object else {
      throw SMFailure.invalidArguments("There is no object to be sent.")
    }
    return try JSON(foundation: object)
  }

  private func creation(
    _ body: JSON, in schema: String?, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    guard let schema, !schema.isEmpty else {
      throw SMFailure.invalidArguments("Name the schema of the object.")
    }
    let path = WireText.schemaPath(schema, lowercased: !schema.contains("/"))
    return try session.call(.json(.post, path, body), options: options)
  }
}

/// - Source: protocol reference A9.
nonisolated extension SMDataStore {
  /// Reads an object.
  ///
  /// Fails with HTTP 404 where there is none of that id.
  public func readObject(
    withId id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?, onFailure: SMDataStoreObjectIdFailureBlock?
  ) {
    do {
      try reading(id, in: schema, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, schema ?? "") },
        onFailure: { onFailure?($0, id, schema) })
    } catch {
      onFailure?(error, id, schema)
    }
  }

  /// Reads an object.
  ///
  /// - Throws: -100 without id or schema, HTTP 404 where there is no object of that id.
  nonisolated(nonsending) public func readObject(
    withId id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await reading(id, in: schema, options: options).value().json.dictionary
  }

  private func reading(
    _ id: String?, in schema: String?, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    let address = try StoreAddress(id: id, schema: schema)
    return try session.call(RequestDraft(.get, address.path), options: options)
  }
}

/// - Source: protocol reference A11.
nonisolated extension SMDataStore {
  /// Changes some fields of an object; the result is the whole object.
  ///
  /// Fails with HTTP 404 where there is none of that id.
  public func updateObject(
    withId id: String?, inSchema schema: String?, update: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?, onFailure: SMDataStoreFailureBlock?
  ) {
    do {
      let body = try body(of: update)
      let call = try updating(id, in: schema, body, options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, schema ?? "") },
        onFailure: { onFailure?($0, body.dictionary, schema) })
    } catch {
      onFailure?(error, update, schema)
    }
  }

  /// Changes some fields of an object and answers the whole object.
  ///
  /// - Throws: -100 for arguments that cannot be sent, HTTP 404 where there is no object of that id.
  @discardableResult
  nonisolated(nonsending) public func updateObject(
    withId id: String?, inSchema schema: String?, update: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await updating(id, in: schema, body(of: update), options: options)
      .value().json.dictionary
  }

  /// Adds a number to a field, as one step on the server; the result is the whole object.
  public func updateAtomicCounter(
    withId id: String?, field: String?, inSchema schema: String?, by value: Int,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?, onFailure: SMDataStoreFailureBlock?
  ) {
    do {
      let body = try counterBody(field, by: value)
      let call = try updating(id, in: schema, body, options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, schema ?? "") },
        onFailure: { onFailure?($0, body.dictionary, schema) })
    } catch {
      onFailure?(error, nil, schema)
    }
  }

  /// Adds a number to a field, as one step on the server, and answers the whole object.
  ///
  /// - Throws: -100 where an argument is missing, else the error of the request.
  @discardableResult
  nonisolated(nonsending) public func updateAtomicCounter(
    withId id: String?, field: String?, inSchema schema: String?, by value: Int,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await updating(id, in: schema, counterBody(field, by: value), options: options)
      .value().json.dictionary
  }

  private func counterBody(_ field: String?, by value: Int) throws -> JSON {
    guard let field, !field.isEmpty else {
      throw SMFailure.invalidArguments("Name the field to be counted up.")
    }
    return .object(["\(field)[inc]": .integer(Int64(value))])
  }

  private func updating(
    _ id: String?, in schema: String?, _ body: JSON, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    let address = try StoreAddress(id: id, schema: schema)
    return try session.call(.json(.put, address.path, body), options: options)
  }
}

/// - Source: protocol reference A12.
nonisolated extension SMDataStore {
  /// Deletes an object.
  ///
  /// Fails with HTTP 404 where there is none of that id.
  public func deleteObjectId(
    _ id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreObjectIdSuccessBlock?, onFailure: SMDataStoreObjectIdFailureBlock?
  ) {
    do {
      try deletion(id, in: schema, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { _ in onSuccess?(id ?? "", schema ?? "") },
        onFailure: { onFailure?($0, id, schema) })
    } catch {
      onFailure?(error, id, schema)
    }
  }

  /// Deletes an object.
  ///
  /// - Throws: -100 without id or schema, HTTP 404 where there is no object of that id.
  nonisolated(nonsending) public func deleteObjectId(
    _ id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await deletion(id, in: schema, options: options).value()
  }

  private func deletion(
    _ id: String?, in schema: String?, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    let address = try StoreAddress(id: id, schema: schema)
    return try session.call(RequestDraft(.delete, address.path), options: options)
  }
}

/// Where an object, or a field of an object, is found.
struct StoreAddress: Sendable {
  /// The schema as the caller wrote it.
  var schema: String
  /// The id as the caller wrote it.
  var id: String
  /// The path, escaped.
  var path: String

  /// - Throws: -100 for an id or a schema that is missing or empty.
  init(id: String?, schema: String?) throws {
    guard let id, !id.isEmpty, let schema, !schema.isEmpty else {
      throw SMFailure.invalidArguments("Name the schema and the id of the object.")
    }
    self.schema = schema
    self.id = id
    path = WireText.schemaPath(schema) + "/" + WireText.segment(id)
  }

  /// The address of a field.
  ///
  /// - Throws: -100 for an id, schema or field that is missing or empty.
  init(id: String?, schema: String?, field: String?) throws {
    try self.init(id: id, schema: schema)
    guard let field, !field.isEmpty else {
      throw SMFailure.invalidArguments("Name the field of the object.")
    }
    path += "/" + WireText.segment(field)
  }
}
