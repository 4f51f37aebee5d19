public import Dispatch
import GhostlightCore
import HTTPTypes

/// - Source: protocol reference A8 and A15.1.
nonisolated extension SMDataStore {
  /// Creates objects in one call; the result is the ids of those that were stored and were not.
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

  /// Creates objects in one call and tells which were stored.
  ///
  /// - Throws: -100 for arguments that cannot be sent, HTTP's status where the whole call fails.
  nonisolated(nonsending) public func createObjects(
    _ objects: [[AnyHashable: Any]]?, inSchema schema: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> BulkOutcome {
    try await creation(ofAll: body(of: objects), in: schema, options: options).value()
  }

  /// Creates objects in the schema that a field relates to, and adds their ids to the field.
  ///
  /// The result is the ids of those that were stored and were not.
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

  /// Creates objects in the schema that a field relates to, adds their ids to the field, and tells
  /// which were stored.
  ///
  /// - Throws: -100 where an argument is missing, else the error of the request.
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
      throw SMFailure.invalidArguments("There are no objects to be sent.")
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

/// What became of the objects of one call, each by its id.
///
/// - Source: protocol reference A8.
public struct BulkOutcome: Sendable, Hashable {
  /// The ids of the objects that were stored, in the order sent.
  public var succeeded: [String]
  /// The ids of the objects that were not.
  public var failed: [String]
}
