public import Dispatch
import GhostlightCore
import HTTPTypes

/// - Source: protocol reference A8 and A15.1.
nonisolated extension SMDataStore {
  /// Creates objects in one call, and passes two arrays to `onSuccess`.
  ///
  /// The arrays contain the IDs of the objects that were stored, and of those that were not.
  public func createObjects(
    _ objects: [[AnyHashable: Any]]?, inSchema schema: String?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: ((_ succeeded: [Any], _ failed: [Any], _ schema: String) -> Void)?,
    onFailure: ((_ error: any Error, _ objects: [Any]?, _ schema: String?) -> Void)?
  ) {
    do {
      let body = try body(of: objects)
      let call = try creation(ofAll: body, in: schema, options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.succeeded, $0.failed, schema ?? "") },
        onFailure: { onFailure?($0, body.list, schema) })
    } catch {
      onFailure?(error, objects, schema)
    }
  }

  /// Creates objects in one call, and returns the IDs of those that were stored and those that were
  /// not.
  ///
  /// - Throws: `SMError` -100 for arguments that cannot be sent, or an error with the HTTP status
  ///   if the whole call fails.
  nonisolated(nonsending) public func createObjects(
    _ objects: [[AnyHashable: Any]]?, inSchema schema: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> BulkOutcome {
    try await creation(ofAll: body(of: objects), in: schema, options: options).value()
  }

  /// Creates objects in the schema that a relationship field refers to, and adds their IDs to the
  /// field.
  ///
  /// The success block gets the IDs of the objects that were stored, and of those that were not.
  public func createAndAppendRelatedObjects(
    _ objects: [[AnyHashable: Any]]?, toObjectWithId id: String?, inSchema schema: String?,
    relatedField field: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: ((_ succeeded: [Any], _ failed: [Any]) -> Void)?,
    onFailure: SMFailureBlock?
  ) {
    do {
      let call = try creation(
        ofAll: body(of: objects), relatedTo: StoreAddress(id: id, schema: schema, field: field),
        options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.succeeded, $0.failed) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Creates objects in the schema that a relationship field refers to, and adds their IDs to the
  /// field.
  ///
  /// - Throws: `SMError` -100 if an argument is missing, otherwise the error of the request.
  nonisolated(nonsending) public func createAndAppendRelatedObjects(
    _ objects: [[AnyHashable: Any]]?, toObjectWithId id: String?, inSchema schema: String?,
    relatedField field: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> BulkOutcome {
    try await creation(
      ofAll: body(of: objects), relatedTo: StoreAddress(id: id, schema: schema, field: field),
      options: options
    ).value()
  }

  private func body(of objects: [[AnyHashable: Any]]?) throws -> JSON {
    guard let objects else {
      throw SMFailure.invalidArguments("There are no objects to send.")
    }
    return try JSON(foundation: objects)
  }

  private func creation(
    ofAll body: JSON, in schema: String?, options: SMRequestOptions
  ) throws -> PendingCall<BulkOutcome> {
    guard let schema, !schema.isEmpty else {
      throw SMFailure.invalidArguments("Name the schema of the objects.")
    }
    return try outcome(.json(.post, WireText.schemaPath(schema), body), options)
  }

  private func creation(
    ofAll body: JSON, relatedTo address: StoreAddress, options: SMRequestOptions
  ) throws -> PendingCall<BulkOutcome> {
    try outcome(.json(.post, address.path, body), options)
  }

  private func outcome(
    _ draft: RequestDraft, _ options: SMRequestOptions
  ) throws -> PendingCall<BulkOutcome> {
    try session.call(draft, options: options).map { exchange in
      BulkOutcome(
        succeeded: (exchange.json["succeeded"]?.array ?? []).compactMap(\.string),
        failed: (exchange.json["failed"]?.array ?? []).compactMap(\.string))
    }
  }
}

/// The result of a call that creates several objects: which were stored and which were not.
///
/// ``SMDataStore`` returns it from `createObjects(_:inSchema:options:)` and
/// `createAndAppendRelatedObjects(_:toObjectWithId:inSchema:relatedField:options:)`. The call
/// succeeds even if some objects were not stored.
///
/// - Source: protocol reference A8.
public struct BulkOutcome: Sendable, Hashable {
  /// The IDs of the objects that were stored, in the order in which they were sent.
  public var succeeded: [String]
  /// The IDs of the objects that were not stored.
  public var failed: [String]
}
