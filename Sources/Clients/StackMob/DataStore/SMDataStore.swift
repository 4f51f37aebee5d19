public import Dispatch
import GhostlightCore
import HTTPTypes

/// The objects in an app's schemas: it creates, reads, updates, deletes, queries and counts them.
///
/// Get one with ``SMClient/dataStore()``. It has no state of its own, so an app can create as many
/// as it likes. Every method can be called from any thread.
///
/// Schemas are sent in lower case; blocks get them as the caller spelled them. An object's fields
/// are sent in the order of their names. If an ID or schema is missing or empty, or if JSON cannot
/// represent the object, the call fails with `SMError` -100 before a request is sent. The failure
/// block is then called immediately, on the calling thread. All other blocks run on the queue that
/// is passed with them, by default the main queue.
///
/// The class is isolated to the main actor only because subclasses have state there; its own
/// methods are not.
///
/// ```swift
/// import StackMob
///
/// func addPerson(_ name: String, to store: SMDataStore) async throws -> [AnyHashable: Any] {
///   let person = try await store.createObject(["name": name], inSchema: "person")
///   return try await store.readObject(withId: person["person_id"] as? String, inSchema: "person")
/// }
/// ```
///
/// - Source: protocol reference B6.
@MainActor
public class SMDataStore {
  /// The version of the app's API; `0` is the development version.
  public nonisolated let apiVersion: String
  /// The session that signs the requests.
  public nonisolated let session: SMUserSession

  /// Creates a data store that uses a session.
  public nonisolated init(apiVersion: String, session: SMUserSession) {
    self.apiVersion = apiVersion
    self.session = session
  }
}

/// - Source: protocol reference A7.
nonisolated extension SMDataStore {
  /// Creates an object, and passes the stored object to `onSuccess`.
  ///
  /// Fails with HTTP 409 if the primary key is already in use.
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

  /// Creates an object, and returns the object as StackMob stored it.
  ///
  /// - Throws: `SMError` -100 for arguments that cannot be sent, HTTP 409 if the primary key is
  ///   already in use.
  @discardableResult
  nonisolated(nonsending) public func createObject(
    _ object: [AnyHashable: Any]?, inSchema schema: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creation(body(of: object), in: schema, options: options).value().json.dictionary
  }

  /// Returns an object as JSON.
  ///
  /// - Throws: `SMError` -100 if the object is `nil` or contains a value that JSON cannot
  ///   represent.
  func body(of object: [AnyHashable: Any]?) throws -> JSON {
    guard let object else {
      throw SMFailure.invalidArguments("There is no object to send.")
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
  /// Fails with HTTP 404 if no object has the ID.
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

  /// Reads and returns an object.
  ///
  /// - Throws: `SMError` -100 without an ID or schema, HTTP 404 if no object has the ID.
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
  /// Changes some fields of an object, and passes the whole object to `onSuccess`.
  ///
  /// Fails with HTTP 404 if no object has the ID.
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

  /// Changes some fields of an object, and returns the whole object.
  ///
  /// - Throws: `SMError` -100 for arguments that cannot be sent, HTTP 404 if no object has the ID.
  @discardableResult
  nonisolated(nonsending) public func updateObject(
    withId id: String?, inSchema schema: String?, update: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await updating(id, in: schema, body(of: update), options: options)
      .value().json.dictionary
  }

  /// Adds a number to a field, atomically on the server, and passes the whole object to
  /// `onSuccess`.
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

  /// Adds a number to a field, atomically on the server, and returns the whole object.
  ///
  /// - Throws: `SMError` -100 if an argument is missing, otherwise the error of the request.
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
      throw SMFailure.invalidArguments("Name the field to increment.")
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
  /// Fails with HTTP 404 if no object has the ID.
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
  /// - Throws: `SMError` -100 without an ID or schema, HTTP 404 if no object has the ID.
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

/// The location of an object, or of one of its fields, in StackMob's API.
struct StoreAddress: Sendable {
  /// The schema as the caller spelled it.
  var schema: String
  /// The object's ID as the caller spelled it.
  var id: String
  /// The percent-encoded path of the request.
  var path: String

  /// - Throws: `SMError` -100 if the ID or the schema is missing or empty.
  init(id: String?, schema: String?) throws {
    guard let id, !id.isEmpty, let schema, !schema.isEmpty else {
      throw SMFailure.invalidArguments("Name the schema and the id of the object.")
    }
    self.schema = schema
    self.id = id
    path = WireText.schemaPath(schema) + "/" + WireText.segment(id)
  }

  /// Creates the location of an object's field.
  ///
  /// - Throws: `SMError` -100 if the ID, schema or field is missing or empty.
  init(id: String?, schema: String?, field: String?) throws {
    try self.init(id: id, schema: schema)
    guard let field, !field.isEmpty else {
      throw SMFailure.invalidArguments("Name the field of the object.")
    }
    path += "/" + WireText.segment(field)
  }
}
