public import Dispatch
import GhostlightCore
import HTTPTypes

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
